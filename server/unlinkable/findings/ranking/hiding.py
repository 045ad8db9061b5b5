"""Which words of a passage to change so that it no longer leads: few and cheap ones.

A passage hides its source when enough other documents score as high, by a margin. For each other
document the words are known that give it less than they give the source, by that margin: these are
taken away, those first that bring it nearest for their cost, until it scores high enough. The
document for which that costs least is chosen. Works on scores; knows nothing of drafts.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.ranking.bm25 import Scores

Numbers = NDArray[np.int64]
ROUNDING = 1e-9  # of a score, in favour of the searcher


@dataclass(frozen=True)
class Contest:
    """The words of one passage, and what they give a few documents.

    ``gains`` (documents × words): what each word gives each other document less what it gives the
    source, times 1 + margin. Words that stand in the passage twice are two. ``costs``: of changing
    each word.
    """

    gains: Scores
    costs: Scores

    def high_enough(self, changed: NDArray[np.bool_]) -> int:
        """How many of the documents score high enough without the ``changed`` words."""
        sums = self.gains[:, ~changed].sum(axis=1)
        return int((sums >= ROUNDING).sum())

    def words_to_change(self, needed: int) -> Numbers:
        """The words to change so that ``needed`` documents score high enough, rising; all words
        where the documents are too few for that."""
        count = self.gains.shape[1]
        changed = np.zeros(count, dtype=bool)
        if len(self.gains) < needed:
            return np.arange(count)
        open_documents = np.ones(len(self.gains), dtype=bool)
        while self.high_enough(changed) < needed:
            found = self._cheapest(changed, open_documents)
            if found is None:
                return np.arange(count)
            document, words = found
            open_documents[document] = False
            changed[words] = True
        return np.flatnonzero(self._without_needless(changed, needed))

    def _cheapest(
        self, changed: NDArray[np.bool_], documents: NDArray[np.bool_]
    ) -> tuple[int, Numbers] | None:
        """Of the documents one that scores high enough at the least cost, and the words for it."""
        rows = np.flatnonzero(documents)
        words = np.flatnonzero(~changed)
        if not len(rows) or not len(words):
            return None
        gains, costs = self.gains[np.ix_(rows, words)], self.costs[words]
        order = np.argsort(gains / costs, axis=1, kind="stable")
        ordered = np.take_along_axis(gains, order, axis=1)
        left = gains.sum(axis=1)[:, None] - np.cumsum(ordered, axis=1)
        left[:, -1] = ROUNDING  # without any word all are as high
        steps = np.argmax(left >= ROUNDING, axis=1)
        spent = np.take_along_axis(np.cumsum(costs[order], axis=1), steps[:, None], axis=1)[:, 0]
        best = int(np.argmin(np.where(gains.sum(axis=1) >= ROUNDING, np.inf, spent)))
        if gains[best].sum() >= ROUNDING:  # all of them score high enough
            return None
        return int(rows[best]), words[order[best, : steps[best] + 1]]

    def _without_needless(self, changed: NDArray[np.bool_], needed: int) -> NDArray[np.bool_]:
        """``changed`` without what need not change, dearest first."""
        changed = changed.copy()
        chosen = np.flatnonzero(changed)
        for word in chosen[np.argsort(-self.costs[chosen], kind="stable")].tolist():
            changed[word] = False
            if self.high_enough(changed) < needed:
                changed[word] = True
        return changed
