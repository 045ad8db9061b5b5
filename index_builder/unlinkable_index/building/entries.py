"""From the kept phrases of all levels to the sections that phrases are looked up in: entries,
buckets and the Bloom filter, one range of keys after the other. Must never know texts, how the
phrases were chosen, nor what is in a posting list."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.levels import Group
from unlinkable_index.building.posting_lists import Numbering, numbers_of
from unlinkable_index.file import key_tables
from unlinkable_index.file.header import GROUP_BITS, Range
from unlinkable_index.phrase_hashes import PhraseHashes

_ENTRIES_A_BUCKET = 8  # at the least: keeps "buckets" small beside "phrases"
_FARTHEST_OF_TWO_BYTES = (1 << 16) - 1
_NARROWED = 1 << 20  # numbers narrowed at once


@dataclass(frozen=True)
class Packing:
    """How the entries of one range are packed.

    ``partitions``: the first partition of keys that is in the range, and the one after its last.
    """

    partitions: tuple[int, int]
    phrases: int
    range_bits: int
    bucket_bits: int
    posting_bits: int


def packings(
    groups: Sequence[Sequence[Group]], numbering: Numbering, range_bits: int
) -> list[Packing]:
    """The narrowest packings that keep whole 64-bit keys, of ``2**range_bits`` ranges of keys.

    ``groups`` are those of every level, one for each partition; there are as many partitions as
    ranges, or more.
    """
    posting_bits = numbering.posting_bits
    each = len(groups[0]) >> range_bits
    found = []
    for first in range(0, len(groups[0]), each):
        mine = (group for level in groups for group in level[first : first + each])
        phrases = sum(group.rare + group.kept for group in mine)
        wanted = (phrases // _ENTRIES_A_BUCKET).bit_length()
        bits = max(posting_bits - range_bits, wanted, 1)
        found.append(Packing((first, first + each), phrases, range_bits, bits, posting_bits))
    return found


def write_entries(
    paths: dict[str, Path],
    folder: Path,
    groups: Sequence[Sequence[Group]],
    numbering: Numbering,
    packing: Packing,
) -> Range:
    """Write the sections of phrases of one range; the range's ``mark`` is left empty."""
    last_numbers = np.cumsum(numbering.counts)  # of each df
    posting_bits = np.uint64(packing.posting_bits)
    with (
        paths["phrases"].open("wb") as out,
        paths["bucket_groups"].open("wb") as group_starts,
        paths["buckets"].open("wb") as bucket_starts,
        paths["bloom_filter"].open("wb") as bits,
    ):
        buckets = _Buckets(group_starts, bucket_starts, packing.bucket_bits)
        table = _Filter(bits, packing.phrases)
        for partition in range(*packing.partitions):
            keys, postings = _sorted_phrases(folder, [level[partition] for level in groups])
            (keys << posting_bits | postings).tofile(out)
            in_range = keys << np.uint64(packing.range_bits)
            table.put(
                in_range, numbering.dfs[np.searchsorted(last_numbers, postings, side="right")]
            )
            buckets.put(in_range)
        table.close()
        buckets.close()
    width = _narrow(paths["buckets"], buckets.highest)
    return Range(packing.phrases, packing.bucket_bits, width, b"")


class _Filter:
    """Writes a Bloom filter of ``phrases`` phrases, which are given by rising keys."""

    def __init__(self, out: IO[bytes], phrases: int) -> None:
        self._out = out
        self._size = key_tables.filter_length(phrases)
        self._start = 0  # of what is not written yet
        self._last = np.zeros(key_tables.FILTER_GROUP, dtype="<u8")  # there; may get more bits

    def put(self, keys: PhraseHashes, dfs: NDArray[np.int64]) -> None:
        if not len(keys):
            return
        at = key_tables.places_of(keys, self._size) - self._start
        group = key_tables.FILTER_GROUP
        table = np.zeros((int(at[-1]) // group + 1) * group, dtype="<u8")
        table[:group] = self._last
        key_tables.put_into_filter(table, at, keys, dfs)
        self._out.write(table[:-group].tobytes())
        self._start += len(table) - group
        self._last = table[-group:]

    def close(self) -> None:
        self._out.write(self._last.tobytes())
        self._out.write(bytes(8 * (self._size - self._start) - self._last.nbytes))


class _Buckets:
    """Writes where buckets start among the phrases, which are given by rising keys.

    ``highest``: the farthest that a bucket starts from its group.
    """

    def __init__(self, groups: IO[bytes], buckets: IO[bytes], bits: int) -> None:
        self._groups = groups
        self._buckets = buckets
        self._bits = bits
        self._written = 0  # starts of buckets
        self._phrases = 0
        self._group = 0  # where the group of the next bucket starts
        self.highest = 0

    def put(self, keys: PhraseHashes) -> None:
        if len(keys):
            bucket = (keys >> np.uint64(64 - self._bits)).astype(np.int64)
            last = int(bucket[-1])
            edges = np.arange(self._written, last + 1)
            self._write(self._phrases + np.searchsorted(bucket, edges))
            self._phrases += len(keys)

    def close(self) -> None:
        left = (1 << self._bits) + 1 - self._written
        while left:
            some = min(left, _NARROWED)
            self._write(np.full(some, self._phrases, dtype=np.int64))
            left -= some

    def _write(self, starts: NDArray[np.int64]) -> None:
        """Write the next starts."""
        if not len(starts):
            return
        numbers = np.arange(self._written, self._written + len(starts))
        begins = np.flatnonzero(numbers % (1 << GROUP_BITS) == 0)
        groups = np.concatenate(([self._group], starts[begins]))
        starts[begins].astype("<u8").tofile(self._groups)
        group = np.searchsorted(begins, np.arange(len(starts)), side="right")
        in_group = starts - groups[group]
        self.highest = max(self.highest, int(in_group.max()))
        in_group.astype("<u4").tofile(self._buckets)
        self._group = int(groups[-1])
        self._written += len(starts)


def _narrow(path: Path, highest: int) -> int:
    """Make the starts of buckets in a file as narrow as they can be; returns their bytes."""
    # only in a collection made for that do so many keys begin alike that 2 bytes do not do
    if highest > _FARTHEST_OF_TWO_BYTES:
        return 4
    wide = path.with_name(f"{path.name}-wide")
    path.rename(wide)
    with wide.open("rb") as starts, path.open("wb") as out:
        while len(some := np.fromfile(starts, "<u4", _NARROWED)):
            some.astype("<u2").tofile(out)
    wide.unlink()
    return 2


def _sorted_phrases(
    folder: Path, groups: Sequence[Group]
) -> tuple[PhraseHashes, NDArray[np.uint64]]:
    """The keys of the phrases of all levels of one partition, rising, and their posting numbers."""
    keys, postings = [], []
    for group in groups:
        keys.append(group.file.read("rare_keys"))
        postings.append(group.file.read("rare_documents").astype(np.uint64))
        keys.append(group.file.read("common_keys"))
        postings.append(numbers_of(folder, group)[group.file.read("common_sets")])
    key = np.concatenate(keys)
    order = np.argsort(key)
    return key[order], np.concatenate(postings)[order]
