"""What each word of a draft does for a reader: denies, obliges, decides, acts, names, fills out.

Told by the tables of its language, by its WordNet where there is one, and by how the text is
written. Where a word may be several things, it is the one that matters most. Knows nothing of what
is masked.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

import numpy as np

from unlinkable.draft import Draft
from unlinkable.language import find_references
from unlinkable.language.wordnet.files import PartOfSpeech


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
    for said in language.law.poles.find(forms):
        if said.value.weighs:
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
    if not begins and _is_capital(draft, word):
        return WordKind.NOUN if language.names.capitalised_nouns else WordKind.NAME
    sort = language.thesaurus and language.thesaurus.sort(form)
    if not sort:
        return WordKind.OTHER
    before = draft.forms[word - 1] if word else ""
    if sort is PartOfSpeech.VERB and before in language.grammar.determiners:
        return WordKind.QUALITY  # "the alleged", "an arrested"
    return _OF_SORT[sort]


def _is_capital(draft: Draft, word: int) -> bool:
    return draft.text[int(draft.starts[word])].isupper()
