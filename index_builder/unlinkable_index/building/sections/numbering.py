"""Which posting list has which number: by df, then by the hash of the document set.

Equal sets of all levels and partitions get one number. Works on ranges of set hashes, one after the
other, so that memory is bounded by the size of a range. Knows nothing of phrases.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.counting import different
from unlinkable_index.building.levels import Group

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
    ranges = _Ranges(folder, groups, bits)
    tables = [np.unique(found.dfs, return_counts=True) for found in ranges]
    dfs = np.unique(np.concatenate([table[0] for table in tables]))
    counts = np.zeros((len(tables), len(dfs)), dtype=np.int64)
    for number, (some, some_counts) in enumerate(tables):
        counts[number, np.searchsorted(dfs, some)] = some_counts
    totals = counts.sum(axis=0)
    firsts = documents + np.cumsum(totals) - totals + np.cumsum(counts, axis=0) - counts
    for first, found in zip(firsts, ranges, strict=True):
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
            _append(self.folder / f"{group.name}-set-numbers", of_place[here])
            _append(self.folder / f"{group.name}-set-owners", owners[here])


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


def _append(path: Path, values: NDArray[Any]) -> None:
    with path.open("ab") as file:
        values.tofile(file)
