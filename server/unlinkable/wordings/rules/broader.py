"""Broader nouns that say less, for English: "the vehicle" for "the lorry".

Read from ``english/broader.words``. Only where the noun stands for itself and less said still
follows (`entailed`), where no other thing is near that would be told by the same word, and, behind
"the", where the thing was named before. Knows nothing of effects on searches.
"""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.rules.entailed import Entailed, is_genitive
from unlinkable.wordings.substitute import Substitute, fitted
from unlinkable.wordings.tokens import Tokens

KIND = "broader words"
_TABLE = "english/broader.words"
_AROUND = 60  # words on either side in which nothing else may go by the broader word
_MENTIONED = 150  # words back in which there must be the same noun where "the" stands before it
_MOST_TELLING = 2  # attributes between the article and the noun
_ENDS = tuple(".,;:)")
_ARTICLES = ("a", "an")


class _Noun(NamedTuple):
    """A noun as it stands: the broader one in the same number, its own forms, those of all others
    that go by that one, and whether it is one thing only."""

    broader: str
    same: frozenset[str]
    others: frozenset[str]
    one: bool


class Broader:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        classes = matcher.classes
        self._entailed = Entailed(matcher)
        self._before = {
            True: classes.get("BEFOREONE", frozenset()),
            False: classes.get("BEFORESEVERAL", frozenset()),
        }
        self._pointing = classes.get("DEFINITE", frozenset()) - classes.get("POSS", frozenset())
        self._attributes = classes.get("ATTRIBUTES", frozenset())
        self._behind = classes.get("FUNCTION", frozenset()) | classes.get("ACTS", frozenset())

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The broader noun for the noun at word ``at``."""
        noun = broader_nouns().get(there.words[at])
        if noun is None or not self._before[noun.one] or not at > 0:
            return
        first = self._begins(there, at, noun)
        if first is None or not self._stands_alone(there, at):
            return
        if not self._entailed.at(there, first, at) or _told_apart(there, at, noun):
            return
        if there.small[first] in self._pointing and not _was_mentioned(there, at, noun):
            return
        span = Span(there.starts[at], there.ends[at])
        fit = fitted(there, at, at, span, noun.broader, _ARTICLES)
        if fit is None:
            return
        said = Derivation(KIND, there.words[at], noun.broader, Effect.SAYS_LESS, _TABLE, read=True)
        behind = there.ends[min(at + 1, len(there.words) - 1)]
        yield Substitute(*fit, said, Span(min(fit[0].start, there.starts[first]), behind))

    def _begins(self, there: Tokens, at: int, noun: _Noun) -> int | None:
        """The article or the like before the noun, with nothing but attributes between."""
        for first in range(at - 1, max(-1, at - 2 - _MOST_TELLING), -1):
            if there.text[there.ends[first] : there.starts[first + 1]] != " ":
                return None
            word = there.small[first]
            if word in self._before[noun.one] or is_genitive(there, first):
                return first
            if word not in self._attributes:
                return None
        return None

    def _stands_alone(self, there: Tokens, at: int) -> bool:
        """Whether the noun is no part of a compound, with nothing behind that hangs on it alone."""
        end = there.ends[at]
        mark = there.text[end : end + 1]
        if mark in _ENDS:
            return True
        if at + 1 >= len(there.words) or there.between[at + 1] or not mark.isspace():
            return False
        following = there.words[at + 1]
        if following == "of":
            return False
        return following in self._behind or following.endswith("ed")


def _told_apart(there: Tokens, at: int, noun: _Noun) -> bool:
    """Whether something else near goes by the broader word, or would, or another one of the same
    name is in the sentence."""
    same = there.numbers_of[there.words[at]]
    if any(other != at and other in there.sentence(at) for other in same):
        return True
    return any(there.stands(form, at - _AROUND, at + _AROUND + 1) for form in noun.others)


def _was_mentioned(there: Tokens, at: int, noun: _Noun) -> bool:
    """Whether a reader knows of the thing: it was named before, in either number."""
    return any(there.stands(form, at - _MENTIONED, at) for form in noun.same)


@cache
def broader_nouns() -> dict[str, _Noun]:
    """The nouns of the table in both numbers, by how they are written."""
    nouns: dict[str, _Noun] = {}
    text = resources.files("unlinkable.wordings").joinpath(_TABLE).read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        broader, _, narrower = line.partition(":")
        pairs = [_numbers(noun) for noun in narrower.split()]
        one, several = _numbers(broader)
        heads = {one.split(" of ")[0].split()[-1], several.split(" of ")[0].split()[-1]}
        forms = frozenset(heads.union(*pairs))
        for singular, plural in pairs:
            same = frozenset((singular, plural))
            nouns[singular] = _Noun(one, same, forms - same, one=True)
            nouns[plural] = _Noun(several, same, forms - same, one=False)
    return nouns


def _numbers(noun: str) -> tuple[str, str]:
    """A noun of the table in the singular and in the plural."""
    one, slash, several = noun.partition("/")
    if slash:
        return one, several
    head, of, rest = one.partition(" of ")
    return one, _plural(head) + of + rest


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")
