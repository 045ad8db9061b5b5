"""What is read of a DOCX file: all that its printed pages show, and nothing else."""

import io
import zipfile
from pathlib import Path

import docx as python_docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.documents import docx_files
from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, run
from unlinkable_index.documents.docx.reading import read as read_docx
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError

PATH = Path("a.docx")


def read(body: str, **more: object) -> VisibleText:
    """What is read of a file with this body."""
    return read_docx(docx(body, **more), PATH)  # type: ignore[arg-type]


def test_the_strict_form_is_read_alike() -> None:
    data = docx_files.every_marker()
    parts = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            for old, new in (
                (
                    b"schemas.openxmlformats.org/wordprocessingml/2006/main",
                    b"purl.oclc.org/ooxml/wordprocessingml/main",
                ),
                (
                    b"schemas.openxmlformats.org/officeDocument/2006/relationships",
                    b"purl.oclc.org/ooxml/officeDocument/relationships",
                ),
                (
                    b"schemas.openxmlformats.org/drawingml/2006/main",
                    b"purl.oclc.org/ooxml/drawingml/main",
                ),
            ):
                content = content.replace(b"http://" + old, b"http://" + new)
            parts[name] = content
    assert read_docx(docx_files.zipped(parts), PATH).text == read_docx(data, PATH).text


def test_a_word_over_several_runs_is_one() -> None:
    text = read(
        paragraph("bat", run("te", "<w:b/>"), f"<w:ins>{run('ry')}</w:ins>", " charge")
    ).text
    assert text == "battery charge"


def test_space_at_the_ends_counts_only_where_it_is_said_to() -> None:
    assert (
        read("<w:p><w:r><w:t>bat </w:t></w:r><w:r><w:t> tery</w:t></w:r></w:p>").text == "battery"
    )


def test_what_stands_for_characters() -> None:
    inside = (
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t>"
        '<w:softHyphen/><w:t>e</w:t><w:sym w:font="Symbol" w:char="03B1"/><w:cr/><w:t>f</w:t></w:r>'
    )
    assert read(f"<w:p>{inside}</w:p>").text == "a\tb\nc\u2011d\u00ade\u03b1\nf"


def test_raised_digits_are_the_mark_of_a_note_and_no_part_of_the_word() -> None:
    raised = '<w:vertAlign w:val="superscript"/>'
    assert read(paragraph("law", run("12", raised), " ", run("2026", raised))).text == "law¹² 2026"
    for position, shown in (("6", "law¹²"), ("-4", "law¹²"), ("0", "law12")):
        moved = f'<w:position w:val="{position}"/>'
        assert read(paragraph("law", run("12", moved))).text == shown


def test_paragraphs_whose_end_is_deleted_or_hidden_are_one() -> None:
    for mark in ("<w:vanish/>", "<w:del/>", "<w:moveFrom/>"):
        first = paragraph("bat", properties=f"<w:rPr>{mark}</w:rPr>")
        found = read(first + paragraph("tery") + paragraph("charge"))
        assert found.text == "battery\n\ncharge"
        assert [one.place.paragraph for one in found.paragraphs] == [1, 2]


def test_digits_that_a_style_raises_are_the_mark_of_a_note() -> None:
    raised = (
        '<w:style w:type="character" w:styleId="Up"><w:rPr><w:vertAlign w:val="superscript"/>'
        '</w:rPr></w:style><w:style w:type="character" w:styleId="Down"><w:basedOn w:val="Up"/>'
        '<w:rPr><w:vertAlign w:val="baseline"/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="As"><w:basedOn w:val="Up"/></w:style>'
    )
    for name, shown in (("Up", "law¹²"), ("Down", "law12"), ("As", "law¹²")):
        body = paragraph("law", run("12", f'<w:rStyle w:val="{name}"/>'))
        parts = {"word/styles.xml": part("styles", raised)}
        assert read(body, parts=parts, named={"s": "styles styles.xml"}).text == shown


