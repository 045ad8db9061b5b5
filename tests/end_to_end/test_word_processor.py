"""A real word processor: what it writes is read word for word as the text that it was given, and
what is written anew it prints as it printed the document."""

import io
import random
import re
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.end_to_end.toolchain import Toolchain, must_have
from tests.unlinkable_index.documents.combined import Combined
from tests.unlinkable_index.documents.constructs import CONSTRUCTS, Construct
from tests.unlinkable_index.documents.docx_files import docx, paragraph, zipped
from tests.unlinkable_index.documents.writing.test_docx import drawing, png
from tests.unlinkable_index.documents.writing.test_docx_tracked import CASES, tracked
from unlinkable.demo import drafts
from unlinkable.draft import Markup, read_draft
from unlinkable_index.documents import read_file, reader
from unlinkable_index.documents.opened import OpenedDocument
from unlinkable_index.words import find_words

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


WORDS = (
    "court",
    "held",
    "claim",
    "costs",
    "appeal",
    "met",
    "noon",
    "bread",
    "2009",
    "12",
    "é",
    "Ærø",
)


def page(chance: random.Random) -> str:
    """A page of paragraphs, lists in lists, and tables, in which chance chooses."""

    def words() -> str:
        some = [chance.choice(WORDS) for _ in range(chance.randint(1, 6))]
        at = chance.randrange(len(some))
        some[at] = chance.choice(("{}", "<b>{}</b>", "<i>{}</i>")).format(some[at])
        return " ".join(some)

    def items(depth: int) -> str:
        kind = chance.choice(("<ol>", "<ol>", '<ol type="a">', '<ol type="I" start="3">', "<ul>"))
        inside = "".join(
            f"<li>{words()}{items(depth + 1) if depth < 3 and chance.random() < 0.4 else ''}</li>"
            for _ in range(chance.randint(1, 3))
        )
        return f"{kind}{inside}</{kind[1:3]}>"

    def table() -> str:
        width = chance.randint(1, 3)
        rows = ("".join(f"<td>{words()}</td>" for _ in range(width)) for _ in range(2))
        return f'<table border="1">{"".join(f"<tr>{row}</tr>" for row in rows)}</table>'

    made = (lambda: f"<p>{words()}</p>", lambda: f"<h2>{words()}</h2>", lambda: items(1), table)
    return "".join(chance.choice(made)() for _ in range(chance.randint(3, 8)))


@pytest.mark.parametrize("kind", ["docx", "odt"])
def test_labels_and_words_are_those_that_the_word_processor_prints_as_text(
    toolchain: Toolchain, folder: Path, kind: str
) -> None:
    for text in folder.glob("*.txt"):
        text.unlink()
    for number in range(24):
        content = f"<html><body>{page(random.Random(number))}</body></html>"
        (folder / f"{number}.html").write_text(content, "utf-8")
    converted(toolchain, folder.glob("*.html"), kind, AS_PAGE)
    converted(toolchain, folder.glob(f"*.{kind}"), "txt:Text (encoded):UTF8,LF")
    for path in sorted(folder.glob(f"*.{kind}")):
        printed = path.with_suffix(".txt").read_text("utf-8-sig")
        assert find_words(read_file(path).text).forms == find_words(printed).forms
        anew = OpenedDocument.read(path).written([]).data
        assert reader(path.suffix)(anew, path).text == read_file(path).text


def test_words_of_pdf_files_are_those_that_another_program_reads(
    toolchain: Toolchain, folder: Path
) -> None:
    must_have(toolchain.pdf_reader)
    for number in range(8):
        content = f"<html><body>{page(random.Random(number))}</body></html>"
        (folder / f"{number}.html").write_text(content, "utf-8")
    converted(toolchain, folder.glob("*.html"), "pdf", AS_PAGE)
    converted(toolchain, folder.glob("*.txt"), "pdf", AS_TEXT)
    for path in sorted(folder.glob("*.pdf")):
        command = [toolchain.pdf_reader, "-raw", path, "-"]
        printed = subprocess.run(command, check=True, capture_output=True, timeout=60).stdout
        expected = Counter(find_words(printed.decode()).forms)
        assert Counter(find_words(read_file(path).text).forms) == expected


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


def reviewed(toolchain: Toolchain, folder: Path, command: str) -> None:
    """Have the word processor give a command in every DOCX file of a folder, and save it again."""
    must_have(toolchain.word_processor, Path("/usr/lib/python3/dist-packages/uno.py"))
    files = sorted(folder.glob("*.docx"))
    profile = f"-env:UserInstallation={(folder.parent / 'profile').as_uri()}"
    accept = f"--accept=pipe,name={folder.parent.name};urp;"
    opened = [toolchain.word_processor, "--headless", "--norestore", profile, accept]
    script = Path(__file__).with_name("reviewing.py")
    with subprocess.Popen(opened) as processor:
        decided = ["/usr/bin/python3", script, folder.parent.name, command, *files]
        subprocess.run(decided, check=True, timeout=300)
        processor.wait(60)


