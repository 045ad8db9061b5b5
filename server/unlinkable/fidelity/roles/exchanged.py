"""Whether two things of one kind, such as dates, amounts or parties, have changed places.

Each stands among words that say what it is about; where it now stands among those of the other,
somebody has exchanged them. Of two parties to one verb the order tells, unless the verb has become
passive. Knows places and words; nothing of what the things are.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from unlinkable.fidelity.akin import akin
from unlinkable.language import Language
from unlinkable_index.words import Words, find_words

_BREAK = re.compile(r"[,;:.–—!?]")
PERSON, SENSE = "person", "sense"
"""The kinds of what says who somebody is in a case, and of what says what was decided or true."""
_JOINING = 2  # words that join two things: "the miller and his wife"
_REACH = 5  # words from "by" to who did it
_CONTENT = 4  # letters of a word that says something


class Thing(NamedTuple):
    """Something in a text: of what kind, which of them, and where."""

    kind: str
    value: str
    shown: str
    start: int
    end: int


def exchanged(
    before: str, mine: Sequence[Thing], after: str, theirs: Sequence[Thing], language: Language
) -> Iterator[tuple[str, str]]:
    """Pairs of things, as ``before`` shows them, that stand in each other's place in ``after``:
    of things that stand once in both texts."""
    old, new = _Surroundings(before, mine, language), _Surroundings(after, theirs, language)
    there = _single(theirs)
    here = {key: thing for key, thing in _single(mine).items() if key in there}
    for one, other in combinations(here, 2):
        if one[0] == other[0]:
            first, second = (here[one], there[one]), (here[other], there[other])
            apart = not (old.joined(first[0], second[0]) and new.joined(first[1], second[1]))
            still = _still(first) and _still(second)
            if apart and still and _crossed(old, new, first, second):
                yield here[one].shown, here[other].shown


def swapped(
    before: str, mine: Sequence[Thing], after: str, theirs: Sequence[Thing], language: Language
) -> Iterator[tuple[str, str]]:
    """Pairs of parties of which one did something to the other and now the other does it."""
    old, new = _Surroundings(before, mine, language), _Surroundings(after, theirs, language)
    there = _single(theirs)
    here = {key: thing for key, thing in _single(mine).items() if key in there}
    for one, other in combinations(here, 2):
        first, second = here[one], here[other]
        if old.joined(first, second) and new.joined(there[one], there[other]):
            continue
        if _turned_round(old, (first, second), new, (there[other], there[one])) or _redirected(
            (old.direction(first), old.direction(second)),
            (new.direction(there[one]), new.direction(there[other])),
        ):
            yield first.shown, second.shown


def _turned_round(
    old: "_Surroundings",
    mine: tuple[Thing, Thing],
    new: "_Surroundings",
    theirs: tuple[Thing, Thing],
) -> bool:
    """Whether a word stands between two parties in both texts, either in both as what the first
    one does or in both as what the second one does."""
    return any(
        akin(verb, other) and passive == turned
        for verb, passive in old.between(*mine)
        for other, turned in new.between(*theirs)
    )


def _redirected(old: tuple[str, str], new: tuple[str, str]) -> bool:
    """Whether a word such as "to" stood before one of two parties, and stands before the other."""
    (first, second), (now_first, now_second) = old, new
    to_first = second == now_first and second not in (first, now_second, "")
    return to_first or (first == now_second and first not in (second, now_first, ""))


def _single(things: Sequence[Thing]) -> dict[tuple[str, str], Thing]:
    """The things that stand once, in their order."""
    keys = [thing[:2] for thing in things]
    return {thing[:2]: thing for thing in things if keys.count(thing[:2]) == 1}


def _still(thing: tuple[Thing, Thing]) -> bool:
    """Whether it is said by the same word, where other words may say the same elsewhere."""
    old, new = thing
    return old.kind != SENSE or akin(old.shown.casefold(), new.shown.casefold())


def _crossed(
    old: "_Surroundings",
    new: "_Surroundings",
    first: tuple[Thing, Thing],
    second: tuple[Thing, Thing],
) -> bool:
    straight = _shared(old.of(first[0]), new.of(first[1]))
    straight += _shared(old.of(second[0]), new.of(second[1]))
    across = _shared(old.of(first[0]), new.of(second[1]))
    across += _shared(old.of(second[0]), new.of(first[1]))
    return across > straight


def _shared(some: frozenset[str], others: frozenset[str]) -> int:
    return sum(any(akin(other, word) for other in others) for word in some)


class _Surroundings:
    """The words of a text around things."""

    def __init__(self, text: str, things: Sequence[Thing], language: Language) -> None:
        self._text = text
        self._language = language
        self._words: Words = find_words(text)
        places = list(zip(self._words.starts.tolist(), self._words.ends.tolist(), strict=True))
        self._taken = {
            (word, thing.kind)
            for word, (start, end) in enumerate(places)
            for thing in things
            if thing.start < end and start < thing.end
        }
        self._clauses = self._numbered()

    def _numbered(self) -> list[int]:
        number, numbers, last = 0, [], 0
        for form, start, end in zip(
            self._words.forms, self._words.starts.tolist(), self._words.ends.tolist(), strict=True
        ):
            broken = _BREAK.search(self._text, last, start) is not None
            number += broken or form in self._language.conjunctions
            numbers.append(number)
            last = end
        return numbers

    def _first(self, thing: Thing) -> int:
        return int(self._words.starts.searchsorted(thing.start))

    def of(self, thing: Thing) -> frozenset[str]:
        """The words of its clause that say something, and the word right before it."""
        first = self._first(thing)
        if first >= len(self._clauses):
            return frozenset()
        here = self._clauses[first]
        words = {
            form
            for word, form in enumerate(self._words.forms)
            if self._clauses[word] == here and self._says(word, thing.kind)
        }
        known = thing.kind not in (PERSON, SENSE) and first > 0  # before these a small word stands
        if known and self._clauses[first - 1] == here:
            words.add(self._words.forms[first - 1])
        return frozenset(words)

    def between(self, thing: Thing, other: Thing) -> list[tuple[str, bool]]:
        """The words but small ones from one thing to another behind it, none where the other
        does not stand behind it in the same clause; and whether the other is who did that."""
        first, last = self._first(thing), self._first(other)
        if not first < last < len(self._clauses) or self._clauses[first] != self._clauses[last]:
            return []
        forms, language = self._words.forms, self._language
        small = language.function_words | language.articles
        some = [
            word
            for word in range(first, last)
            if (word, thing.kind) not in self._taken
            and forms[word] not in small
            and self._may_be_verb(word)
        ]
        reach = range(max(first, last - (_REACH if language.passives else 2)), last)
        agents = [word for word in reach if forms[word] in language.agents]
        agent = agents[-1] if agents else first
        return [
            (forms[word], word < agent and (word + 1 == agent or self._is_passive(word)))
            for word in some
        ]

    def _may_be_verb(self, word: int) -> bool:
        """Whether it may say what somebody does, as far as is known."""
        forms, language = self._words.forms, self._language
        thesaurus = language.thesaurus
        named = bool(word) and forms[word - 1] in language.determiners
        return thesaurus is None or (thesaurus.verb(forms[word]) and not named)

    def _is_passive(self, word: int) -> bool:
        """Whether it says what was done, as far as the word before it tells."""
        passives = self._language.passives
        return not passives or self._words.forms[word - 1] in passives

    def joined(self, thing: Thing, other: Thing) -> bool:
        """Whether nothing but a word such as "and", or "and his", stands between: the same is said
        of both."""
        first, second = sorted((thing, other), key=lambda one: one.start)
        between = find_words(self._text[first.end : second.start]).forms
        small = self._language.joining | self._language.determiners
        joins = not between or not self._language.joining.isdisjoint(between)
        return joins and len(between) <= _JOINING and small.issuperset(between)

    def direction(self, thing: Thing) -> str:
        """What stands before it and says that something goes there, or ''."""
        small = self._before(self._first(thing))
        return small if small in self._language.directions else ""

    def _before(self, word: int) -> str:
        """The word before one, an article apart."""
        forms, language = self._words.forms, self._language
        before = word - 1
        if before > 0 and forms[before] in language.determiners:
            before -= 1
        return forms[before] if before >= 0 else ""

    def _says(self, word: int, kind: str) -> bool:
        """Whether a word says something and is no part of a thing of this kind."""
        form = self._words.forms[word]
        light = len(form) < _CONTENT or form in self._language.function_words
        return not light and (word, kind) not in self._taken
