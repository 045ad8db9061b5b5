"""The report for a terminal: what a clerk learns from it, whatever the layout."""

from pathlib import Path

import pytest

from tests.unlinkable_index.writing import write_jsonl
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.circumstances import Circumstances
from unlinkable.findings.doubts import Extent
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.text import Style, text_report
from unlinkable_index.builder import Options, build_index
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
    reading = Reading()
    with Index.open(index_file) as index:
        found = check(read_draft(text, Markup.PLAIN, reading), index, question)
        held = Circumstances(Extent.of(found.draft))
        return text_report(Checked("goat.txt", found, index, reading, held), Style(width))


PHRASES = Question(max_terms=1)


def test_an_original_is_named_with_its_title_once_and_then_by_its_id(index_file: Path) -> None:
    told = report(index_file, "All were amused.\n\nA hat. The judge was amused.", PHRASES)
    assert told.count("1 (The goat case)") == 2  # where first met, and as the likely source
    assert "»amused«: only in 1 original, 1\n" in told


def test_copies_of_an_original_are_counted(index_file: Path) -> None:
    told = report(index_file, "It slept.", PHRASES)
    assert "»slept«: only in 1 original, 2, with 1 further record\n" in told
    assert "1 of 1 finding leads there." in told


def test_phrases_of_a_sentence_that_lead_alike_are_explained_together(index_file: Path) -> None:
    told = report(index_file, "It slept too, late.", PHRASES, 120)
    assert "It »slept« »too«, »late«." in told
    assert "»slept«, »too«: each only in 1 original, 2, with 1 further record" in told
    assert "»late«: only in 1 original, 4" in told


def test_a_larger_k_lists_all_originals_that_a_phrase_leads_to(index_file: Path) -> None:
    told = report(index_file, "A hat.", Question(k=3, max_terms=1), 120)
    assert "»hat«" in told
    assert "only in 2 originals, 1 (The goat case); 3 (The hat case)" in told
    assert "k 3" in told


def test_a_combination_names_the_other_terms(index_file: Path) -> None:
    told = " ".join(report(index_file, "The goat. A hat.", Question()).split())
    assert "(in 3 originals) together with »" in told or "(in 2 originals) together with »" in told
    assert "only in 1 original, 1 (The goat case)" in told
    assert "by up to 3 words together" in told


def test_lines_and_columns_count_as_editors_do(index_file: Path) -> None:
    told = report(index_file, "The 𝔘 judge.\r\n\r\n  The 𝔘 late judge.", PHRASES)
    assert "goat.txt:3:9\n" in told


def test_no_line_is_wider_than_the_terminal(index_file: Path) -> None:
    text = "The goat and the judge, who had been at sea, " * 3 + "were late, and amused, and slept."
    for width in (40, 70, 120):
        told = report(index_file, text, PHRASES, width)
        assert max(map(len, told.splitlines())) <= width


def test_what_is_far_from_any_finding_is_left_out(index_file: Path) -> None:
    told = report(index_file, "the sea and " * 5000 + "amused" + " and the sea" * 5000, PHRASES)
    assert "sea and »amused« and the sea" in told
    assert " … " in told
    assert len(told) < 2000
