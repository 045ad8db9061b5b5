"""From the document sets of all groups to the sections of posting lists.

The sets are sorted by their posting numbers, within each group and then range by range of numbers,
and packed (`FORMAT.md` describes the layout). So files are read in sequence only, and memory is
bounded by the size of a group and of a range. Knows nothing of texts, nor of the phrases and how
they were chosen.
"""

import shutil
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.building.levels import Group
from unlinkable_index.building.running.workers import Workers
from unlinkable_index.building.sections.numbering import Numbering, numbers_of, owned_by
from unlinkable_index.file.ranges import ranges

ROW_LIMIT = 32  # documents; up to here a plain row is smaller than a roaring bitmap
_BYTES_A_MEMBER = 24  # of memory, while a range is packed
_RANGES_A_WORKER = 4  # at the least, so that all have work


@dataclass(frozen=True)
class _Sorted:
    """The sets that are written from one group, on disk in the order of their numbers.

    Those of the range r of numbers are ``sets[r]`` to ``sets[r + 1]``, their members
    ``members[r]`` to ``members[r + 1]``.
    """

    name: str
    sets: tuple[int, ...]
    members: tuple[int, ...]


def write_posting_lists(
    paths: dict[str, Path],
    folder: Path,
    groups: Sequence[Group],
    numbering: Numbering,
    document_bytes: int,
    memory: int,
    workers: Workers,
) -> Iterator[float]:
    """Write the sections "rows", "bitmaps" and "bitmap_offsets"; yields the part that is done."""
    bounds = _bounds(numbering, memory, workers.count)
    parts = tuple(workers.map(_sort, ((folder, group, bounds) for group in groups)))
    tasks = ((folder, parts, number, document_bytes) for number in range(len(bounds) - 1))
    with (
        paths["rows"].open("wb") as rows,
        paths["bitmaps"].open("wb") as bitmaps,
        paths["bitmap_offsets"].open("wb") as offsets,
    ):
        offsets.write(bytes(8))
        for number, packed in enumerate(workers.map(_pack, tasks)):
            _append(packed.rows, rows)
            ends = bitmaps.tell() + np.cumsum(np.fromfile(packed.sizes, "<u8"), dtype=np.uint64)
            offsets.write(ends.astype("<u8").tobytes())
            _append(packed.bitmaps, bitmaps)
            packed.sizes.unlink()
            yield (number + 1) / (len(bounds) - 1)
    for part in parts:
        for what in ("numbers", "sizes", "members"):
            (folder / f"{part.name}-sorted-{what}").unlink()


def _bounds(numbering: Numbering, memory: int, workers: int) -> NDArray[np.int64]:
    """Numbers between which lie ranges of about as many members each, at least one range."""
    dfs, counts = numbering.dfs[1:], numbering.counts[1:]
    members = np.concatenate(([0], np.cumsum(dfs * counts)))
    firsts = numbering.total - counts.sum() + np.concatenate(([0], np.cumsum(counts)))
    wanted = workers * (1 + _BYTES_A_MEMBER * int(members[-1]) // memory)
    wanted = max(wanted, _RANGES_A_WORKER * workers if workers > 1 else 1)
    targets = np.linspace(0, members[-1], wanted + 1).astype(np.int64)
    inner: NDArray[np.int64] = np.interp(targets, members, firsts).astype(np.int64)
    inner[0], inner[-1] = firsts[0], firsts[-1]
    return inner


def _sort(task: tuple[Path, Group, NDArray[np.int64]]) -> _Sorted:
    """Write down the sets that a group owns, in the order of their numbers."""
    folder, group, bounds = task
    sizes = group.file.read("set_sizes").astype(np.int64)
    starts = np.cumsum(sizes) - sizes
    number = numbers_of(folder, group).astype(np.int64)
    owned = owned_by(folder, group)
    owned = owned[np.argsort(number[owned])]
    members = group.file.read("set_members")
    number, sizes = number[owned], sizes[owned]
    number.tofile(folder / f"{group.name}-sorted-numbers")
    sizes.astype(np.uint32).tofile(folder / f"{group.name}-sorted-sizes")
    members[ranges(starts[owned], sizes)].tofile(folder / f"{group.name}-sorted-members")
    sets = np.searchsorted(number, bounds)
    ends = np.concatenate(([0], np.cumsum(sizes)))
    return _Sorted(group.name, tuple(sets.tolist()), tuple(ends[sets].tolist()))


@dataclass(frozen=True)
class _Packed:
    """The files of one range of numbers: rows, bitmaps, and the bytes of each bitmap."""

    rows: Path
    bitmaps: Path
    sizes: Path


def _pack(task: tuple[Path, tuple[_Sorted, ...], int, int]) -> _Packed:
    """Pack the sets of one range of numbers."""
    folder, parts, at, document_bytes = task
    numbers = _gathered(folder, parts, at, "numbers", np.int64)
    order = np.argsort(numbers)
    sizes = _gathered(folder, parts, at, "sizes", np.uint32).astype(np.int64)
    members = _gathered(folder, parts, at, "members", np.uint32)
    starts = (np.cumsum(sizes) - sizes)[order]
    sizes = sizes[order]
    packed = _Packed(*(folder / f"packed-{what}-{at}" for what in ("rows", "bitmaps", "sizes")))
    row = sizes <= ROW_LIMIT
    members[ranges(starts[row], sizes[row])].astype(f"<u{document_bytes}").tofile(packed.rows)
    bytes_of = []
    with packed.bitmaps.open("wb") as out:
        for start, size in zip(starts[~row].tolist(), sizes[~row].tolist(), strict=True):
            bitmap = BitMap(array("I", members[start : start + size].tobytes()))
            bitmap.run_optimize()
            bytes_of.append(out.write(bitmap.serialize()))
    np.array(bytes_of, dtype="<u8").tofile(packed.sizes)
    return packed


def _gathered(
    folder: Path, parts: Sequence[_Sorted], at: int, what: str, dtype: Any
) -> NDArray[Any]:
    """What all groups have of one range of numbers."""
    found = [np.empty(0, dtype)]
    for part in parts:
        start, stop = (part.members if what == "members" else part.sets)[at : at + 2]
        if start < stop:
            path = folder / f"{part.name}-sorted-{what}"
            size = np.dtype(dtype).itemsize
            found.append(np.fromfile(path, dtype, stop - start, offset=start * size))
    return np.concatenate(found)


def _append(path: Path, out: IO[bytes]) -> None:
    """Move the content of a file to the end of another."""
    with path.open("rb") as content:
        shutil.copyfileobj(content, out, 1 << 20)
    path.unlink()
