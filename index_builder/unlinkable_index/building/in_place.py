"""The files of an index into their place, in the stead of those of the one that was there.

At any moment the index is the old one or the new one, whole. Knows names, rights and marks of
files; nothing of what is in them.
"""

import contextlib
import os
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from unlinkable_index.building.taking_in.kept import kept_path, remove_others
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import Header
from unlinkable_index.file.index_file import IndexFile
from unlinkable_index.file.index_files import range_path
from unlinkable_index.file.segments import Segments, is_in_segments, marks_of
from unlinkable_index.file.storage import MAGIC, RANGE_MAGIC, SEGMENTS_MAGIC


@dataclass(frozen=True)
class MadeInPlace:
    """The files of an index, made but not in place yet: where each is, and is to be; main last.

    - ``mark``: that of the main file;
    - ``size``: the bytes of all.
    """

    header: Header
    files: tuple[tuple[Path, Path], ...]
    mark: bytes
    size: int


def put_in_place(
    made: MadeInPlace, rights: int, kept: Path | None = None, replaced: bytes | None = None
) -> None:
    """Move the files of the index into place, and remove those of the one that was there.

    - ``rights``: where there was none, only who has these to read the originals may read them;
    - ``kept``: the file that is kept beside the index, for its owner alone;
    - ``replaced``: the mark of the index that is to be replaced; None: whatever is there.

    Raises UserError where another index is there than ``replaced``.
    """
    (_, out) = made.files[-1]
    with _alone(out.parent):
        if replaced is not None:
            _demand_unchanged(out, replaced)
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
        _remove_parts_but(places, out)
        remove_others(out, [made.mark])


def put_segment_in_place(
    out: Path,
    listing: Path,
    segments: Segments,
    made: MadeInPlace | None,
    kept: Path,
    replaced: bytes,
) -> None:
    """Add a segment to the index ``out``.

    - ``listing``: the file that is to name the parts, which ``segments`` are, the new one last;
    - ``made``: the index of what comes; None: nothing does;
    - ``kept``: the file that is kept for the segment;
    - ``replaced``: as for `put_in_place`.

    Until the last step the index is the old one. Raises UserError where it is another one by now.
    """
    with _alone(out.parent):
        _demand_unchanged(out, replaced)
        mode = out.stat().st_mode & 0o777
        if not is_in_segments(out):
            _link(out, range_path(out, replaced))
        kept.replace(kept_path(out, segments.parts[-1].kept))
        if made is not None:
            ((path, _),) = made.files
            path.chmod(mode)
            path.replace(range_path(out, made.mark))
        listing.chmod(mode)
        listing.replace(out)
        _remove_parts_but({range_path(out, mark) for mark in marks_of(segments.parts)}, out)
        remove_others(out, [part.kept for part in segments.parts])


def mark_of(out: Path) -> bytes | None:
    """The mark of the index at ``out``; None where there is none."""
    try:
        file = IndexFile(out, SEGMENTS_MAGIC if is_in_segments(out) else MAGIC)
    except UserError:
        return None
    file.close()
    return file.mark


def _demand_unchanged(out: Path, mark: bytes) -> None:
    if mark_of(out) != mark:
        raise UserError(
            f"{out}: the index was changed meanwhile, by another `add` or build; nothing was "
            "done, so give the command again"
        )


def _link(path: Path, other: Path) -> None:
    """Give a file another name besides; where that cannot be, make a copy."""
    other.unlink(missing_ok=True)
    try:
        os.link(path, other)
    except OSError:
        shutil.copy2(path, other)


def _remove_parts_but(places: Collection[Path], out: Path) -> None:
    """Remove the files of parts of whatever indexes were at ``out``, but for some."""
    for path in out.parent.iterdir():
        if path not in places and _is_part_of(path, out):
            path.unlink(missing_ok=True)


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


def _is_part_of(path: Path, out: Path) -> bool:
    """Whether a file is, by name and content, a part of some index that was at ``out``."""
    end = path.name.removeprefix(f"{out.name}.")
    if len(end) != 32 or not set(end) <= set("0123456789abcdef") or not path.is_file():
        return False
    for magic in (RANGE_MAGIC, MAGIC):
        with contextlib.suppress(UserError):
            file = IndexFile(path, magic)
            file.close()
            return file.mark.hex() == end
    return False
