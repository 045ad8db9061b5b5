"""The report for a terminal: what a clerk learns from it, whatever the layout."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unlinkable_index.writing import write_jsonl
from unlinkable.draft import Markup, Reading, Span, read_draft
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.circumstances import Circumstances, Extent
from unlinkable.findings.finding import COMBINATION, WINDOW, Finding
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.printing import Style
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.text import short_report, summary, text_report
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

RECORDS = [
    {"id": "1", "title": "The goat case", "text": "The goat ate a hat. The judge was amused."},
    {"id": "2", "text": "The goat slept. The judge slept too."},
    {"id": "2-copy", "text": "the goat slept, the judge slept too"},
    {"id": "3", "title": "The hat case", "text": "The judge ate a hat."},
    {"id": "4", "text": "The goat ate; the judge was late."},
]


@pytest.fixture(scope="module")
def index_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("goats")
    build_index([write_jsonl(folder / "c.jsonl", RECORDS)], folder / "i", Options(processes=1))
    return folder / "i"


def report(index_file: Path, text: str, question: Question, width: int = 70) -> str:
    """The report on a plain draft called goat.txt."""
    return written(index_file, text, question, lambda one: text_report(one, Style(width)))


def written(index_file: Path, text: str, question: Question, form: Callable[[Checked], str]) -> str:
    """A plain draft called goat.txt, checked and written in some form."""
    reading = Reading()
    with Index.open(index_file) as index:
        found = check(read_draft(text, Markup.PLAIN, reading), index, question)
        held = Circumstances(Extent.of(found.draft))
        return form(Checked("goat.txt", found, index, reading, held))


PHRASES = Question(max_terms=1)


def test_the_original_that_all_lead_to_is_named_once(index_file: Path) -> None:
    told = report(index_file, "All were amused.\n\nThe judge was amused.", PHRASES)
    assert "Both lead to 1 (The goat case)." in told
    assert told.count("The goat case") == 1
    assert "only in" not in told


def test_the_verdict_stands_first_and_last_and_names_its_searchers(index_file: Path) -> None:
    lines = report(index_file, "All were amused.", PHRASES, 120).splitlines()
    verdict = "goat.txt: leads back by exact search (1 phrase); ranking and guessing not asked."
    assert lines[0] == lines[-1] == verdict
    clean = report(index_file, "The judge.", PHRASES, 120).splitlines()
    assert clean[0] == "goat.txt: holds against exact search; ranking and guessing not asked."
    assert clean.count(clean[0]) == 1


def test_a_line_for_each_finding_has_its_place_kind_and_words(index_file: Path) -> None:
    text = "It slept too.\n\nAll were late."
    assert written(index_file, text, PHRASES, short_report).splitlines()[:3] == [
        "goat.txt:1:4: phrase: slept",
        "goat.txt:1:10: phrase: too",
        "goat.txt:3:10: phrase: late",
    ]


def test_a_summary_is_the_verdict_alone(index_file: Path) -> None:
    told = written(index_file, "It slept.", PHRASES, lambda one: summary(one, Style(120)))
    assert told.splitlines() == [
        "goat.txt: leads back by exact search (1 phrase); ranking and guessing not asked.",
        "Phrases end with their sentence.",
    ]


def test_a_ranked_sentence_is_marked_without_its_function_words(index_file: Path) -> None:
    question = Question(max_terms=1, ranked=Unit.SENTENCE, source=0)
    text = "The goat and the judge of the goat ate the hat of the judge."
    told = report(index_file, text, question, 120)
    assert "by ranking (1 of 1 sentence)" in told
    marked = set(re.findall("[»‹]([^«›]*)[«›]", told)) - {"…"}
    assert marked
    assert not marked & {"The", "the", "and", "of"}


def test_of_many_findings_that_need_others_these_are_said_once(index_file: Path) -> None:
    told = " ".join(report(index_file, "The goat. A hat. " * 5, Question(), 120).split())
    assert "lead only with others, mostly ‹" in told
    assert " with ‹" not in told.partition("1:")[2]


def test_copies_of_an_original_are_counted(index_file: Path) -> None:
    told = report(index_file, "It slept.", PHRASES)
    assert "It leads to 2, with 1 further record." in told


def test_phrases_of_a_sentence_that_lead_alike_are_explained_together(index_file: Path) -> None:
    told = report(index_file, "It slept too, late.", PHRASES, 120)
    assert "It »slept« »too«, »late«." in told
    assert "2 of 3 lead to 2, with 1 further record." in told
    assert "»slept«:" not in told
    assert "- »late«: only in 4" in told


def test_a_larger_k_lists_all_originals_that_a_phrase_leads_to(index_file: Path) -> None:
    told = report(index_file, "A hat.", Question(k=3, max_terms=1), 120)
    assert "»hat«" in told
    assert "»hat«: also in 3 (The hat case)" in told
    assert "k 3" in told


def test_a_combination_names_the_other_terms(index_file: Path) -> None:
    told = " ".join(report(index_file, "The goat. A hat.", Question()).split())
    assert "- ‹goat› with ‹" in told or "- ‹hat› with ‹" in told
    assert "It leads to 1 (The goat case)." in told
    assert "by up to 3 words together" in told


def test_lines_and_columns_count_as_editors_do(index_file: Path) -> None:
    told = report(index_file, "The 𝔘 judge.\r\n\r\n  The 𝔘 late judge.", PHRASES)
    assert "\n3:9      The 𝔘 »late« judge.\n" in told


def test_no_line_is_wider_than_the_terminal(index_file: Path) -> None:
    text = "The goat and the judge, who had been at sea, " * 3 + "were late, and amused, and slept."
    for width in (40, 70, 120):
        told = report(index_file, text, PHRASES, width)
        assert max(map(len, told.splitlines())) <= width


def test_what_is_far_from_any_finding_is_left_out(index_file: Path) -> None:
    told = report(index_file, "the sea and " * 5000 + "amused" + " and the sea" * 5000, PHRASES)
    assert "… and »amused« and …" in told
    assert len(told) < 2000


def test_of_whatever_more_is_said_than_its_place_the_words_that_it_leads_with_are_named(
    index_file: Path,
) -> None:
    text = "goat hat judge amused"
    spans = [Span(*word.span()) for word in re.finditer(r"\w+", text)]
    with Index.open(index_file) as index:
        found = check(read_draft(text, Markup.PLAIN, Reading()), index, Question())
        usual, other = (0,), (1,)
        findings = [
            Finding(kind, *spans[at], at, 1, 2, where, (spans[at - 1],), within)
            for at, (kind, where, within) in enumerate(
                [
                    (COMBINATION, usual, None),
                    (COMBINATION, usual, None),
                    (COMBINATION, other, None),
                    (WINDOW, usual, 10),
                ]
            )
        ]
        found = replace(found, phrases=(), combinations=tuple(findings[:3]), near=(findings[3],))
        checked = Checked(
            "goat.txt", found, index, Reading(), Circumstances(Extent.of(found.draft))
        )
        notes = [line.strip() for line in text_report(checked, Style(120)).splitlines()]
        sentence = findings[3].sentence(lambda span: f"“{text[slice(*span)]}”", lambda _: "1")
    assert [note for note in notes if note.startswith("- ")] == [
        "- ‹judge› with ‹hat›: only in 2, with 1 further record",
        "- ‹amused› with ‹judge› within 10 words",
    ]
    assert sentence == "Rare words near each other “amused” with “judge” within 10 words: only in 1"
