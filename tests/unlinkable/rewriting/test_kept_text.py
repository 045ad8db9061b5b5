"""What of a passage stays while its flagged words are written anew."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import DEFAULT_MASKS, Span
from unlinkable.model.decoding.written_text import rest_of
from unlinkable.rewriting.passage_request import KeptText, kept_text


def kept(passage: str, *phrases: str) -> KeptText:
    spans = [Span(passage.index(p), passage.index(p) + len(p)) for p in phrases]
    return kept_text(passage, spans, DEFAULT_MASKS)


def test_what_stands_before_between_and_after_flagged_words_stays() -> None:
    passage = "The claimant kept bees behind the rectory of the parish, and a bell founder came."
    assert kept(passage, "kept bees", "bell founder") == (
        "The claimant",
        (" behind the rectory of the parish, and a", " came."),
    )


def test_a_word_or_two_between_flagged_words_are_written_anew_with_them() -> None:
    passage = "She waxed the old stairs of the hall and left."
    assert kept(passage, "waxed", "stairs of") == ("She", (" the hall and left.",))


@pytest.mark.parametrize(
    ("passage", "flagged", "begun"),
    [
        ("The application (no. 4711/99) was lodged by a widow.", "4711", "The application ("),
        ("It happened on 4 May 2009 at the mill near the town.", "May", "It happened on"),
        ("He said that “the grey swarm was gone” by then.", "grey swarm", "He said that"),
    ],
)
def test_a_date_a_reference_and_a_quotation_are_written_anew_as_a_whole(
    passage: str, flagged: str, begun: str
) -> None:
    assert kept(passage, flagged).begun == begun


@pytest.mark.parametrize("passage", ["One line\nand another with bees.", "A tab\tand bees."])
def test_nothing_stays_of_what_an_answer_cannot_have(passage: str) -> None:
    assert kept(passage, "bees") == ("", ())


@pytest.mark.parametrize(
    ("written", "rest"),
    [
        (" some hives", None),
        (" some hives behind", None),
        (" some hives behind the", None),  # "the" may go on
        (" some hives behind the ", "rectory of it."),
        (" some hives behind the rec", "tory of it."),
        (" some hives behind the rectory of it.", ""),
        (" some hives behind their", None),
    ],
)
def test_a_text_has_come_back_when_two_words_of_what_stays_are_written_again(
    written: str, rest: str | None
) -> None:
    assert rest_of(" behind the rectory of it.", written) == rest


def test_a_mark_alone_is_nothing_to_come_back_to() -> None:
    assert rest_of(".", " some hives near St.") is None


@given(
    st.text("ab cd.,“”", max_size=40), st.lists(st.tuples(st.integers(0, 39), st.integers(1, 6)))
)
def test_the_parts_that_stay_stand_in_the_passage_in_their_order_outside_the_flagged_words(
    passage: str, places: list[tuple[int, int]]
) -> None:
    spans = sorted({Span(s, min(len(passage), s + n)) for s, n in places if s < len(passage)})
    if not spans:
        return
    begun, parts = kept_text(passage, spans, DEFAULT_MASKS)
    pattern = "(.*)".join(map(re.escape, (begun, *parts)))
    found = re.fullmatch(pattern, passage)
    assert found is not None
    assert passage.endswith(parts[-1])
    assert len(begun) <= spans[0].start
    assert len(passage) - len(parts[-1]) >= max(span.end for span in spans)
