"""What it costs a reader when a word is masked: one table, by what the word does in the text.

A ruling says who did what to whom, what the law asks, and how a court decides. So what turns the
sense is dearest, then what carries a sentence, then what fills it out. An ordinary adjective costs
1: a word that costs 3 is masked only where that saves three of those.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.costs.word_kinds import WordKind, word_kinds
from unlinkable.findings.kept import kept
from unlinkable_index.index import Index
from unlinkable_index.windows import possible_postings

Costs = NDArray[np.float64]

MASKING = MappingProxyType(
    {
        WordKind.NEGATION: 30.0,  # without it the text says the opposite
        WordKind.MODAL: 25.0,  # without it nobody knows what must be and what may
        WordKind.OUTCOME: 20.0,  # without it nobody knows who won
        WordKind.REFERENCE: 12.0,  # which law was applied; masked where nothing else helps
        WordKind.FINDING: 4.0,  # what was lawful, fair, sufficient, or only alleged
        WordKind.VERB: 2.4,  # without it nobody knows what happened
        WordKind.PARTY: 2.0,  # applicant, defendant, judge
        WordKind.NUMBER: 1.5,  # of a date or an amount each word
        WordKind.NAME: 1.4,
        WordKind.NOUN: 1.3,
        WordKind.OTHER: 1.3,
        WordKind.QUALITY: 1.0,  # an adjective, an adverb
        WordKind.CLAUSE: 2.5,  # without it nobody knows how a sentence hangs together
        WordKind.SMALL: 0.9,  # less than a gap: where it alone parts two gaps, it goes
    }
)
ASIDE = 0.8  # times as much in brackets, which a sentence can do without
FORMULA = 3.0  # more, in a run of words that many rulings have: everybody knows what stood there
FORMULA_WORDS = 5
"""Words of a formula, at least, and the share of the documents that have all of them; also at least
so many documents."""
FORMULA_SHARE, FORMULA_DOCUMENTS = 0.01, 10
ENDING = 1.0  # more, for what stands behind an apostrophe, as in "the court's": it hides nothing
ABBREVIATION = 3.0  # more, before a number that is left, as in "art. 14": the number goes alone
RAREST = 0.1  # more, for a word that only one document has; less for commoner ones
_LONGEST_ENDING = 2  # letters
_BRACKETS = {"(": ")", "[": "]"}


@kept
def masking_costs(draft: Draft, index: Index) -> Costs:
    """The cost of masking each word of a draft by itself (float64, one a word; read-only)."""
    costs = np.array([MASKING[kind] for kind in word_kinds(draft)], dtype=np.float64)
    for aside in _asides(draft):
        costs[aside.start : aside.stop] *= ASIDE
    costs += RAREST * _rarity(draft, index) + ENDING * _are_endings(draft)
    costs[list(_abbreviations(draft))] += ABBREVIATION
    costs[in_formulae(draft, index)] += FORMULA
    costs.flags.writeable = False
    return costs


def _rarity(draft: Draft, index: Index) -> Costs:
    """0 for words of all documents, 1 for what only one has."""
    df = index.df(index.lookup(index.hasher.phrases(index.hasher.words(draft.forms), 1)))
    rarity: Costs = 1 - np.log1p(df) / math.log1p(max(index.documents, 1))
    return rarity


def _asides(draft: Draft) -> Iterator[range]:
    """The words in each pair of brackets within a sentence."""
    for sentence in draft.sentences:
        opened: list[tuple[str, int]] = []
        for at in range(sentence.start, sentence.end):
            sign = draft.text[at]
            if sign in _BRACKETS:
                opened.append((_BRACKETS[sign], at))
            elif opened and sign == opened[-1][0]:
                first, stop = np.searchsorted(draft.starts, (opened.pop()[1], at))
                yield range(int(first), int(stop))


def _abbreviations(draft: Draft) -> Iterator[int]:
    """The words that are short for what the number behind them is one of."""
    known = draft.language.sentences
    for word, (form, number) in enumerate(pairwise(draft.forms)):
        if number.isdigit() and form in known.binding | known.floating:
            between = draft.text[int(draft.ends[word]) : int(draft.starts[word + 1])]
            if between.rstrip() == ".":
                yield word


def _are_endings(draft: Draft) -> NDArray[np.bool_]:
    """Which words are a letter or two behind an apostrophe that ends another word."""
    text, count = draft.text, len(draft.forms)
    found = np.zeros(count, dtype=bool)
    found[1:] = draft.starts[1:] == draft.ends[:-1] + 1
    for word in np.flatnonzero(found).tolist():
        behind = text[int(draft.starts[word]) - 1] in "'’"
        found[word] = behind and len(draft.forms[word]) <= _LONGEST_ENDING
    return found


def in_formulae(draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which words stand in runs of words that many documents have (bool, one a word)."""
    inside = np.zeros(len(draft.forms), dtype=bool)
    hashes = index.hasher.words(draft.forms)
    levels = possible_postings(index, hashes, draft.segments, FORMULA_WORDS)
    if len(levels) == FORMULA_WORDS:
        many = max(FORMULA_SHARE * index.documents, FORMULA_DOCUMENTS)
        firsts = np.flatnonzero(index.df(levels[-1]) >= many)
        for offset in range(FORMULA_WORDS):
            inside[firsts + offset] = True
    return inside
