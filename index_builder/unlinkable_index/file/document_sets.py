"""What posting numbers stand for: sets of documents.

Knows how posting lists are numbered and packed (`FORMAT.md` describes it); knows nothing of phrases
nor of what a document is.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.file.block_array import BlockArray
from unlinkable_index.file.header import Header
from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.file.phrase_table import Postings
from unlinkable_index.file.ranges import ranges

Numbers = NDArray[np.int64]


class DocumentSets(NamedTuple):
    """Some sets of documents: set i is ``documents[bounds[i]:bounds[i + 1]]``, rising numbers."""

    bounds: Numbers
    documents: NDArray[np.uint32]


class _Dfs(NamedTuple):
    """The dfs that posting lists have, rising: each df, the number after its last, where it is.

    ``row_starts``: where the rows of that df begin, in document numbers.
    """

    dfs: Numbers
    ends: Numbers
    row_starts: Numbers


class PostingLists:
    """The posting lists of an index. Methods raise UserError where the file is damaged."""

    def __init__(self, file: IndexFile, header: Header) -> None:
        self._file = file
        self._documents = header.documents
        self._row_limit = header.layout.row_limit
        self._posting_bits = header.layout.posting_bits
        self._document_bytes = header.layout.document_bytes
        self._rows = BlockArray(file, "rows", f"<u{header.layout.document_bytes}")
        self._bitmap_offsets = BlockArray(file, "bitmap_offsets", "<u8")

    @property
    def count(self) -> int:
        """How many posting lists there are."""
        return int(self._table.ends[-1])

    def df(self, postings: Postings) -> Numbers:
        """The number of documents of every posting number; 0 for -1."""
        table = self._table
        at = np.searchsorted(table.ends, postings, side="right")
        return np.where(postings < 0, 0, table.dfs[np.minimum(at, len(table.dfs) - 1)])

    def documents(self, posting: int) -> tuple[int, ...]:
        """The document numbers of a posting number, rising."""
        if posting < self._documents:  # the lists of one document, by their numbering
            return (posting,)
        return tuple(self.sets(np.array([posting])).documents.tolist())

    def sets(self, postings: Postings) -> DocumentSets:
        """The documents of every posting number; none for -1."""
        sizes = self.df(postings)
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        found = np.empty(int(bounds[-1]), dtype=np.uint32)
        single = np.flatnonzero(sizes == 1)
        found[bounds[single]] = postings[single]
        self._read_rows(postings, sizes, bounds, found)
        many = np.flatnonzero(sizes > self._row_limit)
        starts = bounds[many].tolist()
        for start, documents in zip(starts, self._bitmaps(postings[many]), strict=True):
            found[start : start + len(documents)] = documents.to_array()
        return DocumentSets(bounds, found)

    def bitmaps(self, postings: Postings) -> list[BitMap]:
        """The documents of every posting number, as a bitmap; none for -1."""
        many = self.df(postings) > self._row_limit
        bounds, documents = self.sets(postings[~many])
        few = (BitMap(documents[start:stop].tolist()) for start, stop in pairwise(bounds.tolist()))
        found = self._bitmaps(postings[many])
        return [next(found if is_bitmap else few) for is_bitmap in many.tolist()]

    def _read_rows(
        self, postings: Postings, sizes: Numbers, bounds: Numbers, found: NDArray[np.uint32]
    ) -> None:
        table = self._table
        mine = np.flatnonzero((sizes > 1) & (sizes <= self._row_limit))
        if not len(mine):
            return
        at = np.searchsorted(table.dfs, sizes[mine])
        starts = table.row_starts[at] + (postings[mine] - table.ends[at - 1]) * sizes[mine]
        documents = self._rows.take(ranges(starts, sizes[mine]))
        rising = np.diff(documents.astype(np.int64)) > 0
        rising[np.cumsum(sizes[mine])[:-1] - 1] = True  # from one row to the next
        if documents.max() >= self._documents or not rising.all():
            raise damaged(self._file.path)
        found[ranges(bounds[mine], sizes[mine])] = documents

    def _bitmaps(self, postings: Postings) -> Iterator[BitMap]:
        """The posting lists that are kept as bitmaps."""
        numbers = postings - self._first_bitmap
        edges = self._bitmap_offsets.take(np.stack((numbers, numbers + 1), axis=1)).tolist()
        contents = self._file.read_many("bitmaps", [(start, stop) for start, stop in edges])
        for size, content in zip(self.df(postings).tolist(), contents, strict=True):
            try:
                documents = BitMap.deserialize(content)
            except (ValueError, IndexError):  # IndexError: no bytes at all
                raise damaged(self._file.path) from None
            if len(documents) != size or documents.max() >= self._documents:
                raise damaged(self._file.path)
            yield documents

    @cached_property
    def _first_bitmap(self) -> int:
        """The lowest number of a posting list that is a bitmap."""
        table = self._table
        before = int(np.searchsorted(table.dfs, self._row_limit, side="right"))
        return int(table.ends[before - 1])

    @cached_property
    def _table(self) -> _Dfs:
        dfs, counts = self._file.whole("dfs", "<u8").astype(np.int64).reshape(-1, 2).T
        ends = np.cumsum(counts)
        sizes = np.where(dfs > 1, dfs * counts, 0)
        in_row = (dfs > 1) & (dfs <= self._row_limit)
        sections = self._file.sections
        if not (
            dfs[0] == 1
            and (np.diff(dfs) > 0).all()
            and dfs[-1] <= self._documents
            and counts[0] == self._documents
            and (counts > 0).all()
            and counts.max() <= 1 << self._posting_bits
            and ends[-1] <= 1 << self._posting_bits
            and sections["rows"].length == int(sizes[in_row].sum()) * self._document_bytes
            and len(self._bitmap_offsets) == int(counts[dfs > self._row_limit].sum()) + 1
        ):
            raise damaged(self._file.path)
        return _Dfs(dfs, ends, np.cumsum(sizes) - sizes)
