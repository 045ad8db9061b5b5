"""A mask is set down to the searcher who finds something once its words are read again."""

import random
from collections import Counter

import pytest

from tests.unlinkable.rewriting.conftest import index_of
from tests.unlinkable.rewriting.test_exact_masks import collection
from unlinkable.draft import Markup, Reading, Span
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import Revision
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

EXACT, RANKING = Question(), Question(ranked=Unit.SENTENCE)
EVERYBODY = Question(ranked=Unit.SENTENCE, guessing=True)
UNTOLD = "once its neighbours were changed"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return index_of(collection(1), tmp_path_factory.mktemp("index"))


def protected(question: Question, index: Index) -> Protection:
    text = random.Random(1).choice(collection(1))
    return protect(Task.of(text, Markup.PLAIN, Reading(), question), index, Rewriter(index))


@pytest.mark.parametrize("question", [EXACT, RANKING], ids=["exact", "ranking"])
def test_what_a_mask_hides_is_found_by_whoever_it_is_set_down_to(
    question: Question, index: Index
) -> None:
    done = protected(question, index)
    edits = [step.edit for step in done.steps]
    searchers = set()
    for step in done.steps:
        others = [one for one in edits if one != step.edit]
        shown = done.result.with_text(Revision(done.original.text).revised(others).text)
        found = check(shown.draft, index, done.result.question)
        kinds = {one.kind.searcher for one in found.everything}
        assert step.searcher in kinds or not kinds
        assert "exact" not in kinds or step.searcher == "exact"
        assert not (kinds and UNTOLD in " ".join(step.reasons))
        searchers.add(step.searcher)
    assert searchers == set(question.searchers)


@pytest.mark.parametrize("question", [EXACT, RANKING, EVERYBODY], ids=["one", "two", "three"])
def test_what_is_paid_for_each_searcher_adds_up(question: Question, index: Index) -> None:
    done = protected(question, index)
    paid = sum((Counter(step.words) for step in done.steps), Counter[str]())
    masked = [
        word
        for step in done.steps
        for word in done.original.words_in(Span(step.edit.start, step.edit.end))
    ]
    assert paid.total() == len(masked) == len(set(masked))
    assert set(paid) <= set(question.searchers)
    assert paid["exact"] > 0
