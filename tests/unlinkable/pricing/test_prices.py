"""A price is what protecting then takes, and whoever asks for more pays more."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.unlinkable.rewriting.conftest import index_of
from tests.unlinkable.rewriting.test_exact_masks import MASK, collection
from unlinkable.draft import Markup, Reading, Span
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.pricing import Price, Prices, Rows, prices
from unlinkable.rewriting.edits import Remedy
from unlinkable.rewriting.masking.masking import DEFAULT_MASK
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable_index.index import Index

ON_EXACT = {"exact", "ranking-sentence", "ranking-paragraph", "guessing", "all"}
SEED = 0


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return index_of(collection(SEED), tmp_path_factory.mktemp("index"))


@pytest.fixture(scope="module")
def task() -> Task:
    """A draft of one of the texts, with a mask of its own; its source is not named."""
    text = random.Random(SEED).choice(collection(SEED))
    middle = text.split()[20]
    return Task.of(text.replace(middle, MASK, 1), Markup.PLAIN, Reading(), Question())


@pytest.fixture(scope="module")
def found(task: Task, index: Index) -> Prices:
    return prices(task, index, asked=Rows.ALL)


def row(found: Prices, name: str) -> Price:
    (one,) = [one for one in found.rows if one.level.name == name]
    return one


@pytest.mark.parametrize("named", [False, True], ids=["unnamed", "named"])
def test_a_price_is_what_masking_then_takes(task: Task, index: Index, named: bool) -> None:
    source = check(task.draft, index, task.question).likely_source
    assert source is not None
    if named:
        task = replace(task, question=replace(task.question, source=source.document))
    for price in prices(task, index, asked=Rows.ALL).rows:
        if price.level.name not in ON_EXACT:
            continue
        asked = replace(task, question=price.level.question)
        done = protect(asked, index, Rewriter(index))
        words = [
            word
            for step in done.steps
            for word in task.draft.words_in(Span(step.edit.start, step.edit.end))
        ]
        taken = (price.masking.masks, price.masking.words)
        assert taken == (len(done.steps), len(words)), price.level.name
        changed = {
            task.draft.sentences_at(Span(step.edit.start, step.edit.end)) for step in done.steps
        }
        assert price.masking.sentences == len(changed)
        assert done.text.count(DEFAULT_MASK) <= price.masking.masks + 1


def test_what_leads_now_is_what_a_check_finds(task: Task, index: Index, found: Prices) -> None:
    report = check(task.draft, index, found.exact.level.question)
    assert sum(found.exact.leads.values()) == len(report.findings) > 0
    question = row(found, "ranking-paragraph").level.question
    leading = check(task.draft, index, question).leading_passages
    assert row(found, "ranking-paragraph").leads == {"ranking": len(leading)}


def test_more_originals_or_longer_gaps_cost_more(found: Prices) -> None:
    exact = found.exact.masking.words
    for names in (("gap-4", "gap-6"), ("k-3", "k-5", "k-10")):
        words = [exact, *(row(found, name).masking.words for name in names)]
        found_cheaper = 1  # what a longer search may save: it counts costs, not words
        assert all(more >= less - found_cheaper for less, more in pairwise(words))
    assert row(found, "k-10").masking.words > exact
    assert row(found, "all").masking.words >= row(found, "ranking-sentence").masking.words


def test_the_same_draft_has_the_same_price(task: Task, index: Index, found: Prices) -> None:
    again = prices(task, index, asked=Rows.ALL)
    assert [row.masking for row in again.rows] == [row.masking for row in found.rows]


def test_with_wordings_is_what_protecting_with_them_takes(task: Task, index: Index) -> None:
    taken = prices(task, index, Tables()).exact.wordings
    done = protect(task, index, Rewriter(index, tables=Tables()))
    assert taken is not None
    masks = [step for step in done.steps if Remedy.MASK in step.kinds]
    assert taken.masks == len(masks)  # also where one of the draft's own takes words in


def test_an_index_without_positions_has_no_price_for_gaps(task: Task, index: Index) -> None:
    asked = replace(task, question=replace(task.question, within=0))
    rows = prices(asked, index, asked=Rows.ALL).rows
    assert not [one for one in rows if one.level.name.startswith("gap")]


def test_the_searchers_by_name_are_soon_priced_and_cost_what_they_cost_among_all(
    task: Task, index: Index, found: Prices
) -> None:
    few = prices(task, index).rows
    assert [one.level.name for one in few] == ["exact", "ranking-sentence", "guessing", "all"]
    assert all(one.masking == row(found, one.level.name).masking for one in few)


def test_a_draft_without_words_costs_nothing(index: Index) -> None:
    empty = Task.of("", Markup.PLAIN, Reading(), Question())
    assert {row.masking.words for row in prices(empty, index).rows} == {0}
