"""Numbers, what they count, and what says them less exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.fidelity.quantities import Quantity, quantities
from unlinkable.language import ENGLISH, LANGUAGES

GERMAN = next(language for language in LANGUAGES if language.code == "de")
NORWEGIAN = next(language for language in LANGUAGES if language.code == "no")


def only(text: str, language=ENGLISH) -> Quantity:
    (quantity,) = quantities(text, language)
    return quantity


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("EUR 4,350", 4350, "euro"),
        ("4,350 euros", 4350, "euro"),
        ("2.4 million crowns", 2_400_000, "crown"),
        ("a third letter", 3, ""),
        ("a third of it", Fraction(1, 3), ""),
        ("forty-two days", 42, "day"),
        ("half a year", Fraction(1, 2), "year"),
        ("one and a half years", Fraction(3, 2), "year"),
        ("two thirds of it", Fraction(2, 3), ""),
        ("a week", 1, "week"),
        ("no. 12/34", None, ""),
    ],
)
def test_a_number_is_read_with_what_it_counts(text, amount, unit) -> None:
    assert (only(text).amount, only(text).unit) == (amount, unit)


def test_what_something_fell_to_is_no_range() -> None:
    found = quantities("It was reduced from five to two files.", ENGLISH)
    assert [(one.amount, one.until) for one in found] == [(5, None), (2, None)]


def test_what_changed_over_masked_times_is_no_range() -> None:
    found = quantities(f"It rose from 4 at {' ' * 10} to 3,205 at {' ' * 10}.", ENGLISH)
    assert [(one.amount, one.until) for one in found] == [(4, None), (3205, None)]


def test_numbers_of_other_languages() -> None:
    assert only("12.350 Euro", GERMAN).amount == 12350
    assert only("34 500 kroner", NORWEGIAN).amount == 34500
    assert only("anderthalb oder 1,5 Jahre", GERMAN).amount == Fraction(3, 2)


@pytest.mark.parametrize(
    ("one", "other"),
    [("six months", "half a year"), ("two weeks", "14 days"), ("EUR 300", "300 euros")],
)
def test_two_ways_to_say_as_much(one: str, other: str) -> None:
    assert only(one).says(only(other))
    assert only(other).says(only(one))


@pytest.mark.parametrize(
    ("one", "other"), [("six months", "six years"), ("3 days", "4 days"), ("EUR 5", "USD 5")]
)
def test_two_ways_to_say_something_else(one: str, other: str) -> None:
    assert not only(one).says(only(other))


@pytest.mark.parametrize(
    ("less_exact", "exact", "holds"),
    [
        ("about EUR 4,000", "EUR 4,350", True),
        ("about EUR 3,000", "EUR 4,350", False),
        ("between 2 and 3 million crowns", "2.4 million crowns", True),
        ("between 2 and 3 million crowns", "3.4 million crowns", False),
        ("more than a week", "eleven days", True),
        ("less than a week", "eleven days", False),
        ("about three months", "ninety days", True),
        ("about three years", "ninety days", False),
        ("nearly twenty years", "nineteen years", True),
        ("the 1980s", "1988", True),
        ("the 1980s", "1990", False),
        ("more than two weeks", "more than three weeks", False),  # another limit
        ("EUR 4,000", "EUR 4,350", False),
    ],
)
def test_what_says_the_same_less_exactly(less_exact: str, exact: str, holds: bool) -> None:
    assert only(less_exact).holds(only(exact)) == holds


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_range_holds_what_lies_in_it(low: int, high: int, value: int) -> None:
    found = quantities(f"between {low} and {high} crowns", ENGLISH)
    if len(found) == 1:
        assert found[0].holds(only(f"{value} crowns")) == (low <= value <= high)