def test_a_style_without_a_name_leaves_the_others_as_they_are() -> None:
    unnamed = '<w:style w:type="character"/><w:style w:styleId="Bare"/>'
    hidden = '<w:style w:type="character" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
    styles = part("styles", unnamed + hidden)
    body = paragraph("seen", run("unseen", '<w:rStyle w:val="H"/>'))
    found = read(body, parts={"word/styles.xml": styles}, named={"s": "styles styles.xml"})
    assert found.text == "seen"


def test_places_are_those_that_a_person_counts() -> None:
    cell = f"<w:tc>{paragraph('in a cell')}</w:tc>"
    body = (
        paragraph("first")
        + paragraph("")
        + paragraph("second", '<w:r><w:footnoteReference w:id="4"/></w:r>')
        + f"<w:tbl><w:tr>{cell}{cell}</w:tr></w:tbl>"
        + paragraph("<w:r><w:lastRenderedPageBreak/></w:r>", "third")
    )
    notes = part("footnotes", f'<w:footnote w:id="4">{paragraph("below")}</w:footnote>')
    found = read(body, parts={"word/footnotes.xml": notes}, named={"n": "footnotes footnotes.xml"})
    assert [f"{one.place}: {one.text}" for one in found.paragraphs] == [
        "page 1, paragraph 1: first",
        "page 1, paragraph 2: second",
        "page 1, table 1, row 1, column 1: in a cell",
        "page 1, table 1, row 1, column 2: in a cell",
        "page 2, paragraph 3: third",
        "page 1, footnote 1, paragraph 1: below",
    ]
    assert str(found.place_at(found.text.index("third") + 2)) == "page 2, paragraph 3"


def test_what_stands_apart_is_a_flow_of_its_own() -> None:
    box = docx_files.SHOWN["text box"]
    found = read(paragraph("before") + box + paragraph("after"))
    assert found.text == "before\n\nINbeside\n\nafter\n\n\x1e\n\nINbox"


def test_pieces_know_the_elements_they_come_from() -> None:
    found = read(paragraph("bat", "<w:r><w:tab/></w:r>", "tery"))
    pieces = found.paragraphs[0].pieces
    assert [piece.text for piece in pieces] == ["bat", "\t", "tery"]
    assert [piece.origin.tag.rpartition("}")[2] for piece in pieces] == ["t", "tab", "t"]


def test_headers_of_the_first_and_of_even_pages_are_read_where_they_are_shown() -> None:
    sections = "".join(
        f"<w:p><w:pPr><w:sectPr>{inside}</w:sectPr></w:pPr></w:p>"
        for inside in (
            '<w:headerReference w:type="first" r:id="rh2"/>'
            '<w:headerReference w:type="even" r:id="rh3"/>',
            "<w:titlePg/>",  # shows the one that the section before names
        )
    )
    both = docx_files.MORE_PARTS | {"word/settings.xml": part("settings", "<w:evenAndOddHeaders/>")}
    assert read(sections, parts=both, named=docx_files.NAMED).text.split("\n\n\x1e\n\n") == [
        "NOTevenheader",
        "NOTfirstheader",
    ]


@pytest.mark.parametrize("name", ["altChunk", "subDoc"])
def test_text_that_stands_in_other_files_is_not_passed_over(name: str) -> None:
    with pytest.raises(UserError, match="stands in other files"):
        read(f'<w:{name} r:id="rx"/>')


_WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=8)


@examples(25)  # that library is slow
@given(st.lists(st.lists(_WORDS, max_size=5), max_size=6))
def test_what_another_library_writes_is_read_as_that_library_reads_it(
    paragraphs: list[list[str]],
) -> None:
    document = python_docx.Document()
    for runs in paragraphs:
        added = document.add_paragraph()
        for text in runs:
            added.add_run(text)
    table = document.add_table(1, 1)
    table.cell(0, 0).text = "cell"
    out = io.BytesIO()
    document.save(out)
    again = python_docx.Document(io.BytesIO(out.getvalue()))
    expected = [one.text for one in again.paragraphs if one.text.strip()]
    found = read_docx(out.getvalue(), PATH)
    assert [one.text for one in found.paragraphs] == [*expected, "cell"]
