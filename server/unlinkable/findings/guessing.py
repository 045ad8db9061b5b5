"""How well other rulings tell what stands behind a mask, by the index alone, and how widely a word
must be masked so that they do not tell it.

Whoever knows other rulings looks for those nearest to a draft, and in them for the words that stand
on both sides of a mask; what stands between these words there is a candidate, and each ruling has a
vote (votes and their weights after Charpentier & Lison, arXiv 2505.12859, and the measurements in
`tests/benchmarks/guessing.py`). The index has no texts, but it tells for every run of up to N words
of the draft in which documents it is: so the votes are known of the rulings that have the masked
words between those on both sides. A ruling that has the words on both sides, and not so, may have
others between them, or have them far apart: how likely it is that they stand near each other
follows from how often it has each, as if they were strewn about. Rulings that the draft may be made
from have no vote. Must know nothing of what is masked for which reason.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.bm25 import LargeCollection, Vocabulary, WordScores
from unlinkable.findings.costs import GAP, TOLD
from unlinkable.stopping import Stop, never, unless
from unlinkable_index.file.postings import ABSENT
from unlinkable_index.index import Index
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


Costs = NDArray[np.float64]

_WIDEST = LONGEST + 1  # words of a cover, at most: what nobody looks for hides every word of it
_HOPELESS = 4.0  # what a word costs whose covers are all told, beyond the words of the longest one


@dataclass(frozen=True, eq=False)
class Covers:
    """The cover of every word: the words from ``firsts`` up to ``stops``, and what it costs beyond
    what is masked already."""

    firsts: Numbers
    stops: Numbers
    costs: Costs

    def of(self, words: Numbers) -> Numbers:
        """All words in the covers of some words, rising, each once."""
        runs = [np.arange(self.firsts[w], self.stops[w]) for w in words.tolist()]
        return np.unique(np.concatenate(runs)) if runs else words


def covers(
    guesser: Guesser | NothingTold, costs: Costs, masked: NDArray[np.bool_], told: Gaps
) -> Covers:
    """The covers of all words.

    - ``costs``: of masking each word;
    - ``masked``: words that are masked already; a cover that touches them is one gap with them;
    - ``told``: gaps that turned out to be told: no cover of their words lies within them.
    """
    count = len(costs)
    runs = guesser.runs
    dearness = np.where(masked, 0.0, costs)
    before = np.concatenate(([0.0], np.cumsum(dearness)))
    best = np.full(count, np.inf)
    firsts, stops = np.arange(count), np.arange(1, count + 1)
    reach_left, reach_right = _reach(masked, runs)
    within_first, within_stop = np.full(count, -1), np.full(count, -1)
    for first, stop in zip(told.firsts.tolist(), told.stops.tolist(), strict=True):
        wider = stop - first > within_stop[first:stop] - within_first[first:stop]
        within_first[first:stop][wider] = first
        within_stop[first:stop][wider] = stop
    for length in range(1, min(_WIDEST, count) + 1):
        starts = np.arange(count - length + 1)
        ends = starts + length
        whole = runs[starts] == runs[ends - 1]
        starts, ends = starts[whole], ends[whole]
        # only what hides a word more cheaply than is known already is looked up
        gaps = Gaps(reach_left[starts], reach_right[ends - 1])
        alone = (gaps.firsts == starts) & (gaps.stops == ends)
        cost = before[ends] - before[starts] + GAP * alone
        useful = np.zeros(len(starts), dtype=bool)
        for offset in range(length):
            useful |= cost < best[starts + offset]
        starts, ends, cost = starts[useful], ends[useful], cost[useful]
        gaps = Gaps(gaps.firsts[useful], gaps.stops[useful])
        shares = guesser.shares(gaps, masked)
        hidden = shares < GUESSABLE
        cost += TOLD * shares
        starts, ends, cost = starts[hidden], ends[hidden], cost[hidden]
        gap_first, gap_stop = gaps.firsts[hidden], gaps.stops[hidden]
        for offset in range(length):
            word = starts + offset
            inside = (within_first[word] <= gap_first) & (gap_stop <= within_stop[word])
            better = np.flatnonzero((cost < best[word]) & ~inside)
            word = word[better]
            best[word] = cost[better]
            firsts[word], stops[word] = starts[better], ends[better]
    open_words = np.isinf(best)
    best[open_words] = _HOPELESS + _WIDEST * (costs[open_words] + GAP)
    return Covers(firsts, stops, best)


def _reach(masked: NDArray[np.bool_], runs: Numbers) -> tuple[Numbers, Numbers]:
    """For every word: the first of the masked words just before it, or itself; and the end of those
    just after it."""
    count = len(masked)
    first, stop = np.arange(count), np.arange(1, count + 1)
    for word in range(1, count):
        if masked[word - 1] and runs[word - 1] == runs[word]:
            first[word] = first[word - 1]
    for word in range(count - 2, -1, -1):
        if masked[word + 1] and runs[word + 1] == runs[word]:
            stop[word] = stop[word + 1]
    return first, stop
