"""Files are read, and written anew, by a process of their own, which can be ended: whoever made a
file decides what reading it costs.

One process reads file after file; a new one takes its place once it has ended. Knows processes and
their budget; what files hold is known elsewhere.
"""

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from unlinkable_index.child_processes import python, start_with_pipes
from unlinkable_index.documents import budget
from unlinkable_index.documents.budget import receive, send
from unlinkable_index.documents.shared.archive import refused
from unlinkable_index.documents.shared.visible_text import (
    Paragraph,
    VisibleText,
)
from unlinkable_index.documents.shared.writing import TextEdit, WrittenDocument
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

_WORKER = python("-m", "unlinkable_index.documents.reader_worker")
_FAREWELL = 5.0  # seconds that a process gets to end which has closed its pipe
_PATIENCE = 300.0  # seconds by the clock: a busy machine gives little of its time
_OUT_OF_TIME = {budget.OUT_OF_TIME}
if sys.platform != "win32":
    _OUT_OF_TIME |= {-signal.SIGXCPU, -signal.SIGKILL}


class _GoneError(Exception):
    """The process had ended, as it does when it was idle, before it was asked."""


class ReaderProcess:
    """A process that reads files; started when it is asked. Safe to use from several threads, which
    wait for each other."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The number of the process; None where it is not running."""
        return None if self._process is None else self._process.pid

    def read(self, data: bytes, path: Path) -> VisibleText:
        """What a reader sees of the file at ``path``, whose bytes are ``data``; the origins of
        pieces are left out.

        Raises UserError where it can't be read, or not within its budget.
        """
        flows = self._asked({}, data, path)["flows"]
        return VisibleText([Paragraph.of_row(row) for row in flow] for flow in flows)

    def written(
        self, data: bytes, path: Path, name: str, edits: Iterable[TextEdit], *how: str
    ) -> WrittenDocument:
        """The file written anew with edits of its text made. ``name``: of its format; ``how``:
        what its writer takes besides. Raises UserError likewise."""
        told = [(one.start, one.end, one.before, one.after) for one in edits]
        request = {"format": name, "edits": told, "how": how}
        return WrittenDocument(**self._asked(request, data, path))

    def close(self) -> None:
        """End the process; it is started again when it is asked."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # what was still to send
                    assert pipe is not None
                    pipe.close()

    def _asked(self, request: dict[str, Any], data: bytes, path: Path) -> dict[str, Any]:
        request["path"] = str(path)
        with self._lock:
            try:
                answer = self._answer(request, data, path)
            except _GoneError:
                try:
                    answer = self._answer(request, data, path)
                except _GoneError:
                    raise _past_budget(path, None) from None
        if (why := answer.get("refused")) is not None:
            raise UserError(why)
        return answer

    def _answer(self, request: dict[str, Any], data: bytes, path: Path) -> dict[str, Any]:
        process = self._process or self._started(path)
        assert process.stdin is not None
        assert process.stdout is not None
        patience = threading.Timer(_PATIENCE, process.kill)
        patience.daemon = True
        patience.start()
        answer = None
        try:
            with contextlib.suppress(OSError, ValueError):
                send(process.stdin, request, data)
                answer = receive(process.stdout)
        finally:
            patience.cancel()
            if not isinstance(answer, dict):  # it ended, or whoever asked has enough
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=_FAREWELL)
                status = process.poll()
                self.close()
        if isinstance(answer, dict):
            return answer
        if status == 0:
            raise _GoneError
        raise _past_budget(path, status)

    def _started(self, path: Path) -> subprocess.Popen[bytes]:
        try:
            self._process = start_with_pipes(_WORKER)
        except OSError as error:
            raise refused(
                path, f"no process can be started to read it ({error.strerror}); try again"
            ) from error
        return self._process


def _past_budget(path: Path, status: int | None) -> UserError:
    """What is said of a file whose reader ended."""
    if status in _OUT_OF_TIME:
        why = f"it takes more than {budget.SECONDS} seconds of processor time"
    elif status == budget.OUT_OF_MEMORY:
        why = f"it takes more than {budget.MEMORY // MEGABYTE} MB of memory"
    else:
        why = "the program that reads it broke off"
    return refused(path, f"{why}; save it anew, or split it")


_shared = ReaderProcess()


def shared_reader() -> ReaderProcess:
    """The one of this process."""
    return _shared


def _begin_anew() -> None:
    """In a process that was forked: the reader belongs to its parent."""
    global _shared
    _shared = ReaderProcess()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
atexit.register(lambda: _shared.close())
