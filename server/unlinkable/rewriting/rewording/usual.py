"""Whether new words are usual between the words that they come to stand between: enough rulings
have all of them so.

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
"""So many rulings must have the new words between the same neighbours."""


class Change(Protocol):
    """The words of a draft from ``first`` up to ``stop`` become ``forms``."""

    @property
    def first(self) -> int: ...
    @property
    def stop(self) -> int: ...
    @property
    def forms(self) -> tuple[str, ...]: ...


def usual(changes: Sequence[Change], draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which of ``changes`` enough rulings have with the word on either side, or with two on one
    side where a sentence, or a mask, leaves no other.

    Raises UserError when the index is damaged.
    """
    found = np.zeros(len(changes), dtype=bool)
    phrases = [_between_neighbours(one, draft) for one in changes]
    asked = [number for number, phrase in enumerate(phrases) if len(phrase) <= index.max_words]
    if not asked:
        return found
    words = index.hasher.words([form for number in asked for form in phrases[number]])
    lengths = np.array([len(phrases[number]) for number in asked])
    starts = np.cumsum(lengths) - lengths
    for length in np.unique(lengths).tolist():
        which = np.flatnonzero(lengths == length)
        keys = index.hasher.phrases(words, length)[starts[which]]
        found[np.array(asked)[which]] = index.df(index.lookup(keys)) >= ENOUGH
    return found


def _between_neighbours(one: Change, draft: Draft) -> Forms:
    """The new words with those beside them; as the phrase would stand."""
    segment = draft.segments[min(one.first, len(draft.segments) - 1)]
    left, right = np.searchsorted(draft.segments, (segment, segment + 1)).tolist()
    ahead = one.first > left
    behind = one.stop < right
    first = max(left, one.first - (1 if behind else 2))
    stop = min(right, one.stop + (1 if ahead else 2))
    return (*draft.forms[first : one.first], *one.forms, *draft.forms[one.stop : stop])
