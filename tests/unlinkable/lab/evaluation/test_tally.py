"""Averages: pooled and in the mean, with intervals that samples of the same drafts give."""

import numpy as np
import pytest

from unlinkable.lab.evaluation.tally import MeanTally, average


def test_pooled_weighs_by_the_whole_and_the_mean_does_not() -> None:
    found = average([MeanTally(1, 2), MeanTally(0, 8)])
    assert found is not None
    assert (found.drafts, found.pooled, found.mean, found.median) == (2, 0.1, 0.25, 0.25)
    assert (found.part, found.whole) == (1, 10)


def test_drafts_without_anything_to_measure_are_left_out() -> None:
    found = average([MeanTally(0, 0), MeanTally(3, 4)])
    assert found is not None
    assert (found.drafts, found.pooled) == (1, 0.75)
    assert average([MeanTally(0, 0)]) is None
    assert average([]) is None


def test_drafts_that_are_all_alike_leave_no_room_for_doubt() -> None:
    found = average([MeanTally(7)] * 5)
    assert found is not None
    assert (found.low, found.high) == (7, 7)


def test_the_interval_is_about_that_of_the_normal_law() -> None:
    """Of 400 draws the mean's interval is 1.96 standard errors to either side."""
    draws = np.random.default_rng(1).normal(10, 2, 400)
    found = average([MeanTally(float(value)) for value in draws])
    assert found is not None
    error = float(draws.std() / 20)
    assert found.low == pytest.approx(found.mean - 1.96 * error, abs=0.3 * error)
    assert found.high == pytest.approx(found.mean + 1.96 * error, abs=0.3 * error)
