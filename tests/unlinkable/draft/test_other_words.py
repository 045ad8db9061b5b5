"""Marks of notes: which numbers may be such marks, and what the words are without them."""

import pytest

from unlinkable.draft.block import note_numbers, noted_words
from unlinkable_index.words import find_words


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It was held[^4] so.", {4}),
        ("It was held<sup>15</sup> so.", {15}),
        ("It was held<sup> 15 </sup> so.", {15}),
        ("It was so.\n6 See the Act.\n  (7) See also there.\n> [8] And there.", {6, 7, 8}),
        ("*9 See the Act.\n<sup>10</sup> And there.\n[^11]: there too", {9, 10, 11}),
        ("It was held 6 times, in (7) courts, and [8] later.", set()),
        ("1999 was the year.\n1234. of all", set()),
    ],
)
def test_the_numbers_that_may_be_notes(text: str, numbers: set[int]) -> None:
    assert note_numbers(text) == numbers


@pytest.mark.parametrize(
    ("word", "number", "without"),
    [
        ("court12", 12, "court"),
        ("law1", 1, "law"),
        ("hof345", 345, "hof"),
        ("ab1", None, None),
        ("court1234", None, None),
        ("2court1", None, None),
        ("court1a", None, None),
        ("court", None, None),
    ],
)
def test_a_word_with_a_number_behind_it_may_be_noted(
    word: str, number: int | None, without: str | None
) -> None:
    text = f"the {word} held"
    found = [(one.number, one.without_mark) for one in noted_words(text, find_words(text).forms)]
    if number is None:
        assert found == []
    else:
        ((told, other),) = found
        assert told == number
        assert (other.first, other.stop, other.words) == (1, 2, (without,))
