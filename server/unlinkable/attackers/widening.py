"""A mask made wider, until other rulings no longer tell what it hides.

Knows drafts and what rulings say; knows nothing of edits and editors.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.votes import Counting, Voters
from unlinkable.draft import Draft, Span
from unlinkable.draft.gaps import LEFT, RIGHT, Gap, gaps

UNSURE = 0.5
"""The share of the votes below which nobody can rely on a guess."""
_MOST, _AT_ALL = 3, 5
"""Words by which a mask may grow on either side: where a person is to agree, and at all."""


@dataclass(frozen=True)
class Wider:
    """A mask made wider: what it covers now, and how many words more that are."""

    span: Span
    words: int


def wider(draft: Draft, mask: Span, attacker: Attacker, source: int | None) -> Wider | None:
    """The fewest words beside ``mask``, within its sentence, that are to be masked with it so that
    no guess has as much as half of the votes; None where so few will not do.

    Raises UserError when the index is damaged.
    """
    found = next((gap for gap in gaps(draft) if mask in gap.masks), None)
    voters = attacker.voters(draft, source)
    if found is None or voters is None:
        return None
    costs = np.full(len(draft.forms), np.inf)
    inside = draft.words_in(draft.sentences_at(mask))
    costs[inside.start : inside.stop] = 1.0
    words = least_beside(draft, found, voters, costs, (Counting.ALL,), _MOST)
    if words is None:
        return None
    left, right = found.at - words.start, words.stop - found.at
    return Wider(_grown(draft, found, left, right), left + right)


def least_beside(
    draft: Draft,
    gap: Gap,
    voters: Voters,
    costs: NDArray[np.float64],
    countings: Iterable[Counting] = Counting,
    most: int = _AT_ALL,
) -> range | None:
    """The words around a gap whose ``costs`` (one a word) are least in all, such that no guess has
    as much as half of the votes once they are masked as well; None where so few will not do.
    ``most``: words on either side."""
    places = sorted({one.at for one in gaps(draft, 0, 0)} | {0, len(draft.forms)})
    here = bisect_left(places, gap.at)
    lowest = places[here - 1] if here else 0
    highest = places[here + 1] if here + 1 < len(places) else len(draft.forms)
    before, behind = min(most, gap.at - lowest), min(most, highest - gap.at)
    ways = [
        range(gap.at - left, gap.at + right)
        for left, right in product(range(before + 1), range(behind + 1))
        if left + right
    ]
    priced = sorted((float(costs[way.start : way.stop].sum()), len(way), way.start) for way in ways)
    for cost, length, start in priced:
        if cost == np.inf:
            break
        grown = _wider_gap(draft, range(start, start + length), places)
        shares = [one.share for how in countings for one in voters.guesses(grown, how)[:1]]
        if max(shares, default=0.0) < UNSURE:
            return range(start, start + length)
    return None


def _wider_gap(draft: Draft, hidden: range, places: Sequence[int]) -> Gap:
    """The gap in place of some words of a draft that has gaps at ``places``; those that it touches
    are one with it."""
    left = places[max(0, bisect_left(places, hidden.start) - 1)]
    right = places[min(len(places) - 1, bisect_right(places, hidden.stop))]
    return Gap(
        hidden.start,
        (),
        draft.forms[max(left, hidden.start - LEFT) : hidden.start],
        draft.forms[hidden.stop : min(right, hidden.stop + RIGHT)],
    )


def _grown(draft: Draft, gap: Gap, left: int, right: int) -> Span:
    start = int(draft.starts[gap.at - left]) if left else gap.span.start
    end = int(draft.ends[gap.at + right - 1]) if right else gap.span.end
    return Span(start, end)
