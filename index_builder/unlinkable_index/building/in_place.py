"""The files of an index into their place, in the stead of those of the one that was there.

At any moment the index is the old one or the new one, whole. Knows names, rights and marks of
files; nothing of what is in them.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unlinkable_index.building.taking_in.kept import kept_path, remove_others
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import Header
from unlinkable_index.file.index_file import IndexFile
from unlinkable_index.file.storage import RANGE_MAGIC


@dataclass(frozen=True)
class Made:
    """The files of an index, made but not in place yet: where each is, and is to be; main last.

    - ``mark``: that of the main file;
    - ``size``: the bytes of all.
    """

    header: Header
    files: tuple[tuple[Path, Path], ...]
    mark: bytes
    size: int


def put_in_place(
    made: Made, rights: int, kept: Path | None = None, replaced: bytes | None = None
) -> None:
    """Move the files of the index into place, and remove those of the one that was there.

    - ``rights``: where there was none, only who has these to read the originals may read them;
    - ``kept``: the file that is kept beside the index, for its owner alone;
    - ``replaced``: the mark of the index that is to be replaced; None: whatever is there.

    Raises UserError where another index is there than ``replaced``.
    """
    (_, out) = made.files[-1]
    with _alone(out.parent):
        if replaced is not None and mark_of(out) != replaced:
            raise UserError(
                f"{out}: the index was changed meanwhile, by another `add` or build; nothing was "
                "done, so give the command again"
            )
        mode = out.stat().st_mode & 0o777 if out.exists() else None
        if kept is not None:
            kept.replace(kept_path(out, made.mark))
        for path, place in made.files:
            if mode is not None:  # whoever could not read the old index shall not read the new one
                path.chmod(mode)
            elif os.name != "nt":
                path.chmod(path.stat().st_mode & (0o600 | rights))
            path.replace(place)
        places = {place for _, place in made.files}
        for path in out.parent.iterdir():
            if path not in places and _is_range_of(path, out):
                path.unlink(missing_ok=True)
        remove_others(out, made.mark)


def mark_of(out: Path) -> bytes | None:
    """The mark of the index at ``out``; None where there is none."""
    try:
        file = IndexFile(out)
    except UserError:
        return None
    file.close()
    return file.mark


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other builds from moving files into ``folder``, where the system can."""
    if os.name == "nt":
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _is_range_of(path: Path, out: Path) -> bool:
    """Whether a file is, by name and content, a range of some index that was at ``out``."""
    end = path.name.removeprefix(f"{out.name}.")
    if len(end) != 32 or not set(end) <= set("0123456789abcdef") or not path.is_file():
        return False
    try:
        file = IndexFile(path, RANGE_MAGIC)
    except UserError:
        return False
    file.close()
    return file.mark.hex() == end
