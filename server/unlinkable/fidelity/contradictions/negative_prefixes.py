"""Words with a negative prefix, and the same words without it: "unlocked", "locked", "not locked".

Compares what `sense` read in two texts; counts no negations.
"""

from collections.abc import Iterator

from unlinkable.fidelity.inflections import are_inflections, has_inflection
from unlinkable.fidelity.sense.sense import Sense

_STEM = 5  # letters of the shortest stem, and of the longest ending


def other_prefixes(before: Sense, after: Sense) -> Iterator[str]:
    """Where "unlocked" became "locked", or the other way round, with nothing near that denies."""
    for text, other in ((before, after), (after, before)):
        for form, places in _without_prefix(text, other):
            if other.in_scope.isdisjoint(places):
                yield f"“{form}” and “{other.forms[places[0]]}” say the opposite."


def said_with_negation(text: Sense, other: Sense) -> list[str]:
    """Those that the other has in the reach of a negation: "unlocked", "not locked"."""
    found = _without_prefix(text, other)
    return [form for form, places in found if not other.in_scope.isdisjoint(places)]


def _without_prefix(text: Sense, other: Sense) -> Iterator[tuple[str, list[int]]]:
    """The words with a negative prefix that only ``text`` has, and where the other has the same
    without it."""
    for form, stem in text.prefixed.items():
        if has_inflection(form, other.forms):
            continue
        places = [
            number
            for number, word in enumerate(other.forms)
            if word == stem
            or (_derived(stem, word) and word not in text.forms and word not in other.prefixed)
        ]
        if places:
            yield form, places


def _derived(stem: str, word: str) -> bool:
    """Whether two words differ in their endings at most, also such as make nouns of verbs."""
    begins = max(_STEM, len(stem) - 2)
    more = len(word) - len(stem)
    return are_inflections(stem, word) or (word[:begins] == stem[:begins] and 0 <= more <= _STEM)
