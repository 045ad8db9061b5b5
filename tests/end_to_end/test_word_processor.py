"""A real word processor: what it writes is read word for word as the text that it was given, and
what is written anew it prints as it printed the document."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.end_to_end.toolchain import Toolchain, must_have
from unlinkable.demo.drafts import drafts
from unlinkable.draft import Markup, read_draft
from unlinkable.rewriting.documents.opened import OpenedDocument
from unlinkable_index.formats import read_file

pytestmark = pytest.mark.editor
TEXTS = {draft.name: draft.text for draft in drafts() if draft.name.endswith(".txt")}
AS_TEXT, AS_PAGE = "--infilter=Text (encoded):UTF8,LF,,,", "--infilter=HTML (StarWriter)"


def converted(toolchain: Toolchain, files: Iterable[Path], kind: str, *how: str) -> None:
    """Have the word processor write files as documents of a kind, beside them."""
    must_have(toolchain.word_processor)
    files = sorted(files)
    folder = files[0].parent
    profile = f"-env:UserInstallation={(folder.parent / 'profile').as_uri()}"
    command = [toolchain.word_processor, "--headless", profile, *how, "--convert-to", kind]
    subprocess.run(
        [*command, "--outdir", folder, *files], check=True, capture_output=True, timeout=300
    )


def pages(toolchain: Toolchain, printed: Path) -> list[bytes]:
    """Pictures of the pages of a PDF file."""
    must_have(toolchain.pdf_printer)
    command = [toolchain.pdf_printer, "-gray", "-r", "50", printed, printed.with_suffix("")]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return [path.read_bytes() for path in sorted(printed.parent.glob(f"{printed.stem}-*.pgm"))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of texts."""
    folder = tmp_path / "drafts"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("kind", ["docx", "odt", "html", "pdf"])
def test_the_words_are_those_of_the_text_and_no_cut_is_added(
    toolchain: Toolchain, folder: Path, kind: str
) -> None:
    converted(toolchain, folder.glob("*.txt"), kind, AS_TEXT)
    for name, text in TEXTS.items():
        seen = read_file((folder / name).with_suffix(f".{kind}"))
        expected, read = read_draft(text), read_draft(seen.text, Markup.DOCUMENT)
        assert read.forms == expected.forms
        if kind == "pdf":  # where a paragraph ends can only be guessed there
            assert read.segments[-1] <= expected.segments[-1]
        else:
            assert read.segments.tolist() == expected.segments.tolist()


JUDGMENT = """<html><body><h1>Judgment</h1>
<p>The <b>claimant</b> and the <i>defendant</i> met<sup>2</sup> at noon.</p>
<ol><li>First ground of appeal.</li><li>Second ground.
<ol type="a"><li>A part of it.</li><li>Another part.</li></ol></li></ol>
<ul><li>One reason</li><li>Another</li></ul>
<table border="1"><tr><td>Sum</td><td>100</td></tr>
<tr><td rowspan="2">Costs</td><td>20</td></tr><tr><td>30</td></tr></table>
<h2>Reasons</h2>
<p align="right">So ordered, <font color="#ff0000" face="Liberation Sans" size="5">today</font>.</p>
</body></html>"""


@pytest.mark.parametrize("kind", ["docx", "odt"])
def test_a_document_that_is_written_anew_unchanged_is_printed_alike(
    toolchain: Toolchain, folder: Path, kind: str
) -> None:
    (folder / "judgment.html").write_text(JUDGMENT, "utf-8")
    converted(toolchain, folder.glob("*.txt"), kind, AS_TEXT)
    converted(toolchain, folder.glob("*.html"), kind, AS_PAGE)
    for path in sorted(folder.glob(f"*.{kind}")):
        anew = OpenedDocument.read(path).written([])
        path.with_name(f"{path.stem}_anew.{kind}").write_bytes(anew.data)
    converted(toolchain, folder.glob(f"*.{kind}"), "pdf")
    assert " met² at noon" in read_file(folder / f"judgment_anew.{kind}").text
    for name in (*TEXTS, "judgment.html"):
        before = pages(toolchain, (folder / name).with_suffix(".pdf"))
        after = pages(toolchain, folder / f"{Path(name).stem}_anew.pdf")
        assert before
        assert after == before
