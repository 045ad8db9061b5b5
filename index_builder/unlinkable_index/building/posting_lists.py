"""The sections of posting lists: which document set has which number (by df, then by hash), and the
sets packed in that order, in memory bounded by a group and a range. Must never know texts or
phrases."""

import shutil
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.building.counting import different
from unlinkable_index.building.levels import Group
from unlinkable_index.building.workers import Workers
from unlinkable_index.file.packing import ranges

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Numbering:
    """How many posting lists there are of each df (both rising; those of one document included).

    The files ``…-set-numbers`` (uint64) give the posting number of each set of a group, and
    ``…-set-owners`` (uint8) whether it is to be written from there (else an earlier group has it).
    """

    dfs: Numbers
    counts: Numbers

    @property
    def total(self) -> int:
        """How many posting lists there are."""
        return int(self.counts.sum())

    @property
    def posting_bits(self) -> int:
        """How many bits hold every posting number."""
        return max(self.total - 1, 0).bit_length()


def numbers_of(folder: Path, group: Group) -> NDArray[np.uint64]:
    """The posting numbers of the sets of a group."""
    return np.fromfile(folder / f"{group.name}-set-numbers", np.uint64)


def owned_by(folder: Path, group: Group) -> Numbers:
    """Which sets of a group are to be written from there."""
    return np.flatnonzero(np.fromfile(folder / f"{group.name}-set-owners", np.uint8))


def number_sets(folder: Path, groups: Sequence[Group], documents: int, memory: int) -> Numbering:
    """Number the document sets of all groups, taking about ``memory`` bytes."""
    for group in groups:  # an interrupted build may have left some
        for what in ("set-numbers", "set-owners"):
            (folder / f"{group.name}-{what}").unlink(missing_ok=True)
    bits = (_BYTES_A_SET * sum(group.sets for group in groups) // memory).bit_length()
    in_ranges = _Ranges(folder, groups, bits)
    tables = [np.unique(found.dfs, return_counts=True) for found in in_ranges]
    dfs = np.unique(np.concatenate([table[0] for table in tables]))
    counts = np.zeros((len(tables), len(dfs)), dtype=np.int64)
    for number, (some, some_counts) in enumerate(tables):
        counts[number, np.searchsorted(dfs, some)] = some_counts
    totals = counts.sum(axis=0)
    firsts = documents + np.cumsum(totals) - totals + np.cumsum(counts, axis=0) - counts
    for first, found in zip(firsts, in_ranges, strict=True):
        found.write_numbers(first[np.searchsorted(dfs, found.dfs)])
    return Numbering(
        dfs=np.concatenate(([1], dfs)).astype(np.int64),
        counts=np.concatenate(([documents], totals)).astype(np.int64),
    )


_BYTES_A_SET = 64


@dataclass(frozen=True)
class _Range:
    """The different sets with hashes in one range, by rising hash, and where they are found.

    ``dfs`` one a different set; ``first`` the first place of each among all places of the range,
    and ``of_place`` the set at each place. Places are those of the groups, one after the other.
    """

    folder: Path
    parts: tuple[tuple[Group, int, int], ...]
    dfs: NDArray[np.uint32]
    first: Numbers
    of_place: Numbers

    def write_numbers(self, first_number: Numbers) -> None:
        """Number the sets; ``first_number`` is, for each, the first number for its df here."""
        by_df = np.argsort(self.dfs, kind="stable")
        in_order = self.dfs[by_df]
        run_starts = np.searchsorted(in_order, in_order)
        numbers = np.empty(len(by_df), dtype=np.uint64)
        numbers[by_df] = first_number[by_df] + np.arange(len(by_df)) - run_starts
        of_place = numbers[self.of_place]
        owners = np.zeros(len(of_place), dtype=np.uint8)
        owners[self.first] = 1
        at = 0
        for group, start, stop in self.parts:
            here = slice(at, at + stop - start)
            at = here.stop
            _append_values(self.folder / f"{group.name}-set-numbers", of_place[here])
            _append_values(self.folder / f"{group.name}-set-owners", owners[here])


class _Ranges:
    """The sets of all groups, by ``2**bits`` ranges of their hashes; can be gone over again."""

    def __init__(self, folder: Path, groups: Sequence[Group], bits: int) -> None:
        self._folder = folder
        self._groups = groups
        edges = np.arange(1, 1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
        self._bounds = []
        for group in groups:
            inner = np.searchsorted(group.file.read("set_hashes"), edges).tolist()
            self._bounds.append([0, *inner, group.sets])

    def __iter__(self) -> Iterator[_Range]:
        for number in range(len(self._bounds[0]) - 1):
            parts = tuple(
                (group, bounds[number], bounds[number + 1])
                for group, bounds in zip(self._groups, self._bounds, strict=True)
            )
            hashes = np.concatenate(
                [group.file.read("set_hashes", *edges) for group, *edges in parts]
            )
            first, of_place = different(hashes)
            sizes = np.concatenate(
                [group.file.read("set_sizes", *edges) for group, *edges in parts]
            )
            yield _Range(self._folder, parts, sizes[first], first, of_place)


def _append_values(path: Path, values: NDArray[Any]) -> None:
    with path.open("ab") as file:
        values.tofile(file)


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
            _append_file(packed.rows, rows)
            ends = bitmaps.tell() + np.cumsum(np.fromfile(packed.sizes, "<u8"), dtype=np.uint64)
            offsets.write(ends.astype("<u8").tobytes())
            _append_file(packed.bitmaps, bitmaps)
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


def _append_file(path: Path, out: IO[bytes]) -> None:
    """Move the content of a file to the end of another."""
    with path.open("rb") as content:
        shutil.copyfileobj(content, out, 1 << 20)
    path.unlink()
