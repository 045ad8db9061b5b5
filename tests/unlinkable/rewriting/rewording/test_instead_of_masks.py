"""Wordings in place of masks: fewer masks, and nothing leads back that did not."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unlinkable.rewriting.rewording.only_before import OnlyBefore
from unlinkable.demo.folder import write_demo
from unlinkable.draft import Markup, Reading
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import Edit, Revision
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.reworded import Reworded, instead_of_masks
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

MASK = "[REDACTED]"
DRAFT = "The works commenced in May. The gate was shut. The bell rang."
LED = "The works commenced at the gate by the bell."
OTHERS = (
    "The gate was shut. The works began in May. The works started in May.",
    "The works commenced in May. The bell rang.",
    "The works began in May. The gate was shut. The bell rang. The works started.",
)
"""Rulings without the three words together that only the original has: commenced, gate, bell."""


def index_of(folder: Path, original: str, others: tuple[str, ...]) -> Path:
    texts = {"original": original}
    texts |= {f"ruling {n} {copy}": text for n, text in enumerate(others) for copy in range(6)}
    records = [{"id": name, "text": f"{text} {name}."} for name, text in texts.items()]
    (folder / "rulings.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    build_index([folder / "rulings.jsonl"], folder / "one.unlinkable", Options(processes=1))
    return folder / "one.unlinkable"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("collection")
    with Index.open(index_of(folder, DRAFT, OTHERS)) as opened:
        yield opened


def task_of(text: str, index: Index, ranked: Unit | None = None) -> Task:
    source = index.document_number("original")
    question = Question(max_terms=3, source=source, ranked=ranked)
    return Task.of(text, Markup.PLAIN, Reading(), question)


def masked(task: Task, *words: str) -> tuple[Edit, ...]:
    """The masks that hide the words, each where it stands first."""
    text = task.draft.text
    starts = [(text.index(word), word) for word in words]
    return tuple(Edit(at, at + len(word), word, MASK) for at, word in sorted(starts))


def tried(task: Task, index: Index, *words: str) -> tuple[str, tuple[Edit, ...]]:
    """The text with wordings in place of the masks for some words, and the masks left."""
    masks = masked(task, *words)
    worded, left = instead_of_masks(task, Reworded(task.draft.text), masks, index, Tables())
    return worded.revision.revised(left).text, left


def test_a_wording_takes_the_place_of_a_mask_for_a_combination(index: Index) -> None:
    task = task_of(DRAFT, index)
    assert check(task.draft, index, task.question).combinations
    text, left = tried(task, index, "commenced")
    assert text in (DRAFT.replace("commenced", "began"), DRAFT.replace("commenced", "started"))
    assert left == ()
    assert check(task.with_text(text).draft, index, task.question).clean


def test_it_also_takes_the_place_of_one_that_hides_from_a_searcher_who_ranks(
    tmp_path: Path,
) -> None:
    others = (
        "The gate was shut at night.",
        "The bell rang by day.",
        "The works were shut.",
        "The works started at the gate by the bell. They started.",
    )
    with Index.open(index_of(tmp_path, LED, others)) as index:
        task = task_of(LED, index, Unit.SENTENCE)
        assert check(task.draft, index, task.question).leading_passages
        text, left = tried(task, index, "commenced")
        assert "works started at the gate" in text
        assert left == ()
        assert check(task.with_text(text).draft, index, task.question).clean


def test_a_sentence_that_would_lead_a_searcher_who_ranks_keeps_its_mask(tmp_path: Path) -> None:
    original = f"{LED} They began it and started it."
    others = (*OTHERS, "The works at the gate by the bell. The works at the gate by the bell.")
    with Index.open(index_of(tmp_path, original, others)) as index:
        task = task_of(LED, index, Unit.SENTENCE)
        masked_text = LED.replace("commenced", MASK)
        assert check(task.with_text(masked_text).draft, index, task.question).clean
        assert tried(task, index, "commenced")[0] == masked_text


def test_a_wording_that_leads_back_as_well_leaves_the_mask(tmp_path: Path) -> None:
    others = (
        "The works in May. The gate was shut. The bell rang.",
        "The works commenced in May. The works began in May. The works started in May.",
        "The works commenced. The works began. The works started. The gate was shut.",
        "The works commenced. The works began. The works started. The bell rang.",
    )
    original = f"{DRAFT} The works began in May. The works started in May."
    with Index.open(index_of(tmp_path, original, others)) as index:
        text, left = tried(task_of(DRAFT, index), index, "commenced")
        assert text == DRAFT.replace("commenced", MASK)
        assert len(left) == 1


def test_of_the_drafts_of_the_demo_no_more_masks_are_set_and_all_are_clean(tmp_path: Path) -> None:
    folder = write_demo(tmp_path / "demo").path
    masks = {"with": 0, "without": 0}
    with Index.open(folder / "rulings.unlinkable") as index:
        for draft in sorted((folder / "drafts").glob("*.txt")):
            question = Question(max_terms=1, ranked=Unit.SENTENCE)
            task = Task.of(draft.read_text(encoding="utf-8"), Markup.PLAIN, Reading(), question)
            for way, rewriter in (("with", Rewriter), ("without", OnlyBefore)):
                done = protect(task, index, rewriter(index, tables=Tables()))
                assert done.left.clean
                masks[way] += done.text.count(MASK)
    assert masks["with"] <= masks["without"]


def test_other_masks_stay_at_their_words(index: Index) -> None:
    task = task_of(DRAFT, index)
    text, left = tried(task, index, "works", "commenced", "gate", "rang")
    assert text.startswith(f"The {MASK} ")
    assert text.endswith(f"The {MASK} was shut. The bell {MASK}.")
    assert [edit.before for edit in left] == ["works", "gate", "rang"]
    assert "commenced" not in text


def test_a_mask_on_half_a_wording_and_one_on_other_words_stay(index: Index) -> None:
    task = task_of("The works were finished on account of the storm.", index)
    for word in ("account", "storm"):
        text, left = tried(task, index, word)
        assert text == task.draft.text.replace(word, MASK)
        assert len(left) == 1


def test_a_wording_that_was_taken_before_and_is_masked_stays_masked(index: Index) -> None:
    task = task_of(DRAFT, index)
    worded, _ = instead_of_masks(task, Reworded(DRAFT), masked(task, "commenced"), index, Tables())
    (taken,) = worded.taken
    at = worded.revision.text.index(taken.edit.after)
    mask = Edit(at, at + len(taken.edit.after), taken.edit.after, MASK)
    assert instead_of_masks(task, worded, [mask], index, Tables()) == (worded, (mask,))


def test_what_the_office_keeps_and_what_has_no_wording_stays_masked(index: Index) -> None:
    task = task_of(DRAFT, index)
    masks = masked(task, "commenced", "bell")
    kept = instead_of_masks(task, Reworded(DRAFT), masks, index, Tables(("commenced",)))
    assert kept == (Reworded(DRAFT), masks)
    assert Revision(DRAFT).revised(kept[1]).text.count(MASK) == 2
