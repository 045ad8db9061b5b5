"""What whoever has the original reads off it: the words that stand where the draft has masks, by
aligning the words of both.

Runs of words that stand once in either text hold the two together (as in patience diff); what lies
between two of them is aligned with the fewest words left over, where words of the original cost
nothing in a gap. Must know nothing of how that text was found.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.draft.draft import Gap
from unlinkable.findings.bm25 import FEWEST_WORDS
from unlinkable_index.words import find_words

Numbers = NDArray[np.int64]

UNMATCHED = -1
_RUNS = (8, 4, 2, 1)
"""Words of the runs that hold the texts together: long ones first, which mislead least."""
_CELLS = 40_000  # of the table for what lies between two runs; where it is larger, nothing is told
_IN_GAP = 0.01  # what a word in a gap costs, so that of two ways the shorter is taken

Words = Sequence[str]
Piece = tuple[int, int, int, int]
"""First and end of some words of the one text, and of the other."""


def aligned(words: Words, gaps: Collection[int], others: Words) -> Numbers:
    """For each of ``words`` its number among ``others``, rising, or -1 where it has none there.

    ``gaps``: the numbers of the words before which other words may stand (as many as there are
    words: behind the last).
    """
    matched: Numbers = np.full(len(words), UNMATCHED, dtype=np.int64)
    work = [(0, len(words), 0, len(others))]
    is_gap = set(gaps)
    for run in _RUNS:
        work = [
            rest for piece in work for rest in _held(words, is_gap, others, piece, run, matched)
        ]
    for piece in work:
        _fewest_left_over(words, is_gap, others, piece, matched)
    return matched


def _held(
    words: Words, gaps: set[int], others: Words, piece: Piece, run: int, matched: Numbers
) -> Iterator[Piece]:
    """Match the runs that stand once in either part; what is left between them."""
    first, end, other, other_end = piece
    mine = _once(words, first, end, run, gaps)
    theirs = _once(others, other, other_end, run, frozenset())
    pairs = [(place, theirs[key]) for key, place in mine.items() if key in theirs]
    for place, its in _rising(pairs):
        if place < first or its < other:
            continue  # taken in by the last run, which went on
        back = 0
        while (
            place - back > first
            and its - back > other
            and place - back not in gaps
            and words[place - back - 1] == others[its - back - 1]
        ):
            back += 1
        if place - back > first or its - back > other:
            yield first, place - back, other, its - back
        first, other = place - back, its - back
        while first < end and other < other_end and words[first] == others[other]:
            matched[first] = other
            first, other = first + 1, other + 1
            if first in gaps:
                break
    if first < end or other < other_end:
        yield first, end, other, other_end


def _once(
    words: Words, first: int, end: int, run: int, gaps: Collection[int]
) -> dict[tuple[str, ...], int]:
    """Where the runs of words stand that stand once in a part, and run over no gap."""
    found: dict[tuple[str, ...], int] = {}
    for place in range(first, end - run + 1):
        key = tuple(words[place : place + run])
        found[key] = UNMATCHED if key in found else place
    return {
        key: place
        for key, place in found.items()
        if place != UNMATCHED and not any(place + at in gaps for at in range(1, run))
    }


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs that rise in both numbers (the longest increasing subsequence)."""
    pairs.sort()
    lowest: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, other) in enumerate(pairs):
        place = bisect_left(lowest, other)
        before.append(last[place - 1] if place else UNMATCHED)
        lowest[place : place + 1] = [other]
        last[place : place + 1] = [number]
    chain = []
    number = last[-1] if last else UNMATCHED
    while number != UNMATCHED:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _fewest_left_over(
    words: Words, gaps: set[int], others: Words, piece: Piece, matched: Numbers
) -> None:
    """Match what lies between two runs so that the fewest words are left over (Levenshtein's table,
    without changes of one word for another)."""
    first, end, other, other_end = piece
    rows, columns = end - first, other_end - other
    if not rows or not columns or rows * columns > _CELLS:
        return
    skips = [_IN_GAP if first + row in gaps else 1.0 for row in range(rows + 1)]
    costs = [[skips[rows] * left for left in range(columns, -1, -1)]]
    for row in range(rows - 1, -1, -1):
        below, skip = costs[-1], skips[row]
        word = words[first + row]
        line = [0.0] * columns + [below[columns] + 1]
        for column in range(columns - 1, -1, -1):
            best = min(below[column] + 1, line[column + 1] + skip)
            if word == others[other + column] and below[column + 1] <= best:
                best = below[column + 1]
            line[column] = best
        costs.append(line)
    costs.reverse()
    row = column = 0
    while row < rows and column < columns:
        cost = costs[row][column]
        if words[first + row] == others[other + column] and costs[row + 1][column + 1] == cost:
            matched[first + row] = other + column
            row, column = row + 1, column + 1
        elif costs[row][column + 1] + skips[row] == cost:
            column += 1
        else:
            row += 1


