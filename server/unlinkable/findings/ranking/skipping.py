"""The documents ranked first in a large collection, without reading what cannot change the order.

Words that many documents have say little of each. The documents of the rarest words are read and
scored first; of the others only the most that they could add is known (`Index.word_bounds`). A
document that could not reach the place asked for even with all of that is left out, exactly. Once
few documents remain, the other words are looked up for these alone, those first that could add most
(MaxScore: Turtle & Flood, Query evaluation: strategies and optimizations, 1995). Knows words, not
drafts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.ranking.bm25 import Bm25, Numbers, Scores
from unlinkable_index.index import Index

_READ = 1 << 20  # documents of words that are read at once
_FEW = 1 << 14  # documents for which words are looked up one by one
_NEAR = 1e-4  # of a score: what rounding may take from a bound


@dataclass(frozen=True)
class FirstDocuments:
    """Documents and their scores, in no order; all that score at least as high as was asked."""

    documents: Numbers
    scores: Scores


class LargeCollection:
    """The different ``forms`` of a query, each asked for ``times`` times, in a large collection."""

    def __init__(
        self, forms: Sequence[str], times: Numbers, index: Index, formula: Bm25 | None = None
    ) -> None:
        """Raises UserError when the index is damaged, as all methods do."""
        self._index = index
        self._formula = formula or Bm25()
        self._keys = index.hasher.phrases(index.hasher.words(forms), 1)
        bounds = index.word_bounds(self._keys)
        self._idf = self._formula.idf(bounds.dfs, index.documents) * times
        # No document is shorter than its words are many.
        shortest = np.maximum(bounds.highest, 1)
        highest = self._formula.norms(shortest.astype(np.uint32), index.average_length)
        self._most = self._idf * shortest / (shortest + highest) * (bounds.dfs > 0)
        self._dfs = bounds.dfs
        self._norms = self._formula.norms(index.lengths, index.average_length)

    def first(self, places: int, document: int | None = None) -> FirstDocuments:
        """The documents that may come at one of the first ``places``, and all that score as high as
        ``document``."""
        floor = np.inf if document is None else self.score(document)
        scores = np.zeros(self._index.documents)
        candidates = np.arange(self._index.documents)
        unread = np.argsort(self._dfs, kind="stable")
        while len(unread) and len(candidates) > _FEW:
            count = int(np.searchsorted(np.cumsum(self._dfs[unread]), _READ)) + 1
            scores += self._read(unread[:count])
            unread = unread[count:]
            candidates = np.flatnonzero(self._may_reach(scores, places, floor, unread))
        scores = scores[candidates]
        unread = unread[np.argsort(-self._most[unread], kind="stable")]
        for number, word in enumerate(unread.tolist(), start=1):
            scores += self._gives(word, candidates)
            keep = self._may_reach(scores, places, floor, unread[number:])
            candidates, scores = candidates[keep], scores[keep]
        return FirstDocuments(candidates, scores)

    def _may_reach(
        self, scores: Scores, places: int, floor: float, unread: Numbers
    ) -> NDArray[np.bool_]:
        """Which scores may still come to be high enough, by what ``unread`` words could add."""
        count = min(places, len(scores))
        bar = min(float(np.partition(scores, -count)[-count]), floor)
        return scores + float(self._most[unread].sum()) >= bar * (1 - _NEAR)

    def score(self, document: int) -> float:
        """The score of one document."""
        one = np.array([document])
        return sum(float(self._gives(word, one)[0]) for word in range(len(self._keys)))

    def often(self, documents: Numbers) -> Scores:
        """How often each word stands in each of ``documents`` (documents × words)."""
        found = [self._index.word_frequencies(key, documents) for key in self._keys.tolist()]
        return np.array(found, dtype=np.float64).reshape(len(found), len(documents)).T

    def _read(self, words: Numbers) -> Scores:
        """What some words give every document."""
        found = self._index.word_postings(self._keys[words])
        often = found.frequencies.astype(np.float32)
        weights = np.repeat(self._idf[words], found.dfs)
        given = weights * often / (often + self._norms[found.documents])
        total: Scores = np.zeros(self._index.documents)
        total += np.bincount(found.documents, given, minlength=len(total))
        return total

    def _gives(self, word: int, documents: Numbers) -> NDArray[np.float64]:
        """What one word gives each of ``documents``."""
        often = self._index.word_frequencies(int(self._keys[word]), documents).astype(np.float64)
        given: NDArray[np.float64] = self._idf[word] * often / (often + self._norms[documents])
        return given
