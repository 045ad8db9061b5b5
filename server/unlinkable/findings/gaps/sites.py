"""The gaps of a draft: what stands left and right of masks, and of words as good as masked.

Knows drafts; nothing of documents.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sites:
    """The gaps of a draft that have words on both sides, in order (one row a gap).

    - ``left``: the numbers of the words before it within its segment, the nearest first, up to
      another gap; -1 behind the last;
    - ``right``: those of the words behind it, likewise.
    """

    left: Numbers
    right: Numbers

    def some(self, which: NDArray[np.generic]) -> "Sites":
        """Some of them."""
        return Sites(self.left[which], self.right[which])


def gap_sites(draft: Draft, reach: int, masked: Flags | None = None) -> Sites:
    """The gaps of ``draft``, with up to ``reach`` words on either side.

    ``masked``: words (one flag a word) that are as good as masked; what was reworded, for example.
    """
    count = len(draft.forms)
    words = np.arange(count) if masked is None else np.flatnonzero(~masked)
    if len(words) < 2:
        none = np.empty((0, reach), dtype=np.int64)
        return Sites(none, none)
    starts = np.array([mask.start for mask in draft.masks], dtype=np.int64)
    before = np.searchsorted(np.sort(starts), draft.starts[words])
    gap_before = (np.diff(before) > 0) | (np.diff(words) > 1)
    cut_before = gap_before | (np.diff(draft.segments[words]) > 0)
    runs = np.concatenate([[0], np.cumsum(cut_before)])
    at = np.flatnonzero(gap_before)
    return Sites(
        left=_beside(words, runs, at, -np.arange(reach)),
        right=_beside(words, runs, at + 1, np.arange(reach)),
    )


def _beside(words: Numbers, runs: Numbers, at: Numbers, steps: Numbers) -> Numbers:
    places = at[:, None] + steps
    inside = np.clip(places, 0, len(words) - 1)
    there = (places == inside) & (runs[inside] == runs[at][:, None])
    return np.where(there, words[inside], -1)
