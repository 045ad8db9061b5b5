"""Small numbers in letters and in figures."""

import pytest

from unlinkable.draft.masks import DEFAULT_MASKS
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.wordings import wordings_of
from unlinkable.wordings.rules.numerals import KIND


def otherwise(text: str) -> list[str]:
    wordings = wordings_of("English")
    assert wordings is not None
    return [one.applied(text) for one in wordings.alternatives(text) if one.derivation.kind == KIND]


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
    "text",
    [
        "Two days passed.",  # begins the sentence
        "He waited for thirteen days.",
        "He waited for 13 days.",
        "He waited for twenty-two days.",
        "He waited for 2.5 days.",
        "He relied on section 2 of the Act.",
        "He waited for two.",
        "He waited for 2-3 days.",
        "They were two of a kind.",
        "It cost EUR 2 days ago.",
    ],
)
def test_what_is_counted_otherwise_or_not_at_all_stays(text: str) -> None:
    assert otherwise(text) == []
