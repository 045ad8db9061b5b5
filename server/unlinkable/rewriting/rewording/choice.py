"""Which wordings to take so that as few masks as can be are left to set, and then at least harm.

Exact: among all sets of alternatives that go together, with all sets of masked words, one that
breaks every phrase and masks the fewest words; of those one in which the fewest wordings say less
than what they stand for or are to be judged, and of those one with the least harm to a reader. By
dynamic programming along the text, since whatever is chosen stands in order and apart. Knows
numbers and costs; nothing of the index.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from unlinkable.rewriting.rewording.usable import Usable, places_of_words

_BASE = 10**6  # more than any sum of what follows
_NEVER = _BASE**7


@dataclass(frozen=True, slots=True)
class _Breaker:
    """A mask on one word, or a substitute, by the places that it changes (`places_of_words`)."""

    first: int
    last: int
    cost: int
    wording: Usable | None

    def may_follow(self, other: "_Breaker") -> bool:
        """Whether it may be taken with ``other``, which stands before it."""
        if other.last >= self.first:
            return False
        return (
            self.wording is None or other.wording is None or self.wording.goes_with(other.wording)
        )


@dataclass(frozen=True)
class Chosen:
    """The ``wordings`` to take, in order, and the words to mask (numbers, rising) beside them."""

    wordings: tuple[Usable, ...]
    masked: tuple[int, ...]


def chosen(
    phrases: Sequence[range],
    wordings: Sequence[Usable],
    penalties: Sequence[int],
    spared: Collection[int] = (),
) -> Chosen:
    """What breaks every phrase at the least cost: fewest ``spared`` words masked, then fewest
    words, then the least sum of ``penalties`` (one a word) of those masked, then the fewest
    wordings that say less or are to be judged, then least harm.

    - ``phrases``: the words of each;
    - ``wordings``: what may be taken; those that break nothing are not.
    """
    begin_by_end: dict[int, int] = {}
    words: set[int] = set()
    for phrase in phrases:
        first, last = places_of_words(phrase[0], phrase[-1])
        begin_by_end[last] = max(first, begin_by_end.get(last, first))
        words.update(phrase)
    if not words:
        return Chosen((), ())
    breakers = [_mask(word, penalties[word], word in spared) for word in words]
    breakers += [_wording(one) for one in wordings]
    breakers.sort(key=lambda one: (one.first, one.last, one.cost))
    return _cheapest(breakers, sorted(begin_by_end.items()))


def _mask(word: int, penalty: int, spared: bool) -> _Breaker:
    return _Breaker(*places_of_words(word, word), _cost(int(spared), 1, penalty, 0, 0, 0), None)


def _wording(one: Usable) -> _Breaker:
    elsewhere = max(0, 9 - one.others)  # one wording throughout, where harm is the same
    cost = _cost(0, 0, 0, int(not one.is_exact), one.substitute.harm, elsewhere)
    return _Breaker(*one.reach, cost, one)


def _cost(*parts: int) -> int:
    total = 0
    for part in parts:
        total = total * _BASE + part
    return total


def _cheapest(breakers: Sequence[_Breaker], ends: Sequence[tuple[int, int]]) -> Chosen:
    """``ends``: for each place where phrases end, the last place where one of these begins."""
    ended = [end for end, _ in ends]
    # By number of ends passed: how far the breaker before must reach, so that nothing is left.
    bounds = list(accumulate((begin for _, begin in ends), max, initial=-1))
    widest = max(one.last - one.first for one in breakers)
    best: list[int] = []  # by breaker: the cost of the best choice of which it is the last
    before: list[int] = []
    for number, one in enumerate(breakers):
        bound = bounds[bisect_left(ended, one.first)]
        cheapest, which = (0, -1) if bound < 0 else (_NEVER, -1)
        for other in range(number - 1, -1, -1):
            if bound < 0 or breakers[other].first < bound - widest:
                break
            if (
                best[other] <= cheapest  # the first of equals
                and breakers[other].last >= bound
                and one.may_follow(breakers[other])
            ):
                cheapest, which = best[other], other
        best.append(cheapest + one.cost)
        before.append(which)
    able = (number for number, one in enumerate(breakers) if one.last >= bounds[-1])
    number = min(able, key=lambda number: best[number])
    taken: list[_Breaker] = []
    while number >= 0:
        taken.append(breakers[number])
        number = before[number]
    taken.reverse()
    return Chosen(
        tuple(one.wording for one in taken if one.wording is not None),
        tuple(one.first // 2 for one in taken if one.wording is None),
    )
