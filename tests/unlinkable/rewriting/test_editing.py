"""Edits on top of edits add up to the same text."""

import time

from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import Span
from unlinkable.rewriting.edits import (
    Difference,
    Edit,
    Revision,
    applied,
    changes,
    replacement,
    size,
)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[str, list[list[tuple[int, int, str]]]]:
    """A text, and rounds of edits that do not overlap (offsets as fractions of its length)."""
    text = draw(st.text("abcdefgh", min_size=1, max_size=20))
    made = draw(
        st.lists(
            st.lists(
                st.tuples(st.integers(0, 19), st.integers(0, 4), st.text("XYZ", max_size=3)),
                max_size=3,
            ),
            max_size=4,
        )
    )
    return text, made


@given(rounds())
def test_rounds_of_edits_equal_one_set_of_edits_of_the_original(
    made: tuple[str, list[list[tuple[int, int, str]]]],
) -> None:
    text, all_rounds = made
    revision, plain = Revision(text), text
    for one_round in all_rounds:
        edits: list[Edit] = []
        for start, length, after in sorted(one_round):
            end = min(len(plain), start + length)
            if start > len(plain) or (edits and start <= edits[-1].end):
                continue
            edits.append(Edit(start, end, plain[start:end], after))
        plain = applied(plain, edits)
        revision = revision.revised(edits)
        assert revision.text == plain
        assert applied(text, revision.edits) == plain
        for one, other in zip(revision.edits, revision.edits[1:], strict=False):
            assert one.end <= other.start


def test_changes_name_the_words_that_differ() -> None:
    assert changes("He kept bees there.", "He kept insects there.") == (
        Difference("bees", "insects"),
    )
    assert size("He kept bees there.", "He kept insects there.") == 2


def test_the_replacement_of_a_phrase_is_found() -> None:
    before = "He kept wild bees behind the rectory."
    after = "He kept some insects behind the rectory."
    assert replacement(before, after, Span(8, 17)) == (Span(8, 17), "some insects")


def test_words_changed_together_with_a_phrase_belong_to_what_was_replaced() -> None:
    before, after = "He kept wild bees behind the rectory.", "He kept insects there."
    assert replacement(before, after, Span(3, 17)) == (Span(3, 36), "kept insects there")


def test_a_phrase_that_vanished_has_no_replacement() -> None:
    assert replacement("He kept wild bees there.", "He kept there.", Span(8, 17)) is None


@given(rounds(), st.integers(0, 19), st.integers(1, 4))
def test_a_place_that_no_edit_changes_is_found_where_it_stands_now(
    made: tuple[str, list[list[tuple[int, int, str]]]], start: int, length: int
) -> None:
    text, all_rounds = made
    edits: list[Edit] = []
    for at, count, after in sorted(all_rounds[0] if all_rounds else []):
        end = min(len(text), at + count)
        if at <= len(text) and not (edits and at <= edits[-1].end):
            edits.append(Edit(at, end, text[at:end], after))
    revision, span = Revision(text, tuple(edits)), Span(start, start + length)
    changed = any(
        span.start < edit.start < span.end
        or (edit.start < edit.end and edit.start < span.end and span.start < edit.end)
        for edit in edits
    )
    stands = revision.unchanged([span])
    assert (span in stands) is not changed
    for was, now in stands.items():
        assert text[was.start : was.end] == revision.text[now.start : now.end]


def test_ten_thousand_edits_on_top_of_as_many_take_no_more_than_a_moment() -> None:
    text = "abcd" * 20_000
    first = Revision(text).revised(Edit(at, at + 2, "ab", "X") for at in range(0, 80_000, 8))
    began = time.process_time()
    second = first.revised(Edit(at, at + 1, "X", "YZ") for at in range(0, 70_000, 7))
    assert time.process_time() - began < 5
    assert second.text == text.replace("abcdabcd", "YZcdabcd")
