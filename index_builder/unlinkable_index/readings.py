"""All readings of a text: the runs of words that hold the phrases of its other readings.

A text whose words can be read in other ways has a first reading, all of its words, and for each
other way runs of its own: those words, and as many on both sides as a phrase can reach. A phrase
is in some reading of the text exactly when it is in the first one or in a run. Knows nothing of
what words look like.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Generic, NamedTuple, Self, TypeVar

Word = TypeVar("Word")

_MOST_COMBINATIONS = 16
"""Of other ways to read words that are near each other: of more, only two are read, the first
reading and the first of the other ways of each."""


class Other(NamedTuple, Generic[Word]):
    """Another way to read the words ``first`` up to, not including, ``stop``: as ``words``.

    ``firsts`` and ``stops`` say the same of each of ``words``: which words have a part in it.
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


class Run(NamedTuple, Generic[Word]):
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
) -> Iterator[Run[Word]]:
    """The runs that hold all phrases of up to ``max_words`` words of the other readings.

    ``others`` are in the order of their first words; ``segments`` is the segment of every word,
    in rising order: no run leaves its segment.
    """
    reach = max_words - 1
    firsts = [other.first for other in others]
    for other in others:
        segment = segments[other.first]
        if segments[other.stop - 1] != segment:
            continue
        begin = max(other.first - reach, bisect_left(segments, segment))
        end = bisect_right(segments, segment)
        near = _near(others, bisect_left(firsts, other.stop), min(other.stop + reach, end), end)
        for way in _ways(near):
            before = range(begin, other.first)
            run = Run(list(words[begin : other.first]), list(before), [word + 1 for word in before])
            run.add(other)
            length, at = len(run.words), other.stop
            while at < end and len(run.words) < length + reach:
                then = way.get(at) or Other.of_one(at, (words[at],))
                run.add(then)
                at = then.stop
            yield run


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


def _ways(others: Sequence[Other[Word]]) -> Iterator[dict[int, Other[Word]]]:
    """Ways to read some words: each says which of ``others`` is read at which first word."""
    choices: dict[int, list[Other[Word]]] = {}
    for other in others:
        choices.setdefault(other.first, []).append(other)
    combinations = 1
    for some in choices.values():
        combinations *= len(some) + 1
    if combinations > _MOST_COMBINATIONS:
        yield {}
        yield {first: some[0] for first, some in choices.items()}
        return
    for chosen in product(*([None, *some] for some in choices.values())):
        yield {other.first: other for other in chosen if other}
