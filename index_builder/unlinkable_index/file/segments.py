"""An index in segments: a small file that names its parts, and which of their documents are gone.

The parts are whole indexes in files of their own beside it, named like the ranges of an index: the
first one is what was built at once, the others were added. Knows which files belong together;
knows nothing of what is in them. `FORMAT.md` describes the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.file.storage import SEGMENTS_MAGIC, write_file
from unlinkable_index.ordinary_files import open_ordinary

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
