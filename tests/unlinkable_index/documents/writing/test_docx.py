"""DOCX files written anew: what is seen is in them, with the edits made, and nothing else is."""

import io
import re
import struct
import zipfile
import zlib
from pathlib import Path

import docx as python_docx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from tests.unlinkable_index.documents import docx_files
from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, run
from unlinkable.rewriting.edits import Edit
from unlinkable_index.documents.docx import writing
from unlinkable_index.documents.docx.reading import read as read_docx
from unlinkable_index.documents.shared.writing import WrittenDocument, bare_picture, is_known_font

PATH = Path("a.docx")
HIDDEN = re.compile("NOT[a-z]+")


def written(data: bytes, *replaced: tuple[str, str]) -> WrittenDocument:
    """A file written anew, with the first place of each text replaced."""
    text = text_of(data)
    edits = []
    for before, after in replaced:
        start = text.index(before)
        edits.append(Edit(start, start + len(before), before, after))
    return writing.written(data, PATH, edits)


def parts(data: bytes) -> dict[str, bytes]:
    """The parts of a file, unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.comment == b""
        return {name: archive.read(name) for name in archive.namelist()}


def text_of(data: bytes) -> str:
    return read_docx(data, PATH).text


def test_every_part_element_and_attribute_is_on_the_list() -> None:
    """Whatever is written can be said here in full: an independent list, by name."""
    result = parts(written(docx_files.every_marker()).data)
    names = re.compile(
        r"\[Content_Types\]\.xml|_rels/\.rels|word/_rels/(?:document|header\d|footer\d)\.xml\.rels"
        r"|word/(?:document|styles|settings|numbering|footnotes|endnotes|header\d|footer\d)\.xml"
    )
    assert [name for name in result if not names.fullmatch(name)] == []
    for name, content in result.items():
        for element in etree.fromstring(content).iter():
            assert isinstance(element.tag, str)  # no comment, no instruction
            for key, value in element.attrib.items():
                assert not re.search("rsid|author|date|descr|title|tooltip|uri:", str(key).lower())
                assert len(value) < 100, (name, key)
    assert b"TargetMode" not in b"".join(result.values())


def test_deleted_passages_and_properties_are_counted() -> None:
    result = written(docx_files.every_marker())
    assert result.removed["deleted passages"] >= 4
    assert result.removed["files of properties"] == 2


def test_a_style_that_is_not_there_takes_no_other_look_with_it() -> None:
    source = docx(paragraph(run("bold", '<w:rStyle w:val="Nowhere"/><w:b/>'), " and plain"))
    content = parts(written(source).data)["word/document.xml"]
    assert b"Nowhere" not in content
    assert b"<w:b/>" in content


def test_every_cell_ends_with_a_paragraph_as_word_demands() -> None:
    inner = f"<w:tbl><w:tr><w:tc>{paragraph('inner')}</w:tc></w:tr></w:tbl>"
    cells = "".join(
        f"<w:tc>{inside}</w:tc>"
        for inside in (inner, paragraph("a") + inner, inner + paragraph("b"), paragraph("c"), "")
    )
    content = parts(written(docx(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>")).data)["word/document.xml"]
    found = list(etree.fromstring(content).iter("{*}tc"))
    assert len(found) == 8
    assert {cell[-1].tag.split("}")[1] for cell in found} == {"p"}
    assert [len(cell.findall("{*}p")) for cell in found] == [1, 1, 2, 1, 1, 1, 1, 1]


def test_each_thing_that_is_removed_counts_once() -> None:
    first = paragraph(run("one", "<w:vanish/>"), "two").replace("<w:p>", '<w:p w:rsidR="00A1">')
    second = paragraph("three", '<w:r w:rsidRPr="00A2" w:rsidR="00A1"><w:t>four</w:t></w:r>')
    removed = written(docx(first + second)).removed
    assert removed == {"hidden runs of text": 1, "revision numbers": 2}


def test_words_that_the_mask_before_them_stands_for_too_go_from_all_their_runs() -> None:
    source = docx(paragraph("The [NAME]", run(", wee", "<w:b/>"), run("kly market", "<w:i/>"), "."))
    assert text_of(written(source, (", weekly market", "")).data) == "The [NAME]."


def test_an_edit_over_several_runs_keeps_the_looks_of_each() -> None:
    source = docx(paragraph("The ", run("wee", "<w:b/>"), run("kly market", "<w:i/>"), " closed."))
    result = written(source, ("weekly market", "[REDACTED]")).data
    assert text_of(result) == "The [REDACTED] closed."
    runs = python_docx.Document(io.BytesIO(result)).paragraphs[0].runs
    assert [(one.text, one.bold, one.italic) for one in runs] == [
        ("The ", None, None), ("[REDACTED]", True, None), (" closed.", None, None),
    ]  # fmt: skip


def test_a_word_over_runs_is_changed_only_where_it_differs() -> None:
    source = docx(paragraph(run("un", "<w:b/>"), run("link", "<w:i/>"), "able"))
    result = written(source, ("unlinkable", "untraceable")).data
    runs = python_docx.Document(io.BytesIO(result)).paragraphs[0].runs
    assert "".join(one.text for one in runs) == "untraceable"
    assert runs[0].bold
    assert runs[-1].text.endswith("able")


def test_raised_digits_are_written_as_they_were() -> None:
    raised = '<w:position w:val="8"/>'
    source = docx(paragraph("law", run("12", raised)))
    assert text_of(written(source).data) == "law¹²"
    assert b">12<" in parts(written(source).data)["word/document.xml"]
    raised = '<w:vertAlign w:val="superscript"/>'
    source = docx(paragraph("law", run("12", raised), " and law²"))
    for edits in ([], [("law¹²", "act¹²")], [("¹²", "¹")], [("law²", "act²")]):
        result = written(source, *edits).data
        assert text_of(result).replace("act", "law").startswith("law¹")
        assert text_of(result).endswith("²")
        content = parts(result)["word/document.xml"].decode()
        assert "¹" not in content
        assert 'val="superscript"' in content


def test_insertions_and_breaks() -> None:
    inside = "<w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>"
    source = docx(f"<w:p>{inside}</w:p>")
    assert text_of(written(source, ("one\ttwo", "[X]")).data) == "[X]\nthree"
    assert text_of(written(source, ("\t", " and ")).data) == "one and two\nthree"


PAGE = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE \\* MERGEFORMAT '
    '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    f'{run("7")}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)


def test_pages_are_still_counted_and_no_other_field_is() -> None:
    source = docx(paragraph("page ", PAGE, PAGE.replace("PAGE", "AUTHOR"), " end"))
    content = parts(written(source).data)["word/document.xml"].decode()
    assert re.findall(r'instr="([^"]*)"', content) == [" PAGE "]
    assert text_of(written(source).data) == "page 77 end"


STYLES = part(
    "styles",
    '<w:style w:type="paragraph" w:styleId="Judge Miller"><w:name w:val="Miller style"/><w:rPr>'
    '<w:b/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="H1" w:default="1">'
    '<w:name w:val="heading 1"/><w:basedOn w:val="Judge Miller"/></w:style>',
)
LISTS = part(
    "numbering",
    '<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt '
    'w:val="decimal"/><w:lvlText w:val="Miller %1."/></w:lvl><w:lvl w:ilvl="1"><w:lvlText '
    'w:val="%1.%2)"/></w:lvl></w:abstractNum><w:num w:numId="9">'
    '<w:abstractNumId w:val="4"/></w:num>',
)


def test_styles_and_lists_stay_and_their_names_do_not() -> None:
    properties = (
        '<w:pStyle w:val="Judge Miller"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="9"/></w:numPr>'
    )
    source = docx(
        paragraph("text", properties=properties),
        {"word/styles.xml": STYLES, "word/numbering.xml": LISTS},
        {"s": "styles styles.xml", "n": "numbering numbering.xml"},
    )
    result = written(source)
    assert text_of(result.data) == "Miller 3.\ttext"  # read, and so checked: it is text now
    other_parts = {n: data for n, data in parts(result.data).items() if n != "word/document.xml"}
    assert b"Miller" not in b"".join(other_parts.values())
    assert result.left_out == {}
    document = python_docx.Document(io.BytesIO(result.data))
    style = document.paragraphs[0].style
    assert style is not None
    assert style.font.bold
    assert [one.name for one in document.styles] == ["Style 1", "Heading 1"]
    assert b'val="%1.%2)"' in parts(result.data)["word/numbering.xml"]


def test_no_word_hides_in_what_says_how_text_looks() -> None:
    properties = (
        '<w:jc w:val="NOTa"/><w:shd w:val="clear" w:fill="NOTb" w:color="auto"/><w:spacing '
        'w:before="12" w:after="NOTc" w:NOTd="1"/><w:NOTe/><w:ind w:left="12.5pt"/>'
    )
    looks = '<w:color w:val="NOTf"/><w:sz w:val="24"/><w:rFonts w:ascii="Liberation Serif"/>'
    source = docx(paragraph(run("text", looks), properties=properties))
    content = parts(written(source).data)["word/document.xml"].decode()
    assert not HIDDEN.search(content)
    for kept in ("fill", 'w:before="12"', 'w:left="12.5pt"', 'w:val="24"', "Liberation Serif"):
        assert (kept in content) == (kept != "fill")


def test_characters_that_show_nothing_and_can_carry_text_are_left_out() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "Miller")
    source = docx(paragraph(f"the wi{hidden}tness\ufeff said so\u00ad"))
    content = parts(written(source).data)["word/document.xml"].decode()
    assert "the witness said so\u00ad<" in content


def png(*more: tuple[bytes, bytes]) -> bytes:
    """A picture of one black dot, with more chunks."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), *more,
              (b"IDAT", zlib.compress(b"\0\0")), (b"IEND", b"")]  # fmt: skip
    written = b"\x89PNG\r\n\x1a\n"
    for kind, content in chunks:
        check = zlib.crc32(kind + content)
        written += struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
    return written


