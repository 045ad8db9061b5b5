"""What hides a mask that other rulings tell: a few words more masked beside it, or another wording
there. Knows drafts, wordings and what rulings say; must know nothing of models and editors."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.votes import Counting, Voters
from unlinkable.draft import Draft, Span, overlapping
from unlinkable.draft.draft import LEFT, RIGHT, Gap, gaps
from unlinkable.rewriting.edits import Edit, Revision
from unlinkable.rewriting.reworded import Checks
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.wordings_usable import Tables, usable
from unlinkable_index.index import Index

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


@dataclass(frozen=True)
class MaskedPlace:
    """A ``mask`` of a draft, the words ``beside`` it by which rulings tell it, each side apart, and
    the rulings that do, if any."""

    task: Task
    mask: Span
    beside: tuple[Span, ...]
    voters: Voters | None

    @classmethod
    def of(cls, task: Task, mask: Span, attacker: Attacker, source: int | None) -> "MaskedPlace":
        """The place of a mask. Raises UserError when the index is damaged."""
        draft = task.draft
        gap = next(gap for gap in gaps(draft) if mask in gap.masks)
        sides = (range(gap.at - len(gap.left), gap.at), range(gap.at, gap.at + len(gap.right)))
        sentence = draft.sentences_at(mask)
        spans = [draft.span_of(words) for words in sides if words]
        inside = tuple(
            Span(max(one.start, sentence.start), min(one.end, sentence.end))
            for one in spans
            if one.end > sentence.start and one.start < sentence.end
        )
        return cls(task, mask, inside, attacker.voters(draft, source))

    def hidden_by(self, edit: Edit) -> bool:
        """Whether with an edit no guess has as much as half of the votes any more."""
        revision = Revision(self.task.draft.text).revised([edit])
        place = revision.moved(self.mask)
        found = gaps(self.task.with_text(revision.text).draft)
        changed = [gap for gap in found if overlapping([gap.span], place)]
        if self.voters is None or len(changed) != 1:
            return False
        guesses = self.voters.guesses(changed[0])
        return not guesses or guesses[0].share < UNSURE

    def reworded(self, index: Index, tables: Tables) -> Edit | None:
        """The wording of the tables with least harm that hides it, and says the same; None where
        there is none. Raises UserError when the index is damaged."""
        checks = Checks(self.task, index)
        found = usable(self.task, index, self.beside, tables)
        for one in sorted(found, key=lambda one: (one.substitute.harm, len(one.forms), one.first)):
            if self.hidden_by(one.edit) and checks.says_the_same((one,)):
                return one.edit
        return None