ENOUGH = 0.5
"""The share of a draft's words that must stand in a text in their order; else it is not taken for
the original, and nothing is read off it."""
NEARLY_ALL = 0.95
"""The share from which a text is the original, or a copy of it, whatever it is called."""


@dataclass(frozen=True)
class ReadOff:
    """What stands in the original at a gap; ``text`` as it is written there.

    - ``parts``: what of it stands at each mask of the gap; none where that cannot be told;
    - ``exact``: the words on either side of the gap stand on either side of it. Else the text is
      what stands between the nearest words of the draft that were found, so that the mask is
      covered by it.
    """

    gap: Gap
    text: str
    exact: bool
    parts: tuple[str, ...]

    @property
    def parted(self) -> bool:
        """Whether it can be told what stands at which mask of the gap."""
        return len(self.parts) == len(self.gap.masks)

    def at(self, place: int) -> str:
        """What stands at the mask number ``place`` of the gap, from 0 on."""
        return self.parts[place] if self.parted else self.text


def read_off(draft: Draft, found: Sequence[Gap], original: str) -> tuple[ReadOff | None, ...]:
    """What is read off the text ``original`` at each of the gaps ``found`` in a draft; None where
    nothing is."""
    words = find_words(original)
    matched = aligned(draft.forms, [gap.at for gap in found], words.forms).tolist()
    count = len(matched)
    if share_in_order(matched) < ENOUGH or count - matched.count(UNMATCHED) < FEWEST_WORDS:
        return (None,) * len(found)
    read: list[ReadOff | None] = []
    for gap in found:
        left, right = gap.at - 1, gap.at
        while left >= 0 and matched[left] == UNMATCHED:
            left -= 1
        while right < count and matched[right] == UNMATCHED:
            right += 1
        first = (matched[left] if left >= 0 else -1) + 1
        end = matched[right] if right < count else len(words.forms)
        exact = left == gap.at - 1 and right == gap.at
        if first >= end:
            read.append(None)
            continue
        text = original[int(words.starts[first]) : int(words.ends[end - 1])]
        read.append(ReadOff(gap, text, exact, _parts(text, gap.between)))
    return tuple(read)


def _parts(text: str, between: Sequence[str]) -> tuple[str, ...]:
    """What stands at each mask, by the marks between them; none where these say nothing, or stand
    there more than once."""
    parts = []
    for mark in between:
        before, found, text = text.partition(mark) if mark else ("", "", text)
        if not found or mark in text:
            return ()
        parts.append(before.strip())
    return (*parts, text.strip())


def share_in_order(matched: Sequence[int]) -> float:
    """The share of words that have a place in another text, by what `aligned` says of each."""
    return 1 - matched.count(UNMATCHED) / len(matched) if matched else 0.0


def is_original(draft: Draft, found: Sequence[Gap], text: str) -> bool:
    """Whether nearly all words of a draft stand in a text in their order."""
    matched = aligned(draft.forms, [gap.at for gap in found], find_words(text).forms)
    return share_in_order(matched.tolist()) >= NEARLY_ALL
