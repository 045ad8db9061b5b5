"""Finished results on disk: written whole or not at all, never through a link nor over a file that
is not ours, and known again by a later run.

Knows files and digests; nothing of what the results are.
"""

import contextlib
import errno
import glob
import hashlib
import json
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, demand_no_link, open_ordinary, read_ordinary

DONE_FILE = ".unlinkable-protected.json"
_UNVERIFIED = ".unlinkable-part"
"""How the names of files end that are not verified yet. Only their owner can read them."""
_LARGEST = 100 * MEGABYTE
_TRIES = 3


class Done:
    """Which results in a folder are finished, and ours. Remembers digests only, in a file of the
    folder: for each result a seal, the digest of the file, and, while another is about to be put in
    its place, that one's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / DONE_FILE
        self._seals: dict[str, list[str]] = {}
        with contextlib.suppress(OSError, ValueError, TypeError, RecursionError):  # none, not ours
            demand_no_link(self._path)
            self._seals = dict(json.loads(read_ordinary(self._path, _LARGEST)))

    def has(self, out: Path, seal: str) -> bool:
        """Whether ``out`` is there, unchanged, and was made under this seal."""
        return self._seals.get(self._name(out)) == [seal, _digest(out)]

    def wrote(self, out: Path) -> bool:
        """Whether the file ``out`` is one that an earlier run wrote, and unchanged."""
        return _digest(out) in self._seals.get(self._name(out), [])[1:]

    def expect(self, out: Path, text: str) -> None:
        """Remember that this text is about to become a result, so that it is known as ours even if
        the run ends before `add`."""
        _, *known = self._seals.get(self._name(out), ["", ""])
        self._keep(out, ["", known[0], hashlib.sha256(text.encode()).hexdigest()])

    def add(self, out: Path, seal: str) -> None:
        """Remember a result."""
        self._keep(out, [seal, _digest(out)])

    def _keep(self, out: Path, entry: list[str]) -> None:
        self._seals[self._name(out)] = entry
        write_whole(self._path, json.dumps(self._seals, indent=1))

    def _name(self, out: Path) -> str:
        return out.relative_to(self._folder).as_posix()


def seal(decisive: list[Any], text: str) -> str:
    """A digest of all that decides a result: plain values, and the text it is made from."""
    digest = hashlib.sha256(json.dumps(decisive).encode())
    digest.update(text.encode())
    return digest.hexdigest()


def write_whole(path: Path, text: str) -> None:
    """Write a file, or leave it as it was; a new one only its owner can read. Raises UserError."""
    with unfinished(path, text):
        pass


@contextlib.contextmanager
def unfinished(path: Path, text: str, like: Path | None = None) -> Iterator[Path]:
    """``text`` in a file beside ``path``, which becomes ``path`` at the end of the block; after
    an error it vanishes. Until then only its owner may read it; then whoever may read ``path``,
    or where there is none yet the file ``like``. Raises UserError when it cannot be written."""
    part = None
    try:
        demand_no_link(path)
        if path.exists() and not path.is_file():
            raise UserError(f"{path}: this is no file that could be replaced; choose another place")
        path.parent.mkdir(parents=True, exist_ok=True)
        remove_left_over(path.parent, path.name)
        part, file = _new_part(path)
        with file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            yield part
        model = path if path.exists() else like
        if model is not None:
            part.chmod(model.stat().st_mode & 0o777 | stat.S_IRUSR | stat.S_IWUSR)
        part.replace(path)
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written ({error.strerror}); choose another place"
        ) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def remove_left_over(folder: Path, name: str | None = None) -> None:
    """Remove what runs that were killed left of the result ``name`` in a folder, or of all results
    in it and the folders in it. What another run is at work on stays."""
    pattern = f".{'*' if name is None else glob.escape(name)}.*{_UNVERIFIED}"
    for place, folders, _ in os.walk(folder):
        for part in Path(place).glob(pattern):
            with contextlib.suppress(OSError), open(part, "r+", opener=_no_link) as file:
                if stat.S_ISREG(os.fstat(file.fileno()).st_mode) and _locked(file):
                    part.unlink()
        if name is not None:
            folders.clear()


def _new_part(path: Path) -> tuple[Path, IO[str]]:
    """A new file beside ``path``, open and locked."""
    for _ in range(_TRIES):
        handle, name = tempfile.mkstemp(
            dir=path.parent, prefix=f".{path.name}.", suffix=_UNVERIFIED
        )
        file = os.fdopen(handle, "w", encoding="utf-8", newline="")
        if _locked(file) and os.path.exists(name):  # noqa: PTH110 - a name
            return Path(name), file
        file.close()  # another run took it for left over before it was locked
    raise OSError(errno.EBUSY, "other runs write there")


def _locked(file: IO[str]) -> bool:
    """Whether this process now holds the lock on a file, which ends with the file or the process.
    Windows removes no file that is open, so there nothing needs to be locked."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # where nothing can be locked
        return True
    return True


def _no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _digest(path: Path) -> str:
    try:
        with open_ordinary(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
