"""Which passages something was found in, and how much of the lead each carries."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import Draft, Span, read_draft
from unlinkable.findings.finding import COMBINATION, PHRASE, Finding
from unlinkable.findings.report import flagged_passages, run_at, sentences_left

TEXT = "One two three four. Five six. Seven eight nine. Ten.\n\nEleven twelve"
DRAFT = read_draft(TEXT)


def phrase(first: int, words: int, *documents: int, draft: Draft = DRAFT) -> Finding:
    span = draft.span_of(range(first, first + words))
    return Finding(PHRASE, *span, first, words, len(documents), documents)


def combination(word: int, others: list[int], *documents: int) -> Finding:
    spans = tuple(DRAFT.span_of(range(other, other + 1)) for other in others)
    span = DRAFT.span_of(range(word, word + 1))
    return Finding(COMBINATION, *span, word, 1, 9, documents, spans)


def test_the_passage_that_takes_fewest_words_to_follow_comes_first() -> None:
    found = [phrase(0, 4, 7), phrase(4, 1, 7), combination(6, [7], 7), phrase(9, 1, 8)]
    parts = flagged_passages(DRAFT, found)
    texts = [TEXT[part.span.start : part.span.end] for part in parts]
    assert texts == ["Five six.", "Seven eight nine.", "One two three four.", "Ten."]
    whole = Fraction(1) + Fraction(1, 2) + Fraction(1, 4)
    leads = [Fraction(1) / whole, Fraction(1, 2) / whole, Fraction(1, 4) / whole, Fraction(0)]
    assert [part.lead for part in parts] == [float(lead) for lead in leads]


def test_the_findings_of_a_passage_are_in_the_order_of_the_text() -> None:
    last, first = phrase(2, 2, 7), phrase(0, 1, 7)
    (part,) = flagged_passages(DRAFT, [last, first])
    assert part.findings == (first, last)


def test_sentences_that_one_finding_runs_over_are_one_passage() -> None:
    (part,) = flagged_passages(DRAFT, [phrase(3, 2, 7), phrase(0, 1, 7)])
    assert TEXT[part.span.start : part.span.end] == "One two three four. Five six."


def test_nothing_found_is_no_passage() -> None:
    assert flagged_passages(DRAFT, []) == ()
    assert sentences_left(DRAFT, []) == (0, 5)
    assert sentences_left(read_draft("  ... \n"), []) == (0, 0)


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(1, 5))))
def test_sentences_left_are_those_that_hold_a_word_of_something(
    places: list[tuple[int, int]],
) -> None:
    spans = [DRAFT.span_of(range(first, min(first + count, 12))) for first, count in places]
    left = sum(
        any(span.start < sentence.end and sentence.start < span.end for span in spans)
        for sentence in DRAFT.sentences
    )
    assert sentences_left(DRAFT, spans) == (left, 5)


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(1, 3))), st.integers(0, 11))
def test_a_run_is_all_that_can_be_reached_by_shared_words(
    places: set[tuple[int, int]], word: int
) -> None:
    phrases = [phrase(first, count, 7) for first, count in sorted(places)]
    reached = {word}
    while True:  # as long as some phrase brings in a word that was not reached before
        words = [set(range(p.first_word, p.first_word + p.words)) for p in phrases]
        grown = reached.union(*(some for some in words if some & reached))
        if grown == reached:
            break
        reached = grown
    expected = {p for p in phrases if set(range(p.first_word, p.first_word + p.words)) & reached}
    run = run_at(phrases, DRAFT.span_of(range(word, word + 1)))
    assert set(run) == expected
    assert list(run) == sorted(run, key=lambda found: found.span)


def test_a_passage_moves_with_the_text_before_it_and_loses_what_stood_with_it() -> None:
    done = Span(*DRAFT.sentences[1])
    late = combination(6, [4], 7), combination(7, [8], 7)
    _, seven = sorted(flagged_passages(DRAFT, [phrase(4, 1, 7), *late]), key=lambda part: part.span)
    moved = seven.after(done, 3)
    assert moved.span == Span(seven.span.start + 3, seven.span.end + 3)
    (left,) = moved.findings
    assert (left.start, left.end) == (late[1].start + 3, late[1].end + 3)
    assert left.others == (Span(late[1].others[0].start + 3, late[1].others[0].end + 3),)
    first = flagged_passages(DRAFT, [phrase(0, 1, 7)])[0]
    assert first.after(done, 3) == first
