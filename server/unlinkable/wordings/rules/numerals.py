"""Small numbers of things that are counted, in letters and figures: "two hearings", "2 hearings".

From two to twelve, only before a word in the plural and never at the start of a sentence. English;
without its class of plurals nothing is found. Knows nothing of effects on searches.
"""

from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.tokens import Tokens

KIND = "numbers in letters and figures"
_SMALL = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_FIGURES = {word: str(number) for number, word in enumerate(_SMALL, 2)}
_OTHERWISE = _FIGURES | {figure: word for word, figure in _FIGURES.items()}


class Numerals:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        self._counted = matcher.classes.get("COUNTED", frozenset())
        self._ahead = matcher.classes.get("BEFORECOUNTED", frozenset())

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The number at word ``at`` written in the other way."""
        new = _OTHERWISE.get(there.words[at])
        if new is None or not 0 < at < len(there.words) - 1:
            return
        if there.words[at + 1] not in self._counted or there.words[at - 1] not in self._ahead:
            return
        start, end = there.starts[at], there.ends[at]
        alone = there.text[start - 1] == " " and there.text[end] == " "
        if not alone or there.between[at] or there.between[at + 1]:
            return
        derivation = Derivation(KIND, there.words[at], new, Effect.REPLACES, KIND, read=True)
        context = Span(there.starts[at - 1], there.ends[at + 1])
        yield Substitute(Span(start, end), new, derivation, context)
