"""Courts and offices without the name of their place, for English: "the District Court" for "the
Oakham District Court".

Less is said, so only of the one that is meant ("the"), only where its rank stays (class RANK, or
"of Appeal"), and only where no other one of the rank is near. Knows nothing of effects on searches.
"""

from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.tokens import Tokens

KIND = "names of places of courts and offices"
_AROUND = 300  # words on either side in which all of the rank must be the same one
_LONGEST = 3  # words of a name
_OF_APPEAL = ("of", "Appeal")


class Nameless:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        self._rank = matcher.classes.get("RANK", frozenset())
        self._named = matcher.classes.get("NAMED", frozenset())

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The court or office behind "the" at word ``at`` without its name."""
        if there.small[at] != "the" or not self._rank:
            return
        first = at + 1
        rank = next(
            (word for word in range(first, first + _LONGEST + 1) if self._is_ranked(there, word)),
            first,
        )
        if rank == first or any(there.between[first : rank + 1]):
            return
        if not all(self._is_name(there.words[word]) for word in range(first, rank)):
            return
        if not self._is_only_one(there, first, rank):
            return
        span = Span(there.starts[first], there.starts[rank + 1])
        shown = there.text[there.starts[first] : there.ends[rank - 1]]
        new = there.text[there.starts[rank] : span.end]
        said = Derivation(KIND, shown, "", Effect.SAYS_LESS, KIND, read=True)
        yield Substitute(span, new, said, Span(there.starts[at], there.ends[rank + 1]))

    def _is_ranked(self, there: Tokens, at: int) -> bool:
        """Whether from word ``at`` on there is nothing but the rank and the kind."""
        words = there.words
        if at + 1 >= len(words):
            return False
        if words[at] in self._named and tuple(words[at + 1 : at + 3]) == _OF_APPEAL:
            return True
        for word in range(at, min(at + 4, len(words) - 1)):
            if words[word] not in self._rank or there.between[word + 1]:
                return False
            if words[word + 1] in self._named:
                return True
        return False

    def _is_name(self, word: str) -> bool:
        return word[0].isupper() and not word.isupper() and word not in self._rank

    def _is_only_one(self, there: Tokens, first: int, rank: int) -> bool:
        """Whether all of this rank around have this name, or none."""
        name, tail = there.words[first:rank], there.words[rank : rank + 2]
        for other in there.numbers_of[there.small[rank]]:
            if other != rank and abs(other - rank) <= _AROUND:
                before = there.words[max(0, other - len(name)) : other]
                same = before == name or there.small[other - 1 : other] == ("the",)
                if there.words[other : other + 2] == tail and not same:
                    return False
        return True
