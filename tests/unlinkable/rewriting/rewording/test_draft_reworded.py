"""Drafts reworded from tables: what is taken leads nowhere, says the same, and saves masks."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.unlinkable.rewriting.rewording.only_before import OnlyBefore
from unlinkable.draft import Markup, Reading, Span
from unlinkable.fidelity.places import NOWHERE, Places, places_in
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting import reworded as draft_reworded
from unlinkable.rewriting.edits import Edit, Remedy, Revision
from unlinkable.rewriting.masking.guessers import Guessers
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.reworded import reworded
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable.stopping import Stop, never
from unlinkable.wordings.synonyms import synonyms_in
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

APPEAL = "In spring the miller lodged an appeal and left the town."
STORM = "On account of the storm the gate was shut."
FLOOD = "Owing to the flood the mill fell."
OTHERWISE = (
    "Because of the flood the mill fell. On account of the flood the mill fell. In consequence of "
    "the flood the mill fell."
)
SAID = "He said “on account of the storm” twice."
DRAFT = f"{APPEAL} {STORM}"
TOLL = "The bell tolled on account of the storm."
LORRY = "The miller saw a lorry there."
TWIN = (
    "In spring the miller saw an appeal and left the town. After the storm the gate was shut. The "
    "bell rang. It tolled. After the flood the mill fell. He said “after the storm” twice. They "
    "spoke on account of the rain, because of the storm, owing to the rain, filed, brought, "
    "submitted and lodged papers. The miller saw a mill. A lorry was there. A vehicle was there."
)


def rulings() -> dict[str, str]:
    """The original, which has the flood in every wording, and others with all of its words and all
    wordings of the tables, from which only a few phrases tell it."""
    return {
        "original": f"{APPEAL} {STORM} {FLOOD} {OTHERWISE} {SAID} {TOLL} {LORRY}",
        "twin": TWIN,
        "other": f"{TWIN} So it ended.",
    }


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("collection")
    records = [{"id": name, "text": text} for name, text in rulings().items()]
    (folder / "rulings.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    build_index([folder / "rulings.jsonl"], folder / "one.unlinkable", Options(processes=1))
    with Index.open(folder / "one.unlinkable") as opened:
        yield opened


def task_of(text: str, index: Index) -> Task:
    """The text, held against its original."""
    question = Question(max_terms=1, source=index.document_number("original"))
    return Task.of(text, Markup.PLAIN, Reading(), question)


def rare(text: str, index: Index) -> set[str]:
    task = task_of(text, index)
    found = rare_phrases(task.draft, index, task.question)
    return {text[one.start : one.end].lower() for one in found}


def test_a_wording_breaks_what_it_stands_in_and_brings_up_nothing(index: Index) -> None:
    text = reworded(task_of(DRAFT, index), index, Tables()).revision.text
    assert "miller lodged" in rare(DRAFT, index)
    assert "miller lodged" not in text
    new = {phrase for phrase in rare(text, index) if phrase not in rare(DRAFT, index)}
    assert not new
    assert len(rare(text, index)) < len(rare(DRAFT, index))


def test_a_wording_that_leads_to_the_original_is_not_taken(index: Index) -> None:
    """The original has this sentence in every wording that the tables know."""
    assert rare(FLOOD, index)
    assert reworded(task_of(FLOOD, index), index, Tables()).taken == ()


def test_what_is_accepted_quoted_or_kept_by_the_office_stays(index: Index) -> None:
    task = task_of(DRAFT, index)
    report = check(task.draft, index, task.question)
    assert reworded(task.accepting(report.phrases), index, Tables()).taken == ()
    kept = reworded(task, index, Tables(("lodged an appeal", "on account of"))).revision.text
    assert "lodged an appeal" in kept
    assert "On account of" in kept
    said = reworded(task_of(SAID, index), index, Tables()).revision.text
    assert said == SAID


def test_only_what_lies_within_a_span_is_reworded(index: Index) -> None:
    task = task_of(DRAFT, index)
    within = Span(len(APPEAL) + 1, len(DRAFT))
    text = reworded(task, index, Tables(), within).revision.text
    assert text.startswith(APPEAL)
    assert not text.endswith(STORM)


def test_a_draft_in_a_language_without_tables_stays(index: Index) -> None:
    task = task_of("Il mugnaio ha presentato un ricorso e ha lasciato la città.", index)
    assert reworded(task, index, Tables()).taken == ()


def test_protect_rewords_before_it_masks_and_says_why(index: Index) -> None:
    task = task_of(DRAFT, index)
    words = protect(task, index, Rewriter(index, tables=Tables()))
    masked = protect(task, index, Rewriter(index))
    assert words.left.clean
    assert words.text.count("[REDACTED]") < masked.text.count("[REDACTED]")
    step = next(step for step in words.steps if Remedy.REWORD in step.kinds)
    assert any("says the same as" in reason for reason in step.reasons)
    assert all(Remedy.REWORD not in step.kinds for step in masked.steps)


def test_a_wording_that_fidelity_refuses_is_left_out_and_the_others_are_taken(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing:
        def __init__(self, before: str, *_: object) -> None:
            self.lodged = "lodged" in before

        def reasons(self, after: str, *_: object) -> tuple[str, ...]:
            return ("Not the same.",) if self.lodged and "lodged" not in after else ()

    task = task_of(DRAFT, index)
    assert "lodged" not in reworded(task, index, Tables()).revision.text
    monkeypatch.setattr(draft_reworded, "Fidelity", Refusing)
    text = reworded(task, index, Tables()).revision.text
    assert "lodged" in text
    assert STORM not in text


@pytest.mark.parametrize(
    ("by_model", "masked", "taken", "text"),
    [
        # what a mask takes a word of is as it was again, and what a model wrote stays
        ("left the town", "Owing", 1, "submitted an appeal and {}. On account of the storm"),
        ("left the town", "{}", 2, "submitted an appeal and {}. Owing to the storm"),
        ("left the town", "submitted", 1, "lodged an appeal and {}. Owing to the storm"),
        # beside what a model wrote both are one change, which stays as it is
        (" the storm", "Owing", 2, "submitted an appeal and left the town. Owing to{}"),
    ],
)
def test_a_wording_that_a_mask_spoils_is_taken_back_from_under_what_a_model_wrote(
    by_model: str, masked: str, taken: int, text: str, index: Index
) -> None:
    wrote = " what it wrote" if by_model.startswith(" ") else "went"
    found = reworded(task_of(DRAFT, index), index, Tables()).surely_the_same
    start = found.revision.text.index(by_model)
    written = found.revision.revised([Edit(start, start + len(by_model), by_model, wrote)])
    masked = masked.format(wrote)
    place = written.text.index(masked)
    kept, left = found.without_spoilt(
        written, [Edit(place, place + len(masked), masked, "[REDACTED]")]
    )
    assert len(kept.taken) == taken
    assert text.format(wrote) in left.text


def test_less_is_said_before_a_word_is_masked_and_reports_say_so(index: Index) -> None:
    task = task_of(LORRY, index)
    assert "saw a lorry" in rare(LORRY, index)
    done = protect(task, index, Rewriter(index, tables=Tables(less_exact=True)))
    assert done.text == "The miller saw a vehicle there."
    assert [step.kinds for step in done.steps] == [(Remedy.REWORD,)]
    assert "“vehicle” says less than “lorry”." in done.steps[0].reasons
    assert reworded(task, index, Tables(("lorry",), less_exact=True)).taken == ()


def test_unasked_nothing_is_said_less_exactly(index: Index) -> None:
    done = protect(task_of(LORRY, index), index, Rewriter(index, tables=Tables()))
    assert "vehicle" not in done.text
    assert [step.kinds for step in done.steps] == [(Remedy.MASK,)]


def test_where_a_model_may_say_the_same_no_less_is_said(index: Index) -> None:
    task = task_of(f"{LORRY} {STORM}", index)
    found = reworded(task, index, Tables(less_exact=True)).surely_the_same
    assert found.taken
    assert LORRY in found.revision.text


def test_synonyms_are_taken_where_that_is_asked_before_a_mask_and_reports_say_so(
    index: Index,
) -> None:
    task = task_of(LORRY, index)
    ours = synonyms_in("lorry: wagon, vehicle", "ours.txt")
    done = protect(task, index, Rewriter(index, tables=Tables(synonyms=ours, take_synonyms=True)))
    assert done.text == "The miller saw a vehicle there."  # no other ruling has wagons
    assert [step.kinds for step in done.steps] == [(Remedy.REWORD,)]
    assert "“vehicle” is, as a list has it, another word for “lorry”." in done.steps[0].reasons
    unasked = protect(task, index, Rewriter(index, tables=Tables(synonyms=ours)))
    assert [step.kinds for step in unasked.steps] == [(Remedy.MASK,)]


def test_what_surely_says_the_same_or_less_is_taken_before_a_synonym(index: Index) -> None:
    ours = synonyms_in("on account of: after\nlorry: mill", "ours.txt")
    tables = Tables(synonyms=ours, take_synonyms=True, less_exact=True)
    taken = reworded(task_of(f"{STORM} {LORRY}", index), index, tables).taken
    assert all(one.is_exact for one in taken if "account" in one.edit.before)
    assert "vehicle" in [one.edit.after for one in taken]


def test_what_a_list_gives_passes_the_same_checks(index: Index) -> None:
    ours = synonyms_in("lorry: two lorries, not a lorry, “lorry”", "ours.txt")
    tables = Tables(synonyms=ours, take_synonyms=True)
    assert reworded(task_of(LORRY, index), index, tables).taken == ()


class MasksAppeals(OnlyBefore):
    """Masks the word that a wording put in before "appeal", and puts no other in its place."""

    def masks(
        self,
        task: Task,
        within: Span | None = None,
        *,
        stop: Stop = never,
        guessers: Guessers | None = None,
    ) -> Revision:
        revision = super().masks(task, within, stop=stop, guessers=guessers)
        start = revision.text.find("submitted an")
        edit = Edit(start, start + len("submitted"), "submitted", "[REDACTED]")
        return revision.revised([edit]) if start >= 0 else revision


def test_a_wording_whose_words_are_masked_after_all_is_taken_back(index: Index) -> None:
    task = task_of(DRAFT, index)
    assert "submitted an appeal" in protect(task, index, Rewriter(index, tables=Tables())).text
    done = protect(task, index, MasksAppeals(index, tables=Tables()))
    step = next(step for step in done.steps if "lodged" in step.edit.before)
    assert "[REDACTED]" in step.edit.after
    assert step.kinds == (Remedy.MASK,)
    assert not any("says the same" in reason for reason in step.reasons)
    assert "filed" not in done.text
    assert all(len(step.kinds) == 1 for step in done.steps)
    assert any(step.kinds == (Remedy.REWORD,) for step in done.steps)


def test_only_wordings_that_something_else_changes_are_taken_back(index: Index) -> None:
    found = reworded(task_of(DRAFT, index), index, Tables())
    text = found.revision.text
    assert len(found.taken) > 1
    assert found.without_spoilt(found.revision, []) == (found, found.revision)
    for number, one in enumerate(found.taken):
        start = text.index(one.edit.after)
        mask = Edit(start, start + 1, text[start], "?")
        rest, left = found.without_spoilt(found.revision, [mask])
        assert left == rest.revision
        assert rest.taken == (*found.taken[:number], *found.taken[number + 1 :])
        end = start + len(one.edit.after)
        beside = Edit(end, end + 1, text[end], "?")
        assert found.without_spoilt(found.revision, [beside]) == (found, found.revision)


MILL = "The mill of Millbrook burned in spring."
LISTED = places_in("Millbrook: Ashmere\nAshmere: Westmark", "places.txt")


@pytest.fixture(scope="module")
def mills(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """One original burned in Millbrook, of which no other knows, nor of a mill of Ashmere."""
    folder = tmp_path_factory.mktemp("mills")
    others = ("Oldport", "Hythe", "Reeve")
    records = [{"id": "original", "text": f"{MILL} The mill of Ashmere stood."}]
    records += [{"id": name, "text": MILL.replace("Millbrook", name)} for name in others]
    (folder / "c.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    build_index([folder / "c.jsonl"], folder / "i", Options(processes=1))
    with Index.open(folder / "i") as opened:
        yield opened


def named(text: str, index: Index, places: Places, *terms: str) -> list[str]:
    task = replace(task_of(text, index), places=places)
    return [one.edit.after for one in reworded(task, index, Tables(terms)).taken]


def test_a_place_that_leads_back_may_become_one_that_it_lies_in(mills: Index) -> None:
    """Ashmere leads back as well, so it is the place around that."""
    assert named(MILL, mills, LISTED) == ["Westmark"]
    assert named(MILL, mills, NOWHERE) == []


def test_a_place_that_is_a_term_or_quoted_or_leads_nowhere_stays(mills: Index) -> None:
    assert named(MILL, mills, LISTED, "Millbrook") == []
    assert named("He wrote “the mill of Millbrook burned in spring” twice.", mills, LISTED) == []
    oldport = places_in("Oldport: Westmark", "places.txt")
    assert named("The mill of Hythe burned in spring.", mills, oldport) == []


def test_a_place_becomes_larger_in_a_language_without_tables_of_wordings(mills: Index) -> None:
    text = "Le moulin de Millbrook a brûlé au printemps."
    assert named(text, mills, places_in("Millbrook: Westmark", "places.txt")) == ["Westmark"]
