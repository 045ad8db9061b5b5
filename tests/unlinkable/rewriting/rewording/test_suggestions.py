"""The wordings for one finding: what breaks most first, nothing that the checks refuse."""

import pytest

from tests.unlinkable.rewriting.rewording.test_draft_reworded import (
    DRAFT,
    FLOOD,
    SAID,
    index,
    task_of,
)
from unlinkable.draft import Markup
from unlinkable.fidelity.fidelity import Fidelity
from unlinkable.findings.finding import Finding
from unlinkable.rewriting.reworded import Suggestion, reworded, suggestions
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable.wordings.synonyms import synonyms_in
from unlinkable_index.index import Index

__all__ = ["index"]


def found_in(task: Task, part: str, index: Index) -> list[Finding]:
    """The rare phrases of a draft that lie within a part of it."""
    start = task.draft.text.index(part)
    rare = rare_phrases(task.draft, index, task.question)
    return [f for f in rare if start <= f.start and f.end <= start + len(part)]


def shown(found: list[Suggestion]) -> list[str]:
    return [one.wording.edit.after for one in found]


def test_each_says_how_many_phrases_it_breaks_and_the_best_comes_first(index: Index) -> None:
    task = task_of(DRAFT, index)
    run = found_in(task, "miller lodged an appeal", index)
    found = suggestions(task, index, run, Tables())
    assert found
    assert [one.breaks for one in found] == sorted((one.breaks for one in found), reverse=True)
    assert found[0].of == len(run) > 1
    assert "filed" in shown(found)


def test_what_breaks_none_of_them_is_not_suggested(index: Index) -> None:
    task = task_of(DRAFT, index)
    run = found_in(task, "miller lodged an appeal", index)
    assert all(one.breaks for one in suggestions(task, index, run, Tables()))
    assert not any("storm" in text for text in shown(suggestions(task, index, run, Tables())))


def test_what_was_replaced_is_not_suggested(index: Index) -> None:
    task = task_of(DRAFT, index)
    run = found_in(task, "miller lodged an appeal", index)
    left = shown(suggestions(task, index, run, Tables(replaced=frozenset({("filed",)}))))
    assert left
    assert "filed" not in left


@pytest.mark.parametrize("text", [FLOOD, SAID])
def test_nothing_that_leads_back_and_no_quotation_is_suggested(text: str, index: Index) -> None:
    task = task_of(text, index)
    assert suggestions(task, index, found_in(task, text, index), Tables()) == []


def test_what_fidelity_refuses_is_not_suggested(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = task_of(DRAFT, index)
    run = found_in(task, "miller lodged an appeal", index)
    monkeypatch.setattr(Fidelity, "reasons", lambda *_: ("Not the same.",))
    assert suggestions(task, index, run, Tables()) == []


def test_the_same_is_suggested_wherever_the_paragraph_stands(index: Index) -> None:
    """Only the paragraph is read; a quotation that another one leaves open ends with it."""
    alone = task_of(DRAFT, index)
    among = task_of(f"He said “as follows.\n\n{DRAFT}\n\nThe end.", index)
    assert among.markup is Markup.PLAIN
    run = [found_in(task, "miller lodged an appeal", index) for task in (alone, among)]
    first, second = (
        shown(suggestions(task, index, findings, Tables()))
        for task, findings in zip((alone, among), run, strict=True)
    )
    assert first == second


def test_synonyms_of_the_user_come_last_and_are_not_sure(index: Index) -> None:
    task = task_of(DRAFT, index)
    run = found_in(task, "miller lodged an appeal", index)
    tables = Tables(synonyms=synonyms_in("lodged: brought, spoke\nappeal: storm", "ours.txt"))
    found = suggestions(task, index, run, tables)
    sure = [one.sure for one in found]
    assert sure == sorted(sure, reverse=True)
    assert "spoke" in [one.wording.edit.after for one in found if not one.sure]
    assert "brought" not in reworded(task, index, tables).revision.text
