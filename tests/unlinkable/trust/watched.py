"""Installed as `sitecustomize` in every Python process of a test: notes sockets and programs.

One line an event is added to the file that UNLINKABLE_WATCH names. Also turns all logging on, at
its most verbose, on standard error.
"""

import logging
import os
import socket
import sys
from typing import Any

_OUTSIDE = {
    "socket.connect",
    "socket.bind",
    "socket.sendto",
    "socket.sendmsg",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.gethostbyaddr",
    "socket.getnameinfo",
    "urllib.Request",
    "http.client.connect",
    "ftplib.connect",
    "smtplib.connect",
}
_PROGRAMS = {"subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.spawn"}
_note = os.open(os.environ["UNLINKABLE_WATCH"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.__new__":
        if arguments[1] not in (socket.AF_UNIX, -1):
            os.write(_note, f"socket of family {arguments[1]}\n".encode())
    elif event in _OUTSIDE:
        os.write(_note, f"{event} {arguments!r}\n".encode())
    elif event in _PROGRAMS:
        os.write(_note, f"program {arguments[0]}\n".encode())


sys.addaudithook(_watch)
os.write(_note, f"watching {os.getpid()}\n".encode())
logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
