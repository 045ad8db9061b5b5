"""Rules that say the same where a table would be endless: two nouns joined by "and" change places,
numbers of counted things stand in letters or figures. Each finds nothing in a language without
its classes. Must know nothing of effects on searches."""

from collections.abc import Iterator

from unlinkable.wordings.patterns import Matcher
from unlinkable.wordings.tables import Derivation, Effect
from unlinkable.wordings.tokens import Substitute, Tokens
from unlinkable_index.documents.shared.rendering import Span

ENUMERATIONS = "order of an enumeration"


class Enumerations:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._endings = tuple(matcher.classes.get("ITEMS", ()))
        self._joins = matcher.classes.get("JOINS", frozenset())
        self._before = matcher.classes.get("BEFOREITEMS", frozenset())
        self._not = matcher.classes.get("NOITEMS", frozenset())

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The other order of "first and second" where ``at`` is the word "and"."""
        words = there.words
        if words[at] not in self._joins or not 1 < at < len(words) - 1:
            return
        first, second = at - 1, at + 1
        if not (self._is_item(there, first) and self._is_item(there, second)):
            return
        if any(there.between[first : second + 1]) or words[first] == words[second]:
            return
        if words[first - 1] not in self._before or there.between[second + 1][:1] not in tuple(".;"):
            return
        span = Span(there.starts[first], there.ends[second])
        joined = there.text[there.ends[first] : there.starts[second]]
        new = f"{words[second]}{joined}{words[first]}"
        derivation = Derivation(
            ENUMERATIONS,
            there.text[span.start : span.end],
            new,
            Effect.REORDERS,
            ENUMERATIONS,
            read=True,
        )
        context = Span(there.starts[first - 1], span.end + 1)
        yield Substitute(span, new, derivation, context)

    def _is_item(self, there: Tokens, at: int) -> bool:
        word = there.words[at]
        return word.islower() and word.endswith(self._endings) and word not in self._not


NUMERALS = "numbers in letters and figures"
_BELOW_TWENTY = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_UNITS = ("one", *_BELOW_TWENTY[:8])
_FIGURES = {word: str(number) for number, word in enumerate(_BELOW_TWENTY, 2)} | {
    ten + unit: str(10 * tens + number)
    for tens, ten in enumerate(_TENS, 2)
    for number, unit in enumerate(("", *(f"-{unit}" for unit in _UNITS)))
}
_OTHERWISE = _FIGURES | {figures: word for word, figures in _FIGURES.items()}
_BETWEEN = 2
"""So many words may describe what is counted."""
_JOINS = frozenset(["and", "or", "to"])
_PARTS = frozenset(["hundred", "thousand", "million", "billion", "dozen", "half"])


class Numerals:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        self._counted = matcher.classes.get("COUNTED", frozenset())
        self._not_ahead = matcher.classes.get("BEFOREREFERENCES", frozenset())
        self._matcher = matcher

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The number that begins at word ``at`` written in the other way."""
        last = at + (there.words[at] in _TENS and there.between[at + 1] == "-")
        if not 0 < at <= last < len(there.words) - 1:
            return
        start, end = there.starts[at], there.ends[last]
        shown = there.text[start:end]
        new = _OTHERWISE.get(shown)
        if new is None:
            return
        counted = self._what_is_counted(there, last)
        if counted is None or not self._may_stand_behind(there, at):
            return
        alone = there.text[start - 1] == " " and there.text[end] == " "
        if not alone or there.between[at]:
            return
        derivation = Derivation(NUMERALS, shown, new, Effect.REPLACES, NUMERALS, read=True)
        context = Span(there.starts[at - 1], there.ends[counted])
        yield Substitute(Span(start, end), new, derivation, context)

    def _what_is_counted(self, there: Tokens, last: int) -> int | None:
        """The word of the plural behind a number that ends with word ``last``, if there is one."""
        for word in range(last + 1, min(last + 2 + _BETWEEN, len(there.words))):
            if there.between[word]:
                return None
            if there.words[word] in self._counted:
                return word
            if _is_a_number(there.words[word]) or not self._matcher.is_ordinary(there, word):
                return None
        return None

    def _may_stand_behind(self, there: Tokens, at: int) -> bool:
        """Whether word ``at`` is the whole of a number, and names nothing: not "section 2", not
        "one or two", not "EUR 2"."""
        ahead = there.words[at - 1]
        if not ahead.islower() or ahead in self._not_ahead or _is_a_number(ahead):
            return False
        return ahead not in _JOINS or at < 2 or not _is_a_number(there.small[at - 2])


def _is_a_number(word: str) -> bool:
    return word.isdigit() or word in _FIGURES or word in _UNITS or word in _PARTS


SAYING_THE_SAME = (Enumerations, Numerals)
