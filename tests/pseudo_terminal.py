"""A program run in a pseudo-terminal, as a person runs it: what is seen there, and how it ended."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

CTRL_C = "\x03"  # what the keys send; the terminal makes a signal of it
PATIENCE = 180.0  # seconds in which nothing is shown


@dataclass(frozen=True)
class Shown:
    """What a terminal was sent, and the exit status (minus a signal's number)."""

    text: str
    status: int

    def lines(self) -> list[str]:
        """The lines that are left to be read at the end, by what was written over what."""
        return [_left(line) for line in self.text.replace("\r\n", "\n").split("\n")]


def run_in_terminal(
    command: Sequence[str],
    folder: Path,
    columns: int = 80,
    rows: int = 24,
    environment: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
) -> Shown:
    """Run a command in a terminal of this size.

    - ``environment``: what is set there besides what is set here; an empty value unsets;
    - ``typed``: what is typed, each as soon as something else stands in what was shown.
    """
    child, terminal = pty.fork()
    if child == 0:
        _become(command, folder, columns, rows, environment or {})
    try:
        return _watch(child, terminal, dict(typed or {}))
    finally:
        os.close(terminal)
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _become(
    command: Sequence[str], folder: Path, columns: int, rows: int, environment: Mapping[str, str]
) -> None:
    try:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.chdir(folder)
        there = {"TERM": "xterm-256color", **os.environ, **environment}
        for name in ("COLUMNS", "LINES"):
            there.pop(name, None)
        os.execvpe(command[0], list(command), {k: v for k, v in there.items() if v})
    except BaseException as error:
        print(error, file=sys.stderr)
    os._exit(127)


def _watch(child: int, terminal: int, typed: dict[str, str]) -> Shown:
    seen = b""
    while True:
        ready, _, _ = select.select([terminal], [], [], PATIENCE)
        if not ready:
            raise TimeoutError(f"nothing more in {PATIENCE:g} s: {seen[-500:]!r}")
        try:
            part = os.read(terminal, 65536)
        except OSError:  # EIO: the last writer has left
            part = b""
        if not part:
            break
        seen += part
        for cue in [cue for cue in typed if cue.encode() in seen]:
            os.write(terminal, typed.pop(cue).encode())
    _, status = os.waitpid(child, 0)
    return Shown(seen.decode("utf-8", "replace"), os.waitstatus_to_exitcode(status))


def _left(line: str) -> str:
    """What a line reads after all returns to its beginning."""
    left = ""
    for part in line.split("\r"):
        left = part + left[len(part) :]
    return left.rstrip()
