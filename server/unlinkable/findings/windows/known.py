"""What is known of windows: whether k documents have them, and which documents have the others.

A window is known by its words, so that it is looked for once however many drafts have it. Knows
numbers of words; nothing of drafts and positions.
"""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
_BITS = 21  # of the number that a word has here: three make a key
_MOST_WORDS = (1 << _BITS) - 2
_MOST = 1 << 20  # windows that are remembered


class KnownWindows:
    """Remembers windows before one k. ``common``: of some words, by number, whether k documents
    have them."""

    def __init__(self, k: int) -> None:
        self.common: dict[int, bool] = {}
        self._width = k - 1
        self._forget()

    def _forget(self) -> None:
        self._of_word: dict[int, int] = {}
        self._keys = np.empty(0, dtype=np.int64)
        self._many = np.empty(0, dtype=bool)
        self._documents = np.empty((0, self._width), dtype=np.int64)

    def keys(self, numbers: Numbers, pairs: Numbers, triples: Numbers) -> Numbers:
        """A key for each pair and, behind these, each triple of places among some words, which have
        these ``numbers`` in the collection. They hold until more is asked about other words."""
        if len(self._of_word) + len(numbers) > _MOST_WORDS or len(self._keys) > _MOST:
            self._forget()
        own = self._of_word
        local = np.array([own.setdefault(one, len(own) + 1) for one in numbers.tolist()])
        local = np.append(local.astype(np.int64), 0)
        rows = np.full((len(pairs) + len(triples), 3), -1, dtype=np.int64)
        rows[: len(pairs), :2], rows[len(pairs) :] = pairs, triples
        rows = np.sort(local[rows], axis=1)
        return (rows[:, 0] << 2 * _BITS) | (rows[:, 1] << _BITS) | rows[:, 2]

    def unknown(self, keys: Numbers) -> Flags:
        """Which windows are not known yet."""
        if not len(self._keys):
            return np.ones(len(keys), dtype=bool)
        new: Flags = self._keys[self._at(keys)] != keys
        return new

    def learn(self, keys: Numbers, counts: Numbers, found: Numbers) -> None:
        """Remember new windows: how many documents have each, from k on some, and rows (window,
        document) of those that fewer than k have, in order."""
        rows = np.full((len(keys), self._width), -1, dtype=np.int64)
        windows = found[:, 0]
        starts = np.searchsorted(windows, windows)
        rows[windows, np.arange(len(windows)) - starts] = found[:, 1]
        every = np.concatenate([self._keys, keys])
        order = np.argsort(every, kind="stable")
        self._keys = every[order]
        self._many = np.concatenate([self._many, counts > self._width])[order]
        self._documents = np.concatenate([self._documents, rows])[order]

    def of(self, keys: Numbers) -> tuple[Flags, Numbers]:
        """Which of some windows, all known, are in k documents; and the documents of each other
        (n × k - 1, -1 behind)."""
        at = self._at(keys)
        return self._many[at], self._documents[at]

    def _at(self, keys: Numbers) -> Numbers:
        return np.minimum(np.searchsorted(self._keys, keys), max(0, len(self._keys) - 1))
