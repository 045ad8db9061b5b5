"""What it costs to change each word of a draft: the one place where that is settled.

Every word costs 1, so that few words are changed. A part of 1 is added for what is hard to replace
without touching the facts: a number, a name, a negation or modal verb, a word that is rare in the
collection. A word that says how a court decides costs as much as 5 words. What is part of a legal
reference costs as much as 50, so it is only touched where nothing else helps. The cost of a term is
that of its places: a word that is everywhere is dear.

What it costs to mask a word is the cost of all words of its cover (`covers`), that is, of the run
of words around it that other rulings do not tell; more, the more of them tell it; and the hole in
the text, unless it is beside another. A word of a formula, that is, of a run of words that many
documents have, is dear as well.
"""

import math

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.language import find_references
from unlinkable_index.index import Index
from unlinkable_index.windows import possible_postings

Costs = NDArray[np.float64]

LEGAL_REFERENCE = 50.0
DECISION = 4.0  # for a word that says how a court decides: without it nobody knows the outcome
NUMBER = 0.3
NEGATION_OR_MODAL = 0.3
NAME = 0.2
FORMULA = 1.0  # to mask a word of one: everybody knows what stood there, and the reader stumbles
FORMULA_WORDS = 5
"""Words of a formula, at least, and the share of the documents that have all of them; also at least
so many documents."""
FORMULA_SHARE, FORMULA_DOCUMENTS = 0.01, 10
SMALL_WORD = 0.2  # to mask one that only joins others, which says little and is soon guessed
ENDING = 1.0  # to mask what stands behind an apostrophe, as in "the court's": it hides nothing
_LONGEST_ENDING = 2  # letters
TOLD = 2.0  # for a word that all votes of other rulings tell; less for what fewer tell
GAP = 0.5  # for a reader: a hole in the text, however wide
RAREST = 0.1  # for a word that only one document has; less for commoner ones


def word_costs(draft: Draft, index: Index) -> Costs:
    """The cost of changing each word of a draft, 1 or more (float64, one a word)."""
    hashes = index.hasher.words(draft.forms)
    df = index.df(index.lookup(index.hasher.phrases(hashes, 1)))
    costs = 1 + RAREST * (1 - np.log1p(df) / math.log1p(max(index.documents, 1)))
    language = draft.language
    carrying = {
        word
        for phrases in (language.negations, language.modals)
        for found in phrases.find(draft.forms)
        for word in found.words
    }
    deciding = {word for found in language.decisions.find(draft.forms) for word in found.words}
    text = draft.text
    sentence_starts = set(draft.sentence_starts.tolist())
    for word, (form, start) in enumerate(zip(draft.forms, draft.starts.tolist(), strict=True)):
        if word in deciding and form not in language.function_words:
            costs[word] += DECISION
        elif any(map(str.isdigit, form)):
            costs[word] += NUMBER
        elif word in carrying:
            costs[word] += NEGATION_OR_MODAL
        elif text[start].isupper() and start not in sentence_starts:
            costs[word] += NAME
    for reference in find_references(text, draft, language):
        first, last = np.searchsorted(draft.starts, (reference.start, reference.end))
        costs[first:last] += LEGAL_REFERENCE
    return costs


def masking_costs(draft: Draft, index: Index) -> Costs:
    """The cost of masking each word of a draft by itself, 1 or more (float64, one a word)."""
    small = np.array([form in draft.language.function_words for form in draft.forms], dtype=bool)
    costs = word_costs(draft, index) + SMALL_WORD * small + ENDING * _are_endings(draft)
    costs[_in_formulae(draft, index)] += FORMULA
    return costs


def _are_endings(draft: Draft) -> NDArray[np.bool_]:
    """Which words are a letter or two behind an apostrophe that ends another word."""
    text, count = draft.text, len(draft.forms)
    found = np.zeros(count, dtype=bool)
    found[1:] = draft.starts[1:] == draft.ends[:-1] + 1
    for word in np.flatnonzero(found).tolist():
        behind = text[int(draft.starts[word]) - 1] in "'’"
        found[word] = behind and len(draft.forms[word]) <= _LONGEST_ENDING
    return found


def _in_formulae(draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which words stand in runs of words that many documents have."""
    inside = np.zeros(len(draft.forms), dtype=bool)
    hashes = index.hasher.words(draft.forms)
    levels = possible_postings(index, hashes, draft.segments, FORMULA_WORDS)
    if len(levels) == FORMULA_WORDS:
        many = max(FORMULA_SHARE * index.documents, FORMULA_DOCUMENTS)
        firsts = np.flatnonzero(index.df(levels[-1]) >= many)
        for offset in range(FORMULA_WORDS):
            inside[firsts + offset] = True
    return inside
