"""What speaks against a wording: what would lead back in the draft, and what is still there."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import DRAFT, index_of, task_of
from unlinkable.draft import Draft, Span
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import PassageRequest, Target
from unlinkable.rewriting.task import Task, combination_spans, rare_phrases
from unlinkable.rewriting.verification import Verifier
from unlinkable.stopping import never
from unlinkable_index.index import Index

FORMS = sorted(set(task_of().draft.forms))


def request_for(task: Task, words: str) -> PassageRequest:
    """To rewrite the sentence in which ``words`` stand, without them."""
    start = task.draft.text.index(words)
    flagged = Span(start, start + len(words))
    target = Target(task.draft.sentences_at(flagged), (flagged,), (flagged,))
    return PassageRequest(task, target, Replacements())


def leads(draft: Draft, task: Task, index: Index) -> dict[tuple[int, int], int]:
    """The places of the phrases that lead back, and to how many originals each does."""
    found = rare_phrases(draft, index, task.question)
    return {(one.start, one.end): one.df for one in found}


def sentence(phrase: str, df: int) -> str:
    return f"“{phrase}” leads to {'one original' if df == 1 else f'{df} originals'}."


@examples(60)
@given(
    st.sampled_from(["bees behind", "retired bell", "3 May", "the fire began"]),
    st.lists(st.sampled_from(FORMS), min_size=1, max_size=9).map(" ".join),
)
def test_it_is_refused_for_every_phrase_that_did_not_lead_back_before(
    index: Index, flagged: str, answer: str
) -> None:
    task = task_of()
    request = request_for(task, flagged)
    passage, verdict = request.passage, Verifier(request, index).verdict(answer)
    before, after = DRAFT[: passage.start], DRAFT[passage.end :]
    assert verdict.text == before + answer + after
    known = leads(task.draft, task, index)
    longer = len(verdict.text) - len(DRAFT)
    expected = []
    for (start, end), df in leads(task_of(verdict.text).draft, task, index).items():
        same_before = end <= len(before) and (start, end) in known
        same_after = start >= len(before + answer) and (start - longer, end - longer) in known
        if not same_before and not same_after:
            expected.append(sentence(verdict.text[start:end], df))
    told = [reason for reason in verdict.reasons if "leads to" in reason]
    assert sorted(told) == sorted(expected)


STILL = [
    ("He had a fire, began.", "fire began", True),
    ("He had a fire began.", "fire began", True),
    ("There was a fire. Began it?", "fire began", False),
    ("There was a fire [REDACTED] began.", "fire began", False),
    ("A fire that began.", "fire began", False),
]


@pytest.mark.parametrize(("answer", "phrase", "still"), STILL)
def test_words_side_by_side_are_still_there_unless_something_cuts_between_them(
    index: Index, answer: str, phrase: str, still: bool
) -> None:
    verdict = Verifier(request_for(task_of(), phrase), index).verdict(answer)
    assert (f"“{phrase}” is still there." in verdict.reasons) == still


SAILED = "The miller met a sailor."


@pytest.mark.parametrize(
    ("answer", "still"),
    [
        ("The miller met a man.", False),  # the other word of the combination is gone
        ("The man met a sailor.", False),
        ("The miller saw a sailor.", True),
        ("The sailor saw a miller.", True),
    ],
)
def test_of_words_that_lead_back_together_any_may_go(
    tmp_path: Path, answer: str, still: bool
) -> None:
    texts = [
        "A sailor. A man. He met, saw the miller.",
        *(f"The miller met a man. {more} miller saw a man." for more in ("The", "A")),
        *(f"The man met a sailor. {more} sailor saw a man." for more in ("The", "A")),
    ]
    with index_of(texts, tmp_path) as index:
        task = task_of(SAILED, max_terms=2)
        (found,) = combination_spans(task.draft, index, task.question, never)
        planned = SAILED[found.start : found.end]
        verdict = Verifier(request_for(task, planned), index).verdict(answer)
        assert bool(verdict.reasons) == still


def test_what_stands_elsewhere_is_not_held_against_a_wording(index: Index) -> None:
    task = task_of("The claimant kept bees. The claimant kept bees, he said.")
    verdict = Verifier(request_for(task, "kept bees"), index).verdict("The claimant had insects.")
    assert verdict.reasons == ()


def test_a_phrase_that_runs_over_the_edge_of_a_wording_is_still_there(index: Index) -> None:
    text = "The claimant kept bees, and he said so."
    start = text.index("bees")
    target = Target(Span(start, text.index(",")), (Span(start, start + 4),), (Span(13, start + 4),))
    verdict = Verifier(PassageRequest(task_of(text), target, Replacements()), index)
    assert "“kept bees” is still there." in verdict.verdict("bees of all kinds").reasons
    assert not any("still there" in reason for reason in verdict.verdict("wasps").reasons)


def test_what_begins_where_a_wording_ends_is_not_held_against_it(index: Index) -> None:
    text = "He said:bees behind the rectory."
    passage = Span(0, text.index("bees"))
    request = PassageRequest(
        task_of(text), Target(passage, (Span(3, 7),), (Span(3, 7),)), Replacements()
    )
    assert leads(request.task.draft, request.task, index)
    reasons = Verifier(request, index).verdict("He wrote:").reasons
    assert not any("leads to" in reason for reason in reasons)
