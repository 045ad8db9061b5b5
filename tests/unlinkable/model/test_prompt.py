"""What the model is told: examples that the checks would take, phrases marked, what failed."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import DEFAULT_MASKS, Markup, Reading, Span, united
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.kind_of_text import another_kind
from unlinkable.model.prompt import EXAMPLES, Example, Request, asked, fixed_part, marked
from unlinkable_index.words import find_words


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_the_model_is_shown_passes_the_checks_that_its_answers_must_pass(
    example: Example,
) -> None:
    passage, after = example.request.passage, example.text
    starts = [(passage.index(phrase), len(phrase)) for phrase in example.request.phrases]
    flagged = united([Span(start, start + length) for start, length in starts])
    assert unfaithful(passage, after, flagged, DEFAULT_MASKS) == ()
    assert another_kind(passage, after, Markup.PLAIN, Reading()) == ()
    words = " ".join(find_words(after).forms)
    for phrase in example.request.phrases:
        assert " ".join(find_words(phrase).forms) not in words


def test_the_examples_are_like_real_findings() -> None:
    phrases = " / ".join(phrase for example in EXAMPLES for phrase in example.request.phrases)
    assert "suspected of being a" in phrases  # small words
    assert "not been" in phrases  # a negation
    assert "27" in phrases  # a number
    assert any(example.request.failed for example in EXAMPLES)


def test_each_phrase_is_listed_by_itself_and_what_they_cover_is_marked() -> None:
    request = Request(
        before="",
        passage="She was also seen on the quay, and she was also heard.",
        after="",
        phrases=("was also", "also seen on"),
        used_elsewhere={},
    )
    content = json.loads(asked(request))
    assert content["phrases"] == ["was also", "also seen on"]
    assert content["marked"] == "She << was also seen on >> the quay, and she << was also >> heard."
    assert "failed before" not in content


def test_words_that_failed_are_told_with_the_reason() -> None:
    request = Request("", "It burned.", "", ("burned",), {}, {"flames": "leads to an original"})
    assert json.loads(asked(request))["failed before"] == {"flames": "leads to an original"}
    assert "failed before" in fixed_part(plan=False)[0].content


def test_larger_places_are_told() -> None:
    request = Request("", "It burned at Millbrook.", "", ("at Millbrook",), {})
    told = replace(request, larger_places={"Millbrook": "Ashmere"})
    assert json.loads(asked(told))["larger places"] == {"Millbrook": "Ashmere"}
    assert "larger places" not in json.loads(asked(request))
    assert "larger places" in fixed_part(plan=False)[0].content


WORDS = st.lists(st.sampled_from(["a", "ab", "b", "[X]", "été"]), min_size=1, max_size=12)


@given(WORDS, st.lists(st.tuples(st.integers(0, 11), st.integers(1, 4)), max_size=4))
def test_marks_cover_the_words_of_every_place_of_a_phrase_and_no_others(
    words: list[str], spans: list[tuple[int, int]]
) -> None:
    phrases = [words[first : first + length] for first, length in spans if words[first:]]
    covered = {
        place + number
        for phrase in phrases
        for place in range(len(words))
        if words[place : place + len(phrase)] == phrase
        for number in range(len(phrase))
    }
    text = marked(" ".join(words), [" ".join(phrase) for phrase in phrases])
    assert text.replace("<< ", "").replace(" >>", "") == " ".join(words)
    inside, depth, number = set(), 0, 0
    for piece in text.split():
        depth += (piece == "<<") - (piece == ">>")
        if piece not in ("<<", ">>"):
            inside |= {number} if depth else set()
            number += 1
    assert inside == covered
    assert depth == 0
