"""The search for combinations among many documents, beside a try of every combination."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from tests.properties import examples
from tests.unlinkable.findings.families import Family, families
from unlinkable.findings.combinations import bit_sets, search
from unlinkable.findings.combinations.bit_sets import BitSets
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.stopping import never

WAYS = {
    "as it is": (),
    "few first documents": ((search, "_FIRST_DOCUMENTS", 64), (search, "_BLOCK", 40)),
    "some documents before all": (
        (search, "_FIRST_DOCUMENTS", 1),
        (search, "_SOME_DOCUMENTS", 20),
        (search, "_NARROW", 10**6),
        (search, "_BLOCK", 1),
    ),
    "a few documents alone": (
        (search, "_FIRST_DOCUMENTS", 2),
        (search, "_NARROW", 0),
        (bit_sets, "_FEW", 0),
    ),
}


@pytest.fixture(params=WAYS, autouse=True)
def way(request, monkeypatch):
    """Small families go the ways of large ones: the constants decide which."""
    for module, name, value in WAYS[request.param]:
        monkeypatch.setattr(module, name, value)


given_a_family = examples(60)
Combination = tuple[int, ...]


def linking(family: Family, k: int, size: int) -> list[Combination]:
    """Every minimal linking combination, by trying each: rising."""

    def shared(chosen: Combination) -> int:
        return len(frozenset.intersection(*(family.sets[number] for number in chosen)))

    common = [number for number, one in enumerate(family.sets) if len(one) >= k]
    return [
        chosen
        for chosen in combinations(common, size)
        if 0 < shared(chosen) < k
        and all(shared(part) >= k for part in combinations(chosen, size - 1))
    ]


def listed(batches) -> list[Combination]:
    return sorted(tuple(one) for batch in batches for one in batch.tolist())


def search_of(family: Family, k: int) -> tuple[CombinationSearch, np.ndarray]:
    made = family.bit_sets
    common = np.array([n for n, one in enumerate(family.sets) if len(one) >= k], dtype=np.int64)
    return CombinationSearch(made, made.shared(never), k, never), common


@given_a_family
@given(families, st.integers(2, 4), st.integers(2, 4))
def test_every_minimal_combination_is_found_and_nothing_else(
    family: Family, k: int, size: int
) -> None:
    sought, common = search_of(family, k)
    assert listed(sought.combinations(common[::-1], size)) == linking(family, k, size)


@given_a_family
@given(families, st.integers(2, 4), st.integers(2, 4), st.integers(0, 19), st.integers(0, 1 << 20))
def test_with_one_set_and_some_others_exactly_those_of_them_are_found(
    family: Family, k: int, size: int, drawn: int, others: int
) -> None:
    sought, common = search_of(family, k)
    if not len(common):
        return
    number = int(common[drawn % len(common)])
    among = [n for n in common.tolist() if n == number or others >> n & 1]
    expected = [
        one for one in linking(family, k, size) if number in one and {*one} <= {number, *among}
    ]
    assert listed(sought.with_set(number, np.array(among), size)) == expected


def test_a_pair_is_rising_whichever_of_the_two_was_asked_for() -> None:
    ring = BitSets(4, [BitMap(one) for one in ({0, 1}, {1, 2}, {2, 3}, {0, 3})])
    sought = CombinationSearch(ring, ring.shared(never), 2, never)
    assert listed(sought.with_set(0, np.array([1, 2, 3]), 2)) == [(0, 1), (0, 3)]
    assert listed(sought.with_set(3, np.array([0, 1, 2]), 2)) == [(0, 3), (2, 3)]


@given_a_family
@given(families, st.integers(2, 4), st.integers(2, 4))
def test_no_combination_begins_with_a_set_that_may_not_begin_one(
    family: Family, k: int, size: int
) -> None:
    sought, common = search_of(family, k)
    may = {number for number in common.tolist() if sought.may_begin(number, size)}
    assert {one[0] for one in linking(family, k, size)} <= may
