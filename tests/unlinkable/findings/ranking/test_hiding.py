"""Which words are changed so that a passage leads no longer: enough, none needless, and cheap."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from unlinkable.findings.leading import ROUNDING, Contest, standing


def changed(gains: list[list[float]], costs: list[float], needed: int = 1) -> list[int]:
    return Contest(np.array(gains), np.array(costs)).words_to_change(needed).tolist()


def test_the_cheaper_of_two_words_that_would_both_do_is_changed() -> None:
    assert changed([[-1.0, -1.0, 0.5]], [5.0, 1.0, 1.0]) == [0, 1]
    assert changed([[-1.0, -1.0, 1.1]], [5.0, 1.0, 1.0]) == [1]
    assert changed([[-1.0, -1.0, 1.1]], [1.0, 5.0, 1.0]) == [0]


def test_it_counts_what_a_word_brings_for_its_cost() -> None:
    # One word of cost 3 brings as much as four of cost 1.
    assert changed([[-4.0, -1.0, -1.0, -1.0, -1.0, 4.1]], [3.0, 1.0, 1.0, 1.0, 1.0, 9.0]) == [0]
    assert changed([[-4.0, -2.0, -2.0, 4.1]], [9.0, 1.0, 1.0, 9.0]) == [1, 2]


def test_of_several_documents_the_cheapest_to_reach_are_chosen() -> None:
    gains = [[-1.0, 0.0, 0.0, 0.5], [0.0, -1.0, 0.0, 0.5], [0.0, 0.0, -1.0, 0.5]]
    assert changed(gains, [5.0, 1.0, 3.0, 9.0]) == [1]
    assert changed(gains, [5.0, 1.0, 3.0, 9.0], needed=2) == [1, 2]
    assert changed(gains, [5.0, 1.0, 3.0, 9.0], needed=3) == [0, 1, 2]
    assert changed(gains, [5.0, 1.0, 3.0, 9.0], needed=4) == [0, 1, 2, 3]


def test_nothing_is_changed_where_enough_documents_score_high_enough() -> None:
    assert changed([[1.0, -0.5], [-1.0, 0.5]], [1.0, 1.0]) == []
    assert changed([[0.0, 0.0]], [1.0, 1.0]) == [0, 1]  # as high is not higher by a margin
    assert changed([[ROUNDING, 0.0]], [1.0, 1.0]) == []
    # Of two that are needed one is high enough already, if only just: the other is brought there.
    assert changed([[0.0, ROUNDING], [-1.0, 0.5]], [2.0, 1.0], needed=2) == [0]


@pytest.mark.parametrize("seed", range(60))
def test_no_word_is_needless_and_none_is_dearer_than_it_must_be(seed: int) -> None:
    chance = np.random.default_rng(seed)
    documents, count = int(chance.integers(1, 5)), int(chance.integers(2, 8))
    needed = int(chance.integers(1, documents + 1))
    costs = chance.choice([1.0, 2.0, 5.0, 20.0], count)
    contest = Contest(chance.normal(-0.2, 1, (documents, count)), costs)

    def enough(words: tuple[int, ...]) -> bool:
        left: NDArray[np.float64] = np.delete(contest.gains, list(words), axis=1).sum(axis=1)
        return int((left >= ROUNDING).sum()) >= needed

    found = tuple(contest.words_to_change(needed).tolist())
    every = (set_ for size in range(count) for set_ in itertools.combinations(range(count), size))
    possible = [set_ for set_ in every if enough(set_)]
    if not possible:
        assert found == tuple(range(count))
        return
    if 0 < len(found) < count:
        assert enough(found)
        for left_out in itertools.combinations(found, len(found) - 1):
            assert not enough(left_out)
    cheapest = min(sum(costs[list(set_)]) for set_ in possible)
    if needed == 1:
        assert sum(costs[list(found)]) <= 2 * cheapest


def test_the_standing_of_a_document_is_its_rank_and_its_lead() -> None:
    def stands(*scores: float) -> tuple[int, float]:
        found = standing(np.array(scores), 0)
        return found.rank, found.lead

    assert stands(3.0, 2.0, 1.0) == (1, 1.5)
    assert stands(2.0, 2.0, 1.0) == (1, 1.0)
    assert stands(1.0, 2.0, 4.0) == (3, 0.25)
    assert stands(1.0, 0.0) == (1, float("inf"))
    assert stands(1.0) == (1, float("inf"))
    assert stands(0.0, 0.0) == (1, 0.0)
    assert stands(0.0, 1.0) == (2, 0.0)
