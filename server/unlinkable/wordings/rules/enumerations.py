"""The one rule of order without a table: two nouns joined by "and" or "or" may change places.

Only nouns that their endings give away (class ITEMS holds the endings, JOINS the words between),
with nothing before or behind that could belong to one of them alone. Knows nothing of effects on
searches.
"""

from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.tokens import Tokens

KIND = "order of an enumeration"


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
            KIND, there.text[span.start : span.end], new, Effect.REORDERS, KIND, read=True
        )
        context = Span(there.starts[first - 1], span.end + 1)
        yield Substitute(span, new, derivation, context)

    def _is_item(self, there: Tokens, at: int) -> bool:
        word = there.words[at]
        return word.islower() and word.endswith(self._endings) and word not in self._not
