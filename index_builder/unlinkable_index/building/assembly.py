"""From the kept phrases of all levels to the sections of posting lists.

Knows how posting lists are packed (`storage` describes the layout). Knows nothing of texts, nor of
the phrases and how they were chosen.
"""

from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.building.levels import Group
from unlinkable_index.building.numbering import Numbering
from unlinkable_index.building.spool import read_array, write_zeros

ROW_LIMIT = 16  # documents; up to here a plain row is smaller than a roaring bitmap
_BITMAPS_AT_ONCE = 4096  # few files stay mapped, so little memory


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
    for group in groups:
        number, sizes, starts, members = _owned_sets(folder, group)
        for df, end, count in zip(dfs.tolist(), ends.tolist(), counts.tolist(), strict=True):
            mine = np.flatnonzero(sizes == df)
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
    places = np.zeros((numbering.total - first, 3), dtype=np.int64)  # group, start, size
    for at, group in enumerate(groups):
        number, sizes, starts, _ = _owned_sets(folder, group)
        big = np.flatnonzero(sizes > ROW_LIMIT)
        rows = number[big] - first
        places[rows, 0] = at
        places[rows, 1:] = np.column_stack((starts[big], sizes[big]))
    ends = [0]
    with path.open("wb") as out:
        for begin in range(0, len(places), _BITMAPS_AT_ONCE):
            members: dict[int, NDArray[np.uint32]] = {}
            for at, start, size in places[begin : begin + _BITMAPS_AT_ONCE].tolist():
                if at not in members:
                    members[at] = np.asarray(_members(folder, groups[at]))
                bitmap = BitMap(array("I", members[at][start : start + size].tobytes()))
                bitmap.run_optimize()
                ends.append(ends[-1] + out.write(bitmap.serialize()))
            yield len(ends)
    np.array(ends, dtype="<u8").tofile(offsets)


def _owned_sets(
    folder: Path, group: Group
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint32]]:
    """The sets that are written from a group: numbers, sizes, starts among all its members.

    The members, mapped from disk, come last.
    """
    sizes = _read(folder, group, "set-sizes", np.uint32, group.sets).astype(np.int64)
    starts = np.cumsum(sizes) - sizes
    owned = _read(folder, group, "set-owners", np.uint8, group.sets) > 0
    number = _read(folder, group, "set-numbers", np.uint64, group.sets).astype(np.int64)
    return number[owned], sizes[owned], starts[owned], _members(folder, group)


def _members(folder: Path, group: Group) -> NDArray[np.uint32]:
    """The members of all sets of a group, mapped from disk."""
    if not group.members:
        return np.empty(0, dtype=np.uint32)
    return np.memmap(folder / f"{group.name}-set-members", np.uint32, "r")


def _read(folder: Path, group: Group, what: str, dtype: Any, count: int) -> NDArray[Any]:
    return read_array(folder / f"{group.name}-{what}", dtype, 0, count)
