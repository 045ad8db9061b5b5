"""Looking phrases up among those of one range of keys.

Knows entries, buckets and the Bloom filter (`FORMAT.md` describes them); knows nothing of what a
posting number stands for.
"""

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file import bloom_filter
from unlinkable_index.file.block_array import BlockArray
from unlinkable_index.file.header import GROUP_BITS, Header
from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.phrase_hashes import PhraseHashes

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
        promising = bloom_filter.let_through(
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
