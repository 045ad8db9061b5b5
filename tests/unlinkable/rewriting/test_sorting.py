"""Wordings that passed every check are ranked by what they leave behind."""

from dataclasses import replace

import pytest

from tests.unlinkable.rewriting.conftest import DRAFT, task_of
from unlinkable.draft import Span
from unlinkable.findings.bm25 import Unit
from unlinkable.rewriting.candidates import Sorting
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import PassageRequest, Target
from unlinkable.rewriting.task import leading_passages, rare_phrases
from unlinkable.stopping import never
from unlinkable_index.index import Index

SENTENCE = "The claimant kept bees behind the rectory."
WORDING = "The claimant kept insects there."


@pytest.fixture
def request_(index: Index) -> PassageRequest:
    """The first sentence is to be written anew; searchers who rank are asked about."""
    task = task_of(DRAFT)
    source = index.document_number("original")
    task = replace(task, question=replace(task.question, source=source, ranked=Unit.SENTENCE))
    at = Span(0, len(SENTENCE))
    rare = rare_phrases(task.draft, index, task.question)
    flagged = tuple(found.span for found in rare if found.end <= at.end)
    return PassageRequest(task, Target(at, flagged, flagged), Replacements(), wanted=3)


def test_it_is_counted_how_many_passages_a_wording_leaves_leading(
    index: Index, request_: PassageRequest
) -> None:
    sorting = Sorting(request_, index, never)
    sorting.consider(WORDING, -0.1)
    (alternative,) = sorting.alternatives
    there = request_.task.with_text(DRAFT.replace(SENTENCE, WORDING))
    assert alternative.leading == len(leading_passages(there, index)) > 0
    for asked in (replace(request_, wanted=1), not_ranked(request_)):
        sorting = Sorting(asked, index, never)
        sorting.consider(WORDING, -0.1)
        assert [found.leading for found in sorting.alternatives] == [None]


def test_a_wording_that_leaves_fewer_passages_leading_comes_first(
    index: Index, request_: PassageRequest
) -> None:
    sorting = Sorting(request_, index, never)
    sorting.consider(WORDING, -0.1)
    (likely,) = sorting.alternatives
    assert likely.leading is not None
    better = replace(likely, leading=likely.leading - 1, log_probability=-0.9)
    sorting.alternatives.append(better)
    assert sorting.ranked == (better, likely)


def not_ranked(request: PassageRequest) -> PassageRequest:
    question = replace(request.task.question, ranked=None)
    return replace(request, task=replace(request.task, question=question))
