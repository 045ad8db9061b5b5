"""How well other rulings tell what stands behind a mask, by the index alone.

Whoever knows other rulings looks for those nearest to a draft, and in them for the words that stand
on both sides of a mask; what stands between these words there is a candidate, and each ruling has a
vote (votes and their weights after Charpentier & Lison, arXiv 2505.12859, and the measurements in
`tests/benchmarks/guessing.py`). The index has no texts, but it tells for every run of up to N words
of the draft in which documents it is: so of the votes of all rulings that have the words on both
sides, the share is known of those that have the masked words between them. Rulings that the draft
may be made from have no vote. Knows drafts, documents and weights; must know nothing of what is
masked for which reason.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.ranking.bm25 import WordScores
from unlinkable.findings.ranking.passages import Vocabulary
from unlinkable.findings.ranking.skipping import LargeCollection
from unlinkable_index.index import ABSENT, Index
from unlinkable_index.windows import possible_postings

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]

GUESSABLE = 0.2
"""The share of votes from which a masked word counts as told; for n words, a part of 1/n of it,
since they have fewer rivals. Lower than what a guesser would rely on, since rulings count as voting
that have the words on both sides anywhere: of what seven in ten votes of texts told rightly, nine
in ten came to this share, in drafts without a near twin."""
GUESSABLE_SMALL = 0.1
"""The same for words that only join others, of which few fit between two words."""
NEAREST = 100
"""So many rulings have votes."""
SHARPNESS = 4
"""The power of a ruling's score, as a share of the best, that is the weight of its vote."""
NEIGHBOURHOODS = tuple(
    (left, right) for left in range(5) for right in range(4) if left + right >= 2
)
"""Words on the left and on the right of a mask that are looked for elsewhere."""
ALONE = 4
"""So many words on one side tell by themselves; fewer only where the other side has none."""
_SMALL = 100_000  # documents up to which all are ranked at once


@dataclass(frozen=True, eq=False)
class Gaps:
    """Runs of words, each masked whole: the number of the first word, and of the first after it."""

    firsts: Numbers
    stops: Numbers

    def __len__(self) -> int:
        return len(self.firsts)


def gaps_of(masked: NDArray[np.bool_], runs: Numbers) -> Gaps:
    """The gaps that ``masked`` words make. ``runs``: the run of every word; none goes over it."""
    joined = masked[1:] & masked[:-1] & (runs[1:] == runs[:-1])
    firsts = np.flatnonzero(masked & ~np.append(False, joined)[: len(masked)])
    return Gaps(firsts, np.flatnonzero(masked & ~np.append(joined, False)[: len(masked)]) + 1)


