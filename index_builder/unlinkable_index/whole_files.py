"""Files that are written whole or not at all: beside their place first, and then put there.

Nothing is written through a link, nor over anything but a file. What runs that were killed leave is
known by its name and removed by the next. Knows nothing of what files hold.
"""

import contextlib
import errno
import glob
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from unlinkable_index.ordinary_files import NotOrdinaryError, demand_no_link

OWNER_ONLY = 0o600
"""The permissions of a file that only its owner can read."""
AS_USUAL = 0o666
"""The permissions of a file that whoever the system lets can read (all but its umask)."""

_UNVERIFIED = ".unlinkable-part"
"""How the names of files end that are not in their place yet."""
_TRIES = 3


def write_whole(path: Path, text: str, permissions: int = OWNER_ONLY) -> None:
    """Write a file, or leave it as it was. Raises OSError; see `unfinished`."""
    with unfinished(path, text, permissions):
        pass


@contextlib.contextmanager
def unfinished(
    path: Path, text: str | bytes, permissions: int = OWNER_ONLY, like: Path | None = None
) -> Iterator[Path]:
    """``text`` (in UTF-8) or bytes in a file beside ``path``, which becomes ``path`` at the end of
    the block; after an error it vanishes. Folders are made as needed. Raises OSError when it cannot
    be written.

    - ``permissions``: of a new file, OWNER_ONLY or AS_USUAL;
    - ``like``: a file whose permissions a new one gets in the end, in place of those.

    Whoever could read the file at ``path`` can read the one that replaces it, and nobody else.
    """
    demand_no_link(path)
    if path.exists() and not path.is_file():
        raise NotOrdinaryError(errno.EINVAL, "this is no file that could be replaced")
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_left_over(path.parent, path.name)
    part, file = _new_part(path, OWNER_ONLY if path.exists() else permissions)
    try:
        with file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
            yield part
        model = path if path.exists() else like
        if model is not None:
            part.chmod(model.stat().st_mode & 0o777 | stat.S_IRUSR | stat.S_IWUSR)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def remove_left_over(folder: Path, name: str | None = None) -> None:
    """Remove what runs that were killed left of the file ``name`` in a folder, or of all files in
    it and the folders in it. What another run is at work on stays."""
    pattern = f".{'*' if name is None else glob.escape(name)}.*{_UNVERIFIED}"
    for place, folders, _ in os.walk(folder):
        for part in Path(place).glob(pattern):
            with contextlib.suppress(OSError), open(part, "r+", opener=_no_link) as file:
                if stat.S_ISREG(os.fstat(file.fileno()).st_mode) and _locked(file):
                    part.unlink()
        if name is not None:
            folders.clear()


def _new_part(path: Path, permissions: int) -> tuple[Path, IO[bytes]]:
    """A new file beside ``path``, open and locked."""
    for _ in range(_TRIES):
        part = path.with_name(f".{path.name}.{os.urandom(4).hex()}{_UNVERIFIED}")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, permissions)
        file = os.fdopen(handle, "wb")
        if _locked(file) and part.exists():
            return part, file
        file.close()  # another run took it for left over before it was locked
    raise OSError(errno.EBUSY, "other runs write there")


def _locked(file: IO[Any]) -> bool:
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