def pixels(data: bytes) -> tuple[tuple[int, int], list[bytes]]:
    """The size of a picture, and what it shows, as it is seen."""
    with Image.open(io.BytesIO(data)) as picture:
        shown = picture.convert("RGBA")
        return shown.size, [bytes(one) for one in shown.get_flattened_data()]


def jpeg(width: int = 16) -> bytes:
    """A picture in many greys."""
    out = io.BytesIO()
    Image.linear_gradient("L").resize((width, width)).save(out, "JPEG", comment=b"Miller")
    return out.getvalue()


def test_pictures_lose_what_stands_beside_the_picture() -> None:
    marked = png((b"tEXt", b"Author\0Miller"), (b"eXIf", b"Miller")) + b"Miller"
    notes = b"\xff\xe1\x00\x0eExif\0\0Miller" + b"\xff\xfe\x00\x08Miller"
    behind = jpeg()[:-2] + b"Miller" + b"\xff\xd9" + b"Miller"  # in its scan, and behind it
    for hides in (marked, jpeg(), jpeg()[:2] + notes + jpeg()[2:], behind):
        assert b"Miller" in hides
        found = bare_picture(hides)
        assert found is not None
        assert b"Miller" not in found[1]
        assert pixels(found[1])[0] == pixels(hides)[0]
    for damaged in (marked[:40], jpeg()[:60], b"GIF89a", b"", b"\xff\xd8\xff"):
        assert bare_picture(damaged) is None


