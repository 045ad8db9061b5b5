"""All readings of a text: the runs of words that hold the phrases of its other readings.

A text whose words can be read in other ways has a first reading, all of its words, and for each
other way runs of its own: those words, and as many on both sides as a phrase can reach. A phrase
is in some reading of the text exactly when it is in the first one or in a run. Knows nothing of
what words look like.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Generic, NamedTuple, TypeVar

Word = TypeVar("Word")

_MOST_COMBINATIONS = 16
"""Of other ways to read words that are near each other: of more, only two are read, the first
reading and the first of the other ways of each."""


class Other(NamedTuple, Generic[Word]):
    """Another way to read the words ``first`` up to, not including, ``stop``: as ``words``."""

    first: int
    stop: int
    words: tuple[Word, ...]


class Run(NamedTuple, Generic[Word]):
    """Some words in another reading; of each, the words of the first reading that it is part of
    begin with ``firsts`` and end before ``stops``."""

    words: list[Word]
    firsts: list[int]
    stops: list[int]

    def add(self, words: Sequence[Word], first: int, stop: int) -> None:
        """Add ``words``, which stand for the words ``first`` to ``stop`` of the first reading."""
        self.words.extend(words)
        self.firsts.extend([first] * len(words))
        self.stops.extend([stop] * len(words))


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
        near = slice(
            bisect_left(firsts, other.stop), bisect_left(firsts, min(other.stop + reach, end))
        )
        for way in _ways([one for one in others[near] if one.stop <= end]):
            run = Run[Word]([], [], [])
            for at in range(begin, other.first):
                run.add(words[at : at + 1], at, at + 1)
            run.add(other.words, other.first, other.stop)
            length, at = len(run.words), other.stop
            while at < end and len(run.words) < length + reach:
                then = way.get(at) or Other(at, at + 1, (words[at],))
                run.add(then.words, at, then.stop)
                at = then.stop
            yield run


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
