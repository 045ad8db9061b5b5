"""From the kept phrases of all levels to the sections that phrases are looked up in.

Knows how entries, buckets and the sieve are packed (`storage` describes the layout). Knows nothing
of texts, of how the phrases were chosen, nor of what is in a posting list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index import sieve
from unlinkable_index.building.levels import Group
from unlinkable_index.building.numbering import Numbering
from unlinkable_index.building.spool import read_array
from unlinkable_index.storage import GROUP_BITS
from unlinkable_index.windows import Keys

SECTIONS = ("phrases", "bucket_groups", "buckets", "sieve")
_ENTRIES_A_BUCKET = 8  # at the least: keeps "buckets" small beside "phrases"


@dataclass(frozen=True)
class Packing:
    """The widths, in bits, of bucket numbers (b) and posting numbers (s)."""

    bucket_bits: int
    posting_bits: int

    @classmethod
    def of(cls, entries: int, postings: int) -> "Packing":
        """The narrowest packing that keeps whole 64-bit keys."""
        posting_bits = max(postings - 1, 0).bit_length()
        return cls(max(posting_bits, (entries // _ENTRIES_A_BUCKET).bit_length(), 1), posting_bits)


def write_entries(
    paths: dict[str, Path],
    folder: Path,
    groups: Sequence[Sequence[Group]],
    numbering: Numbering,
    packing: Packing,
) -> int:
    """Write the `SECTIONS`; returns the bytes of a number in "buckets".

    ``groups`` are those of every level, one for each partition.
    """
    phrases = sum(group.rare + group.kept for found in groups for group in found)
    table = np.zeros(sieve.length(phrases), dtype=np.uint64)
    counts = np.zeros((1 << packing.bucket_bits) + 1, dtype=np.uint32)
    last_numbers = np.cumsum(numbering.counts)  # of each df
    with paths["phrases"].open("wb") as out:
        for partition in range(len(groups[0])):
            keys, postings = _sorted_phrases(folder, [found[partition] for found in groups])
            (keys << np.uint64(packing.posting_bits) | postings).tofile(out)
            dfs = numbering.dfs[np.searchsorted(last_numbers, postings, side="right")]
            sieve.put(table, keys, dfs)
            # partitions and buckets are both the high bits of the key, so these never overlap
            # by more than the bucket that two partitions share
            buckets = (keys >> np.uint64(64 - packing.bucket_bits)).astype(np.int64)
            if len(buckets):
                found = np.bincount(buckets - buckets[0]).astype(np.uint32)
                counts[buckets[0] + 1 : buckets[0] + 1 + len(found)] += found
    table.tofile(paths["sieve"])
    starts = np.cumsum(counts, dtype=np.uint32)
    starts[:: 1 << GROUP_BITS].tofile(paths["bucket_groups"])
    in_group, width = in_groups(starts)
    in_group.tofile(paths["buckets"])
    return width


def in_groups(starts: NDArray[np.uint32]) -> tuple[NDArray[Any], int]:
    """Where each bucket starts in its group, in the narrowest numbers that hold it; their bytes."""
    groups = np.arange(len(starts)) >> GROUP_BITS
    in_group = starts - starts[:: 1 << GROUP_BITS][groups]
    # only in a collection made for that do so many keys begin alike that 2 bytes do not do
    width = 2 if in_group.max() < 1 << 16 else 4
    return in_group.astype(f"<u{width}"), width


def _sorted_phrases(folder: Path, groups: Sequence[Group]) -> tuple[Keys, NDArray[np.uint32]]:
    """The keys of the phrases of all levels of one partition, rising, and their posting numbers."""
    keys, postings = [], []
    for group in groups:
        number = _read(folder, group, "set-numbers", np.uint32, group.sets)
        keys.append(_read(folder, group, "rare-keys", np.uint64, group.rare))
        postings.append(_read(folder, group, "rare-documents", np.uint32, group.rare))
        keys.append(_read(folder, group, "common-keys", np.uint64, group.kept))
        postings.append(number[_read(folder, group, "common-sets", np.uint32, group.kept)])
    key = np.concatenate(keys)
    order = np.argsort(key)
    return key[order], np.concatenate(postings)[order]


def _read(folder: Path, group: Group, what: str, dtype: Any, count: int) -> NDArray[Any]:
    return read_array(folder / f"{group.name}-{what}", dtype, 0, count)
