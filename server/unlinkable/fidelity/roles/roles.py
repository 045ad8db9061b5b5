"""Whether who does something and to whom it is done have changed places, whoever they are.

"The clerk informed the parties" and "The parties informed the clerk" have one word between the same
two others, which stand the other way round; with "by" on one side only, the verb is passive there
and they may. Knows the words that `sense` read; nothing of what they mean.
"""

from collections.abc import Iterator
from typing import NamedTuple

from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.language import Language

_CONTENT = 4  # letters of a word that says something


class _Between(NamedTuple):
    """The word before and the word behind another one, and whether somebody did it to it."""

    left: str
    right: str
    passive: bool


def reversed_roles(before: Sense, after: Sense, language: Language) -> Iterator[str]:
    """Every reason why two words of ``before`` stand the other way round about the same word."""
    for number, form in enumerate(before.forms):
        if before.forms.count(form) != 1 or after.forms.count(form) != 1:
            continue
        old = _between(before, number, language)
        new = _between(after, after.forms.index(form), language)
        if old is None or new is None or old.passive != new.passive:
            continue
        if akin(old.left, new.right) and akin(old.right, new.left) and old.left != old.right:
            yield f"“{old.left}” and “{old.right}” have changed places."


def redirected(before: Sense, after: Sense, language: Language) -> Iterator[str]:
    """Every reason why something came from where it now goes, or the other way round: "drove to
    the mill", "drove away from the mill"."""
    theirs = dict(_directions(after, language))
    for word, mine in _directions(before, language):
        words = {mine, theirs.get(word, "")}
        if words & language.sources and words & language.directions:
            yield f"What comes from “{word}” went there, or the other way round."


def _directions(text: Sense, language: Language) -> Iterator[tuple[str, str]]:
    """The words that stand once and say something, with what stands before them, articles apart."""
    for number, form in enumerate(text.forms):
        small = len(form) < _CONTENT or form in language.function_words
        if small or text.forms.count(form) != 1:
            continue
        ahead = number - 1
        while ahead >= 0 and text.forms[ahead] in language.determiners:
            ahead -= 1
        supported = ahead > 0 and text.forms[ahead - 1] in language.supporting_words
        if ahead >= 0 and not supported:  # "belonging to the mill" goes nowhere
            yield form, text.forms[ahead]


def _between(text: Sense, number: int, language: Language) -> _Between | None:
    """What stands around a word in its clause; None where it says nothing, or nothing does."""

    def says(word: int) -> bool:
        form = text.forms[word]
        small = form in language.function_words or form in language.joining
        return len(form) >= _CONTENT and not small and text.clauses[word] == text.clauses[number]

    if not says(number):
        return None
    left = next((word for word in range(number - 1, -1, -1) if says(word)), None)
    right = next((word for word in range(number + 1, len(text.forms)) if says(word)), None)
    if left is None or right is None:
        return None
    between = text.forms[number + 1 : right]
    passive = between[:1] != () and between[0] in language.agents
    if not passive and not (between and language.determiners.issuperset(between)):
        return None
    return _Between(text.forms[left], text.forms[right], passive)
