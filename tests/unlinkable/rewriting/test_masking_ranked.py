"""Masking until a searcher who ranks is led nowhere either."""

from dataclasses import replace

import pytest

from tests.unlinkable.findings.ranking.conftest import MadeIndex, made_index  # noqa: F401
from tests.unlinkable.findings.ranking.test_bm25 import drawn_texts
from tests.unlinkable.findings.ranking.test_leading import drawn_draft
from tests.unlinkable.findings.ranking.twin import leads
from unlinkable.draft import Markup, Reading
from unlinkable.findings.bm25 import Unit, passages
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.masking import DEFAULT_MASK, mask_until_clean
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize("seed", range(3))
def test_masked_until_clean_no_passage_leads_to_the_source(
    made_index: MadeIndex,  # noqa: F811
    unit: Unit,
    seed: int,
) -> None:
    texts = drawn_texts(seed, 40)
    index = made_index(texts)
    text = drawn_draft(texts, seed, seed).text
    question = Question(max_terms=1, source=seed, ranked=unit)
    task = Task.of(text, Markup.PLAIN, Reading(), question)
    assert not check(task.draft, index, question).clean
    masked = mask_until_clean(task, index, DEFAULT_MASK)
    result = task.revised(masked).draft
    assert check(result, index, question).clean
    for passage in passages(result, unit):
        forms = result.forms[passage.words.start : passage.words.stop]
        assert leads(forms, texts, seed, 2, 0.05, near=0) is not True
    without = mask_until_clean(
        replace(task, question=replace(question, ranked=None)), index, DEFAULT_MASK
    )
    assert len(result.forms) <= len(task.revised(without).draft.forms)


def test_without_a_source_the_suspects_are_those_of_the_draft_as_it_was(
    made_index: MadeIndex,  # noqa: F811
) -> None:
    """Masking must not change of whom is spoken."""
    texts = drawn_texts(1, 40)
    index = made_index(texts)
    text = drawn_draft(texts, 1, 1).text
    question = Question(max_terms=1, ranked=Unit.SENTENCE)
    task = Task.of(text, Markup.PLAIN, Reading(), question)
    protection = protect(task, index, Rewriter(index, None))
    assert protection.found.ranked is not None
    assert protection.found.ranked.recognition is not None
    assert protection.found.ranked.recognition.document == 1
    assert 1 in protection.result.question.suspects
    result = protection.result.draft
    for passage in passages(result, Unit.SENTENCE):
        forms = result.forms[passage.words.start : passage.words.stop]
        assert leads(forms, texts, 1, 2, 0.05, near=0) is not True


def test_what_is_masked_for_searchers_who_rank_has_that_for_its_reason(
    made_index: MadeIndex,  # noqa: F811
) -> None:
    texts = [["the", "baker", "of", "millbrook", "sold", "bread", "at", "night"]]
    texts += [["the", "baker", "sold", "fish", "of", "the", "market"], ["bread", "of", "the"]]
    texts += [["night", "at", "the", "market", "sold"]]
    index = made_index(texts)
    question = Question(max_terms=1, source=0, ranked=Unit.SENTENCE)
    text = "The market of the baker sold night bread."
    task = Task.of(text, Markup.PLAIN, Reading(), question)
    protection = protect(task, index, Rewriter(index, None))
    assert not protection.found.findings
    assert protection.found.leading_passages
    assert {reason for step in protection.steps for reason in step.reasons} == {
        "Its sentence led whoever ranks the originals to 0."
    }
