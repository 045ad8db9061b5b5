"""Drafts and originals in the files of word processors: what is found, and where that is."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.cli.conftest import ORIGINALS, Run
from tests.unlinkable.reporting.test_sarif import valid
from tests.unlinkable_index.documents.docx_files import docx, paragraph, part
from tests.unlinkable_index.documents.docx_files import run as words
from unlinkable.draft import Markup, Reading, read_draft

PHRASES = ("--max-terms", "1")


def with_note(body: str, note: str) -> bytes:
    """A file with one footnote, called behind the body."""
    call = paragraph('<w:r><w:footnoteReference w:id="4"/></w:r>')
    notes = part("footnotes", f'<w:footnote w:id="4">{paragraph(note)}</w:footnote>')
    return docx(body + call, {"word/footnotes.xml": notes}, {"n": "footnotes footnotes.xml"})


@pytest.fixture(autouse=True)
def draft(folder: Path, index: str) -> Path:
    """A draft called draft.docx; the settings name the index."""
    (folder / "unlinkable.toml").write_text(f'index = "{index}"\n', "utf-8")
    path = folder / "draft.docx"
    baker = paragraph("The baker of Mill", words("brook", "<w:b/>"), " paid.")
    cells = "".join(f"<w:tc>{paragraph(one)}</w:tc>" for one in ("bread and", "fish at"))
    path.write_bytes(with_note(f"{baker}<w:tbl><w:tr>{cells}</w:tr></w:tbl>", "He met number7."))
    return path


def found(run: Run, *arguments: str) -> dict[str, Any]:
    done = run("check", "--format", "json", *PHRASES, *arguments)
    told: dict[str, Any] = json.loads(done.out)
    return told


def test_findings_of_a_document_come_with_places(run: Run) -> None:
    findings = found(run, "draft.docx")["findings"]
    assert [(one["text"], one["place"]["text"]) for one in findings] == [
        ("Millbrook", "paragraph 1"),
        ("and", "table 1, row 1, column 1"),
        ("number7", "footnote 1, paragraph 1"),
        ("fish at", "table 1, row 1, column 2"),
    ]
    assert findings[0]["place"] == {"text": "paragraph 1", "part": "body", "paragraph": 1}
    assert findings[1]["place"]["cell"] == {"table": 1, "row": 1, "column": 1}
    assert findings[2]["place"] == {
        "text": "footnote 1, paragraph 1", "part": "footnote", "number": 1, "paragraph": 1,
    }  # fmt: skip


def test_the_report_for_people_says_where(run: Run) -> None:
    told = run("check", "draft.docx", *PHRASES).out
    assert "paragraph 1" in told
    assert "footnote 1, paragraph 1" in told
    assert "»Millbrook«" in told
    page = run("check", "draft.docx", *PHRASES, "--format", "html").out
    assert "table 1, row 1, column 2" in page


def test_a_log_names_logical_places_and_no_lines(run: Run) -> None:
    log = valid(run("check", "draft.docx", *PHRASES, "--format", "sarif").out)
    places = [result["locations"][0] for result in log["results"]]
    assert [place["logicalLocations"][0]["fullyQualifiedName"] for place in places] == [
        "paragraph 1",
        "table 1, row 1, column 1",
        "footnote 1, paragraph 1",
        "table 1, row 1, column 2",
    ]
    assert all("region" not in place["physicalLocation"] for place in places)


@pytest.mark.parametrize("crossing", [(), ("--cross-sentences",)])
def test_no_phrase_runs_from_one_flow_into_the_next(
    run: Run, folder: Path, crossing: tuple[str, ...]
) -> None:
    """ "fish at" is rare, but here the words do not stand one after the other."""
    cells = "".join(f"<w:tc>{paragraph(one)}</w:tc>" for one in ("the fish", "at the"))
    (folder / "a.docx").write_bytes(docx(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"))
    assert found(run, "a.docx", *crossing)["findings"] == []
    (folder / "a.docx").write_bytes(docx(paragraph("the fish ", "at the")))
    assert [one["text"] for one in found(run, "a.docx", *crossing)["findings"]] == ["fish at"]


def test_paragraphs_run_on_unless_sentences_may_not_be_crossed(run: Run, folder: Path) -> None:
    (folder / "a.docx").write_bytes(docx(paragraph("Of the fish.") + paragraph("At the")))
    assert [one["text"] for one in found(run, "a.docx")["findings"]] == ["fish.\n\nAt"]
    assert found(run, "a.docx", "--no-cross-sentences")["findings"] == []


def test_the_findings_are_those_of_the_same_words_in_a_text(run: Run, folder: Path) -> None:
    text = "The baker of Millbrook paid.\n\nHe sold bread and fish at the night market."
    (folder / "a.txt").write_text(text, "utf-8")
    (folder / "a.docx").write_bytes(docx("".join(map(paragraph, text.split("\n\n")))))
    for asked in (PHRASES, ("--max-terms", "3"), ("--ranked", "paragraph")):
        in_text, in_document = (
            json.loads(run("check", name, "--format", "json", *asked).out)
            for name in ("a.txt", "a.docx")
        )
        assert without_places(in_document) == without_places(in_text)


def without_places(told: Any) -> Any:
    """A report without what differs between the kinds of files."""
    if isinstance(told, Mapping):
        return {
            name: without_places(value)
            for name, value in told.items()
            if name not in ("place", "draft")
        }
    return [without_places(one) for one in told] if isinstance(told, list) else told


def test_originals_are_read_from_documents(run: Run, folder: Path) -> None:
    place = folder / "originals"
    place.mkdir()
    for name, text in ORIGINALS.items():
        (place / f"{name}.docx").write_bytes(docx("".join(map(paragraph, text.split(". ")))))
    assert run("index", "originals", "-o", "other.unlinkable", "-q").status == 0
    findings = found(run, "draft.docx", "-i", "other.unlinkable")["findings"]
    assert [one["documents"] for one in findings] == [
        ["case-a.docx"], ["case-c.docx"], ["more-07.docx"], ["case-b.docx"],
    ]  # fmt: skip


def test_the_original_beside_the_draft_may_be_a_document(run: Run, folder: Path) -> None:
    (folder / "today.docx").write_bytes(docx(paragraph("He met the baker of Millbrook at dawn.")))
    (folder / "a.txt").write_text("He met at dawn.", "utf-8")
    findings = found(run, "a.txt", "--source-file", "today.docx")["findings"]
    assert [(one["text"], one["documents"]) for one in findings] == [
        ("met", ["today.docx"]), ("dawn", ["today.docx"]),
    ]  # fmt: skip


def test_documents_of_a_folder_are_drafts(run: Run, folder: Path, draft: Path) -> None:
    (folder / "drafts").mkdir()
    draft.rename(folder / "drafts" / "a.docx")
    assert found(run, "drafts")["draft"] == "drafts/a.docx"


def test_a_damaged_document_is_refused_and_others_are_checked(run: Run, folder: Path) -> None:
    (folder / "bad.docx").write_bytes(b"Confidential")
    done = run("check", "bad.docx", "draft.docx", *PHRASES, "--format", "json")
    assert done.status == 2
    assert json.loads(done.out)["draft"] == "draft.docx"
    assert done.err == (
        "unlinkable: bad.docx: not read: the file is damaged or cut short, or not of the kind its "
        "name says\n"
    )
    done = run("check", "none.docx")
    assert "none.docx: the draft cannot be read (No such file or directory)" in done.err


def test_sentences_do_not_run_over_the_end_of_a_flow() -> None:
    text = "one two\n\n\x1e\n\nthree four"
    for reading in (Reading(), Reading(cross_sentences=True)):
        draft = read_draft(text, Markup.DOCUMENT, reading)
        assert [text[slice(*one)] for one in draft.sentences] == ["one two", "three four"]
        assert draft.segments.tolist() == [0, 0, 1, 1]
