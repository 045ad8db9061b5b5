"""Numbers of things that are counted, in letters and figures: "two long hearings", "2 long
hearings".

From two to ninety-nine, only where a word in the plural follows, up to two words later, and never
at the start of a sentence. English; without its class of plurals nothing is found. Knows nothing of
effects on searches.
"""

from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.tokens import Tokens

KIND = "numbers in letters and figures"
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
        derivation = Derivation(KIND, shown, new, Effect.REPLACES, KIND, read=True)
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
