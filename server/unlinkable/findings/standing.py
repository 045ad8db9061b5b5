"""The combinations known so far, and which of them still stand.

A combination stands as long as none of its rows has fallen. Numbers only: knows nothing of words
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

    def of(self, keys: Numbers) -> Numbers:
        """The lists of ``keys``, one after the other."""
        bounds = self._bounds
        parts = [self._values[bounds[key] : bounds[key + 1]] for key in keys.tolist()]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


class Standing:
    """Combinations of rows 0 to ``rows``, each of at most ``most`` rows."""

    def __init__(self, rows: int, most: int) -> None:
        self._rows = rows
        # Combinations with fewer rows end with the row `rows`, which is none.
        self._combinations = np.empty((0, most), dtype=np.int64)
        self._fallen_rows = np.empty(0, dtype=np.int64)
        self._fallen = np.zeros(rows + 1, dtype=bool)
        self._of_row = Lists(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), rows + 1)
        self._counts = np.zeros(rows + 1, dtype=np.int64)

    @property
    def counts(self) -> Numbers:
        """How many combinations stand, by row."""
        return self._counts[: self._rows]

    @property
    def any(self) -> bool:
        """Whether a combination stands."""
        return bool(self.counts.any())

    def with_row(self, row: int) -> list[tuple[int, ...]]:
        """All known combinations that have ``row``, standing or fallen."""
        combinations = self._combinations[self._of_row.of(np.array([row]))].tolist()
        return [tuple(other for other in found if other < self._rows) for found in combinations]

    def add(self, combinations: Numbers) -> None:
        """Add combinations (one a line, each of different rows), none of them known."""
        count, size = combinations.shape
        most = self._combinations.shape[1]
        new = np.full((count, most), self._rows)
        new[:, :size] = combinations
        self._combinations = np.concatenate([self._combinations, new])
        numbers = np.repeat(np.arange(len(self._combinations)), most)
        self._of_row = Lists(self._combinations.ravel(), numbers, self._rows + 1)
        fallen_rows = self._fallen[new].sum(axis=1)
        self._fallen_rows = np.concatenate([self._fallen_rows, fallen_rows])
        self._count(new[fallen_rows == 0], 1)

    def fell(self, rows: Numbers) -> None:
        """Let rows fall that have not fallen."""
        for row in rows.tolist():
            touched = self._of_row.of(np.array([row]))
            self._fallen[row] = True
            self._count(self._combinations[touched[self._fallen_rows[touched] == 0]], -1)
            self._fallen_rows[touched] += 1

    def lift(self, rows: Numbers) -> None:
        """Undo the fall of rows."""
        for row in rows.tolist():
            touched = self._of_row.of(np.array([row]))
            self._fallen[row] = False
            self._fallen_rows[touched] -= 1
            self._count(self._combinations[touched[self._fallen_rows[touched] == 0]], 1)

    def _count(self, combinations: Numbers, change: int) -> None:
        counts = np.bincount(combinations.ravel(), minlength=self._rows + 1)
        self._counts += change * counts
