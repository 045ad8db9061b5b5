"""Files that somebody else may have put there: opened only where they are ordinary ones of a sane
size, found without following links out of a folder, never written through a link, and written
whole or not at all. Must never know what files hold."""

import contextlib
import errno
import glob
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from unlinkable_index.errors import UserError

MEGABYTE = 1_000_000
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe that comes between the look and the opening
    | getattr(os, "O_NOCTTY", 0)
)


class NotOrdinaryError(OSError):
    """A file that is not opened, or not read to its end; ``strerror`` says why."""


def open_ordinary(path: Path, largest: int | None = None) -> io.FileIO:
    """The file, open for reading, unbuffered. Raises OSError where it can't be had:
    NotOrdinaryError when it is no ordinary file, or of more than ``largest`` bytes."""
    _demand_ordinary(path.stat(), largest)  # before it is opened, which some devices act on
    handle = os.open(path, _FLAGS)
    try:
        _demand_ordinary(os.fstat(handle), largest)
        return io.FileIO(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_ordinary(path: Path, largest: int) -> bytes:
    """All of a file of at most ``largest`` bytes. Raises OSError like `open_ordinary`."""
    with open_ordinary(path, largest) as file:
        pieces, left = [], largest + 1
        while left and (piece := file.read(min(left, 1 << 20))):  # some grow while they are read
            pieces.append(piece)
            left -= len(piece)
    if not left:
        raise _too_large(largest)
    return b"".join(pieces)


def demand_no_link(path: Path, folder: Path | None = None) -> None:
    """Raise NotOrdinaryError when ``path`` is a link, or lies behind one in ``folder``."""
    below = [path]
    if folder is not None and path.is_relative_to(folder):
        inside = path.relative_to(folder).parts
        below = [folder.joinpath(*inside[:count]) for count in range(1, len(inside) + 1)]
    for place in below:
        if is_link(place):
            raise NotOrdinaryError(errno.ELOOP, f"{place} is a link, and links are not followed")


def is_link(path: Path) -> bool:
    """Whether there is a link of this name, or what Windows has in the place of one."""
    return path.is_symlink() or (hasattr(path, "is_junction") and path.is_junction())


def real(path: Path) -> Path:
    """The place that a path leads to, all links followed; one that leads to itself leads nowhere
    else (`Path.resolve` raises an error for it in some versions of Python)."""
    return Path(os.path.realpath(path))


def shared_rights(files: Iterable[Path]) -> int:
    """The rights to read, of owner, group and others, that all of these files give, and the folders
    they lie in. A group counts only where it is the same of all. Raises OSError."""
    rights, groups = 0o444, set()
    folders: set[Path] = set()
    for file in files:
        status = file.stat()
        rights &= status.st_mode
        groups.add(status.st_gid)
        folders.update(real(file).parents)
    for folder in folders:
        passing = folder.stat().st_mode & 0o011
        rights &= 0o400 | passing << 2
    return rights & 0o444 if len(groups) == 1 else rights & 0o404


@dataclass(frozen=True)
class FolderContent:
    """The files of a folder by path, the links in it that lead out of it, left out, what of it
    could not be read, and its other files."""

    files: tuple[Path, ...]
    links_out: tuple[Path, ...]
    unreadable: tuple[OSError, ...] = ()
    others: tuple[Path, ...] = ()


def files_in(folder: Path, is_wanted: Callable[[str], bool]) -> FolderContent:
    """The files in ``folder`` and the folders in it whose names are wanted, and the others.

    What is hidden (begins with a full stop) is left out. A link to a folder within leads to what
    is found already. A folder that can't be read costs nothing but what is in it.
    """
    root = real(folder)
    files: list[Path] = []
    links_out: list[Path] = []
    others: list[Path] = []
    unreadable: list[OSError] = []
    for place, is_folder in _walk(folder, unreadable):
        wanted = is_wanted(place.name)
        if is_link(place):
            inside = real(place).is_relative_to(root)
            if not inside and (is_folder or wanted):
                links_out.append(place)
            if not inside or is_folder:
                continue
        if not is_folder:
            (files if wanted else others).append(place)
    by_path, links_by_path, others_by_path = (
        tuple(sorted(found, key=lambda path: path.relative_to(folder).as_posix()))
        for found in (files, links_out, others)
    )
    return FolderContent(by_path, links_by_path, tuple(unreadable), others_by_path)


def _walk(folder: Path, unreadable: list[OSError]) -> Iterator[tuple[Path, bool]]:
    """Everything under a folder that is not hidden, and whether it is a folder. ``unreadable``
    gains why some folder cannot be read."""
    for place, folders, names in os.walk(folder, onerror=unreadable.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from ((Path(place, name), True) for name in folders)
        yield from ((Path(place, name), False) for name in names if not name.startswith("."))


def _demand_ordinary(status: os.stat_result, largest: int | None) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise NotOrdinaryError(errno.EINVAL, "it is no ordinary file")
    if largest is not None and status.st_size > largest:
        raise _too_large(largest)


def _too_large(largest: int) -> NotOrdinaryError:
    return NotOrdinaryError(errno.EFBIG, f"it is larger than {largest // MEGABYTE} MB")


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


def unwritten(path: Path, error: OSError) -> UserError:
    """What is said of a file that cannot be written."""
    return UserError(f"{path}: cannot be written ({error.strerror}); choose another place")


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
