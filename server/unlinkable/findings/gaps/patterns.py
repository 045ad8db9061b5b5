"""Patterns of words with one gap: so many words, up to so many others, so many words.

Each word is its number in the collection. A pattern with words on one side only is a phrase.
Knows nothing of documents or drafts.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Patterns:
    """Patterns of one shape: ``left`` (n × l) and ``right`` (n × r), words as they are read."""

    left: Numbers
    right: Numbers

    def __len__(self) -> int:
        return len(self.left)

    @property
    def words(self) -> Numbers:
        """All words of each, as they are read."""
        return np.concatenate([self.left, self.right], axis=1)

    def some(self, which: NDArray[np.generic]) -> "Patterns":
        """Some of them."""
        return Patterns(self.left[which], self.right[which])
