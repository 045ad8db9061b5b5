"""The combinations known so far, and which of them still stand.

A combination stands as long as none of its sets has fallen. Numbers only: knows nothing of words
or documents.
"""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


class Lists:
    """Lists of numbers, by key (0 to ``count``): ``values[i]`` is in the list of ``keys[i]``."""

    def __init__(self, keys: Numbers, values: Numbers, count: int) -> None:
        order = np.argsort(keys, kind="stable")
        self._values = values[order]
        self._bounds = np.searchsorted(keys[order], np.arange(count + 1))

    def __getitem__(self, key: int) -> Numbers:
        """The list of ``key``."""
        return self._values[self._bounds[key] : self._bounds[key + 1]]

    def of(self, keys: Numbers) -> Numbers:
        """The lists of ``keys``, one after the other."""
        lists = [self[key] for key in keys.tolist()]
        return np.concatenate(lists) if lists else self._values[:0]


class StandingCombinations:
    """Combinations of the sets 0 to ``sets`` - 1."""

    def __init__(self, sets: int) -> None:
        self._fallen = np.zeros(sets, dtype=bool)
        self._parts: list[_Part] = []
        self.counts = np.zeros(sets, dtype=np.int64)  # how many combinations stand, by set

    @property
    def any(self) -> bool:
        """Whether a combination stands."""
        return bool(self.counts.any())

    def with_set(self, number: int) -> list[Numbers]:
        """All known combinations with set ``number``, standing or fallen: arrays of one a line."""
        found = (part.combinations[part.of_set[number]] for part in self._parts)
        return [combinations for combinations in found if len(combinations)]

    def add(self, combinations: Numbers) -> None:
        """Add combinations (one a line, each of different sets), none of them known."""
        part = _Part(combinations, self._fallen)
        self._parts.append(part)
        self._count(combinations[part.fallen_sets == 0], 1)

    def fell(self, sets: Numbers) -> None:
        """Let sets fall that have not fallen."""
        self._fallen[sets] = True
        for number in sets.tolist():
            for part in self._parts:
                touched = part.of_set[number]
                self._count(part.combinations[touched[part.fallen_sets[touched] == 0]], -1)
                part.fallen_sets[touched] += 1

    def lift(self, sets: Numbers) -> None:
        """Undo the fall of sets."""
        self._fallen[sets] = False
        for number in sets.tolist():
            for part in self._parts:
                touched = part.of_set[number]
                part.fallen_sets[touched] -= 1
                self._count(part.combinations[touched[part.fallen_sets[touched] == 0]], 1)

    def _count(self, combinations: Numbers, change: int) -> None:
        if len(combinations):
            counts = np.bincount(combinations.ravel(), minlength=len(self.counts))
            self.counts += change * counts


class _Part:
    """Combinations that were added together, and how many sets of each have fallen."""

    def __init__(self, combinations: Numbers, fallen: NDArray[np.bool_]) -> None:
        count, size = combinations.shape
        self.combinations = combinations
        numbers = np.repeat(np.arange(count), size)
        self.of_set = Lists(combinations.ravel(), numbers, len(fallen))
        self.fallen_sets = fallen[combinations].sum(axis=1)
