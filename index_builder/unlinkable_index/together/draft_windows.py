"""All windows of a draft, and which hold which. Knows numbers; must know nothing of indexes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.phrase_hashes import PhraseHashes

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class DraftWindows:
    """The windows of a run of words, shortest first, then leftmost, and one more that is none.

    ``left``, ``right``: where its halves are; of single words, the one that is none.
    """

    keys: PhraseHashes
    lengths: Numbers
    firsts: Numbers
    left: Numbers
    right: Numbers
    levels: list[tuple[int, Numbers]]

    @classmethod
    def of(cls, keys: Sequence[PhraseHashes], starts: Sequence[Numbers], words: int) -> Self:
        """Those whose keys are ``keys``, level by level, and which begin at ``starts``."""
        counts = [len(at) for at in starts]
        none = sum(counts)
        at = np.full(words + 1, none, dtype=np.int64)
        left, right, levels, before = [], [], [], 0
        for n, (begin, count) in enumerate(zip(starts, counts, strict=True), start=1):
            left.append(at[begin])
            right.append(at[begin + 1])
            at = np.full(words + 1, none, dtype=np.int64)
            at[begin] = np.arange(before, before + count)
            levels.append((n, at[begin]))
            before += count
        last = np.array([none])
        return cls(
            np.concatenate(keys),
            np.repeat(np.arange(1, len(counts) + 1), counts),
            np.concatenate(starts),
            np.concatenate([*left, last]),
            np.concatenate([*right, last]),
            levels,
        )

    def holding(self, some: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which windows hold a shorter one of ``some``."""
        holds = np.zeros(len(some), dtype=bool)
        every = some.copy()
        for _, mine in self.levels[1:]:
            holds[mine] = every[self.left[mine]] | every[self.right[mine]]
            every[mine] |= holds[mine]
        return holds

    def most_around(self, numbers: Numbers) -> Numbers:
        """The highest number of a window, and of those that hold it."""
        most = numbers.copy()
        for _, mine in reversed(self.levels[1:]):
            np.maximum.at(most, self.left[mine], most[mine])
            np.maximum.at(most, self.right[mine], most[mine])
        return most

    def parts_of(self, some: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Those of ``some``, and all windows that these hold."""
        every = some.copy()
        for _, mine in reversed(self.levels[1:]):
            chosen = mine[every[mine]]
            every[self.left[chosen]] = every[self.right[chosen]] = True
        return every
