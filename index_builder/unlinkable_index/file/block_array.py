"""An array in an index file, of which no more is kept in memory than is useful.

Knows blocks and when to keep them; knows nothing of what the numbers mean.
"""

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.blocks import CONTENT, blocks_of
from unlinkable_index.file.index_file import IndexFile, damaged

_ENOUGH = 0.25
"""The part of a small section's blocks for which all of it is read."""
_KEPT = 24 << 20  # bytes of a section that are kept, unless more are asked for at once


class BlockArray:
    """A section as an array of numbers, of which only the blocks that are asked for are read.

    A section of at most ``kept`` bytes is read whole once a part of it was asked for (`_ENOUGH`):
    one long read costs less than the thousands of short ones that many drafts would come to, and
    one draft does not need it. May be used by several threads.
    """

    def __init__(self, file: IndexFile, name: str, dtype: Any, kept: int | None = None) -> None:
        self._file = file
        self._name = name
        self._dtype = np.dtype(dtype)
        length = file.sections[name].length
        if length % self._dtype.itemsize:
            raise damaged(file.path)
        self._length: int = length // self._dtype.itemsize
        self._in_block: int = CONTENT // self._dtype.itemsize
        kept = _KEPT if kept is None else kept
        self._is_small = length <= kept
        # where each block is kept, plus 1; memory that was not written to takes none
        self._slots = np.zeros(blocks_of(length), dtype=np.int32)
        room = len(self._slots) if self._is_small else kept // CONTENT
        self._blocks: NDArray[Any] = np.empty((room, self._in_block), dtype=self._dtype)
        self._used = 0
        self._whole: NDArray[Any] | None = None
        self._reading = threading.Lock()

    def __len__(self) -> int:
        return self._length

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        """The numbers at ``places``, each from 0 to ``len() - 1``."""
        if (whole := self._in_memory(len(places))) is not None:
            return whole[places]
        block = places // self._in_block
        at = places - block * self._in_block
        with self._reading:
            kept = self._kept_at(block)  # first: other blocks may be kept then
            taken: NDArray[Any] = self._blocks[kept, at]
            return taken

    def take_rows(self, rows: NDArray[np.int64], width: int) -> NDArray[Any]:
        """The numbers of rows, row i being those from ``i * width`` on; shape (rows, width).

        ``width`` must be a part of both a block and the section, without a rest.
        """
        if (whole := self._in_memory(len(rows))) is not None:
            return whole.reshape(-1, width)[rows]
        in_block = self._in_block // width
        with self._reading:
            at = self._kept_at(rows // in_block) * in_block + rows % in_block
            taken: NDArray[Any] = self._blocks.reshape(-1, width)[at]
            return taken

    def _in_memory(self, wanted: int) -> NDArray[Any] | None:
        """The whole section, where it is small and now so many more of its blocks are wanted that
        it is read."""
        with self._reading:
            enough = self._used + wanted >= _ENOUGH * len(self._slots)
            if self._is_small and self._whole is None and enough:
                self._whole = self._file.whole(self._name, self._dtype)
                self._blocks = self._blocks[:0].copy()
            return self._whole

    def _kept_at(self, blocks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where each of some blocks is kept, once all are read."""
        slots = self._slots[blocks]
        missing = slots == 0
        if missing.any():
            self._read(_different(blocks[missing]), blocks)
            slots = self._slots[blocks]
        at: NDArray[np.int64] = slots.astype(np.int64) - 1
        return at

    def _read(self, blocks: NDArray[np.int64], wanted: NDArray[np.int64]) -> None:
        """Read ``blocks``, those of ``wanted`` that are not kept."""
        if self._used + len(blocks) > len(self._blocks):
            self._slots = np.zeros_like(self._slots)
            self._used = 0
            blocks = _different(wanted.reshape(-1))
            if len(blocks) > len(self._blocks):
                self._blocks = np.empty((len(blocks), self._in_block), dtype=self._dtype)
        end = self._used + len(blocks)
        content = self._file.read_blocks(self._name, blocks)
        self._blocks[self._used : end] = np.ascontiguousarray(content).view(self._dtype)
        self._slots[blocks] = np.arange(self._used + 1, end + 1)
        self._used = end


def _different(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The different ones of ``numbers``, none of them negative, rising; np.unique takes longer."""
    rising = np.sort(numbers)
    first: NDArray[np.bool_] = np.diff(rising, prepend=-1) > 0
    return rising[first]