def test_what_a_picture_shows_stays_and_what_it_does_not_goes() -> None:
    see_through = Image.new("RGBA", (2, 1), (77, 105, 108, 0))  # letters where nothing is seen
    see_through.putpixel((1, 0), (1, 2, 3, 9))
    coloured = Image.new("P", (2, 1), 1)
    coloured.putpalette(b"Mil\1\2\3ler")
    for picture, shown in (
        (see_through, [bytes(4), b"\1\2\3\x09"]),
        (coloured, [b"\1\2\3\xff"] * 2),
        (Image.new("1", (2, 1), 1), [b"\xff" * 4] * 2),
        (Image.new("LA", (2, 1), (7, 8)), [b"\7\7\7\x08"] * 2),
    ):
        out = io.BytesIO()
        picture.save(out, "PNG")
        found = bare_picture(out.getvalue())
        assert found is not None
        assert pixels(found[1]) == ((2, 1), shown)
        assert b"Mil" not in found[1]
    found = bare_picture(jpeg(64))
    assert found is not None
    pairs = zip(pixels(found[1])[1], pixels(jpeg(64))[1], strict=True)
    assert max(abs(one[0] - other[0]) for one, other in pairs) <= 4


@pytest.mark.parametrize(
    "packed",
    [
        zlib.compress(b"\0\0") + b"Miller",
        zlib.compress(b"\0\0") + zlib.compress(b"Miller", 0),
        zlib.compress(b"\0\0" + b"Miller" * 9, 0),
    ],
)
def test_a_picture_holds_no_more_data_than_it_shows(packed: bytes) -> None:
    """The data of a chunk goes on behind what is packed, or unpacks to more rows than there are."""
    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"gAMA", b"Mill"), (b"gAMA", b"Miller"), (b"sBIT", b"Miller")]
    written = b"\x89PNG\r\n\x1a\n"
    for kind, content in [*chunks, (b"IDAT", packed), (b"IEND", b"")]:
        written += struct.pack(">I", len(content)) + kind + content + b"cccc"
    found = bare_picture(written)
    if found is not None:
        assert b"Miller" not in found[1]
        assert len(found[1]) < len(png()) + 30


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Liberation Serif", True),
        ("'Liberation Serif'", True),
        ("Liberation Serif1", True),
        ("Arial Narrow", True),
        ("Gill Sans MT Condensed", True),
        ("Jane Miller", False),
        ("Arial Miller", False),
        ("Arial 2017", False),
        ("Arial12", False),
        ("", False),
    ],
)
def test_only_names_of_known_fonts_are_written(name: str, known: bool) -> None:
    content = written(docx(paragraph(run("text", f'<w:rFonts w:ascii="{name}"/>')))).data
    assert is_known_font(name) == known
    assert (f'"{name}"' in parts(content)["word/document.xml"].decode()) == known


