"""Words with a negative prefix, and the same words without it: "unlocked", "locked", "not locked".

Compares what `sense` read in two texts; counts no negations.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import akin, akin_to_any
from unlinkable.fidelity.sense.sense import Sense

_STEM = 5  # letters of the shortest stem, and of the longest ending
_FIRST_PART = 3  # letters at least of what a compound begins with: "enquiry" is none


def turned_contraries(before: Sense, after: Sense) -> Iterator[str]:
    """Where "unlocked" became "locked", or the other way round, or the same behind a negation."""
    for text, other in ((before, after), (after, before)):
        for word in sorted(text.opposed):
            plain = _places_of(text.forms[word], other)
            if plain and other.opposed.isdisjoint(plain) and other.in_scope.isdisjoint(plain):
                yield f"What is said with “{text.forms[word]}” is its opposite."
    negated = before.negations or after.negations
    for text, other in ((before, after), (after, before)):
        for form, places in _places_of_contraries(text, other):
            affirmed = other.in_scope.isdisjoint(places)
            both = not (affirmed or negated or _deny(other, places))  # "denied having"
            both = both and not text.in_scope.isdisjoint(_places_of(form, text))
            if both or affirmed != (form in text.heads.values()):
                yield f"“{form}” and “{other.forms[places[0]]}” say the opposite."


def said_with_negation(text: Sense, other: Sense) -> list[str]:
    """Those that the other has in the reach of a negation: "unlocked", "not locked"."""
    found = _places_of_contraries(text, other)
    return [form for form, places in found if not other.in_scope.isdisjoint(places)]


def _places_of_contraries(text: Sense, other: Sense) -> Iterator[tuple[str, list[int]]]:
    """The words with a negative prefix that only ``text`` has, and where the other has the same
    without it."""
    for form, stems in text.contraries.items():
        if not akin_to_any(form, other.forms):
            places = [
                number
                for number, word in enumerate(other.forms)
                if word in stems
                or (
                    any(_derived(s, word) or _derived(s, other.bare[number]) for s in stems)
                    and word not in text.forms
                    and word not in other.contraries  # "uncovered", "discovered"
                )
            ]
            if places:
                yield form, places


def _places_of(form: str, text: Sense) -> list[int]:
    return [number for number, word in enumerate(text.forms) if word == form]


def _deny(text: Sense, places: list[int]) -> bool:
    """Whether one of the words is part of what denies by itself ("ill-founded")."""
    return any(said.word.denies and not set(said.words).isdisjoint(places) for said in text.poles)


def _derived(stem: str, word: str) -> bool:
    """Whether two words differ in their endings at most, also such as make nouns of verbs."""
    begins = max(_STEM, len(stem) - 2)
    more = len(word) - len(stem)
    if len(stem) >= _STEM and more >= _FIRST_PART and word.endswith(stem):  # a compound
        return True
    return akin(stem, word) or (word[:begins] == stem[:begins] and 0 <= more <= _STEM)
