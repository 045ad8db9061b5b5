"""The files of an index: one, one and those of the ranges of its phrases, or one that names its
segments. Knows which files belong together and how they are named; must never know what is in
them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.file.header import PHRASE_SECTIONS, Header, Range, check_range, header_of
from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.file.storage import RANGE_MAGIC, SEGMENTS_MAGIC, write_file
from unlinkable_index.ordinary_files import open_ordinary


def range_path(index: Path, mark: bytes) -> Path:
    """The file beside ``index`` that holds a range of phrases; ``mark`` is its header's digest."""
    return index.with_name(f"{index.name}.{mark.hex()}")


def is_mark(text: str) -> bool:
    """Whether a mark may be written so."""
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


class IndexFiles:
    """All files of an index, open.

    ``ranges`` are the files that hold the phrases of each range of keys: ``main`` itself, or
    others. Raises UserError like `IndexFile`, and when one of the others is missing.
    """

    def __init__(self, path: Path) -> None:
        self.main = IndexFile(path)
        others: list[IndexFile] = []
        try:
            try:
                self.header: Header = header_of(self.main.fields, self.main.sections)
            except (TypeError, ValueError, KeyError, AttributeError, IndexError):
                raise damaged(path) from None
            if not self.header.layout.in_one_file:
                others.extend(_opened(path, found) for found in self.header.layout.ranges)
        except BaseException:
            for file in (self.main, *others):
                file.close()
            raise
        self.all = (self.main, *others)
        self.ranges = tuple(others) or (self.main,)

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(file.size for file in self.all)

    def check_all(self) -> Iterator[int]:
        """Check every byte of every file; yields the number of bytes checked."""
        done = 0
        for file in self.all:
            for checked in file.check_all():
                yield done + checked
            done += file.size

    def close(self) -> None:
        """Let go of the files."""
        for file in self.all:
            file.close()


def _opened(index: Path, found: Range) -> IndexFile:
    """The file of one range; its header's digest says that it belongs to ``index``."""
    path = range_path(index, found.mark)
    if not path.exists():
        raise UserError(
            f"{path}: this file, a part of the index {index.name}, is missing; copy all files "
            f"whose names begin with {index.name!r}, or build the index anew"
        )
    file = IndexFile(path, RANGE_MAGIC)
    try:
        if file.mark != found.mark or tuple(file.sections) != PHRASE_SECTIONS:
            raise damaged(path)
        check_range(found, file.sections)
    except ValueError:
        raise damaged(path) from None
    except BaseException:
        file.close()
        raise
    return file


MOST_SEGMENTS = 10
_MOST_PARTS = 64


@dataclass(frozen=True, eq=False)
class Segment:
    """One part of an index.

    - ``mark``: that of its file; empty: nothing came, rulings were withdrawn only;
    - ``kept``: by what the file of what was kept for it is named;
    - ``gone``: the numbers of its documents that do not count any more.
    """

    mark: bytes
    kept: bytes
    gone: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))


@dataclass(frozen=True)
class Segments:
    """The parts of an index, the first one built at once; ``records`` and ``words``: of all that
    counts."""

    parts: tuple[Segment, ...]
    records: int
    words: int

    @classmethod
    def of(cls, file: IndexFile) -> "Segments":
        """What a file says. Raises UserError where that cannot be."""
        try:
            gone = np.split(
                file.whole("gone", "<u4").astype(np.int64),
                np.cumsum([count for _, _, count in file.fields["parts"]])[:-1],
            )
            parts = tuple(
                Segment(bytes(mark), bytes(kept), some)
                for (mark, kept, _), some in zip(file.fields["parts"], gone, strict=True)
            )
            found = cls(parts, int(file.fields["records"]), int(file.fields["words"]))
        except (TypeError, ValueError, KeyError):
            raise damaged(file.path) from None
        sizes = {len(part.mark) for part in parts[1:]} <= {0, 16} and len(parts[0].mark) == 16
        if not sizes or not 1 <= len(parts) <= _MOST_PARTS:
            raise damaged(file.path)
        return found

    def write(self, path: Path) -> bytes:
        """Write the file; returns its mark."""
        content = path.with_name(f"{path.name}-gone")
        np.concatenate([part.gone for part in self.parts]).astype("<u4").tofile(content)
        fields = {
            "parts": [(part.mark, part.kept, len(part.gone)) for part in self.parts],
            "records": self.records,
            "words": self.words,
        }
        with path.open("wb") as out:
            mark = write_file(out, SEGMENTS_MAGIC, fields, {"gone": content})
        content.unlink()
        return mark


def is_in_segments(path: Path) -> bool:
    """Whether a file begins as that of an index in segments does."""
    try:
        with open_ordinary(path) as file:
            return SEGMENTS_MAGIC.encode() in file.read(64)
    except (OSError, ValueError):
        return False


def marks_of(parts: Sequence[Segment]) -> frozenset[bytes]:
    """The marks of the files of some parts."""
    return frozenset(part.mark for part in parts if part.mark)
