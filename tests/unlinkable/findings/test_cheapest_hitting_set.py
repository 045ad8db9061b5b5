"""The cheapest hitting set, against all choices there are."""

from itertools import combinations, groupby

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unlinkable.findings.clauses import CROWD, Clause, Clauses, Items
from unlinkable.findings.hitting_set import cheapest_hitting_set

COUNT = 7
GAP, CROWDED = 0.5, 0.25
items_in = st.lists(st.integers(0, COUNT - 1), min_size=1, max_size=2, unique=True).map(
    lambda found: tuple(sorted(found))
)
clauses_in = st.lists(
    st.builds(
        Clause,
        st.lists(items_in, min_size=1, max_size=3).map(tuple),
        st.one_of(st.just(()), items_in),
    ),
    max_size=6,
)
flags = st.lists(st.booleans(), min_size=COUNT, max_size=COUNT)


def all_items(costs, joins, beside, is_open):
    return Items(
        costs=np.array(costs, dtype=float),
        joins=np.array(joins, dtype=bool),
        beside_mask=np.array(beside, dtype=bool),
        sentences=np.array([0, 0, 0, 0, 1, 1, 1]),
        gaps=np.array([CROWD - 1, 0]),
        open=np.array(is_open, dtype=bool),
        gap=GAP,
        crowd=CROWDED,
    )


def holds(clause, masked):
    whole = any(all(item in masked for item in unit) for unit in clause.units)
    return whole or any(item not in masked for item in clause.readable)


def price(items, masked):
    """What a choice costs, counted gap by gap."""
    cost = sum(items.costs[item] for item in masked)
    gaps = list(items.gaps)
    for _, run in groupby(sorted(masked), key=_begin_of(items, masked)):
        run = list(run)
        if not any(items.beside_mask[item] for item in run):
            gaps[items.sentences[run[0]]] += 1
    return cost + sum(
        GAP * (after - before) + CROWDED * (max(after - CROWD, 0) - max(before - CROWD, 0))
        for after, before in zip(gaps, items.gaps, strict=True)
    )


def _begin_of(items, masked):
    def first(item):
        while item - 1 in masked and items.joins[item - 1]:
            item -= 1
        return item

    return first


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([1.0, 1.5, 3.0]), min_size=COUNT, max_size=COUNT),
    flags,
    clauses_in,
    st.integers(0, 3),
)
@example(
    [1.0] * COUNT, [False] * COUNT, [Clause(((0, 4), (2,), (0, 2))), Clause(((1, 3),), (2,))], 0
)
@example([1.0] * COUNT, [False] * COUNT, [Clause(((0,),), (0,)), Clause(((0,), (1, 2)))], 0)
@example(
    [1.0] * COUNT,
    [False] * COUNT,
    [Clause(((0,),)), Clause(((0, 1),), (1,)), Clause(((0, 1), (2, 3)))],
    0,
)
def test_nothing_cheaper_holds(costs, joins, asked, seed):
    joins[3] = False  # no mask goes over the end of a sentence
    items = all_items(costs, joins, [False] * COUNT, [True] * COUNT)
    clauses = Clauses()
    clauses.add(asked)
    found = cheapest_hitting_set(items, clauses, np.zeros(COUNT, dtype=bool), 10, seed)
    chosen = set(np.flatnonzero(found).tolist())
    assert all(holds(clause, chosen) for clause in asked)
    choices = (set(c) for n in range(COUNT + 1) for c in combinations(range(COUNT), n))
    best = min(price(items, c) for c in choices if all(holds(clause, c) for clause in asked))
    assert price(items, chosen) == pytest.approx(best)


@settings(deadline=None)
@given(flags, flags, clauses_in)
def test_what_is_closed_stays_and_a_clause_that_cannot_hold_stops_nothing(joins, is_open, asked):
    joins[3] = False
    items = all_items([1.0] * COUNT, joins, [False] * COUNT, is_open)
    clauses = Clauses()
    clauses.add(asked)
    found = cheapest_hitting_set(items, clauses, np.zeros(COUNT, dtype=bool), 10)
    assert not found[~items.open].any()
    chosen = set(np.flatnonzero(found).tolist())
    for clause in asked:
        can = any(all(is_open[item] for item in unit) for unit in clause.units)
        assert holds(clause, chosen) or not can


def test_a_mask_beside_one_that_is_there_opens_no_gap():
    items = all_items([1.0] * COUNT, [True] * COUNT, [False] * 6 + [True], [True] * COUNT)
    clauses = Clauses()
    clauses.add([Clause(((5,), (6,)))])
    found = cheapest_hitting_set(items, clauses, np.zeros(COUNT, dtype=bool), 0)
    assert np.flatnonzero(found).tolist() == [6]


def test_a_known_clause_is_not_new():
    clauses = Clauses()
    assert clauses.add([Clause(((1,), (2,))), Clause(((2,), (1,)))]) == 1
    assert clauses.add([Clause(((1,), (2,)), (3,))]) == 1
