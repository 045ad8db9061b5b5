"""The other rulings that have a vote on the words of a draft: those nearest to it.

Knows the index, which documents have which runs of the draft's words, and how often they have each
word; must know nothing of what is masked.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.ranking.bm25 import WordScores
from unlinkable.findings.ranking.passages import Vocabulary
from unlinkable.findings.ranking.skipping import LargeCollection
from unlinkable.stopping import Stop, never, unless
from unlinkable_index.index import ABSENT, Index
from unlinkable_index.windows import possible_postings

Numbers = NDArray[np.int64]
Members = NDArray[np.bool_]
"""For each of some runs of words which rulings have it (runs × rulings)."""

NEAREST = 200
"""So many rulings have votes."""
SHARPNESS = 4
"""The power of a ruling's score, as a share of the best, that is the weight of its vote."""
_SMALL = 100_000  # documents up to which all are ranked at once
_AT_ONCE = 1_000  # postings between two looks at whether to stop: few, since nobody else runs then


@dataclass(frozen=True, eq=False)
class _Nearest:
    """The rulings ``documents``, how many words each has (``lengths``), the ``weights`` of their
    votes, and how often each different word of the draft stands in each (words × rulings)."""

    documents: Numbers
    lengths: NDArray[np.float32]
    weights: NDArray[np.float32]
    often: NDArray[np.float32]


class NearestRulings:
    """The rulings nearest to one draft, without its suspects."""

    def __init__(
        self,
        draft: Draft,
        runs: Numbers,
        index: Index,
        suspects: Collection[int],
        stop: Stop = never,
    ) -> None:
        """``runs``: the run of every word; nothing is asked that goes over one. Raises UserError
        when the index is damaged, and StoppedError once ``stop`` is true."""
        vocabulary = Vocabulary(draft)
        self._numbers = vocabulary.numbers
        unless(stop)
        self._nearest = _nearest(vocabulary, index, suspects)
        unless(stop)
        levels = possible_postings(index, index.hasher.words(draft.forms), runs, index.max_words)
        numbers = np.unique(np.concatenate(levels)) if levels else np.empty(0, dtype=np.int64)
        numbers = numbers[numbers != ABSENT]
        self._members = _members(index, numbers, self._nearest.documents, stop)
        self._rows = [
            np.where(level == ABSENT, len(numbers), np.searchsorted(numbers, level))
            for level in levels
        ]

    def having(self, firsts: Numbers, length: int) -> Members:
        """The rulings that have each run of ``length`` words of the draft, 1 at least. Of runs that
        are longer than the index knows: those that have every part of it."""
        part = min(length, len(self._rows))
        found: Members = self._members[self._rows[part - 1][firsts]]
        for later in range(1, length - part + 1):
            found &= self._members[self._rows[part - 1][firsts + later]]
        return found

    def weighed(self, parts: NDArray[np.float32] | Members) -> NDArray[np.float64]:
        """The votes of the rulings together, of each such a part (rows × rulings)."""
        votes: NDArray[np.float32] = parts @ self._nearest.weights
        return votes.astype(np.float64)

    def at_most(self, firsts: Numbers, length: int) -> NDArray[np.float32]:
        """How often each ruling has a run of ``length`` words of the draft at most, by the rarest
        of these (rows × rulings)."""
        words = self._numbers[firsts[:, None] + np.arange(length)]
        rarest: NDArray[np.float32] = self._nearest.often[words].min(axis=1)
        return rarest

    @property
    def lengths(self) -> NDArray[np.float32]:
        """How many words each ruling has."""
        return self._nearest.lengths


def _nearest(vocabulary: Vocabulary, index: Index, suspects: Collection[int]) -> _Nearest:
    numbers, times = vocabulary.counted(range(len(vocabulary.numbers)))
    wanted = NEAREST + len(suspects)
    words: WordScores | LargeCollection
    if index.documents <= _SMALL:
        words = WordScores(vocabulary.forms, index)
        scores = words.of_documents(numbers, times)
        documents = np.argsort(-scores, kind="stable")[:wanted]
        scores = scores[documents]
    else:
        words = LargeCollection(vocabulary.forms, times, index)
        first = words.first(wanted)
        order = np.argsort(-first.scores, kind="stable")[:wanted]
        documents, scores = first.documents[order], first.scores[order]
    voting = np.flatnonzero((scores > 0) & ~np.isin(documents, list(suspects)))[:NEAREST]
    documents, scores = documents[voting], scores[voting]
    weights = (scores / scores.max(initial=1e-9)) ** SHARPNESS
    return _Nearest(
        documents,
        index.lengths[documents].astype(np.float32),
        weights.astype(np.float32),
        words.often(documents).T.astype(np.float32),
    )


def _members(index: Index, postings: Numbers, documents: Numbers, stop: Stop) -> Members:
    """Which of ``documents`` are in each posting; and a last row for none."""
    members = np.zeros((len(postings) + 1, len(documents)), dtype=bool)
    columns = np.full(index.documents, -1)
    columns[documents] = np.arange(len(documents))
    for first in range(0, len(postings), _AT_ONCE):
        unless(stop)
        sets = index.document_sets(postings[first : first + _AT_ONCE])
        column = columns[sets.documents]
        rows = first + np.repeat(np.arange(len(sets.bounds) - 1), np.diff(sets.bounds))
        inside = column >= 0
        members[rows[inside], column[inside]] = True
    return members
