"""What of a draft is masked as a whole: a number, a date, a compound.

A reader who sees half of one stumbles, and a searcher guesses the other half. Knows drafts; nothing
of what is masked, or why.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.fidelity.substance.substance import Sort, substance
from unlinkable.rewriting.masking.whole_numbers import goes_on

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
_JOINTS = frozenset("-\u2010\u2011'’/")


@dataclass(frozen=True, eq=False)
class Pieces:
    """The pieces of a draft. ``of_word``: the piece of each word (int64), from 0 without gaps."""

    of_word: Numbers

    def __len__(self) -> int:
        return int(self.of_word[-1]) + 1 if len(self.of_word) else 0

    def of(self, words: Iterable[int]) -> tuple[int, ...]:
        """The pieces that some words are in, rising, each once."""
        return tuple(sorted({self._listed[word] for word in words}))

    def words(self, pieces: Flags) -> Flags:
        """Which words are in ``pieces`` (bool, one a piece)."""
        return pieces[self.of_word]

    @cached_property
    def firsts(self) -> Numbers:
        """The first word of each piece."""
        return np.searchsorted(self.of_word, np.arange(len(self)))

    @cached_property
    def lasts(self) -> Numbers:
        """The last word of each piece."""
        return np.searchsorted(self.of_word, np.arange(len(self)), side="right") - 1

    @cached_property
    def _listed(self) -> list[int]:
        listed: list[int] = self.of_word.tolist()
        return listed


def draft_pieces(draft: Draft) -> Pieces:
    """The pieces of a draft: each word is one, but for those that go together."""
    count = len(draft.forms)
    begins = np.ones(count, dtype=bool)
    for word in range(1, count):
        between = draft.text[int(draft.ends[word - 1]) : int(draft.starts[word])]
        begins[word] = not (between in _JOINTS or goes_on(draft, word - 1))
    for start, end in _dates(draft):
        begins[start + 1 : end] = False
    return Pieces(np.cumsum(begins) - 1)


def _dates(draft: Draft) -> Iterable[tuple[int, int]]:
    """The words of each date, from the first up to, not including, the last."""
    for sentence in draft.sentences:
        text = draft.text[sentence.start : sentence.end]
        if not any(map(str.isdigit, text)):
            continue
        for one in substance(text, (), draft.language).elements:
            if one.sort is Sort.DATE:
                first, last = np.searchsorted(
                    draft.starts, (one.start + sentence.start, one.end + sentence.start)
                )
                if last > first and draft.segments[first] == draft.segments[last - 1]:
                    yield int(first), int(last)
