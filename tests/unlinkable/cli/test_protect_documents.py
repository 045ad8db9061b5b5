"""`unlinkable protect` of DOCX files: a new file, checked again, with nothing that is not seen."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.cli.conftest import Done, Run
from tests.unlinkable_index.documents import docx_files, odt_files
from tests.unlinkable_index.documents.docx_files import docx, paragraph
from tests.unlinkable_index.documents.docx_files import run as words
from tests.unlinkable_index.documents.writing.test_docx import drawing, png
from unlinkable_index.documents import read_file
from unlinkable_index.documents.opened import OpenedDocument
from unlinkable_index.errors import UserError

HOW = ("--rewriter", "mask", "--max-terms", "1")
TEXT = "The baker of [REDACTED] paid.\n\nHe sold bread [REDACTED] fish [REDACTED] market."
BODY = paragraph("The baker of Mill", words("brook", "<w:b/>"), " paid.") + paragraph(
    f"<w:del>{words('NOTdeleted')}</w:del>", "He sold bread and fish at market."
)


@pytest.fixture(autouse=True)
def draft(folder: Path, index: str) -> Path:
    """A draft called draft.docx with something hidden in every place; the settings name the
    index."""
    (folder / "unlinkable.toml").write_text(f'index = "{index}"\n', "utf-8")
    path = folder / "draft.docx"
    hidden = "".join(docx_files.NOT_SHOWN.values())
    path.write_bytes(docx(BODY + hidden, docx_files.MORE_PARTS, docx_files.NAMED))
    return path


def protect(run: Run, *arguments: str, name: str = "draft.docx", out: str = "out.docx") -> Done:
    return run("protect", name, "-o", out, *HOW, *arguments)


def unpacked(path: Path) -> str:
    """All parts of a file, one after the other."""
    with zipfile.ZipFile(path) as archive:
        return "\n".join(archive.read(name).decode("latin-1") for name in archive.namelist())


def test_the_new_file_is_clean_and_has_nothing_that_is_not_seen(
    run: Run, folder: Path, draft: Path
) -> None:
    before = draft.read_bytes()
    done = protect(run)
    assert done.status == 0, done.err
    assert draft.read_bytes() == before
    text = read_file(folder / "out.docx").text
    assert text == TEXT
    inside = unpacked(folder / "out.docx")
    assert not re.search("NOT[a-z]+|Millbrook|brook", inside)
    assert run("check", "out.docx", "--max-terms", "1").status == 0


def test_what_was_removed_is_said_and_stands_in_the_report(run: Run, folder: Path) -> None:
    done = protect(run, "--report", "report.json", "--report", "report.html")
    assert "Removed, as no reader sees it: " in done.err
    assert "comments (1)" in done.err
    document = json.loads((folder / "report.json").read_text("utf-8"))["drafts"][0]["document"]
    assert document["removed"]["macros"] == 1
    assert document["pictures"] == document["words"] == 0
    assert "comments (1)" in (folder / "report.html").read_text("utf-8")
    assert "NOT" not in done.err + json.dumps(document)


def test_what_readers_saw_and_is_left_out_is_said(run: Run, draft: Path) -> None:
    chart = docx_files.SHOWN["chart"]
    draft.write_bytes(docx(BODY + chart, docx_files.MORE_PARTS, docx_files.NAMED))
    done = protect(run)
    assert "Left out or changed, though readers saw it (2 words): drawings, charts" in done.err


def test_a_result_with_pictures_is_relied_on_only_once_somebody_has_looked(
    run: Run, draft: Path
) -> None:
    media = {"word/media/NOTfile.png": png()}
    draft.write_bytes(docx(BODY + paragraph(drawing()), media, {"ri": "image media/NOTfile.png"}))
    done = protect(run)
    assert done.status == 3
    assert "what its picture shows was not checked: look at it, and say --pictures-seen" in done.err
    assert protect(run, "--pictures-seen", "--force").status == 0


def test_a_result_with_tracked_changes_is_never_called_one_to_publish(
    run: Run, folder: Path
) -> None:
    done = protect(run, "--tracked-changes", "Clerk A")
    assert done.status == 3
    assert "the words that lead back are still in the file, as tracked changes; do not publish" in (
        done.err
    )
    assert read_file(folder / "out.docx").text == TEXT
    inside = unpacked(folder / "out.docx")
    assert 'w:author="Clerk A"' in inside
    assert not re.search("NOT[a-z]+", inside)
    done = run("check", "out.docx", "--max-terms", "1")
    assert done.status == 3
    assert re.search(r"the file holds deleted passages \(\d\) beside what", done.out)
    (folder / "draft.txt").write_text("The baker of Millbrook paid.", "utf-8")
    done = protect(run, "--tracked-changes", "Clerk A", name="draft.txt", out="out.txt")
    assert done.status == 2
    assert "draft.txt: tracked changes can be written into DOCX files only" in done.err


def test_a_checked_odt_says_that_deleted_passages_are_still_in_it(run: Run, folder: Path) -> None:
    (folder / "a.odt").write_bytes(odt_files.odt("".join(odt_files.NOT_SHOWN.values())))
    done = run("check", "a.odt", "--format", "json")
    kinds = [one["kind"] for one in json.loads(done.out)["doubts"]]
    assert "text-that-is-not-shown" in kinds
    assert "NOT" not in done.out + done.err


def test_a_document_that_can_only_be_read_is_checked_with_a_doubt(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise UserError("too much to write")

    monkeypatch.setattr(OpenedDocument, "written", refused)
    done = run("check", "draft.docx", "--max-terms", "1")
    assert done.status == 1
    assert "what the file holds beside what its page shows could not be looked at" in done.out


def test_of_a_folder_each_run_says_whether_somebody_has_looked_at_the_pictures(
    run: Run, folder: Path
) -> None:
    (folder / "drafts").mkdir()
    media = {"word/media/NOTfile.png": png()}
    document = docx(BODY + paragraph(drawing()), media, {"ri": "image media/NOTfile.png"})
    (folder / "drafts" / "a.docx").write_bytes(document)
    seen, unseen = ("--pictures-seen",), ()
    tracked = ("--pictures-seen", "--tracked-changes", "A")
    again = "done before"
    for flags, status, known in (
        (unseen, 3, False),
        (unseen, 3, True),
        (seen, 0, False),
        (seen, 0, True),
        (tracked, 3, False),
        (tracked, 3, True),
        (unseen, 3, False),
    ):
        done = protect(run, *flags, name="drafts", out="out")
        assert (done.status, again in done.err) == (status, known)


@pytest.mark.parametrize(
    ("name", "out", "said"),
    [
        ("draft.docx", "out.txt", "out.txt: the result is a document"),
        ("draft.docx", "out.odt", "name that ends in .docx"),
        ("draft.docx", "draft.docx", "this would be written among the drafts"),
        ("draft.html", "out.html", "draft.html: .html files can be checked, but not be written"),
        ("broken.docx", "out.docx", "broken.docx: not read: the file is damaged"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    run: Run, folder: Path, draft: Path, name: str, out: str, said: str
) -> None:
    before = draft.read_bytes()
    (folder / "draft.html").write_bytes(before)
    (folder / "broken.docx").write_bytes(before[:500])
    done = protect(run, name=name, out=out)
    assert done.status == 2
    assert said in done.err
    assert draft.read_bytes() == before
    assert out == name or not (folder / out).exists()


def test_of_a_folder_documents_and_texts_are_protected_and_done_once(
    run: Run, folder: Path, draft: Path
) -> None:
    drafts = folder / "drafts"
    drafts.mkdir()
    (drafts / "a.docm").write_bytes(draft.read_bytes())
    (drafts / "b.txt").write_text("The baker of Millbrook paid.", "utf-8")

    def again() -> dict[str, Any]:
        done = protect(run, "--report", "r.json", name="drafts", out="results")
        assert done.status == 0, done.err
        return {"err": done.err, "a": (folder / "results/a.docx").read_bytes()}

    first = again()
    assert (folder / "results/b.txt").read_text("utf-8") == "The baker of [REDACTED] paid."
    assert sorted(path.name for path in (folder / "results").glob("[ab].*")) == ["a.docx", "b.txt"]
    second = again()
    assert second["err"].count("done before") == 2
    assert first["a"] == second["a"]


def test_an_opendocument_text_is_written_anew_as_one(run: Run, folder: Path) -> None:
    hidden = "".join(odt_files.NOT_SHOWN.values())
    body = odt_files.p("The baker of <text:span>Mill</text:span>brook paid.")
    body += odt_files.p("He paid the tax late. She paid the tax early.") + hidden
    shared = re.sub("IN[a-z]+", "the tax", odt_files.SHARED)
    more = (odt_files.STYLES, shared, odt_files.MORE_PARTS)
    (folder / "draft.odt").write_bytes(odt_files.odt(body, *more))
    done = protect(run, name="draft.odt", out="out.odt")
    assert done.status == 0, done.err
    text = read_file(folder / "out.odt").text
    assert text.startswith("The baker of [REDACTED] paid.")
    assert not re.search("NOT[a-z]+|Millbrook|brook", unpacked(folder / "out.odt"))
    assert "comments (1)" in done.err


def test_an_editor_gets_the_page_and_lines_of_progress(run: Run, folder: Path) -> None:
    done = protect(run, "--print-page", "--progress-lines", "--report", "report.html")
    assert done.out == (folder / "report.html").read_text("utf-8")
    assert "Removed, as no reader sees it" in done.out
    assert re.search(r"^draft\.docx: .*: \d+ %$", done.err, re.MULTILINE)
