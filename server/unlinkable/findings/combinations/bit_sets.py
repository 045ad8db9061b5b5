"""The documents of terms as bits, and how many documents terms have in common.

Kept twice, packed: by row (one bit a document) to intersect terms, and by document (one bit a row)
to look at a few documents only. Together ``rows * documents / 4`` bytes: 15 MB for 600 rows and
100,000 documents. Numbers only: knows nothing of drafts, words or the index.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.stopping import Stop, never

Numbers = NDArray[np.int64]
Bits = NDArray[np.uint64]

_BLOCK = 1 << 18  # 64-bit words looked at between two questions whether to stop; about 1 ms
_FEW = 3  # documents, for each word of a row, that are counted sooner than rows are intersected


class Rows:
    """Sets of documents, numbered from 0 by rising size.

    ``documents`` are the document numbers of every row (int64, rising), of ``count`` in all.
    Stopped half-way, some rows are empty.
    """

    def __init__(self, count: int, documents: Sequence[Numbers], stop: Stop = never) -> None:
        self.df = np.array([len(row) for row in documents], dtype=np.int64)
        self._count = count
        places = self._order_documents(documents)
        self._by_row = np.zeros((len(documents), -(-count // 64)), dtype=np.uint64)
        # One document more than there are, which is in no row.
        self._by_document = np.zeros((count + 1, -(-len(documents) // 8)), dtype=np.uint8)
        bits = np.zeros(self._by_row.shape[1] * 64, dtype=np.uint8)
        for number, row in enumerate(documents):
            if stop():
                break
            inside = places[row]
            bits[inside] = 1
            self._by_row[number] = np.packbits(bits, bitorder="little").view(np.uint64)
            bits[inside] = 0
            self._by_document[inside, number >> 3] |= np.uint8(1 << (number & 7))

    def _order_documents(self, documents: Sequence[Numbers]) -> Numbers:
        """The place of every document when those with most rows come first."""
        counts = np.zeros(self._count, dtype=np.int64)
        for row in documents:
            counts[row] += 1
        self._numbers = np.argsort(-counts, kind="stable")
        places = np.empty(self._count, dtype=np.int64)
        places[self._numbers] = np.arange(self._count)
        return places

    def __len__(self) -> int:
        return len(self.df)

    @property
    def documents(self) -> int:
        """How many documents there are in all."""
        return self._count

    def joint(self, rows: Sequence[int] | Numbers) -> Numbers:
        """The numbers of the documents that are in all of ``rows`` (one or more), rising."""
        return np.sort(self._numbers[self.places(self.joint_bits(rows))])

    def joint_bits(self, rows: Sequence[int] | Numbers) -> Bits:
        """The documents that are in all of ``rows``, a bit each, those with most rows first."""
        joint: Bits = np.bitwise_and.reduce(self._by_row[np.asarray(rows)], axis=0)
        return joint

    def places(self, documents: Bits) -> Numbers:
        """Which bits are set, rising."""
        return np.flatnonzero(np.unpackbits(documents.view(np.uint8), bitorder="little"))

    def inside(self, documents: Bits, rows: Numbers) -> Bits:
        """Which of ``documents``, a bit each, are in each of ``rows`` (rows × 64 documents)."""
        within: Bits = self._by_row[rows] & documents
        return within

    def joint_sizes(self, sets: Numbers) -> Numbers:
        """How many documents are in all rows of each of ``sets`` (sets × rows in each)."""
        sizes = np.empty(len(sets), dtype=np.int64)
        step = max(1, _BLOCK // max(1, self._by_row.shape[1]))
        for start in range(0, len(sets), step):
            bits = self._by_row[sets[start : start + step, 0]]
            for column in range(1, sets.shape[1]):
                bits &= self._by_row[sets[start : start + step, column]]
            sizes[start : start + step] = np.bitwise_count(bits).sum(axis=1)
        return sizes

    def columns(self, places: Numbers, rows: Numbers) -> Bits:
        """Which of the documents at ``places`` are in each of ``rows`` (64 documents × rows)."""
        padded = np.full(-(-len(places) // 64) * 64, self._count)
        padded[: len(places)] = places
        bits = np.unpackbits(self._by_document[padded], axis=1, count=len(self), bitorder="little")
        packed = np.packbits(bits[:, rows], axis=0, bitorder="little")
        words = packed.reshape(-1, 8, len(rows)).transpose(0, 2, 1)
        return np.ascontiguousarray(words).view(np.uint64)[:, :, 0]

    def shared(self, stop: Stop) -> NDArray[np.int32]:
        """How many documents each two rows share (rows × rows). Stopped half-way, it has zeros."""
        count, words = len(self), self._by_row.shape[1]
        shared = np.zeros((count, count), dtype=np.int32)
        first = 0
        while first < count and not stop():
            if self.df[first] <= words * _FEW:
                last = first + 1
                near = self._by_document[self.places(self._by_row[first])]
                bits = np.unpackbits(near, axis=1, count=count, bitorder="little")
                shared[first, first:] = bits[:, first:].sum(axis=0, dtype=np.int32)
            else:
                last = first + max(1, _BLOCK // ((count - first) * words))
                both = self._by_row[first:last, None, :] & self._by_row[None, first:, :]
                shared[first:last, first:] = np.bitwise_count(both).sum(axis=2, dtype=np.int32)
            first = last
        return np.maximum(shared, shared.T)
