"""Whether new words are usual between the words that they come to stand between: enough rulings
have all of them so, or many have them with each of the two.

That tells grammar and idiom where a table could not list every neighbour; that they say the same,
the table must know. Knows a draft and the index; nothing of tables.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Forms
from unlinkable_index.index import Index

ENOUGH = 5
"""So many rulings must have the new words between the same neighbours,"""
MANY = 20
"""or so many with the word ahead, and so many with the word behind."""


class Change(Protocol):
    """The words of a draft from ``first`` up to ``stop`` become ``forms``."""

    @property
    def first(self) -> int: ...
    @property
    def stop(self) -> int: ...
    @property
    def forms(self) -> tuple[str, ...]: ...


def usual(changes: Sequence[Change], draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which of ``changes`` rulings have so. Where a sentence or a mask leaves no word on one side,
    two on the other are asked about.

    Raises UserError when the index is damaged.
    """
    around = [_neighbours(one, draft) for one in changes]
    new = [one.forms for one in changes]
    between = [(*a, *forms, *b) for (a, b), forms in zip(around, new, strict=True)]
    ahead = [(*a, *forms) if a else () for (a, _), forms in zip(around, new, strict=True)]
    behind = [(*forms, *b) if b else () for (_, b), forms in zip(around, new, strict=True)]
    dfs = _dfs([*between, *ahead, *behind], index).reshape(3, len(changes))
    found: NDArray[np.bool_] = (dfs[0] >= ENOUGH) | ((dfs[1] >= MANY) & (dfs[2] >= MANY))
    return found


def _neighbours(one: Change, draft: Draft) -> tuple[Forms, Forms]:
    """The words beside a change, in its run of words."""
    segment = draft.segments[min(one.first, len(draft.segments) - 1)]
    left, right = np.searchsorted(draft.segments, (segment, segment + 1)).tolist()
    first = max(left, one.first - (1 if one.stop < right else 2))
    stop = min(right, one.stop + (1 if one.first > left else 2))
    return draft.forms[first : one.first], draft.forms[one.stop : stop]


def _dfs(phrases: Sequence[Forms], index: Index) -> NDArray[np.int64]:
    """How many rulings have each phrase, as far as the index has it by itself: 0 for phrases that
    are in the very documents of a part of theirs, and for no words."""
    found = np.zeros(len(phrases), dtype=np.int64)
    words = index.hasher.words([form for phrase in phrases for form in phrase])
    lengths = np.array([len(phrase) for phrase in phrases], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    for length in np.unique(lengths).tolist():
        if 0 < length <= index.max_words:
            which = np.flatnonzero(lengths == length)
            keys = index.hasher.phrases(words, length)[starts[which]]
            found[which] = index.df(index.lookup(keys))
    return found
