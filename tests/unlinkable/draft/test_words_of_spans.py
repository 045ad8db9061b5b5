"""The words of a span, the places of a phrase, and parts of a draft: against slow twins."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import Draft, Span, read_draft

texts = st.lists(
    st.sampled_from(["blue", "Kiosk", "the", "the", ".", "[REDACTED]", "\n\n", ",", "A"]),
    max_size=25,
).map(" ".join)


def spans_in(text: str, start: int, length: int) -> Span:
    first = start % (len(text) + 1)
    return Span(first, min(len(text), first + length))


@given(texts, st.integers(0, 200), st.integers(0, 40))
def test_the_words_in_a_span_are_those_that_share_a_character_with_it(
    text: str, start: int, length: int
) -> None:
    draft, span = read_draft(text), spans_in(text, start, length)
    sharing = [
        word
        for word in range(len(draft.forms))
        if draft.starts[word] < span.end and span.start < draft.ends[word]
    ]
    if span.start < span.end:
        assert list(draft.words_in(span)) == sharing
        assert draft.forms_in(span) == tuple(draft.forms[word] for word in sharing)
    if sharing:
        whole = draft.span_of(draft.words_in(span))
        assert draft.words_in(whole) == draft.words_in(span)
        assert text[whole.start] == text[draft.starts[sharing[0]]]
        assert whole.end == draft.ends[sharing[-1]]


@given(texts, st.lists(st.sampled_from(["blue", "kiosk", "the"]), min_size=1, max_size=3))
def test_a_phrase_is_found_wherever_its_words_stand_within_one_segment(
    text: str, words: list[str]
) -> None:
    draft, phrase = read_draft(text), tuple(words)
    every = [
        range(first, first + len(phrase))
        for first in range(len(draft.forms))
        if draft.forms[first : first + len(phrase)] == phrase
        and len(set(draft.segments[first : first + len(phrase)].tolist())) == 1
    ]
    assert list(draft.places_of(phrase)) == every
    for among in (range(3, 5), range(1), range(0)):
        touching = [place for place in every if set(place) & set(among)]
        assert list(draft.places_of(phrase, among)) == touching


def segments_of(draft: Draft) -> list[list[int]]:
    """The starts of the words of every segment, in order."""
    groups: dict[int, list[int]] = {}
    for start, segment in zip(draft.starts.tolist(), draft.segments.tolist(), strict=True):
        groups.setdefault(segment, []).append(start)
    assert list(groups) == list(range(len(groups)))
    return list(groups.values())


@given(texts, st.sets(st.integers(0, 24)))
def test_a_part_is_a_draft_in_which_no_phrase_runs_over_what_was_left_out(
    text: str, chosen: set[int]
) -> None:
    draft = read_draft(text)
    words = sorted(word for word in chosen if word < len(draft.forms))
    part = draft.part(np.array(words, dtype=np.int64))
    assert part.forms == tuple(draft.forms[word] for word in words)
    assert part.starts.tolist() == [draft.starts[word] for word in words]
    runs: list[list[int]] = []
    for word in words:
        if runs and word - 1 in chosen and draft.segments[word - 1] == draft.segments[word]:
            runs[-1].append(int(draft.starts[word]))
        else:
            runs.append([int(draft.starts[word])])
    assert segments_of(part) == runs


def test_all_of_a_draft_is_a_part_of_it() -> None:
    draft = read_draft("The blue kiosk. A [REDACTED] kiosk")
    part = draft.part(np.arange(len(draft.forms)))
    assert part.segments.tolist() == draft.segments.tolist()
    assert segments_of(draft.part(np.arange(0))) == []
