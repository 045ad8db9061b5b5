"""Which words of a draft only join others, and so tell a reader nothing of where it leads.

Knows the table of the draft's language; where there is none, how many originals have a word. Must
know nothing of how findings are shown.
"""

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable_index.index import Index

SHARE = 0.5
"""In a language without a table: the share of the originals that have such a word at least."""


def are_function_words(draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Whether each word of a draft is a function word (bool, one a word)."""
    language = draft.language
    if not language.function_words:
        keys = index.hasher.phrases(index.hasher.words(draft.forms), 1)
        often: NDArray[np.bool_] = index.df(index.lookup(keys)) >= SHARE * index.documents
        return often
    grammar = language.grammar
    small = language.function_words | grammar.conjunctions | grammar.determiners
    small = small | grammar.prepositions
    return np.array([form in small for form in draft.forms], dtype=bool)
