"""What a draft is: words, and segments that no phrase crosses."""

import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unlinkable.draft.segments import CROSSING, segments

from unlinkable.draft import DEFAULT_MASKS, Markup, Reading, Span, read_draft
from unlinkable.draft.reader import outline
from unlinkable.draft.sentences import sentence_cuts

_FRAGMENTS = (
    *("a", "Bé", "the", "7", " ", " ", "\n", "\n\n", ". ", ", ", "? ", "…", "no. ", "Mr. ", "("),
    ")",
    *("(", ")", "[REDACTED]", "[...]", "<PERSON_1>", "XXX", "____", "***", "“", "”", "字。"),
    *("\r\n", "\u2028", "\x00", "a\u0301", "שלום"),
)
FRAGMENTS = st.lists(st.sampled_from(_FRAGMENTS), max_size=30).map("".join)


def test_a_mask_parts_two_segments_and_has_no_words() -> None:
    assert segments("Mr [REDACTED] lives in <PERSON_1> today") == ["mr", "lives in", "today"]


def test_a_sentence_end_parts_two_segments_unless_sentences_may_be_crossed() -> None:
    text = "The applicant left. The court stayed."
    assert segments(text) == ["the applicant left", "the court stayed"]
    assert segments(text, reading=CROSSING) == ["the applicant left the court stayed"]


def test_a_blank_line_parts_sentences_but_the_end_of_a_line_does_not() -> None:
    assert segments("THE FACTS\n\nThe applicant\nlives here") == [
        "the facts",
        "the applicant lives here",
    ]
    assert segments("THE FACTS\n\nThe applicant", reading=CROSSING) == ["the facts the applicant"]


def test_the_words_around_a_mask_inside_a_word_are_words() -> None:
    assert segments("Sheriff[REDACTED]s badge") == ["sheriff", "s badge"]


def test_a_draft_without_words_has_no_segments() -> None:
    for text in ("", " \n\n ", "[REDACTED]", "…!"):
        draft = read_draft(text)
        assert draft.forms == ()
        assert draft.segments.dtype == draft.starts.dtype == np.int32
        assert len(draft.starts) == len(draft.ends) == len(draft.segments) == 0


def test_sentences_are_shown_without_the_space_around_them_and_never_over_a_blank_line() -> None:
    text = "  First one. Mr. [REDACTED] came.\n\nand went\n\nTHE LAW\n"
    draft = read_draft(text)
    assert [text[start:end] for start, end in draft.sentences] == [
        "First one.",
        "Mr. [REDACTED] came.",
        "and went",
        "THE LAW",
    ]


@given(FRAGMENTS)
def test_words_masks_and_segments_are_those_of_the_slow_twin(text: str) -> None:
    for reading in (Reading(), CROSSING):
        draft = read_draft(text, Markup.PLAIN, reading)
        words, masks, found = slow_twin(text, reading.cross_sentences)
        assert list(zip(draft.starts.tolist(), draft.ends.tolist(), strict=True)) == words
        assert list(draft.masks) == masks
        assert draft.segments.tolist() == found


@given(FRAGMENTS)
def test_every_word_stands_in_one_sentence(text: str) -> None:
    draft = read_draft(text)
    before = 0
    for start, end in draft.sentences:
        assert before <= start < end
        assert text[start:end].strip() == text[start:end]
        before = end
    for start, end in zip(draft.starts.tolist(), draft.ends.tolist(), strict=True):
        assert sum(a <= start and end <= b for a, b in draft.sentences) == 1


def slow_twin(text: str, crossing: bool) -> tuple[list[tuple[int, int]], list[Span], list[int]]:
    """The words, masks and segments of a plain text, one character after the other."""
    masked: list[int | None] = [None] * len(text)
    masks: list[Span] = []
    cuts: set[int] = set()
    for first, last in outline(text, Markup.PLAIN).blocks:
        places = [at for at in range(first, last) if text[at] != "\x00"]  # which shows nothing
        block = "".join(text[at] for at in places)
        found = sorted(m.span() for pattern in DEFAULT_MASKS for m in re.finditer(pattern, block))
        for start, end in found:
            begin, stop = places[start], places[end - 1] + 1
            if masks and begin < masks[-1].end:
                masks[-1] = Span(masks[-1].start, max(masks[-1].end, stop))
            else:
                masks.append(Span(begin, stop))
        if not crossing:
            cuts |= {first, *([*places, last][cut] for cut in sentence_cuts(block))}
    for number, (start, end) in enumerate(masks):
        masked[start:end] = [number] * (end - start)
    words: list[tuple[int, int]] = []
    segments: list[int] = []
    segment, inside, pending = 0, False, False
    for at, character in enumerate(text):
        pending = pending or at in cuts or masked[at] is not None
        if character == "\x00":
            continue
        if masked[at] is not None or unicodedata.category(character)[0] not in "LMN":
            inside = False
        elif inside:
            words[-1] = (words[-1][0], at + 1)
        else:
            segment += 1 if pending and words else 0
            words.append((at, at + 1))
            segments.append(segment)
            inside, pending = True, False
    return words, masks, segments


@pytest.mark.parametrize(
    ("left", "first"),
    [((0, 1, 2, 3), 1), ((1, 2), 0), ((0, 1, 3), None), ((0, 2, 3), None), ((2, 3), None)],
)
def test_a_part_keeps_the_other_ways_to_read_words_that_are_all_in_it(
    left: tuple[int, ...], first: int | None
) -> None:
    draft = read_draft("the burg\u2800lar stole")  # two words, or one
    (whole,) = draft.others
    assert draft.forms == ("the", "burg", "lar", "stole")
    assert (whole.first, whole.stop, whole.words) == (1, 3, ("burglar",))
    others = [(other.first, other.stop, other.words) for other in draft.part(np.array(left)).others]
    assert others == ([] if first is None else [(first, first + 2, ("burglar",))])
