"""One client served, on standard input and output or on a port of this machine, to the exit status.

Knows processes and ports; which message is answered by what is known to the server.
"""

import gc
import os
import secrets
import socket
import sys
from typing import NoReturn

from unlinkable.lsp.server import UnlinkableServer
from unlinkable_index.child_processes import leave_working_folder
from unlinkable_index.documents.reader_process import shared_reader

LOOPBACK = "127.0.0.1"
SECRET = "UNLINKABLE_SECRET"
"""The environment variable that chooses the secret that a client over a port must show."""
SWITCH_SECONDS = 0.001
"""How long a key at most waits for its turn while a draft is searched beside."""


def serve(port: int | None) -> int:
    """Serve one client: on standard input and output, or on a port of this machine only.

    Gives the exit status: 0 when the client said farewell, 1 when it just went away.
    """
    leave_working_folder()
    server = UnlinkableServer()
    gc.freeze()  # all that is loaded by now stays: no later collection need look at it
    sys.setswitchinterval(SWITCH_SECONDS)
    output, sys.stdout = sys.stdout, sys.stderr  # so that no library can print into the protocol
    try:
        if port is None:
            server.start_io(sys.stdin.buffer, output.buffer)
        else:
            port = port or _free_port()
            # Any page in a browser can send to a port of this machine, but none can read this.
            server.protocol.secret = os.environ.get(SECRET) or secrets.token_urlsafe(24)
            sys.stderr.write(f"waiting on {LOOPBACK}:{port}\n")
            if not os.environ.get(SECRET):
                sys.stderr.write(f"initializationOptions.secret: {server.protocol.secret}\n")
            sys.stderr.flush()
            server.start_tcp(LOOPBACK, port)
    except SystemExit:
        pass
    finally:
        server.shut()
    return 0 if server.dismissed else 1


def end(status: int) -> NoReturn:
    """End this process at once. A search in a thread may not have seen yet that nobody waits for
    it, and an interpreter that is taken down beneath it can crash."""
    shared_reader().close()
    sys.stderr.flush()
    os._exit(status)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
