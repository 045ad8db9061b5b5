"""All readings of a text: the runs of words that hold the phrases of its other readings.

A text whose words can be read in other ways has a first reading, all of its words, and for each
other way runs of its own: those words, and as many on both sides as a phrase can reach. A phrase
is in some reading of the text exactly when it is in the first one or in a run. Knows nothing of
what words look like.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Generic, NamedTuple, Self, TypeVar

Word = TypeVar("Word")

_MOST_COMBINATIONS = 16
"""Of other ways to read words that are near each other. Of more, not every mixture is read: each
other way alone, and words that stand so close all in the first of their other ways."""
_MANY = 2000
_COMBINATIONS_OF_MANY = 4
"""The same for texts that have many words with other ways to read them, lest they take minutes."""


class Other(NamedTuple, Generic[Word]):
    """Another way to read some words.

    - ``first``, ``stop``: the words, from the one up to, not including, the other;
    - ``words``: what they are read as;
    - ``firsts``, ``stops``: for each of these, which words have a part in it.
    """

    first: int
    stop: int
    words: tuple[Word, ...]
    firsts: tuple[int, ...]
    stops: tuple[int, ...]

    @classmethod
    def of_one(cls, word: int, words: tuple[Word, ...]) -> Self:
        """Another way to read one word."""
        return cls(word, word + 1, words, (word,) * len(words), (word + 1,) * len(words))

    def read_as(self, words: Iterable[Any]) -> "Other[Any]":
        """The same with other names for ``words``, as many."""
        return Other(self.first, self.stop, tuple(words), self.firsts, self.stops)

    def moved(self, by: int) -> Self:
        """The same of words whose numbers are higher by so much."""
        return self._replace(
            first=self.first + by,
            stop=self.stop + by,
            firsts=tuple(first + by for first in self.firsts),
            stops=tuple(stop + by for stop in self.stops),
        )


class RunOfWords(NamedTuple, Generic[Word]):
    """Some words in another reading; ``firsts`` and ``stops`` as with `Other`."""

    words: list[Word]
    firsts: list[int]
    stops: list[int]

    def add(self, other: Other[Word]) -> None:
        """Add the words of another way to read."""
        self.words.extend(other.words)
        self.firsts.extend(other.firsts)
        self.stops.extend(other.stops)


def other_runs(
    words: Sequence[Word], others: Sequence[Other[Word]], segments: Sequence[int], max_words: int
) -> Iterator[RunOfWords[Word]]:
    """The runs that hold all phrases of up to ``max_words`` words of the other readings.

    - ``others``: in the order of their first words;
    - ``segments``: the segment of every word, in rising order: no run leaves its segment.
    """
    reach = max_words - 1
    firsts = [other.first for other in others]
    crowded_until = 0
    most = _MOST_COMBINATIONS if len(others) <= _MANY else _COMBINATIONS_OF_MANY
    for number, other in enumerate(others):
        segment = segments[other.first]
        end = bisect_right(segments, segment)
        if other.stop > end:
            continue
        begin = max(other.first - reach, bisect_left(segments, segment))
        near = _near(others, bisect_left(firsts, other.stop), min(other.stop + reach, end), end)
        ways = _ways(near, most)
        for way in ways or [{}]:
            run = _begun(words, range(begin, other.first), other)
            length, at = len(run.words), other.stop
            while at < end and len(run.words) < length + reach:
                then = way.get(at) or Other.of_one(at, (words[at],))
                run.add(then)
                at = then.stop
            yield run
        if ways is None and other.first >= crowded_until:
            run = _begun(words, range(begin, other.first), other)
            crowded_until = _go_on(run, words, others, number + 1, other.stop, end, reach)
            yield run


def _begun(words: Sequence[Word], before: range, other: Other[Word]) -> RunOfWords[Word]:
    """A run of the words ``before`` in the first reading, and then ``other``."""
    run = RunOfWords(
        list(words[before.start : before.stop]), list(before), [word + 1 for word in before]
    )
    run.add(other)
    return run


def _go_on(
    run: RunOfWords[Word],
    words: Sequence[Word],
    others: Sequence[Other[Word]],
    number: int,
    at: int,
    end: int,
    reach: int,
) -> int:
    """Go on with a run from the word ``at``, in the first other way of whatever has one.

    Others are taken from ``number`` on, until none is in reach. Returns the word reached.
    """
    since = 0
    while at < end and since < reach:
        while number < len(others) and others[number].first < at:
            number += 1
        other = others[number] if number < len(others) else None
        if other is not None and other.first == at and other.stop <= end:
            run.add(other)
            at, since = other.stop, 0
        else:
            run.add(Other.of_one(at, (words[at],)))
            at, since = at + 1, since + 1
    return at


def _near(others: Sequence[Other[Word]], number: int, reached: int, end: int) -> list[Other[Word]]:
    """The others from ``number`` on that a phrase reaches which reaches up to the word ``reached``.

    Where several words are read as one it reaches further, but never beyond ``end``.
    """
    near: list[Other[Word]] = []
    while number < len(others) and others[number].first < reached:
        other = others[number]
        if other.stop <= end:
            near.append(other)
            reached += max(0, other.stop - other.first - len(other.words))
        number += 1
    return near


def _ways(others: Sequence[Other[Word]], most: int) -> list[dict[int, Other[Word]]] | None:
    """Ways to read some words: each says which of ``others`` is read at which first word.

    None where there are more than ``most``.
    """
    choices: dict[int, list[Other[Word]]] = {}
    for other in others:
        choices.setdefault(other.first, []).append(other)
    if math.prod(len(some) + 1 for some in choices.values()) > most:
        return None
    combinations = product(*([None, *some] for some in choices.values()))
    return [{other.first: other for other in chosen if other} for chosen in combinations]
