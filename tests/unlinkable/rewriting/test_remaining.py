"""What is left to do, and that a draft is clean once it is done, passage by passage."""

import random
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import DRAFT, task_of
from unlinkable.findings.near.near import counted_documents
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import applied
from unlinkable.rewriting.masking.masking import mask_until_clean
from unlinkable.rewriting.remaining import Remaining, remaining
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.stopping import StoppedError, never
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

MASK = "[REDACTED]"
FORMS = sorted(set(task_of().draft.forms))
texts = st.lists(st.sampled_from([*FORMS, ".", "\n\n", MASK]), max_size=40).map(" ".join)


def left_of(task: Task, index: Index) -> Remaining:
    return remaining(task, index, MASK, never)


def begun(text: str, max_terms: int, index: Index) -> Task:
    """A task as work on it begins: held against the originals that the draft itself resembles."""
    task = task_of(text, max_terms)
    suspects = counted_documents(task.draft, index, task.question)
    return replace(task, question=replace(task.question, against=suspects))


@examples(40)
@given(texts, st.integers(1, 3), st.randoms(use_true_random=False))
def test_masking_passage_by_passage_in_any_order_ends_clean_with_the_masks_chosen_at_first(
    index: Index, text: str, max_terms: int, order: random.Random
) -> None:
    task = begun(text, max_terms, index)
    left = left_of(task, index)
    at_once = applied(text, left.masks)
    for _ in range(len(left.passages)):
        passage = order.choice(left.passages)
        masks = left.masks_in(passage.span)
        assert masks
        following = left.after(applied(left.text, masks))
        assert following is not None
        assert len(following.passages) == len(left.passages) - 1
        left = following
    assert left.masks == ()
    assert left.text == at_once
    assert check(task.with_text(left.text).draft, index, task.question).clean


def test_every_mask_lies_in_a_passage_and_says_what_stands_there(index: Index) -> None:
    left = left_of(task_of(max_terms=3), index)
    assert left.passages
    inside = [mask for passage in left.passages for mask in left.masks_in(passage.span)]
    assert sorted(inside, key=lambda edit: edit.start) == list(left.masks)
    assert all(edit.fits(DRAFT) for edit in left.masks)


def test_a_clean_text_has_nothing_left(index: Index) -> None:
    task = task_of(max_terms=3)
    clean = task.with_text(applied(DRAFT, left_of(task, index).masks))
    assert left_of(clean, index) == Remaining(clean.draft.text, (), ())


def test_what_was_accepted_is_not_left(index: Index) -> None:
    task = task_of("The claimant kept bees behind the rectory.")
    all_accepted = task.accepting(rare_phrases(task.draft, index, task.question))
    assert left_of(task, index).masks
    assert left_of(all_accepted, index).masks == ()


@examples(40)
@given(texts, st.integers(1, 3))
@example("a bees his", 2)
def test_what_is_masked_passage_by_passage_is_what_protecting_masks(
    index: Index, text: str, max_terms: int
) -> None:
    task = begun(text, max_terms, index)
    protected = mask_until_clean(task, index, MASK)
    assert applied(text, left_of(task, index).masks) == protected.text


def test_any_other_edit_has_the_masks_chosen_anew(index: Index) -> None:
    left = left_of(task_of(max_terms=3), index)
    first, *_ = left.masks
    passage = next(p for p in left.passages if left.masks_in(p.span)[0] == first)
    assert left.after(DRAFT + " And more.") is None
    assert left.after(DRAFT) is None
    elsewhere = applied(DRAFT, left.masks_in(passage.span)).replace(MASK, "[OTHERWISE]", 1)
    assert left.after(elsewhere) is None


def test_it_stops_when_asked_and_refuses_a_mask_that_is_none(index: Index) -> None:
    with pytest.raises(StoppedError):
        remaining(task_of(max_terms=3), index, MASK, lambda: True)
    with pytest.raises(UserError, match="someone"):
        remaining(task_of(), index, "someone", never)
