"""From the kept phrases of all levels to the sections of the index file.

Knows how posting lists are numbered and shared, and how entries are packed (`storage` describes
the layout). Knows nothing of texts or of how the phrases were chosen.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.levels import Group
from unlinkable_index.spool import read_array, write_zeros

ROW_LIMIT = 16  # documents; up to here a plain row is smaller than a roaring bitmap
_ENTRIES_A_BUCKET = 8  # at the least: keeps "buckets" small beside "phrases"


@dataclass(frozen=True)
class Numbering:
    """How posting lists are numbered: by df, then by the hash of the document set.

    ``dfs`` and ``counts``: how many lists have which df, those of one document included.
    ``numbers`` gives, for every group, the posting number of each of its sets, and ``owned``
    which of them are to be written from that group (the others are found in an earlier one).
    """

    dfs: NDArray[np.int64]
    counts: NDArray[np.int64]
    numbers: tuple[NDArray[np.uint32], ...]
    owned: tuple[NDArray[np.bool_], ...]

    @property
    def total(self) -> int:
        """How many posting lists there are."""
        return int(self.counts.sum())

    def first_of(self, df: int) -> int:
        """The lowest number of a posting list of at least ``df`` documents."""
        return int(self.counts[self.dfs < df].sum())


def number_sets(folder: Path, groups: Sequence[Group], documents: int) -> Numbering:
    """Number the document sets of all groups; equal sets get one number."""
    hashes = np.concatenate([_read(folder, g, "set-hashes", np.uint64, g.sets) for g in groups])
    sizes = np.concatenate([_read(folder, g, "set-sizes", np.uint32, g.sets) for g in groups])
    _, chosen, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    by_df = np.argsort(sizes[chosen], kind="stable")
    rank = np.empty(len(chosen), dtype=np.uint32)
    rank[by_df] = np.arange(documents, documents + len(chosen), dtype=np.uint32)
    owned = np.zeros(len(hashes), dtype=bool)
    owned[chosen] = True
    dfs, counts = np.unique(sizes[chosen], return_counts=True)
    bounds = np.cumsum([group.sets for group in groups])[:-1]
    return Numbering(
        dfs=np.concatenate(([1], dfs)).astype(np.int64),
        counts=np.concatenate(([documents], counts)).astype(np.int64),
        numbers=tuple(np.split(rank[inverse], bounds)),
        owned=tuple(np.split(owned, bounds)),
    )


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


def pack_entries(
    folder: Path, groups: Sequence[Group], numbers: Sequence[NDArray[np.uint32]], packing: Packing
) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """The sorted entries of all levels of one partition, and the bucket of each."""
    keys, postings = [], []
    for group, number in zip(groups, numbers, strict=True):
        keys.append(_read(folder, group, "rare-keys", np.uint64, group.rare))
        postings.append(_read(folder, group, "rare-documents", np.uint32, group.rare))
        keys.append(_read(folder, group, "common-keys", np.uint64, group.kept))
        postings.append(number[_read(folder, group, "common-sets", np.uint32, group.kept)])
    key = np.concatenate(keys)
    order = np.argsort(key)
    key = key[order]
    entries = key << np.uint64(packing.posting_bits)
    entries |= np.concatenate(postings)[order]
    return entries, (key >> np.uint64(64 - packing.bucket_bits)).astype(np.uint32)


def write_rows(
    path: Path, folder: Path, groups: Sequence[Group], numbering: Numbering, document_bytes: int
) -> None:
    """Write the section "rows"."""
    is_row = (numbering.dfs > 1) & (numbering.dfs <= ROW_LIMIT)
    dfs, counts = numbering.dfs[is_row], numbering.counts[is_row]
    ends = np.cumsum(dfs * counts)
    size = int(ends[-1]) if len(ends) else 0
    dtype = np.dtype(f"<u{document_bytes}")
    write_zeros(path, size * document_bytes)
    if not size:
        return
    rows = np.memmap(path, dtype, "r+")
    for group, number, owned in zip(groups, numbering.numbers, numbering.owned, strict=True):
        sizes, starts, members = _sets_of(folder, group)
        for df, end, count in zip(dfs.tolist(), ends.tolist(), counts.tolist(), strict=True):
            mine = np.flatnonzero(owned & (sizes == df))
            if len(mine):
                table = rows[end - df * count : end].reshape(count, df)
                columns = starts[mine][:, None] + np.arange(df)
                table[number[mine] - numbering.first_of(df)] = members[columns]
    rows.flush()


def write_bitmaps(
    path: Path, offsets: Path, folder: Path, groups: Sequence[Group], numbering: Numbering
) -> Iterator[int]:
    """Write the sections "bitmaps" and "bitmap_offsets"; yields the number of bitmaps written."""
    first = numbering.first_of(ROW_LIMIT + 1)
    source = np.zeros((numbering.total - first, 3), dtype=np.int64)  # group, start, size
    opened = []
    for at, group in enumerate(groups):
        sizes, starts, members = _sets_of(folder, group)
        opened.append(np.asarray(members))
        mine = np.flatnonzero(numbering.owned[at] & (sizes > ROW_LIMIT))
        rows = numbering.numbers[at][mine].astype(np.int64) - first
        source[rows, 0] = at
        source[rows, 1:] = np.column_stack((starts[mine], sizes[mine]))
    ends = np.zeros(len(source) + 1, dtype="<u8")
    with path.open("wb") as out:
        for index, (group_at, start, size) in enumerate(source.tolist()):
            members = opened[group_at][start : start + size]
            bitmap = BitMap(array("I", members.tobytes()))
            bitmap.run_optimize()
            ends[index + 1] = ends[index] + out.write(bitmap.serialize())
            if index % 4096 == 0:
                yield index
    ends.tofile(offsets)


def _sets_of(folder: Path, group: Group) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint32]]:
    """Sizes, starts and members (mapped from disk) of the document sets of a group."""
    sizes = _read(folder, group, "set-sizes", np.uint32, group.sets).astype(np.int64)
    starts = np.cumsum(sizes) - sizes
    if not group.members:
        return sizes, starts, np.empty(0, dtype=np.uint32)
    return sizes, starts, np.memmap(folder / f"{group.name}-set-members", np.uint32, "r")


def _read(folder: Path, group: Group, what: str, dtype: Any, count: int) -> NDArray[Any]:
    return read_array(folder / f"{group.name}-{what}", dtype, 0, count)
