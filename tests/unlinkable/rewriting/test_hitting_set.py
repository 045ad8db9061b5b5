"""The fewest words that touch every phrase."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from unlinkable.rewriting.masking.readable import cheapest_points, fewest_points

WORDS = 12
intervals = st.lists(
    st.tuples(st.integers(0, WORDS - 1), st.integers(1, 5)).map(
        lambda pair: (pair[0], min(WORDS - 1, pair[0] + pair[1] - 1))
    ),
    max_size=8,
)
penalties = st.lists(st.integers(0, 5), min_size=WORDS, max_size=WORDS)


def touches(points: tuple[int, ...], interval: tuple[int, int]) -> bool:
    return any(interval[0] <= point <= interval[1] for point in points)


def by_trying_everything(wanted: list[tuple[int, int]], weights: list[int]) -> tuple[int, int]:
    """The least number of words, and the least penalty with so many."""
    for count in range(WORDS + 1):
        sums = [
            sum(weights[point] for point in points)
            for points in combinations(range(WORDS), count)
            if all(touches(points, interval) for interval in wanted)
        ]
        if sums:
            return count, min(sums)
    raise AssertionError


@given(intervals, penalties)
def test_no_smaller_and_no_cheaper_set_of_words_exists(
    wanted: list[tuple[int, int]], weights: list[int]
) -> None:
    points = fewest_points(wanted, weights)
    assert all(touches(points, interval) for interval in wanted)
    assert (len(points), sum(weights[p] for p in points)) == by_trying_everything(wanted, weights)


def test_one_word_shared_by_two_phrases_is_enough() -> None:
    assert fewest_points([(0, 2), (2, 4)], [0] * 5) == (2,)


def test_among_equals_the_cheaper_word_is_taken() -> None:
    assert fewest_points([(0, 2)], [3, 1, 2]) == (1,)


def test_nothing_to_touch_needs_no_word() -> None:
    assert fewest_points([], []) == ()


@given(intervals, penalties, st.sets(st.integers(0, WORDS - 1)))
def test_no_set_of_words_touches_fewer_of_those_to_be_spared_or_is_as_sparing_and_smaller(
    wanted: list[tuple[int, int]], weights: list[int], spared: set[int]
) -> None:
    points = fewest_points(wanted, weights, spared)
    assert all(touches(points, interval) for interval in wanted)
    needed = [set(range(first, last + 1)) <= spared for first, last in wanted]
    if not any(needed):
        assert spared.isdisjoint(points)
    best = min(
        (len(spared & set(some)), len(some), sum(weights[point] for point in some))
        for count in range(len(wanted) + 1)
        for some in combinations(sorted({p for a, b in wanted for p in range(a, b + 1)}), count)
        if all(touches(some, interval) for interval in wanted)
    )
    assert (len(spared & set(points)), len(points), sum(weights[p] for p in points)) == best


@given(intervals, st.lists(st.integers(2, 9), min_size=WORDS, max_size=WORDS), st.integers(0, 2))
def test_no_words_cost_less_counting_what_neighbours_save(
    wanted: list[tuple[int, int]], costs: list[int], beside: int
) -> None:
    def cost(points: tuple[int, ...]) -> int:
        joined = sum(point + 1 in points for point in points)
        return sum(costs[point] for point in points) - beside * joined

    points = cheapest_points(wanted, costs, (), beside)
    assert all(touches(points, interval) for interval in wanted)
    candidates = sorted({p for first, last in wanted for p in range(first, last + 1)})
    best = min(
        cost(some)
        for count in range(len(candidates) + 1)
        for some in combinations(candidates, count)
        if all(touches(some, interval) for interval in wanted)
    )
    assert cost(points) == best