@pytest.mark.parametrize("command", ["AcceptAllTrackedChanges", "RejectAllTrackedChanges"])
def test_accepted_changes_are_the_plain_result_and_rejected_ones_the_draft(
    toolchain: Toolchain, folder: Path, command: str
) -> None:
    converted(toolchain, folder.glob("*.txt"), "docx", AS_TEXT)
    cases = dict(CASES)
    for path in sorted(folder.glob("*.docx")):
        text = read_file(path).text
        once = [word for word in re.findall(r"\w{9,}", text) if text.count(word) == 1]
        cases[path.name] = (path.read_bytes(), *((word, "[X]") for word in once))
        path.unlink()
    made = {f"{number}.docx": tracked(*case) for number, case in enumerate(cases.values())}
    for name, (_, _, file) in made.items():
        (folder / name).write_bytes(file)
    reviewed(toolchain, folder, command)
    for name, (before, after, _) in made.items():
        wanted = after if command.startswith("Accept") else before
        assert read_file(folder / name).text.split() == wanted.split()
        content = zipfile.ZipFile(folder / name).read("word/document.xml")
        assert not re.search(rb"<w:(ins|del) ", content)


def test_protected_documents_that_are_saved_again_keep_everything(
    toolchain: Toolchain, folder: Path
) -> None:
    (folder / "judgment.html").write_text(JUDGMENT, "utf-8")
    converted(toolchain, folder.glob("*.txt"), "docx", AS_TEXT)
    converted(toolchain, folder.glob("*.html"), "docx", AS_PAGE)
    media = {"word/media/a.png": png()}
    picture = docx(paragraph("text") + paragraph(drawing()), media, {"ri": "image media/a.png"})
    (folder / "picture.docx").write_bytes(picture)
    kept = {}
    for path in folder.glob("*.docx"):
        path.write_bytes(OpenedDocument.read(path).written([]).data)
        kept[path] = read_file(path).text, media_of(path)
    reviewed(toolchain, folder, "")
    for path, (text, pictures) in kept.items():
        assert read_file(path).text == text
        assert media_of(path) == pictures


def media_of(path: Path) -> list[bytes]:
    """The pictures in a DOCX file."""
    with zipfile.ZipFile(path) as file:
        return [file.read(name) for name in file.namelist() if name.startswith("word/media/")]


TYPES = {
    "document": "wordprocessingml.document.main",
    "n": "wordprocessingml.footnotes",
    "c": "drawingml.chart",
    "d": "drawingml.chartshapes",
    "s": "wordprocessingml.styles",
    "header1": "wordprocessingml.header",
    "footer1": "wordprocessingml.footer",
}
LETTERS = r"[^\W\d⁰¹²³⁴-⁹]+"
OASIS = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"


def complete(construct: Construct | Combined) -> bytes:
    """The file of a construct with the lists of its parts, without which programs refuse it."""
    if construct.suffix not in (".docx", ".odt"):
        return construct.data
    if construct.suffix == ".docx":
        kind = "application/vnd.openxmlformats-officedocument."
        listed = "".join(
            f'<Override PartName="/word/{name}.xml" ContentType="{kind}{last}+xml"/>'
            for name, last in TYPES.items()
        )
        known = '<Default Extension="xml" ContentType="application/xml"/>'
        known += (
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        )
        space = "http://schemas.openxmlformats.org/package/2006/content-types"
        more = {"[Content_Types].xml": f'<Types xmlns="{space}">{known}{listed}</Types>'}
    else:
        text = "application/vnd.oasis.opendocument.text"
        listed = "".join(
            f'<m:file-entry m:full-path="{name}" m:media-type="{kind}"/>'
            for name, kind in (("/", text), ("content.xml", "text/xml"), ("styles.xml", "text/xml"))
        )
        manifest = f'<m:manifest xmlns:m="{OASIS}" m:version="1.3">{listed}</m:manifest>'
        more = {"META-INF/manifest.xml": manifest}
    with zipfile.ZipFile(io.BytesIO(construct.data)) as made:
        return zipped({name: made.read(name) for name in made.namelist()} | more)


def shown_words(toolchain: Toolchain, printed: Path) -> set[str]:
    """The words on the pages of a PDF file, numbers of notes left out."""
    command = [toolchain.pdf_reader, "-raw", printed, "-"]
    text = subprocess.run(command, check=True, capture_output=True, timeout=60).stdout.decode()
    return set(re.findall(LETTERS, text))


def test_no_word_that_programs_show_of_a_construct_is_missed(
    toolchain: Toolchain, folder: Path
) -> None:
    must_have(toolchain.word_processor, toolchain.pdf_reader, toolchain.chromium)
    judged = [one for one in CONSTRUCTS if one.suffix != ".eml" and not one.refused]
    files = []
    for number, one in enumerate(judged):
        files.append(folder / f"{number}{one.suffix}")
        files[-1].write_bytes(complete(one))
    for suffix in ("docx", "odt"):
        converted(toolchain, folder.glob(f"*.{suffix}"), "pdf")
    for file in folder.glob("*.html"):
        browser = [toolchain.chromium, "--headless", "--no-sandbox", "--disable-gpu"]
        profile = f"--user-data-dir={folder.parent / 'browser'}"
        out = f"--print-to-pdf={file.with_suffix('.pdf')}"
        command = [*browser, profile, "--no-pdf-header-footer", out, file.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    for file, one in zip(files, judged, strict=True):
        seen = set(re.findall(LETTERS, one.reads))
        assert shown_words(toolchain, file.with_suffix(".pdf")) <= seen, one.name
