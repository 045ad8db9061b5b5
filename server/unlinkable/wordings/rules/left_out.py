"""What may be left out in English so that less is said: an attribute of a thing ("a wooden house"),
or how something is done ("severely damaged").

Only words of the classes ATTRIBUTES and MANNER, where less said still follows (`entailed`), and of
a thing only where none of the same name is near that is told from it by such a word. Knows nothing
of effects on searches.
"""

from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.rules.broader import broader_nouns
from unlinkable.wordings.rules.entailed import Entailed, is_genitive
from unlinkable.wordings.substitute import Substitute, fitted
from unlinkable.wordings.tokens import Tokens

KIND = "what tells more"
_AROUND = 100  # words on either side in which the same noun must be told alike
_ARTICLES = ("a", "an")


class LeftOut:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        classes = matcher.classes
        empty = frozenset[str]()
        self._entailed = Entailed(matcher)
        self._attributes = classes.get("ATTRIBUTES", empty)
        self._before = classes.get("BEFORESEVERAL", empty)
        self._things = classes.get("THING", empty) | classes.get("THINGS", empty)
        self._persons = classes.get("PERSON", empty)
        self._never = classes.get("NOATTRIBUTE", empty)
        self._small = classes.get("FUNCTION", empty)
        self._manner = classes.get("MANNER", empty)
        self._how_much = classes.get("NOTHOWMUCH", empty)
        self._done = classes.get("PAST", empty) | classes.get("DONE", empty)

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The text without the word ``at``."""
        if not 0 < at < len(there.words) - 1:
            return
        word = there.words[at]
        if word in self._attributes:
            free = self._tells_more(there, at)
        elif word in self._manner:
            free = self._tells_how(there, at)
        else:
            return
        if not free or there.between[at] or there.between[at + 1]:
            return
        yield from _without(there, at)

    def _tells_more(self, there: Tokens, at: int) -> bool:
        first, noun = at - 1, at + 1
        if there.small[first] not in self._before and not is_genitive(there, first):
            return False
        if not self._is_thing(there.words[noun]) or not self._entailed.at(there, first, at):
            return False
        numbers = there.numbers_of[there.small[noun]]
        near = (other for other in numbers if other != noun and abs(other - noun) <= _AROUND)
        return all(self._is_told_alike(there, other, there.words[at]) for other in near)

    def _is_thing(self, word: str) -> bool:
        known = word in self._things or word in self._persons or word in broader_nouns()
        return known and word not in self._never

    def _is_told_alike(self, there: Tokens, noun: int, attribute: str) -> bool:
        before = there.small[noun - 1] if noun else ""
        return before == attribute or before in self._small

    def _tells_how(self, there: Tokens, at: int) -> bool:
        """Whether a word says how a thing is done, right before the verb that says what."""
        following = there.words[at + 1]
        done = following in self._done or (following.endswith("ed") and len(following) > 4)
        weighed = there.small[at - 1] in self._how_much
        return done and not weighed and self._entailed.at(there, at, at)


def _without(there: Tokens, at: int) -> Iterator[Substitute]:
    """The word goes, with the space behind it, and the article before it keeps right."""
    start, stop = there.starts[at], there.starts[at + 1]
    if there.text[there.ends[at] : stop] != " " or there.text[start - 1] != " ":
        return
    following = there.words[at + 1]
    fit = fitted(there, at, at, Span(start, there.ends[at + 1]), following, _ARTICLES)
    if fit is None:
        return
    said = Derivation(KIND, there.words[at], "", Effect.SAYS_LESS, KIND, read=True)
    ahead = there.starts[at - 1]
    behind = there.ends[min(at + 2, len(there.words) - 1)]
    yield Substitute(*fit, said, Span(ahead, behind))
