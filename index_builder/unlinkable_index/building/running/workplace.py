"""The folder in which an index is built: beside the index, hidden, and gone at the end.

A build that was killed outright leaves its folder; the next build of the same index finds that
nobody holds it any more, and removes it. Or a folder that the user names, which is gone only when
the index is there. Either can be read by its owner only.
"""

import contextlib
import os
import secrets
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import IO

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import is_link

_LOCK = "in-use"
_A_MINUTE = 60.0
_TRIES = 10  # four builds at once have been seen to take three in a row from one


@contextlib.contextmanager
def workplace(out: Path) -> Iterator[Path]:
    """A folder to build the file ``out`` in, removed on leaving, also on SIGTERM.

    Raises UserError when the folder of ``out`` is missing.
    """
    _demand_place(out)
    prefix = f".{out.name}.building-"
    for left in out.parent.glob(f"{prefix}*"):
        if is_link(left) or is_link(left / _LOCK):  # none of ours
            continue
        _remove_if_abandoned(left)
    with _terminate_as_interrupt(), contextlib.ExitStack() as stack:
        for tries in range(_TRIES + 1):
            folder = out.parent / f"{prefix}{secrets.token_hex(4)}"
            stack.callback(shutil.rmtree, folder, ignore_errors=True)  # an interrupt may come now
            folder.mkdir(mode=0o700)
            lock = stack.enter_context((folder / _LOCK).open("wb"))
            if tries == _TRIES or (_try_lock(lock) and (folder / _LOCK).exists()):
                break  # else another build took it for abandoned before it was locked
        yield folder


@contextlib.contextmanager
def kept_workplace(out: Path, folder: Path) -> Iterator[Path]:
    """``folder`` to build the file ``out`` in, removed once that is done and kept otherwise.

    It is made where it is not there. Raises UserError where there is something else, or another
    build is at work.
    """
    _demand_place(out)
    _demand_ours(folder)
    with _terminate_as_interrupt(), (folder / _LOCK).open("ab") as lock:
        if not _try_lock(lock):
            raise UserError(
                f"{folder}: another build is at work in this folder; wait for it, or name another"
            )
        try:
            yield folder
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"the same command goes on from what is in {folder}") from None
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)  # Windows keeps the lock while it is open


def remove_work(folder: Path) -> None:
    """Remove what lies in the folder of a build, which holds it all the same."""
    for path in folder.iterdir():
        if path.name != _LOCK and path.is_file():
            path.unlink()


def _demand_ours(folder: Path) -> None:
    """Make a folder that only its owner can read. Raises UserError where it is not ours to use."""
    if is_link(folder) or (folder.exists() and not folder.is_dir()):
        raise UserError(f"{folder}: this is no folder; name another place for the work")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        others = [path for path in folder.iterdir() if path.name != _LOCK]
        if is_link(folder / _LOCK) or (others and not (folder / _LOCK).is_file()):
            raise UserError(
                f"{folder}: there are files here that are not the work of a build; name an empty "
                "folder, or a new one"
            )
        if os.name != "nt":
            folder.chmod(0o700)
    except OSError as error:
        raise UserError(
            f"{folder}: this folder cannot be used for the work ({error.strerror}); check it and "
            "its rights"
        ) from error


def _demand_place(out: Path) -> None:
    """Raise UserError where no file ``out`` can be put."""
    if not out.parent.is_dir():
        raise UserError(f"{out.parent}: no such folder; create it, or choose another place")
    if out.is_dir():
        raise UserError(f"{out}: this is a folder; name a file for the index")


def _remove_if_abandoned(folder: Path) -> None:
    try:
        with (folder / _LOCK).open("r+b") as lock:
            if not _try_lock(lock):
                return
            shutil.rmtree(folder, ignore_errors=True)  # locked, lest its build begins meanwhile
    except OSError:  # no lock: killed in the moment of creation, or being created right now
        with contextlib.suppress(OSError):  # removed meanwhile
            if time.time() - folder.stat().st_mtime < _A_MINUTE:
                return
    shutil.rmtree(folder, ignore_errors=True)  # Windows keeps the lock while it is open


def _try_lock(file: IO[bytes]) -> bool:
    """Whether this process now holds the lock on ``file``, which ends with the process."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _terminate_as_interrupt() -> Iterator[None]:
    """Make SIGTERM end the work like Ctrl-C does: by an exception that cleans up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
