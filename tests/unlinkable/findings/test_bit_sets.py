"""Documents as bits, beside Python's own sets."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from tests.properties import examples
from tests.unlinkable.findings.families import Family, families
from unlinkable.findings.combinations import bit_sets
from unlinkable.findings.combinations.bit_sets import BitSets
from unlinkable.stopping import never

WAYS = {
    "as it is": {},
    "few at once": {"_BLOCK": 1, "_CACHED": 1, "_TURNED": 1},
    "sets intersected": {"_FEW": 0, "_BLOCK": 6, "_CACHED": 6},
    "documents counted": {"_FEW": 10**6, "_BYTE": 2},
}

chosen_sets = st.lists(st.integers(0, 19), min_size=1, max_size=6)


@pytest.fixture(params=WAYS, autouse=True)
def way(request, monkeypatch):
    """Small families go the ways of large ones: the constants decide which."""
    for name, value in WAYS[request.param].items():
        monkeypatch.setattr(bit_sets, name, value)


given_a_family = examples(60)


@given_a_family
@given(families, chosen_sets)
def test_what_sets_have_in_common(family: Family, drawn: list[int]) -> None:
    made, sets = family.bit_sets, family.sets
    chosen = [number % len(sets) for number in drawn]
    joint = frozenset.intersection(*(sets[number] for number in chosen))
    assert made.documents == family.documents
    assert made.df.tolist() == [len(one) for one in sets]
    assert made.joint(chosen).tolist() == sorted(joint)
    assert made.places(made.joint_bits(np.array(chosen))).tolist() == sorted(joint)


@given_a_family
@given(families, chosen_sets, chosen_sets)
def test_how_many_documents_of_some_are_in_other_sets(
    family: Family, drawn: list[int], others: list[int]
) -> None:
    made, sets = family.bit_sets, family.sets
    chosen = [number % len(sets) for number in drawn]
    joint = frozenset.intersection(*(sets[number] for number in chosen))
    bits = made.joint_bits(chosen)
    sought = np.array(sorted({number % len(sets) for number in others}))
    sizes = [len(sets[number] & joint) for number in sought]
    assert made.sizes_inside(bits, sought).tolist() == sizes
    inside = made.inside(bits, sought)
    assert [made.places(one).tolist() for one in inside] == [
        sorted(sets[number] & joint) for number in sought
    ]
    assert made.sizes_inside(bits, sought[:0]).tolist() == []


@given_a_family
@given(families, st.lists(st.tuples(*[st.integers(0, 19)] * 3), min_size=1, max_size=9))
def test_how_many_documents_are_in_all_sets_of_each_combination(
    family: Family, drawn: list[tuple[int, ...]]
) -> None:
    made, sets = family.bit_sets, family.sets
    combinations = np.array(drawn) % len(sets)
    expected = [len(frozenset.intersection(*(sets[n] for n in one))) for one in combinations]
    assert made.joint_sizes(combinations).tolist() == expected


@given_a_family
@given(families)
def test_how_many_documents_each_two_sets_share(family: Family) -> None:
    sets = family.sets
    shared = family.bit_sets.shared(never)
    assert shared.tolist() == [[len(one & other) for other in sets] for one in sets]


@given_a_family
@given(families, st.integers(1, 200), chosen_sets)
def test_the_documents_in_most_sets_come_first(family: Family, most: int, drawn: list[int]) -> None:
    made, sets = family.bit_sets, family.sets
    counts = Counter(document for one in sets for document in one)
    chosen = sets[drawn[0] % len(sets)]
    found = made.fullest(made.joint_bits([drawn[0] % len(sets)]), most).tolist()
    assert len(found) == len({*found}) == min(most, len(chosen))
    assert {*found} <= chosen
    if len(found) < len(chosen):
        assert [counts[n] for n in found] == sorted((counts[n] for n in chosen), reverse=True)[
            :most
        ]


@given_a_family
@given(families, st.lists(st.integers(0, 299), min_size=1, max_size=140), chosen_sets)
def test_documents_side_by_side(family: Family, drawn: list[int], others: list[int]) -> None:
    made, sets = family.bit_sets, family.sets
    places = np.array(sorted({place % family.documents for place in drawn}))
    sought = np.array([number % len(sets) for number in others])
    columns = made.columns(places, sought)
    assert columns.shape == (-(-len(places) // 64), len(sought))
    for column, number in enumerate(sought):
        set_bits = made.places(np.ascontiguousarray(columns[:, column]))
        assert places[set_bits].tolist() == [n for n in places.tolist() if n in sets[number]]


def test_what_is_stopped_half_way_has_sets_that_are_empty_and_pairs_that_share_nothing() -> None:
    sets = [BitMap(range(n + 1)) for n in range(20)]
    stopped = BitSets(64, sets, lambda: True)
    assert stopped.df.tolist() == [len(one) for one in sets]
    assert not stopped.joint([19]).size
    assert not BitSets(64, sets).shared(lambda: True).any()
