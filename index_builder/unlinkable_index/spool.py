"""The collection as numbers on disk, while an index is being built.

Knows the arrays that the builder works on (one element a word of the collection) and the folder
they live in. Knows nothing of phrases; holds no text, only hashes.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

LONGEST_PHRASE = 64  # words; ``room`` counts in single bytes


@dataclass(frozen=True)
class Spool:
    """The arrays of one build, each a plain little-endian file in ``folder``.

    - ``words`` (uint64): the hash of every word, record after record;
    - ``room`` (uint8): the words from here to the end of the record, at most 255;
    - ``documents`` (uint32): the document number;
    - ``common`` (uint8): the most words n such that every phrase of up to n words that starts
      here is in two documents or more, filled in level by level.
    """

    folder: Path
    length: int

    def words(self, start: int, stop: int) -> NDArray[np.uint64]:
        """Hashes of the words ``start`` to ``stop`` of the collection."""
        return read_array(self.folder / "words", np.uint64, start, stop)

    def room(self, start: int, stop: int) -> NDArray[np.uint8]:
        """Words left in the record, for each word from ``start`` to ``stop``."""
        return read_array(self.folder / "room", np.uint8, start, stop)

    def common(self, start: int, stop: int) -> NDArray[np.uint8]:
        """Length of the longest common phrase at each word from ``start`` to ``stop``."""
        return read_array(self.folder / "common", np.uint8, start, stop)

    def documents(self) -> NDArray[np.uint32]:
        """The document number of every word, mapped from disk."""
        return np.memmap(self.folder / "documents", np.uint32, "r") if self.length else _EMPTY

    def mark_common(self, positions: NDArray[Any], n: int) -> None:
        """Write down that the phrases of ``n`` words at ``positions`` are common."""
        if len(positions):
            common = np.memmap(self.folder / "common", np.uint8, "r+")
            common[positions] = n


_EMPTY = np.empty(0, dtype=np.uint32)


def read_array(path: Path, dtype: Any, start: int, stop: int) -> NDArray[Any]:
    """The elements ``start`` to ``stop`` of a plain array file."""
    size = np.dtype(dtype).itemsize
    return np.fromfile(path, dtype, count=stop - start, offset=start * size)
