"""What it costs to change or to mask each word of a draft, the one place where that is settled, by
what the word does for a reader: denies, obliges, decides, acts, names, fills out. A mask takes a
word away, where a rewriting only says it otherwise, so there are two tables. Must know nothing
of what is changed."""

import math
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import pairwise
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.kept import kept
from unlinkable.language import find_references
from unlinkable.language.thesaurus import PartOfSpeech
from unlinkable_index.index import Index
from unlinkable_index.windows import possible_postings

Costs = NDArray[np.float64]

LEGAL_REFERENCE = 50.0
DECISION = 4.0  # for a word that says how a court decides: without it nobody knows the outcome
NUMBER = 0.3
NEGATION_OR_MODAL = 0.3
NAME = 0.2
TOLD = 2.0  # for a word that all votes of other rulings tell; less for what fewer tell
GAP = 0.5  # for a reader: a hole in the text, however wide
RAREST = 0.1  # for a word that only one document has; less for commoner ones


@kept
def word_costs(draft: Draft, index: Index) -> Costs:
    """The cost of changing each word of a draft, 1 or more (float64, one a word)."""
    hashes = index.hasher.words(draft.forms)
    df = index.df(index.lookup(index.hasher.phrases(hashes, 1)))
    costs = 1 + RAREST * (1 - np.log1p(df) / math.log1p(max(index.documents, 1)))
    language = draft.language
    carrying = {
        word
        for phrases in (language.negation.words, language.law.modals)
        for found in phrases.find(draft.forms)
        for word in found.words
    }
    deciding = {word for found in language.law.decisions.find(draft.forms) for word in found.words}
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
    costs.flags.writeable = False
    return costs


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


class WordKind(Enum):
    """What a word does for a reader."""

    NEGATION = "a negation"
    MODAL = "a modal verb: what must, may or can be"
    OUTCOME = "how a court decides"
    REFERENCE = "a reference to the law, a paragraph or a file"
    NUMBER = "a number, an amount, a date"
    FINDING = "what was found true, lawful, fair or sufficient"
    PARTY = "who somebody is in the case"
    VERB = "what somebody does"
    NAME = "a name"
    NOUN = "a thing, a person, a matter"
    OTHER = "a word of which nothing is known"
    QUALITY = "how something is or is done: an adjective, an adverb"
    CLAUSE = "a small word that carries a clause: was, had, he, who, that, because"
    SMALL = "a word that only joins others: an article, a preposition"


_OF_SORT = {
    PartOfSpeech.NOUN: WordKind.NOUN,
    PartOfSpeech.VERB: WordKind.VERB,
    PartOfSpeech.ADJECTIVE: WordKind.QUALITY,
    PartOfSpeech.ADVERB: WordKind.QUALITY,
}
_RANK = {kind: number for number, kind in enumerate(WordKind)}


def word_kinds(draft: Draft) -> list[WordKind]:
    """What each word of a draft does."""
    language = draft.language
    begins = set(draft.sentence_starts.tolist())
    kinds = [
        _by_itself(draft, word, start in begins) for word, start in enumerate(draft.starts.tolist())
    ]
    small = [form in language.function_words for form in draft.forms]
    for kind, words in _said(draft):
        for word in words:
            spared = small[word] and kind not in _IN_SMALL_WORDS
            if not spared and (_RANK[kind] < _RANK[kinds[word]]):
                kinds[word] = kind
    return kinds


_IN_SMALL_WORDS = {WordKind.NEGATION, WordKind.MODAL, WordKind.REFERENCE}
"""What small words may say, too: "no", "must", the "and" between two articles."""


def _said(draft: Draft) -> Iterator[tuple[WordKind, Iterable[int]]]:
    """What the tables of the language tell of words."""
    language, forms = draft.language, draft.forms
    for phrases, kind in (
        (language.negation.words, WordKind.NEGATION),
        (language.negation.verbs, WordKind.NEGATION),
        (language.law.modals, WordKind.MODAL),
        (language.law.decisions, WordKind.OUTCOME),
        (language.quantities.months, WordKind.NUMBER),
        (language.quantities.numbers, WordKind.NUMBER),
    ):
        for found in phrases.find(forms):
            yield kind, found.words
    deciding = {word for found in language.law.decisions.find(forms) for word in found.words}
    for said in language.law.poles.find(forms):
        beside = {said.words[0] - 1, said.words[-1] + 1}
        if said.value.axis == "completeness" and beside & deciding:  # "partly admissible"
            yield WordKind.OUTCOME, said.words
        elif said.value.weighs:
            yield WordKind.FINDING, said.words
        elif said.value.is_of_persons:
            yield WordKind.PARTY, said.words
    for reference in find_references(draft.text, draft, language):
        first, last = np.searchsorted(draft.starts, (reference.start, reference.end))
        yield WordKind.REFERENCE, range(int(first), int(last))


def _by_itself(draft: Draft, word: int, begins: bool) -> WordKind:
    """What a word does as it is written, and by the word before it. ``begins``: it is the first of
    a sentence, where capitals tell nothing."""
    language, form = draft.language, draft.forms[word]
    if form in language.grammar.prepositions | language.grammar.determiners:
        return WordKind.SMALL
    if form in language.function_words:
        return WordKind.CLAUSE
    if any(map(str.isdigit, form)):
        return WordKind.NUMBER
    if not begins and draft.text[int(draft.starts[word])].isupper():
        return WordKind.NOUN if language.names.capitalised_nouns else WordKind.NAME
    sort = language.thesaurus and language.thesaurus.sort(form)
    if not sort:
        return WordKind.OTHER
    before = draft.forms[word - 1] if word else ""
    if sort is PartOfSpeech.VERB and before in language.grammar.determiners:
        return WordKind.QUALITY  # "the alleged", "an arrested"
    return _OF_SORT[sort]


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
