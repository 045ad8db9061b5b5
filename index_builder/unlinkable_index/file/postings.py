"""What an index answers: from keys of phrases to posting numbers, from these to sets of documents,
and of single words how often they stand in each (`FORMAT.md`). Must never know how documents are
ranked, nor what one is."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.file import key_tables, packing
from unlinkable_index.file.header import GROUP_BITS, Header
from unlinkable_index.file.index_file import BlockArray, IndexFile, damaged
from unlinkable_index.file.key_tables import EMPTY, HashTable
from unlinkable_index.file.packing import ranges
from unlinkable_index.phrase_hashes import PhraseHashes

Numbers = NDArray[np.int64]

Postings = NDArray[np.int64]
ABSENT = -1
_SCANNED = 32  # entries of a bucket that are gone through one by one
_KEPT_OF_FILTERS = 32 << 20  # bytes; of all ranges together


class PhraseTable:
    """The stored phrases of the range ``number`` of the keys, in ``file``."""

    def __init__(self, file: IndexFile, header: Header, number: int) -> None:
        found = header.layout.ranges[number]
        self._path = file.path
        self._range_bits = np.uint64(header.layout.range_bits)
        self._posting_bits = np.uint64(header.layout.posting_bits)
        self._bucket_bits = found.bucket_bits
        self._entries = BlockArray(file, "phrases", "<u8")
        self._groups = BlockArray(file, "bucket_groups", "<u8")
        self._buckets = BlockArray(file, "buckets", f"<u{found.bucket_bytes}")
        kept = _KEPT_OF_FILTERS // len(header.layout.ranges)
        self._filter = BlockArray(file, "bloom_filter", "<u8", kept)

    def lookup(self, keys: PhraseHashes, df_below: int | None) -> Postings:
        """The posting number of every key of the range, or `ABSENT`; see `Index.lookup`."""
        if df_below is None:
            return self._searched(keys)
        postings = np.full(len(keys), ABSENT, dtype=np.int64)
        promising = key_tables.let_through(
            self._filter.take, len(self._filter), keys << self._range_bits, df_below
        )
        postings[promising] = self._searched(keys[promising])
        return postings

    def _searched(self, keys: PhraseHashes) -> Postings:
        """Goes through the bucket of each key, after a binary search in those that are long."""
        postings = np.full(len(keys), ABSENT, dtype=np.int64)
        wanted = keys << self._posting_bits >> self._posting_bits
        in_range = keys << self._range_bits
        bucket = (in_range >> np.uint64(64 - self._bucket_bits)).astype(np.int64)
        edges = np.stack((bucket, bucket + 1))
        starts = self._groups.take(edges >> GROUP_BITS).astype(np.int64)
        low, high = starts + self._buckets.take(edges)
        if low.min(initial=0) < 0 or high.max(initial=0) > len(self._entries) or (low > high).any():
            raise damaged(self._path)
        while len(long := np.flatnonzero(high - low > _SCANNED)):
            middle = (low[long] + high[long]) >> 1
            below = self._entries.take(middle) >> self._posting_bits < wanted[long]
            low[long] = np.where(below, middle + 1, low[long])
            high[long] = np.where(below, high[long], middle + 1)
        sizes = high - low
        of_key = np.repeat(np.arange(len(keys)), sizes)
        before = np.cumsum(sizes) - sizes
        entries = self._entries.take(np.arange(len(of_key)) + (low - before)[of_key])
        found = np.flatnonzero(entries >> self._posting_bits == wanted[of_key])
        mask = (np.uint64(1) << self._posting_bits) - np.uint64(1)
        postings[of_key[found]] = entries[found] & mask
        return postings


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


START_BITS = 48  # of a number of the table "words"; above it stands the highest frequency
HIGHEST = (1 << 64 - START_BITS) - 1
"""What stands for a highest frequency of so many or more."""
_MOST = 2**32 - 1


@dataclass(frozen=True)
class WordPostings:
    """The documents of some words, and how often each word stands in each.

    Word i stands ``frequencies[j]`` times (at least once) in the document ``documents[j]``, for
    every j from ``bounds[i]`` to ``bounds[i + 1] - 1``; document numbers of one word are rising. A
    word that is in no document has none.
    """

    bounds: Numbers
    documents: NDArray[np.uint32]
    frequencies: NDArray[np.uint32]

    @property
    def dfs(self) -> Numbers:
        """The document frequency of every word."""
        return np.diff(self.bounds)


@dataclass(frozen=True)
class WordBounds:
    """What can be said of some words before their documents are read.

    ``dfs``: the document frequency of every word (int64; 0: in no document). ``highest``: no
    document has the word more often (int64); exact up to 65,534.
    """

    dfs: Numbers
    highest: Numbers


class WordTable:
    """The words of an index with their frequencies. Methods raise UserError for a damaged file."""

    def __init__(self, file: IndexFile, header: Header, lists: PostingLists) -> None:
        self._file = file
        self._lists = lists
        words = BlockArray(file, "words", "<u8")
        self._words = HashTable(words.take, len(words), header.layout.counted_words)
        self._frequencies = BlockArray(file, "frequencies", "u1")

    @cached_property
    def lengths(self) -> NDArray[np.uint32]:
        """The number of words of every document."""
        lengths: NDArray[np.uint32] = self._file.whole("lengths", "<u4")
        lengths.flags.writeable = False
        return lengths

    def bounds(self, keys: PhraseHashes, postings: Postings) -> WordBounds:
        """Of some words, given by key and posting number."""
        dfs = self._lists.df(postings)
        entries = self._entries(keys)
        highest = (entries >> np.uint64(START_BITS)).astype(np.int64)
        highest[highest == HIGHEST] = _MOST
        highest[entries == EMPTY] = 1
        return WordBounds(dfs, np.where(dfs > 0, highest, 0))

    def postings(self, keys: PhraseHashes, postings: Postings) -> WordPostings:
        """Of some words, given by key and posting number."""
        bounds, documents = self._lists.sets(postings)
        try:
            numbers = packing.unpack_frequencies(
                self._frequencies.take,
                len(self._frequencies),
                _starts(self._entries(keys)),
                np.diff(bounds),
            )
        except ValueError:
            raise damaged(self._file.path) from None
        return WordPostings(bounds, documents, numbers)

    def frequencies(
        self, key: PhraseHashes, posting: Postings, documents: Numbers
    ) -> NDArray[np.uint32]:
        """How often one word stands in each of ``documents``; 0 where it does not."""
        members = self._lists.sets(posting).documents
        found = np.zeros(len(documents), dtype=np.uint32)
        if not len(members):
            return found
        places = np.minimum(np.searchsorted(members, documents), len(members) - 1)
        inside = np.flatnonzero(members[places] == documents)
        found[inside] = 1
        entries = self._entries(key)
        if entries[0] != EMPTY:
            start = int(_starts(entries)[0])
            try:
                found[inside] = packing.unpack_some_frequencies(
                    self._frequencies.take,
                    len(self._frequencies),
                    start,
                    len(members),
                    places[inside],
                )
            except ValueError:
                raise damaged(self._file.path) from None
        return found

    def _entries(self, keys: PhraseHashes) -> NDArray[np.uint64]:
        try:
            return self._words.find(keys)
        except ValueError:
            raise damaged(self._file.path) from None


def _starts(entries: NDArray[np.uint64]) -> Numbers:
    """Where frequencies begin; -1 where there are none, since all are 1."""
    starts = (entries & np.uint64((1 << START_BITS) - 1)).astype(np.int64)
    return np.where(entries == EMPTY, -1, starts)
