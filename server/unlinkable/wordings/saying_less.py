"""Rules by which English says less so that it still follows: a broader noun, an attribute or a
manner left out, a court without the name of its place; never under a negation, a modal verb or
what limits (monotonicity as in natural logic, MacCartney and Manning 2007). Each finds nothing
in a language without its classes. Must know nothing of effects on searches."""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from unlinkable.wordings.inflection import plural
from unlinkable.wordings.patterns import Matcher
from unlinkable.wordings.tables import Derivation, Effect
from unlinkable.wordings.tokens import Substitute, Tokens, fitted
from unlinkable_index.documents.shared.rendering import Span

_NEAR = 2  # words before a definite thing that could limit it


class Entailed:
    """The rule for one language; without its classes nothing follows."""

    def __init__(self, matcher: Matcher) -> None:
        self._limiting = matcher.classes.get("LIMITING", frozenset())
        self._anywhere = self._limiting.union(
            *(matcher.classes.get(name, ()) for name in ("NEG", "MODAL"))
        )
        self._definite = matcher.classes.get("DEFINITE", frozenset())

    def at(self, there: Tokens, first: int, at: int) -> bool:
        """Whether less may be said at word ``at`` of what begins with the article or the like at
        word ``first``."""
        if not self._limiting:
            return False
        sentence = there.sentence(at)
        if there.small[first] in self._definite or is_genitive(there, first):
            return self._limiting.isdisjoint(there.small[max(sentence.start, first - _NEAR) : at])
        opening = there.small[sentence.start]
        others = there.words[sentence.start + 1 : sentence.stop]  # "May" is a month
        return self._anywhere.isdisjoint((opening, *others))


def is_genitive(there: Tokens, at: int) -> bool:
    """Whether word ``at`` is the s of a genitive."""
    return there.words[at] == "s" and there.between[at] == "’"


BROADER = "broader words"
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
        said = Derivation(
            BROADER, there.words[at], noun.broader, Effect.SAYS_LESS, _TABLE, read=True
        )
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
        for pair in pairs:
            same = frozenset(pair)
            nouns[pair[0]] = _Noun(one, same, forms - same, one=True)
            nouns[pair[1]] = _Noun(several, same, forms - same, one=False)
    return nouns


def _numbers(noun: str) -> tuple[str, str]:
    """A noun of the table in the singular and in the plural."""
    one, slash, several = noun.partition("/")
    return one, several if slash else plural(one)


LEFT_OUT = "what tells more"
_AROUND_LEFT_OUT = 100  # words on either side in which the same noun must be told alike


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
        near = (
            other for other in numbers if other != noun and abs(other - noun) <= _AROUND_LEFT_OUT
        )
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
    said = Derivation(LEFT_OUT, there.words[at], "", Effect.SAYS_LESS, LEFT_OUT, read=True)
    ahead = there.starts[at - 1]
    behind = there.ends[min(at + 2, len(there.words) - 1)]
    yield Substitute(*fit, said, Span(ahead, behind))


NAMELESS = "names of places of courts and offices"
_AROUND_NAMELESS = 300  # words on either side in which all of the rank must be the same one
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
        said = Derivation(NAMELESS, shown, "", Effect.SAYS_LESS, NAMELESS, read=True)
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
            if other != rank and abs(other - rank) <= _AROUND_NAMELESS:
                before = there.words[max(0, other - len(name)) : other]
                same = before == name or there.small[other - 1 : other] == ("the",)
                if there.words[other : other + 2] == tail and not same:
                    return False
        return True


SAYING_LESS = (Broader, LeftOut, Nameless)
