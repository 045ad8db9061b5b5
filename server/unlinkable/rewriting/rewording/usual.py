"""Whether new words are usual between the words that they come to stand between: enough rulings
have all of them so.

That tells grammar and idiom where a table could not list every neighbour; that they say the same,
the table must know. Knows a draft and the index; nothing of tables.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Forms
from unlinkable.rewriting.rewording.neighbours import WordChange, neighbours
from unlinkable_index.index import Index

ENOUGH = 5
"""So many rulings must have the new words between the same neighbours."""


def usual(changes: Sequence[WordChange], draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which of ``changes`` rulings have with the word on either side, or with two on one side where
    a sentence, or a mask, leaves none on the other. What stands in the very rulings of a part of it
    counts as nowhere: the index does not tell them apart.

    Raises UserError when the index is damaged.
    """
    found = np.zeros(len(changes), dtype=bool)
    phrases = [_between_neighbours(one, draft) for one in changes]
    words = index.hasher.words([form for phrase in phrases for form in phrase])
    lengths = np.array([len(phrase) for phrase in phrases], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    for length in np.unique(lengths).tolist():
        if length <= index.max_words:
            which = np.flatnonzero(lengths == length)
            keys = index.hasher.phrases(words, length)[starts[which]]
            found[which] = index.df(index.lookup(keys)) >= ENOUGH
    return found


def _between_neighbours(one: WordChange, draft: Draft) -> Forms:
    """The new words with those beside them."""
    ahead, behind = neighbours(one, draft, 2)
    if ahead and behind:
        ahead, behind = ahead[-1:], behind[:1]
    return (*ahead, *one.forms, *behind)
