"""Whether a few words of a sentence say the same as those whose place they take.

All else of the sentence stays as it is, so that who does what to whom stays, too. What turns or
limits a sentence may neither come nor go: a negation, a duty, a number, an order in time, a
condition, a stage of proceedings, how a court decides. What the lexicon knows as opposites is
refused; of the rest it says what it knows as the same or similar, and what it does not know. Knows
words; nothing of indexes and models.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from unlinkable.fidelity.contradictions import are_inflections
from unlinkable.language import Language, Pole
from unlinkable.language.phrases import Phrases
from unlinkable_index.words import find_words


class Relation(Enum):
    """How one text is related to another."""

    SAME = "says the same"
    NEAR = "says something similar"
    UNKNOWN = "is not known to say the same"
    OTHER = "says something else"


def relation(before: str, place: tuple[int, int], instead: str, language: Language) -> Relation:
    """How ``before`` with other words at a place is related to ``before`` as it stands."""
    start, end = place
    forms = find_words(before).forms
    others = find_words(before[:start] + instead + before[end:]).forms
    if any(_said(forms, some) != _said(others, some) for some in _staying(language)):
        return Relation.OTHER
    if _poles(forms, language) != _poles(others, language):
        return Relation.OTHER
    if _determined(others, language) > _determined(forms, language):
        return Relation.OTHER  # "Finally the", "any change": it belongs to what follows, or limits
    return _related(find_words(before[start:end]).forms, find_words(instead).forms, language)


def closed(forms: Sequence[str], language: Language) -> set[int]:
    """The words of a text that nothing may replace (numbers)."""
    staying = _staying(language)
    return {word for phrases in staying for one in phrases.find(forms) for word in one.words}


def _staying(language: Language) -> tuple[Phrases[Any], ...]:
    """Phrases that neither come nor go."""
    negation, law, quantities = language.negation, language.law, language.quantities
    return (
        *(negation.words, negation.verbs, law.modals, law.decisions, law.terms, law.offences),
        *(value for part in (quantities, language.nuances) for value in vars(part).values()),
        *(language.names.courts, language.names.peoples, language.references.ordinals),
    )


def _said(forms: Sequence[str], phrases: Phrases[Any]) -> Counter[str]:
    """What the phrases of one kind say in a text, each as often as it is said."""
    return Counter(str(one.value) for one in phrases.find(forms))


def _poles(forms: Sequence[str], language: Language) -> set[Pole]:
    """What a text says of what is so and what was decided, and of who is who."""
    found = {one.value for one in language.law.poles.find(forms)}
    return {pole for pole in found if pole.denies or pole.weighs or pole.is_of_persons}


def _determined(forms: Sequence[str], language: Language) -> int:
    """How many articles and the like a text has."""
    return sum(form in language.grammar.determiners for form in forms)


def _related(old: Sequence[str], new: Sequence[str], language: Language) -> Relation:
    """How words are related to those whose place they take."""
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    mine, theirs = _telling(gone, language), _telling(come, language)
    thesaurus = language.thesaurus

    def opposite(word: str, other: str) -> bool:
        return thesaurus is not None and thesaurus.opposite(word, other)

    def same(word: str, other: str) -> bool:
        return thesaurus is not None and thesaurus.same(word, other)

    def near(word: str, other: str) -> bool:
        return same(word, other) or (thesaurus is not None and thesaurus.answers(word, other))

    if any(opposite(g, c) or are_inflections(g, c) for g in mine for c in theirs):
        return Relation.OTHER  # a word in another form says when, or how many, and hides nothing
    if not mine and not theirs and any(not _is_small(form, language) for form in old):
        return Relation.OTHER  # the same words, joined otherwise
    if not (mine and theirs) or not _answer_each_other(mine, theirs, near):
        return Relation.UNKNOWN
    joined_alike = _joining(gone, language) == _joining(come, language)
    exact = joined_alike and _answer_each_other(mine, theirs, same)
    return Relation.SAME if exact else Relation.NEAR


def _telling(forms: Counter[str], language: Language) -> list[str]:
    """The words that say something by themselves."""
    return [form for form in forms if not _is_small(form, language)]


def _joining(forms: Counter[str], language: Language) -> list[str]:
    """The words that only join others, without articles, whose form depends on what follows."""
    small = (form for form in forms.elements() if _is_small(form, language))
    return sorted(form for form in small if form not in language.grammar.articles)


def _is_small(form: str, language: Language) -> bool:
    return form in language.function_words or form in language.grammar.articles


def _answer_each_other(
    gone: Sequence[str], come: Sequence[str], related: Callable[[str, str], bool]
) -> bool:
    """Whether each word of both is ``related`` to one of the other."""
    return all(any(related(c, g) for g in gone) for c in come) and all(
        any(related(c, g) for c in come) for g in gone
    )
