"""What a good author writes passes, and what a bad one writes does not, without a model.

The bars are on what the checks of words alone can see: decisions, negations, duties, amounts and
terms. What changed places, limits and words that do not exist are for the index, the model, and who
reads the offer.
"""

from collections.abc import Iterable

import pytest

from tests.unlinkable.fidelity.rewordings import TURNING, Rewording, rewordings
from unlinkable.draft import DEFAULT_MASKS, Markup, Reading
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.kind_of_text import another_kind

BANK = rewordings()
LEAST = {"en": 150, "de": 40, "no": 20}
GOOD_PASSING = {False: 0.9, True: 0.8}  # by whether they were held out


def passes(one: Rewording) -> bool:
    reasons = unfaithful(one.before, one.after, one.flagged, DEFAULT_MASKS, one.language)
    return not reasons + another_kind(one.before, one.after, Markup.PLAIN, Reading())


def share_passing(some: Iterable[Rewording]) -> float:
    judged = [passes(one) for one in some]
    return sum(judged) / len(judged)


def test_the_bank_is_large_enough_and_a_fifth_of_it_is_held_out() -> None:
    for code, least in LEAST.items():
        mine = [one for one in BANK if one.language.code == code]
        assert sum(one.good for one in mine) >= least
        assert sum(not one.good for one in mine) >= least
    assert sum(one.held_out for one in BANK) >= len(BANK) / 5


def test_every_sentence_says_what_it_says() -> None:
    for one in BANK:
        same = one._replace(after=one.before)
        assert passes(same), one.before


@pytest.mark.parametrize("held_out", [False, True])
def test_good_rewordings_pass(held_out: bool) -> None:
    good = [one for one in BANK if one.good and one.held_out == held_out]
    assert share_passing(good) >= GOOD_PASSING[held_out]


@pytest.mark.parametrize(("held_out", "most"), [(False, 0.11), (True, 0.15)])
def test_rewordings_that_turn_something_seldom_pass(held_out: bool, most: float) -> None:
    turning = [one for one in BANK if one.kind in TURNING and one.held_out == held_out]
    assert share_passing(turning) <= most


def test_of_all_bad_rewordings_few_pass() -> None:
    assert share_passing(one for one in BANK if not one.good) <= 0.2
