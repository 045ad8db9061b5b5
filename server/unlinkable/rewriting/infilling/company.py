"""What company words keep in the collection: which belong together as one term, and which nobody
puts side by side.

A term of the law, or a set phrase, shows in other rulings: of those that have the rarer of its
words many have it beside the other one. Of words that stand together in several rulings by chance
alone, but never side by side, one reads badly beside the other. Knows an index and the words of a
draft; nothing of what is to be replaced.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.costs.function_words import are_function_words
from unlinkable_index.index import Index
from unlinkable_index.windows import possible_postings

TERM = 0.2
"""The share of the rulings with the rarer word that have it beside the other one, from which the
two are a term. Of 40 pairs looked at, "police officers" has 0.65, "ill-treatment" 0.39, "several
counts" 0.19, "pending investigation" 0.03."""
_COMMON = 10.0  # rulings that must have a pair: a word of two rulings shows nothing
_TOGETHER = 5.0  # rulings that have two words by chance, from which they would stand side by side
_LONGEST = 3  # words of a term that are looked for: two, and a small one between


def in_terms(draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which words of a draft belong to a term (bool, one a word)."""
    inside = np.zeros(len(draft.forms), dtype=bool)
    levels = possible_postings(index, index.hasher.words(draft.forms), draft.segments, _LONGEST)
    if not levels:
        return inside
    small, df = are_function_words(draft, index), index.df(levels[0])
    for reach, postings in enumerate(levels[1:], 1):
        firsts = np.arange(len(postings))
        joined = ~small[firsts] & ~small[firsts + reach]
        for between in range(1, reach):
            joined &= small[firsts + between]
        together, rarer = index.df(postings), np.minimum(df[firsts], df[firsts + reach])
        found = firsts[joined & (together >= np.maximum(_COMMON, TERM * rarer))]
        inside[found] = inside[found + reach] = True
    return inside


def unusual(forms: Sequence[str], index: Index) -> bool:
    """Whether two of some words stand side by side here that never do so in the collection, where
    they would if that were usual. Raises UserError when the index is damaged."""
    segments = np.zeros(len(forms), dtype=np.int64)
    levels = possible_postings(index, index.hasher.words(forms), segments, 2)
    if len(levels) < 2:
        return False
    df = index.df(levels[0])
    expected = df[:-1] * df[1:] / max(index.documents, 1)
    return bool(((index.df(levels[1]) == 0) & (expected >= _TOGETHER)).any())
