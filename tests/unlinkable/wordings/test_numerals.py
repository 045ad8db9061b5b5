"""Small numbers in letters and in figures."""

import pytest

from tests.unlinkable.wordings.of_a_kind import of_a_kind
from unlinkable.draft.masks import DEFAULT_MASKS
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.wordings.saying_the_same import NUMERALS


def otherwise(text: str) -> list[str]:
    return of_a_kind(NUMERALS, text)


IN_LETTERS = (
    *("two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve"),
)


@pytest.mark.parametrize(("number", "letters"), list(enumerate(IN_LETTERS, 2)))
def test_a_number_is_written_in_the_other_way_and_says_the_same(number: int, letters: str) -> None:
    before, after = f"He waited for {letters} days.", f"He waited for {number} days."
    assert otherwise(before) == [after]
    assert otherwise(after) == [before]
    assert not unfaithful(before, after, (), DEFAULT_MASKS)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He waited for thirteen days.", "He waited for 13 days."),
        ("He waited for twenty-two days.", "He waited for 22 days."),
        ("He waited for ninety days.", "He waited for 90 days."),
        ("They took two large soil samples.", "They took 2 large soil samples."),
        ("He met the twelve other applicants.", "He met the 12 other applicants."),
        ("They were between two old buildings.", "They were between 2 old buildings."),
    ],
)
def test_larger_numbers_and_things_described(before: str, after: str) -> None:
    assert otherwise(before) == [after]
    assert otherwise(after) == [before]
    assert not unfaithful(before, after, (), DEFAULT_MASKS)


@pytest.mark.parametrize(
    "text",
    [
        "Two days passed.",  # begins the sentence
        "He waited for 100 days.",
        "He waited for two hundred days.",
        "He waited for one hundred and two days.",
        "He waited for one or two days.",
        "He waited for twenty to thirty days.",
        "Twenty to thirty days passed.",
        "He waited for two thirds of the days.",
        "He waited for two and a half days.",
        "He lived in the two-room flats.",
        "He waited for 2.5 days.",
        "He relied on section 2 of the Act.",
        "He waited for two.",
        "He relied on point 3 conditions.",
        "He waited for 2-3 days.",
        "They were two of a kind.",
        "It cost EUR 2 days ago.",
    ],
)
def test_what_is_counted_otherwise_or_not_at_all_stays(text: str) -> None:
    assert otherwise(text) == []
