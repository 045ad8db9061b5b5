"""The judge of words being written, beside the whole draft read anew and searched in full."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable.rewriting.conftest import DRAFT, WRITTEN, task_of
from unlinkable.draft import Draft, Span
from unlinkable.model.decoding.written_text import Fault
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import PassageRequest, Target
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.rewriting.verification import Watch
from unlinkable_index.index import Index

TASK = task_of()
INVENTED = ["defenestration", "perremptory"]
FORMS = sorted({*TASK.draft.forms, *WRITTEN.split(), *INVENTED})
JOINTS = [" ", " ", " ", " ", ", ", ". ", " [REDACTED] "]
FLAGGED = ["claimant kept", "the rectory", "heard", "the costs under section", "fire began"]

written = st.lists(st.tuples(st.sampled_from(FORMS), st.sampled_from(JOINTS)), max_size=24).map(
    lambda drawn: "".join(word + joint for word, joint in drawn)
)


def request_for(flagged: str, task: Task = TASK) -> PassageRequest:
    """To rewrite the sentence in which these words stand, without them."""
    start = task.draft.text.index(flagged)
    span = Span(start, start + len(flagged))
    return PassageRequest(
        task, Target(task.draft.sentences_at(span), (span,), (span,)), Replacements()
    )


def faulty_words(draft: Draft, request: PassageRequest, index: Index) -> list[tuple[int, int]]:
    """The first and the last words of all in a draft that must not stand."""
    rare = rare_phrases(draft, index, TASK.question)
    found = [(one.first_word, one.first_word + one.words - 1) for one in rare]
    found += [(n, n) for n, form in enumerate(draft.forms) if form in INVENTED]
    for phrase in request.must_go:
        for first in range(len(draft.forms) - len(phrase) + 1):
            last = first + len(phrase) - 1
            together = draft.segments[first] == draft.segments[last]
            if together and draft.forms[first : last + 1] == phrase:
                found.append((first, last))
    return found


def first_fault(text: str, ended: bool, request: PassageRequest, index: Index) -> Fault | None:
    """What is wrong with the passage: of all that touches it, what ends first."""
    start, end = request.passage
    draft = task_of(DRAFT[:start] + text + (DRAFT[end:] if ended else "")).draft
    own = [n for n, at in enumerate(draft.starts.tolist()) if start <= at < start + len(text)]
    if not own:
        return Fault(0, 0) if ended else None
    found = [
        (last, first)
        for first, last in faulty_words(draft, request, index)
        if not {*range(first, last + 1)}.isdisjoint(own)
    ]
    if not found:
        return None
    last, first = min(found)
    places = [int(draft.starts[min(max(word, own[0]), own[-1])]) - start for word in (first, last)]
    return Fault(*places, anywhere={first, last} <= {*own})


def place(fault: Fault | None) -> tuple[int, int, bool] | None:
    """Which words must not stand."""
    return fault and (fault.first, fault.last, fault.anywhere)


@given(written, st.booleans(), st.sampled_from(FLAGGED))
def test_the_first_that_may_not_stand_is_found_wherever_it_begins_and_ends(
    index: Index, text: str, ended: bool, flagged: str
) -> None:
    request = request_for(flagged)
    expected = first_fault(text, ended, request, index)
    assert place(Watch(request, index)(text, ended)) == place(expected)


@pytest.mark.parametrize(
    ("flagged", "text", "why"),
    [
        ("fire began", "He kept bees", "leads to an original"),
        ("fire began", "A defenestration", "is no word that other originals have"),
        ("claimant", "Where the claimant", "is what was to go"),
    ],
)
def test_why_words_must_not_stand_is_said(index: Index, flagged: str, text: str, why: str) -> None:
    fault = Watch(request_for(flagged), index)(text, False)
    assert fault is not None
    assert fault.why == why


@pytest.mark.parametrize(
    ("flagged", "text", "ended", "fault"),
    [
        ("bees", "The claimant kept animals", False, None),
        ("bees", "The claimant kept bees behind", False, ("kept", "bees", True)),
        ("The court", "It saw a retired bell", False, ("saw", "saw", True)),
        ("fire began", "The court heard a retired bell", False, ("a retired", "retired", True)),
        # what is asked to go is a fault even where many have it
        ("claimant", "Where the claimant", False, ("claimant", "claimant", True)),
        # nothing is written yet; nothing was written at all
        ("bees", "", False, None),
        ("bees", "“", False, None),
        ("bees", "…", True, ("…", "…", False)),
    ],
)
def test_what_is_faulty_and_what_is_not(
    index: Index, flagged: str, text: str, ended: bool, fault: tuple[str, str, bool] | None
) -> None:
    expected = fault and Fault(text.index(fault[0]), text.index(fault[1]), fault[2])
    assert place(Watch(request_for(flagged), index)(text, ended)) == place(expected)


def test_a_phrase_that_reaches_over_an_edge_is_laid_to_the_words_inside(index: Index) -> None:
    start, end = (DRAFT.index(words) for words in ("bell founder", ". He said"))
    words = Span(start, end)  # "a retired bell" leads back, and so does "school teacher"
    watch = Watch(PassageRequest(TASK, Target(words, (words,), ()), Replacements()), index)
    assert watch("artisan", False) is None
    assert place(watch("bell artisan", False)) == (0, 0, False)
    start, end = (DRAFT.index(words) for words in ("kept", " bees"))
    words = Span(start, end)
    watch = Watch(PassageRequest(TASK, Target(words, (words,), ()), Replacements()), index)
    assert watch("who kept", False) is None
    assert place(watch("who kept", True)) == (4, 4, False)


def test_long_stretches_that_come_at_once_are_judged_from_their_first_word(index: Index) -> None:
    long = "The claimant kept bees " + "and the other same certain matter of the whole thing " * 3
    assert place(Watch(request_for("heard"), index)(long, False)) == (13, 18, True)
