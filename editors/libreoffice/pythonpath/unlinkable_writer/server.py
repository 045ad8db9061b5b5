"""The server, a process of its own, and the messages to it and from it.

Nobody ever waits here: what is sent is queued, what is answered is handed on from a thread of its
own. Knows nothing of documents, nor of LibreOffice.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

_CAPABILITIES = {
    "workspace": {"workspaceFolders": True, "diagnostics": {"refreshSupport": True}},
    "textDocument": {"diagnostic": {}},
}
"""Diagnostics are fetched, which is never done: what is found comes by paragraphs."""
_FOREIGN = ("PYTHONHOME", "PYTHONPATH", "PYTHONNOUSERSITE", "LD_LIBRARY_PATH", "URE_BOOTSTRAP")
"""Variables of the office's own Python, which are not for another."""


class Server:
    """One process, from its start to its end."""

    def __init__(
        self,
        program: str,
        trusted: bool,
        told: Callable[[str, Any], None],
        ended: Callable[[Server], None],
    ) -> None:
        """Starts the program. ``told``: called with each notification; ``ended``: once, when the
        process has ended by itself. Raises OSError where it can't be started."""
        self._told, self._ended = told, ended
        self._waiting: dict[int, Callable[[Any], None]] = {}
        self._number = 0
        self._stopped = False
        self._guard = threading.Lock()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        variables = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
        self._process = subprocess.Popen(
            [program, "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=str(Path(program).parent),
            env={**variables, "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._trusted = trusted

    def begin(self) -> None:
        """Speak with it; whoever is told of its end must know it by now."""
        for work in (self._write, self._read):
            threading.Thread(target=work, name="unlinkable", daemon=True).start()
        options = {"left": True, "trusted": self._trusted}
        asked = {
            "processId": os.getpid(),
            "rootUri": None,
            "capabilities": _CAPABILITIES,
            "initializationOptions": options,
        }
        self.ask("initialize", asked, lambda _: None)
        self.tell("initialized", {})

    def ask(self, method: str, params: Any, then: Callable[[Any], None]) -> None:
        """Send a request; ``then`` is called once, from a thread of ours, with the result, or None
        where there is none, as where the process ends."""
        with self._guard:
            self._number += 1
            number = self._number
            if not self._stopped:
                self._waiting[number] = then
        self._send({"id": number, "method": method, "params": params})

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def stop(self) -> None:
        """End the process; what was asked is not answered any more."""
        with self._guard:
            self._stopped = True
            self._waiting.clear()
        self._outgoing.put(None)
        with contextlib.suppress(OSError):  # it may have ended already
            self._process.kill()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode("ascii")
        self._outgoing.put(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def _write(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        while True:
            body = self._outgoing.get()
            if body is None:
                return
            try:
                stdin.write(body)
                stdin.flush()
            except (OSError, ValueError):
                return  # it has ended; who reads tells so

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            while True:
                message = _message(stdout)
                if message is None:
                    break
                self._hear(message)
        except Exception as error:  # what says such things is no server of ours
            print(f"unlinkable: {type(error).__name__}", file=sys.stderr, flush=True)
        with self._guard:
            stopped, self._stopped = self._stopped, True
            waiting, self._waiting = self._waiting, {}
        self._outgoing.put(None)
        self._process.kill()
        self._process.wait()
        for then in waiting.values():
            then(None)
        if not stopped:
            self._ended(self)

    def _hear(self, message: dict[str, Any]) -> None:
        number, method = message.get("id"), message.get("method")
        if method is None:
            with self._guard:
                then = self._waiting.pop(number, None) if isinstance(number, int) else None
            if then is not None:
                then(message.get("result"))
        elif number is not None:
            self._send({"id": number, "result": None})
        else:
            self._told(str(method), message.get("params"))


def _message(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message; None where there is none any more. Raises ValueError for what is none."""
    length = 0
    while True:
        line = stream.readline()
        if not line:
            return None
        if not line.strip():
            break
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    found = json.loads(stream.read(length))
    return found if isinstance(found, dict) else {}
