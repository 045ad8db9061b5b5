"""What masks must do: items of a text that can be masked, and clauses over them.

A *clause* says what must become of the text: it holds when one of its *units* is masked whole, or
when one of its *readable* items is not masked. Rare phrases, linking combinations, windows and gap
phrases are all clauses, so what is masked for one serves the others. Knows numbers only; must know
nothing of how the cheapest masks are found.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Costs = NDArray[np.float64]


class Lists:
    """Lists of numbers, by key (0 to ``count``): ``values[i]`` is in the list of ``keys[i]``."""

    def __init__(self, keys: ArrayLike, values: ArrayLike, count: int) -> None:
        of_key = np.asarray(keys, dtype=np.int64)
        order = np.argsort(of_key, kind="stable")
        self.values = np.asarray(values, dtype=np.int64)[order]
        self.bounds = np.searchsorted(of_key[order], np.arange(count + 1))

    def __getitem__(self, key: int) -> Numbers:
        """The list of ``key``."""
        return self.values[self.bounds[key] : self.bounds[key + 1]]

    def of(self, keys: Numbers) -> Numbers:
        """The lists of ``keys``, one after the other."""
        if len(keys) == 1:
            return self[int(keys[0])]
        lists = [self[key] for key in keys.tolist()]
        return np.concatenate(lists) if lists else self.values[:0]

    def sums(self, amounts: Costs, keys: Numbers) -> Costs:
        """Of each of ``keys`` the sum of the ``amounts`` (one a number) of its list."""
        before = np.concatenate(([0.0], np.cumsum(amounts[self.values])))
        sums: Costs = before[self.bounds[keys + 1]] - before[self.bounds[keys]]
        return sums


CROWD = 3
"""Gaps of a sentence, more than which cost more each."""


@dataclass(frozen=True, eq=False)
class Items:
    """What can be masked, in the order of the text: words, or what goes as a whole. One element an
    item:

    - ``costs`` (above 0): of masking it;
    - ``joins``: whether it shares a mask with the item after it, if both are masked;
    - ``beside_mask``: whether a mask that stands there already shares a mask with it;
    - ``sentences``: the number of its sentence, and ``gaps``: how many gaps each sentence has
      already;
    - ``open``: whether it may be masked at all;
    - ``gap``: what a gap costs, and ``crowd``: what each beyond `CROWD` in a sentence costs more;
    - ``places``: where in the text each stands, where not in the order of the items;
    - ``excludes``: pairs of items of which only one can be had.
    """

    costs: Costs
    joins: Flags
    beside_mask: Flags
    sentences: Numbers
    gaps: Numbers
    open: Flags
    gap: float
    crowd: float
    places: Numbers | None = None
    excludes: Sequence[tuple[int, int]] = ()

    def near(self, item: int, reach: int) -> list[int]:
        """The items that stand at most ``reach`` places from one."""
        if self.places is None:
            return list(range(max(0, item - reach), min(len(self.costs), item + reach)))
        found: list[int] = np.flatnonzero(np.abs(self.places - self.places[item]) <= reach).tolist()
        return found


@dataclass(frozen=True)
class Clause:
    """Holds when one of ``units`` (items each) is masked whole, or one of ``readable`` is not."""

    units: tuple[tuple[int, ...], ...]
    readable: tuple[int, ...] = ()


class Clauses:
    """Clauses over some items; the same unit in several clauses is one."""

    def __init__(self) -> None:
        self.units: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._known: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        self.of_units: list[tuple[int, ...]] = []
        self.readable: list[tuple[int, ...]] = []

    def __len__(self) -> int:
        return len(self.of_units)

    def copy(self) -> "Clauses":
        """The same clauses, to which others can be added."""
        other = Clauses()
        other.units, other._numbers = self.units.copy(), self._numbers.copy()
        other._known = self._known.copy()
        other.of_units, other.readable = self.of_units.copy(), self.readable.copy()
        return other

    def add(self, clauses: Iterable[Clause]) -> int:
        """Add clauses; returns how many of them are new."""
        before = len(self)
        for clause in clauses:
            if any(clause.readable and set(unit) <= set(clause.readable) for unit in clause.units):
                continue  # it always holds, and would only mislead the search
            numbers = tuple(sorted({self._number(unit) for unit in clause.units}))
            key = numbers, clause.readable
            if key not in self._known:
                self._known.add(key)
                self.of_units.append(numbers)
                self.readable.append(clause.readable)
        return len(self) - before

    def _number(self, unit: tuple[int, ...]) -> int:
        number = self._numbers.get(unit)
        if number is None:
            number = self._numbers[unit] = len(self.units)
            self.units.append(unit)
        return number
