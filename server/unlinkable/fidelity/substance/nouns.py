"""Which words are names where all nouns have capitals.

A name stands behind a title, beside another word with a capital, or is written in capitals; nouns
that the tables know are none, unless somebody is addressed by them ("Herr Sommer"). Knows words
and tables; nothing of what a rewriting may do with names.
"""

from collections.abc import Sequence
from typing import Any

from unlinkable.language import Language, Phrases


def names_among_nouns(
    shown: Sequence[str],
    forms: Sequence[str],
    capital: Sequence[bool],
    first: Sequence[bool],
    language: Language,
) -> frozenset[int]:
    """The numbers of the words that are names. ``shown``, ``forms``: the words as they stand and in
    small letters; ``capital``, ``first``: which have a capital, and which begin a sentence."""
    names, law, quantities = language.names, language.law, language.quantities
    persons = {w for one in law.poles.find(forms) if one.value.is_of_persons for w in one.words}
    sure = _found(forms, quantities.weekdays, names.places)
    nouns = _found(forms, quantities.quantifiers, language.references.kinds, law.terms, law.poles)
    plain = names.plain_nouns | language.grammar.light_words
    nouns |= {word for word, form in enumerate(forms) if form in plain}
    small = _found(forms, language.negation.words, law.modals)
    small |= {word for word, form in enumerate(forms) if form in _beginning(language)}
    beside = [
        here and (word in persons or word not in nouns) and not (begins and word in small)
        for word, (here, begins) in enumerate(zip(capital, first, strict=True))
    ]

    def is_name(word: int) -> bool:
        if word in sure or (len(shown[word]) > 1 and shown[word].isupper()):
            return True
        title = word > 0 and shown[word - 1][0].isupper() and forms[word - 1] in names.titles
        if word in nouns:
            return title and word - 1 not in nouns
        near = (word > 0 and beside[word - 1]) or (word + 1 < len(beside) and beside[word + 1])
        return title or (near and forms[word] not in names.titles)

    return frozenset(word for word in range(len(forms)) if capital[word] and is_name(word))


def _found(forms: Sequence[str], *tables: Phrases[Any]) -> set[int]:
    return {word for table in tables for one in table.find(forms) for word in one.words}


def _beginning(language: Language) -> frozenset[str]:
    return language.function_words | language.grammar.conjunctions | language.sentences.starters
