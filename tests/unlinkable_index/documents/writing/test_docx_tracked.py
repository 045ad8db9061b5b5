"""Tracked changes in DOCX files: who accepts them all has the edited text, who rejects them all the
draft, and nothing else of either."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.unlinkable_index.documents import docx_files
from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, run
from unlinkable.rewriting.edits import Edit
from unlinkable_index.documents.docx.reading import read as read_docx
from unlinkable_index.documents.docx.writing import written
from unlinkable_index.documents.opened import OpenedDocument
from unlinkable_index.errors import UserError

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
PATH = Path("a.docx")
NAME = 'Clerk "A" & <B>'


def decided(data: bytes, accept: bool) -> bytes:
    """A file with all changes accepted, or rejected, as ISO/IEC 29500-1, 17.13.5, has it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as file, zipfile.ZipFile(out, "w") as new:
        for name in file.namelist():
            content = file.read(name)
            new.writestr(name, _decided(content, accept) if name.endswith(".xml") else content)
    return out.getvalue()


def _decided(content: bytes, accept: bool) -> bytes:
    root = etree.fromstring(content)
    gone, stays = ("del", "ins") if accept else ("ins", "del")
    for element in list(root.iter(W + gone)):
        element.getparent().remove(element)
    for element in list(root.iter(W + "delText")):
        element.tag = W + "t"
    etree.strip_tags(root, W + stays)
    return etree.tostring(root)


def tracked(source: bytes, *replaced: tuple[str, str]) -> tuple[str, str, bytes]:
    """What a file reads, what it should read with the first place of each text replaced, and the
    file in which that is tracked."""
    text = read_docx(source, PATH).text
    edits = [Edit(text.index(one), text.index(one) + len(one), one, new) for one, new in replaced]
    return text, _edited(text, edits), _tracked(source, edits)


def _tracked(source: bytes, edits: list[Edit]) -> bytes:
    return written(source, PATH, edits, NAME).data


def _edited(text: str, edits: list[Edit]) -> str:
    for edit in sorted(edits, reverse=True, key=lambda one: one.start):
        text = text[: edit.start] + edit.after + text[edit.end :]
    return text


NOTE = {"word/n.xml": part("footnotes", f'<w:footnote w:id="2">{paragraph("a note")}</w:footnote>')}
CALL = '<w:r><w:footnoteReference w:id="2"/></w:r>'
BOX = docx_files.SHOWN["text box"]
LISTED = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt '
    'w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1">'
    '<w:abstractNumId w:val="0"/></w:num>'
)
CASES: dict[str, Any] = {
    "in one run": (docx(paragraph("the weekly market")), ("weekly", "[X]")),
    "over runs of different looks": (
        docx(paragraph(run("the wee", "<w:b/>"), run("kly", "<w:i/>"), " market")),
        ("weekly market", "[X]"),
    ),
    "a tab and a line's end": (
        docx(paragraph("one", "<w:r><w:tab/></w:r>", "two", "<w:r><w:br/></w:r>", "three")),
        ("one\ttwo\nthree", "[X]"),
    ),
    "over paragraphs": (
        docx(paragraph("one two") + paragraph("three four")),
        ("two\n\nthree", "[X]"),
    ),
    "nothing in its place": (docx(paragraph("the weekly market")), ("weekly ", "")),
    "a raised number": (
        docx(paragraph("law", run("12", '<w:vertAlign w:val="superscript"/>'), " here")),
        ("law¹² here", "[X]"),
    ),
    "in a link": (
        docx(paragraph(f'<w:hyperlink w:anchor="a">{run("a link")}</w:hyperlink>')),
        ("link", "[X]"),
    ),
    "in a note, and around its mark": (
        docx(paragraph("before", CALL, "after"), NOTE, {"n": "footnotes n.xml"}),
        ("beforeafter", "[X]"),
        ("a note", "[Y]"),
    ),
    "in a cell": (
        docx(f"<w:tbl><w:tr><w:tc>{paragraph('cell text')}</w:tc></w:tr></w:tbl>"),
        ("cell", "[X]"),
    ),
    "in a text box": (docx(BOX), (read_docx(docx(BOX), PATH).text.split()[0], "[X]")),
    "the label of a list": (
        docx(
            paragraph(
                "item", properties='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
            ),
            {"word/l.xml": part("numbering", LISTED)},
            {"l": "numbering l.xml"},
        ),
        ("1", "[X]"),
    ),
    "a draft with changes of its own": (
        docx(
            paragraph(
                "the ",
                '<w:del w:id="1" w:author="NOTauthor"><w:r><w:delText>NOTold</w:delText></w:r>'
                "</w:del>",
                f'<w:ins w:id="2" w:author="NOTauthor">{run("weekly")}</w:ins>',
                " market",
            )
        ),
        ("weekly market", "[X]"),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_accepting_gives_the_edited_text_and_rejecting_the_draft(case: Any) -> None:
    text, wanted, file = tracked(*case)
    assert read_docx(file, PATH).text.split() == wanted.split()
    assert read_docx(decided(file, accept=True), PATH).text.split() == wanted.split()
    assert read_docx(decided(file, accept=False), PATH).text.split() == text.split()
    content = b"".join(_contents(file))
    assert b"NOT" not in content
    assert b"Clerk &quot;A&quot; &amp; &lt;B&gt;" in content


@given(st.data())
def test_whatever_is_edited_both_texts_are_there(data: st.DataObject) -> None:
    words = st.text("ab¹ -", min_size=1, max_size=5)
    lines = data.draw(st.lists(st.lists(words, min_size=1, max_size=4), min_size=1, max_size=3))
    source = docx("".join(paragraph(*map(run, line)) for line in lines))
    text = read_docx(source, PATH).text
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    edits = [
        Edit(start, end, text[start:end], data.draw(st.sampled_from(["", "[X]", "ab words"])))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    file = _tracked(source, edits)
    for accept, expected in ((True, _edited(text, edits)), (False, text)):
        read = read_docx(decided(file, accept=accept), PATH).text
        assert "".join(read.split()) == "".join(expected.split())


@pytest.mark.parametrize(
    ("name", "reviewer", "said"),
    [
        ("a.odt", "Clerk", "into DOCX files only"),
        ("a.docx", " ", "give the name of a reviewer"),
        ("a.docx", "A\nB", "give the name of a reviewer"),
        ("a.docx", "A" * 101, "give the name of a reviewer"),
    ],
)
def test_what_cannot_be_tracked_is_refused(name: str, reviewer: str, said: str) -> None:
    document = OpenedDocument(Path(name), b"", read_docx(docx(paragraph("a")), PATH))
    with pytest.raises(UserError, match=said):
        document.written([], reviewer)


def _contents(data: bytes) -> list[bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return [file.read(name) for name in file.namelist()]
