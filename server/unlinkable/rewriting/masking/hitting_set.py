"""The fewest words that touch every one of some phrases: a minimum hitting set of intervals.

Exact, in time linear in words and phrases (dynamic programming along the text; with equal weights
it finds as many as the greedy choice of right end points, which is optimal for intervals). Knows
numbers only.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence

Interval = tuple[int, int]
"""The first and the last of some consecutive words."""
_MORE = 1 << 32  # more than any sum of penalties


def fewest_points(
    intervals: Iterable[Interval], penalties: Sequence[int], spared: Collection[int] = ()
) -> tuple[int, ...]:
    """As few words as can touch all ``intervals``, leftmost among equals.

    - ``penalties`` (one a word of the text, 0 or more): of such sets, one with the least sum;
    - ``spared``: of these words as few as can be, whatever it costs in others.
    """
    return cheapest_points(intervals, [_MORE + penalty for penalty in penalties], spared)


def cheapest_points(
    intervals: Iterable[Interval],
    costs: Sequence[float],
    spared: Collection[int] = (),
    beside: float = 0,
) -> tuple[int, ...]:
    """The words with the least sum of ``costs`` (one a word of the text, above 0) that touch all
    ``intervals``; leftmost among equals.

    - ``spared``: of these words as few as can be, whatever it costs in others;
    - ``beside``: what a word costs less when the word before it is taken too.
    """
    first_needed: dict[
        int, int
    ] = {}  # by last word: the latest first word among those ending there
    candidates: set[int] = set()
    for first, last in intervals:
        first_needed[last] = max(first, first_needed.get(last, first))
        candidates.update(range(first, last + 1))
    if not candidates:
        return ()
    # best[w]: (spared, cost) of the best set whose rightmost word is w, with everything that ends
    # before w touched; the word before w in it cannot lie left of `bound`.
    best: dict[int, tuple[int, float]] = {-1: (0, 0)}
    before: dict[int, int] = {}
    window: deque[int] = deque([-1])  # possible words before, best first, each later one worse
    bound = -1
    ends = deque(sorted(first_needed))
    for word in sorted(candidates):
        while ends and ends[0] < word:
            bound = max(bound, first_needed[ends.popleft()])
        while window[0] < bound:
            window.popleft()
        chosen = window[0]
        dear, cost = best[chosen]
        if beside and word - 1 in before and word - 1 >= bound:
            joined = (best[word - 1][0], best[word - 1][1] - beside)
            if joined < (dear, cost):
                chosen, (dear, cost) = word - 1, joined
        best[word] = (dear + (word in spared), cost + costs[word])
        before[word] = chosen
        while window and best[window[-1]] > best[word]:
            window.pop()
        window.append(word)
    for end in ends:
        bound = max(bound, first_needed[end])
    word = min((w for w in before if w >= bound), key=lambda w: (best[w], w))
    points = []
    while word >= 0:
        points.append(word)
        word = before[word]
    return tuple(reversed(points))
