"""What speaks for words in place of others, from probabilities that are worked out by hand."""

from collections.abc import Mapping, Sequence
from math import log

import pytest

from unlinkable.model.decoding.weighing import Weighed, weighed
from unlinkable.model.span_prompt import blank_prompt, differing, span_prompt

TEXTS = (" noted", " saw", " ran", " took", " hid")


class Telling:
    """A source that says of each text here how probable it is."""

    def __init__(self, probable: Mapping[str, float]) -> None:
        self._probable = probable
        self._texts = sorted(probable)

    def tokens(self, text: str) -> list[int]:
        return [self._texts.index(text)]

    def log_probabilities(self, tokens: Sequence[int]) -> list[float]:
        return [log(self._probable[self._texts[token]]) for token in tokens]


def of(*probable: float) -> dict[str, float]:
    return dict(zip(TEXTS, probable, strict=True))


ANSWERS = {
    "[[noted]]": of(0.9, 0.05, 0.01, 0.02, 0.02),
    "[[...]]": of(0.2, 0.08, 0.08, 0.3, 0.01),
    "[[saw]]": of(0.1, 0.75, 0.01, 0.1, 0.01),
    "[[ran]]": of(0.2, 0.1, 0.5, 0.1, 0.01),
    "[[took]]": of(0.02, 0.1, 0.1, 0.7, 0.01),
}


def nats(least: float, *instead: str) -> tuple[list[float], list[str]]:
    """How much speaks for some texts in place of "noted", and what the model was asked."""
    asked: list[str] = []

    def read(what: str) -> Telling:
        asked.append(what)
        return Telling(ANSWERS[what])

    texts = [Weighed("", " noted", f" {text}", f"[[{text}]]", least) for text in instead]
    return list(weighed(read, "[[noted]]", "[[...]]", texts)), asked  # type: ignore[arg-type]


SEEN = log(0.05 / 0.1) - log(0.08 / 0.8)
SEEN_BACK = log(0.1 / 0.25) - log(0.2 / 0.92)


def test_words_are_weighed_both_ways_and_the_lower_counts() -> None:
    found, asked = nats(1.0, "saw")
    assert found == [pytest.approx(min(SEEN, SEEN_BACK))]
    assert asked == ["[[noted]]", "[[...]]", "[[saw]]"]


def test_for_words_that_are_as_likely_where_nothing_is_shown_nothing_speaks() -> None:
    found, asked = nats(0.5, "ran")
    assert found == [pytest.approx(log(0.01 / 0.1) - log(0.08 / 0.8))]
    assert found == [pytest.approx(0.0)]
    assert asked == ["[[noted]]", "[[...]]"]  # what has too little one way is not asked about again


def test_words_that_hardly_fit_where_neither_is_shown_do_not_count() -> None:
    found, asked = nats(1.0, "hid")
    assert found == [pytest.approx(log(0.01 / 0.8) - log(0.2 / 0.99))]
    assert asked == ["[[noted]]", "[[...]]"]


def test_it_ends_with_the_first_that_has_enough() -> None:
    assert len(nats(0.0, "took", "saw", "ran")[0]) == 2
    assert len(nats(9.0, "took", "saw", "ran")[0]) == 3


@pytest.mark.parametrize(
    ("there", "instead", "parts"),
    [
        ("noted", "saw", ("", " noted", " saw")),
        ("take note of", "take account of", (" take", " note", " account")),
        ("a big house", "a large house", (" a", " big", " large")),
        ("big house", "house", ("", " big house", " house")),
        ("house", "big house", ("", " house", " big house")),
        ("one two three", "one three", (" one", " two three", " three")),
    ],
)
def test_only_what_differs_is_weighed(
    there: str, instead: str, parts: tuple[str, str, str]
) -> None:
    assert differing("The court ", there, instead) == parts
    ahead, old, new = differing("(", there, instead)
    assert (ahead + old)[0] != " "
    assert (ahead + new)[0] != " "


def test_what_is_not_shown_is_not_in_what_the_model_is_asked() -> None:
    passage, place = "The court noted it.", (10, 15)
    assert "[[noted]]" in span_prompt(passage, [place]).asked.content
    blank = blank_prompt(passage, place)
    assert "The court [[...]] it." in blank.asked.content
    assert blank.fixed == span_prompt(passage, [place]).fixed
