"""How well other rulings tell what stands behind a mask, by the index alone.

Whoever knows other rulings looks for those nearest to a draft (`voters`), and in them for the words
that stand on both sides of a mask; what stands between these words there is a candidate, and each
ruling has a vote (votes and their weights after Charpentier & Lison, arXiv 2505.12859, and the
measurements in `tests/benchmarks/guessing.py`). The index has no texts, but it tells for every run
of up to N words of the draft in which documents it is: so the votes are known of the rulings that
have the masked words between those on both sides. A ruling that has the words on both sides, and
not so, may have others between them, or have them far apart: how likely it is that they stand near
each other follows from how often it has each, as if they were strewn about. Rulings that the draft
may be made from have no vote. Knows gaps and shares of votes; must know nothing of what is masked
for which reason.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.guessing.voters import NearestRulings
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]

GUESSABLE = 0.3
"""The share of votes from which masked words count as told. Lower than what a guesser would rely
on, who counts other neighbourhoods: of what seven in ten votes of texts tell rightly, 98 in a
hundred come to this share."""
NEIGHBOURHOODS = tuple(
    (left, right) for left in range(5) for right in range(4) if left + right >= 2
)
"""Words on the left and on the right of a mask that are looked for elsewhere."""
ALONE = 4
"""So many words on one side tell by themselves; fewer only where the other side has none."""
BETWEEN = 4
"""So many words that stand between those on both sides in some other ruling are likely rivals."""
LONGEST = 8
"""Words that anyone looks for in a gap; more are told only by laying whole rulings side by side."""


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

    def __init__(
        self, draft: Draft, index: Index, suspects: Collection[int], stop: Stop = never
    ) -> None:
        """``suspects``: the documents that the draft may be made from; they have no vote.

        Raises UserError when the index is damaged, and StoppedError once ``stop`` is true.
        """
        self.runs = _runs(draft)
        """The run of every word: between two of them stands a mask, or anything but the marks and
        spaces that searchers pass over."""
        self._voters = NearestRulings(draft, self.runs, index, suspects, stop)

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
            fits = (before <= left) & (after <= right) & (lengths <= LONGEST)
            if not before and after < ALONE:
                fits &= left == 0
            if not after and before < ALONE:
                fits &= right == 0
            for length in np.unique(lengths[fits]).tolist():
                asked = np.flatnonzero(fits & (lengths == length))
                share = self._share(gaps.firsts[asked] - before, before, length, after)
                most[asked] = np.maximum(most[asked], share)
        return most

    def _share(self, starts: Numbers, before: int, length: int, after: int) -> Shares:
        """The share of votes for ``length`` words, so many behind where each run of ``before`` and
        these and ``after`` words starts."""
        voters, behind = self._voters, starts + before + length
        share = np.zeros(len(starts))
        for_these = voters.having(starts, before + length + after)
        votes = voters.weighed(for_these)
        some = np.flatnonzero(votes)
        starts, behind, for_these, votes = starts[some], behind[some], for_these[some], votes[some]
        others = ~for_these
        near: NDArray[np.float32] = np.ones(others.shape, dtype=np.float32)
        if before:
            others &= voters.having(starts, before)
        if after:
            others &= voters.having(behind, after)
        if before and after:
            near = voters.at_most(starts, before) * voters.at_most(behind, after)
            near = np.minimum(near * BETWEEN / voters.lengths, 1)
        share[some] = votes / (votes + voters.weighed(others * near))
        return share

    def told(self, gaps: Gaps, masked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which gaps other rulings tell, while the words ``masked`` cannot be read."""
        return self.shares(gaps, masked) >= GUESSABLE

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

    def told(self, gaps: Gaps, masked: NDArray[np.bool_]) -> NDArray[np.bool_]:  # noqa: ARG002
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
