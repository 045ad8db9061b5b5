"""The words chosen to be changed, beside the best choice there is."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from tests.properties import examples
from unlinkable.findings.combinations.bit_sets import BitSets
from unlinkable.findings.combinations.choice import HittingSet
from unlinkable.findings.combinations.terms import StandingCombinations, Terms
from unlinkable.stopping import never

WORDS, SETS = 8, 6


def terms_at(places: list[tuple[int, int, int]]) -> Terms:
    """Terms at places: set, first word, words. Every set is in one document."""
    array = np.array(places)
    return Terms(
        words=WORDS + 3,
        bit_sets=BitSets(1, [BitMap([0])] * SETS),
        first_words=array[:, 1],
        lengths=array[:, 2],
        terms=array[:, 0],
        term_sets=np.arange(SETS),
        term_lengths=np.ones(SETS, dtype=np.int64),
        names=np.arange(SETS, dtype=np.uint64),
    )


def left_by(changed: set[int], places) -> set[int]:
    """The sets that have a place without a changed word."""
    return {number for number, first, n in places if not changed & set(range(first, first + n))}


def best_cost(places, known, costs) -> float:
    """The least that it costs to part every combination, by trying every set of words."""
    count = WORDS + 3
    changed = np.arange(1 << count)[:, None] >> np.arange(count) & 1 > 0
    left = np.zeros((len(changed), SETS), dtype=bool)
    for number, first, n in places:
        left[:, number] |= ~changed[:, first : first + n].any(axis=1)
    stands = np.zeros(len(changed), dtype=bool)
    for combination in known:
        stands |= left[:, sorted(combination)].all(axis=1)
    return float((changed @ np.array(costs))[~stands].min())


every_row_somewhere = st.tuples(
    *(
        st.tuples(st.just(number), st.integers(0, WORDS), st.integers(1, 3))
        for number in range(SETS)
    )
).flatmap(
    lambda first: st.lists(
        st.tuples(st.integers(0, SETS - 1), st.integers(0, WORDS), st.integers(1, 3)), max_size=4
    ).map(lambda more: [*first, *more])
)
known_combinations = st.sets(
    st.sets(st.integers(0, SETS - 1), min_size=2, max_size=3).map(frozenset), max_size=8
)


@examples(120)
@given(
    every_row_somewhere,
    known_combinations,
    st.lists(st.sampled_from([1.0, 1.5, 9.0]), min_size=WORDS + 3, max_size=WORDS + 3),
)
def test_what_is_changed_parts_every_combination_needs_it_and_is_not_dear(places, known, costs):
    standing = StandingCombinations(SETS)
    for combination in known:
        standing.add(np.array([sorted(combination)]))
    hitting_set = HittingSet(terms_at(places), standing, np.array(costs))
    hitting_set.choose(never)
    hitting_set.drop_needless(lambda _sets, _left: False, never)
    left = set(hitting_set.sets.tolist())
    assert not any(combination <= left for combination in known)
    changed = set(np.flatnonzero(hitting_set._changed).tolist())
    assert left == left_by(changed, places)
    for word in changed:
        without = left_by(changed - {word}, places)
        assert any(combination <= without for combination in known)
    # The greedy choice is at most 1 + 1/2 + … + 1/n times as dear, n being what one word parts.
    assert sum(costs[word] for word in changed) <= 2.72 * best_cost(places, known, costs)


def test_what_is_chosen_is_hardly_ever_dearer_than_the_cheapest():
    """Over many cases, drawn once and for all."""
    random = np.random.default_rng(5)
    spent = best = 0.0
    for _ in range(400):
        more = random.integers(0, 4)
        numbers = [*range(SETS), *random.integers(0, SETS, more)]
        places = [(n, *random.integers((0, 1), (WORDS, 4)).tolist()) for n in numbers]
        drawn = [random.choice(SETS, random.integers(2, 4), replace=False) for _ in range(8)]
        known = {frozenset(one.tolist()) for one in drawn}
        costs = random.choice([1.0, 1.5, 9.0], WORDS + 3)
        standing = StandingCombinations(SETS)
        for combination in known:
            standing.add(np.array([sorted(combination)]))
        hitting_set = HittingSet(terms_at(places), standing, costs)
        hitting_set.choose(never)
        hitting_set.drop_needless(lambda _sets, _left: False, never)
        spent += costs[hitting_set._changed].sum()
        best += best_cost(places, known, costs)
    assert spent <= 1.03 * best