class Guesser:
    """Whoever knows the nearest other rulings, before one draft."""

    def __init__(self, draft: Draft, index: Index, suspects: Collection[int]) -> None:
        """``suspects``: the documents that the draft may be made from; they have no vote.

        Raises UserError when the index is damaged.
        """
        self.runs = _runs(draft)
        """The run of every word: between two of them stands a mask, or anything but the marks and
        spaces that searchers pass over."""
        small = [form in draft.language.function_words for form in draft.forms]
        self._small = np.concatenate(([0], np.cumsum(small)))  # before each word
        nearest, self._weights = _nearest(draft, index, suspects)
        hashes = index.hasher.words(draft.forms)
        levels = possible_postings(index, hashes, self.runs, index.max_words)
        numbers = np.unique(np.concatenate(levels)) if levels else np.empty(0, dtype=np.int64)
        numbers = numbers[numbers != ABSENT]
        self._votes = _members(index, numbers, nearest)  # the last row: of what is nowhere
        self._rows = [
            np.where(level == ABSENT, len(numbers), np.searchsorted(numbers, level))
            for level in levels
        ]
        self._nowhere = len(numbers)

    def shares(self, gaps: Gaps, masked: NDArray[np.bool_]) -> Shares:
        """Of every gap, the share of votes for the words that stand there (0 to 1): that of the
        neighbourhood that tells most.

        ``masked`` (one a word): what is masked besides; no neighbourhood goes over it.
        """
        most = np.zeros(len(gaps))
        if not len(gaps):
            return most
        lengths = gaps.stops - gaps.firsts
        left, right = self._in_sight(gaps, masked)
        for before, after in NEIGHBOURHOODS:
            fits = (
                (before <= left) & (after <= right) & (lengths + before + after <= len(self._rows))
            )
            if not before and after < ALONE:
                fits &= left == 0
            if not after and before < ALONE:
                fits &= right == 0
            for length in np.unique(lengths[fits]).tolist():
                asked = np.flatnonzero(fits & (lengths == length))
                starts = gaps.firsts[asked] - before
                rows = self._rows[before + length + after - 1][starts]
                known = rows != self._nowhere
                asked, starts, rows = asked[known], starts[known], rows[known]
                voting = np.ones((len(asked), self._votes.shape[1]), dtype=bool)
                if before:
                    voting &= self._votes[self._rows[before - 1][starts]]
                if after:
                    voting &= self._votes[self._rows[after - 1][starts + before + length]]
                votes = self._votes[rows] @ self._weights
                share = votes / np.maximum(voting @ self._weights, 1e-9)
                most[asked] = np.maximum(most[asked], share)
        return most

    def told(self, gaps: Gaps, shares: Shares) -> NDArray[np.bool_]:
        """Which gaps other rulings tell, by their ``shares``."""
        lengths = gaps.stops - gaps.firsts
        only_small = self._small[gaps.stops] - self._small[gaps.firsts] == lengths
        return shares >= np.where(only_small, GUESSABLE_SMALL, GUESSABLE / lengths)

    def _in_sight(self, gaps: Gaps, masked: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        """How many words can be read just before and just after every gap."""
        count = len(masked)
        left, right = np.zeros((2, len(gaps)), dtype=np.int64)
        open_left, open_right = np.ones((2, len(gaps)), dtype=bool)
        most_left, most_right = np.max(NEIGHBOURHOODS, axis=0).tolist()
        for step in range(1, most_left + 1):
            at = gaps.firsts - step
            open_left &= at >= 0
            at = np.maximum(at, 0)
            open_left &= (self.runs[at] == self.runs[gaps.firsts]) & ~masked[at]
            left += open_left
        for step in range(most_right):
            at = gaps.stops + step
            open_right &= at < count
            at = np.minimum(at, count - 1)
            open_right &= (self.runs[at] == self.runs[gaps.firsts]) & ~masked[at]
            right += open_right
        return left, right


class NothingTold:
    """Whoever knows no other rulings, before a draft with these ``runs``."""

    def __init__(self, runs: Numbers) -> None:
        self.runs = runs

    def shares(self, gaps: Gaps, masked: NDArray[np.bool_]) -> Shares:  # noqa: ARG002
        """No vote for anything."""
        return np.zeros(len(gaps))

    def told(self, gaps: Gaps, shares: Shares) -> NDArray[np.bool_]:  # noqa: ARG002
        """No gap."""
        return np.zeros(len(gaps), dtype=bool)


def _runs(draft: Draft) -> Numbers:
    """The run of every word of a draft."""
    text = draft.text
    between = zip(draft.ends[:-1].tolist(), draft.starts[1:].tolist(), strict=True)
    cuts = np.array([any(map(str.isalnum, text[end:start])) for end, start in between], dtype=bool)
    masks = np.array([mask.start for mask in draft.masks], dtype=np.int64)
    numbers = np.searchsorted(masks, draft.starts)
    numbers[1:] += np.cumsum(cuts)
    return numbers.astype(np.int64)


def _nearest(
    draft: Draft, index: Index, suspects: Collection[int]
) -> tuple[Numbers, NDArray[np.float32]]:
    """The rulings that have votes, and the weight of each."""
    vocabulary = Vocabulary(draft)
    words, times = vocabulary.counted(range(len(draft.forms)))
    wanted = NEAREST + len(suspects)
    if index.documents <= _SMALL:
        scores = WordScores(vocabulary.forms, index).of_documents(words, times)
        documents = np.argsort(-scores, kind="stable")[:wanted]
        scores = scores[documents]
    else:
        first = LargeCollection(vocabulary.forms, times, index).first(wanted)
        order = np.argsort(-first.scores, kind="stable")[:wanted]
        documents, scores = first.documents[order], first.scores[order]
    voting = np.flatnonzero((scores > 0) & ~np.isin(documents, list(suspects)))[:NEAREST]
    documents, scores = documents[voting], scores[voting]
    weights = (scores / scores.max(initial=1e-9)) ** SHARPNESS
    return documents, weights.astype(np.float32)


def _members(index: Index, postings: Numbers, documents: Numbers) -> NDArray[np.bool_]:
    """Which of ``documents`` are in each posting; and a last row for none."""
    members = np.zeros((len(postings) + 1, len(documents)), dtype=bool)
    columns = np.full(index.documents, -1)
    columns[documents] = np.arange(len(documents))
    sets = index.document_sets(postings)
    column = columns[sets.documents]
    inside = column >= 0
    rows = np.repeat(np.arange(len(postings)), np.diff(sets.bounds))
    members[rows[inside], column[inside]] = True
    return members
