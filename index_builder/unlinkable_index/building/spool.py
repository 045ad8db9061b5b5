"""The collection as numbers on disk, while an index is being built.

Knows the arrays that the builder works on (one element a word of the collection) and the folder
they live in. Knows nothing of phrases; holds no text, only hashes.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Spool:
    """The arrays of one build, each a plain little-endian file in ``folder``.

    - ``words`` (uint64): the hash of every word, record after record;
    - ``room`` (uint8): the words from here to the end of the record, at most 255;
    - ``documents`` (uint32): the document number;
    - ``dfs-n`` (uint32), one file a level: the df of the phrase of n words that starts here, where
      that is 2 or more, else 0.

    The first ``counted`` words are those that count in frequencies; what follows them are other
    readings of the same words. Copies of a record are left out: its words stand there once.
    """

    folder: Path
    length: int
    counted: int

    def words(self, start: int, stop: int) -> NDArray[np.uint64]:
        """Hashes of the words ``start`` to ``stop`` of the collection."""
        return read_array(self.folder / "words", np.uint64, start, stop)

    def room(self, start: int, stop: int) -> NDArray[np.uint8]:
        """Words left in the record, for each word from ``start`` to ``stop``."""
        return read_array(self.folder / "room", np.uint8, start, stop)

    def dfs(self, n: int, start: int, stop: int) -> NDArray[np.uint32]:
        """The df of the phrase of ``n`` words at each word from ``start`` to ``stop``."""
        return read_array(self.folder / f"dfs-{n}", np.uint32, start, stop)

    def dfs_at(self, n: int, positions: NDArray[np.int64]) -> NDArray[np.uint32]:
        """The df of the phrase of ``n`` words at each of ``positions``."""
        return np.memmap(self.folder / f"dfs-{n}", np.uint32, "r")[positions]

    def write_dfs(self, n: int, positions: NDArray[np.int64], dfs: NDArray[np.uint32]) -> None:
        """Write down the df of the phrases of ``n`` words at ``positions``."""
        if len(positions):
            np.memmap(self.folder / f"dfs-{n}", np.uint32, "r+")[positions] = dfs

    def begin_level(self, n: int) -> None:
        """Make room for the dfs of level ``n``, and let go of those no longer needed."""
        # written out, not sparse: writing to a mapping must never be what finds the disk full
        write_zeros(self.folder / f"dfs-{n}", 4 * self.length)
        (self.folder / f"dfs-{n - 2}").unlink(missing_ok=True)

    def documents(self) -> NDArray[np.uint32]:
        """The document number of every word, mapped from disk."""
        return np.memmap(self.folder / "documents", np.uint32, "r") if self.length else _EMPTY


_EMPTY = np.empty(0, dtype=np.uint32)


def read_array(path: Path, dtype: Any, start: int, stop: int) -> NDArray[Any]:
    """The elements ``start`` to ``stop`` of a plain array file."""
    size = np.dtype(dtype).itemsize
    return np.fromfile(path, dtype, count=stop - start, offset=start * size)


def write_zeros(path: Path, size: int) -> None:
    """Make a file of ``size`` zero bytes."""
    with path.open("wb") as file:
        while size > 0:
            size -= file.write(bytes(min(size, 1 << 22)))