@given(st.binary())
def test_no_bytes_stop_the_reading_of_pictures(data: bytes) -> None:
    for begins in (b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"):
        bare_picture(begins + data)


def drawing(more: str = "") -> str:
    return (
        '<w:r><w:drawing><wp:inline><wp:extent cx="900" cy="800"/><wp:docPr id="1" name="NOTname" '
        'descr="NOTdescr"/><a:graphic><a:graphicData><a:blipFill><a:blip r:embed="ri"/>'
        f"{more}</a:blipFill></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


def test_a_picture_is_kept_bare_and_counted_and_one_that_is_cut_is_left_out() -> None:
    media = {"word/media/NOTfile.png": png((b"tEXt", b"a\0NOTtext"))}
    named = {"ri": "image media/NOTfile.png"}
    result = written(docx(paragraph("text", drawing()), media, named))
    assert (result.pictures, result.left_out) == (1, {})
    assert pixels(parts(result.data)["word/media/picture1.png"]) == pixels(png())
    assert b"NOT" not in b"".join(parts(result.data).values())
    cut = written(docx(paragraph("text", drawing('<a:srcRect l="10"/>')), media, named))
    assert (cut.pictures, list(cut.left_out.values())) == (0, [1])
    assert not any("media" in name for name in parts(cut.data))


@given(st.data())
def test_whatever_is_edited_the_text_that_is_read_again_is_the_edited_one(
    data: st.DataObject,
) -> None:
    words = st.text("ab¹ -", min_size=1, max_size=5)
    lines = data.draw(st.lists(st.lists(words, min_size=1, max_size=4), min_size=1, max_size=3))
    source = docx("".join(paragraph(*map(run, line)) for line in lines))
    seen = read_docx(source, PATH)
    edits = []
    for number, whole in enumerate(seen.paragraphs):
        bounds = data.draw(st.tuples(*[st.integers(0, len(whole.text))] * 2).map(sorted))
        start, end = (seen.starts[number] + bound for bound in bounds)
        after = data.draw(st.sampled_from(["", "[X]", "other words"]))
        edits.append(Edit(start, end, seen.text[start:end], after))
    expected = seen.text
    for edit in reversed(edits):
        expected = expected[: edit.start] + edit.after + expected[edit.end :]
    read = text_of(writing.written(source, PATH, edits).data)
    wanted = [one for one in expected.split("\n\n") if one.strip()]
    assert [one for one in read.split("\n\n") if one.strip()] == wanted


@pytest.mark.parametrize(("kind", "kept"), [("default", True), ("even", False), ("first", False)])
def test_a_header_with_nothing_but_a_picture_stays_where_it_is_seen(kind: str, kept: bool) -> None:
    section = f'<w:sectPr><w:headerReference w:type="{kind}" r:id="rh"/></w:sectPr>'
    more = {
        "word/header1.xml": part("hdr", paragraph(drawing())),
        "word/_rels/header1.xml.rels": docx_files.relations({"ri": "image media/p.png"}),
        "word/media/p.png": png(),
    }
    result = written(docx(paragraph("text") + section, more, {"rh": "header header1.xml"}))
    assert result.pictures == int(kept)
    assert ("word/header1.xml" in parts(result.data)) == kept
    assert python_docx.Document(io.BytesIO(result.data)).sections
