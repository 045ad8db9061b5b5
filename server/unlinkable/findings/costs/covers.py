"""What must be masked so that a word is hidden: the word itself, or a run of words around it.

A word that other rulings tell is no secret once it is masked alone. Its cover is the cheapest run
of words around it that they do not tell. Knows costs and shares of votes; must know nothing of why
a word is to be masked.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.costs.costs import GAP, TOLD
from unlinkable.findings.guessing.by_index import (
    GUESSABLE,
    LONGEST,
    Gaps,
    Guesser,
    NothingTold,
    Numbers,
)

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
