"""OpenDocument texts written anew: what is seen is in them, with the edits made, and no more."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.unlinkable_index.documents import odt_files
from tests.unlinkable_index.documents.odt_files import odt, p
from tests.unlinkable_index.documents.writing.test_docx import HIDDEN, parts, png
from unlinkable.rewriting.edits import Edit
from unlinkable_index.documents.odt import writing
from unlinkable_index.documents.odt.reading import read as read_odt
from unlinkable_index.documents.shared.writing import WrittenDocument

PATH = Path("a.odt")


def written(data: bytes, *replaced: tuple[str, str]) -> WrittenDocument:
    """A file written anew, with the first place of each text replaced."""
    text = text_of(data)
    edits = []
    for before, after in replaced:
        start = text.index(before)
        edits.append(Edit(start, start + len(before), before, after))
    return writing.written(data, PATH, edits)


def text_of(data: bytes) -> str:
    return read_odt(data, PATH).text


def test_every_part_and_attribute_is_one_that_is_needed() -> None:
    result = parts(written(odt_files.every_marker()).data)
    assert sorted(result) == ["META-INF/manifest.xml", "content.xml", "mimetype", "styles.xml"]
    assert next(iter(result)) == "mimetype"
    for name in ("content.xml", "styles.xml", "META-INF/manifest.xml"):
        for element in etree.fromstring(result[name]).iter():
            assert isinstance(element.tag, str)  # no comment, no instruction
            assert not re.search(
                "meta|change|script|annotation|bookmark", element.tag.split("}")[1]
            )
            for key in element.attrib:
                assert not re.search("author|creator|date|rsid|href|formula|condition", str(key))


def test_headers_that_are_not_shown_are_not_written() -> None:
    pages = etree.fromstring(parts(written(odt_files.every_marker()).data)["styles.xml"])
    names = [element.tag.split("}")[1] for element in pages.iter()]
    margins = [name for name in names if name.startswith(("header", "footer"))]
    assert sorted(margins) == ["footer", "footer", "header", "header"]


def test_an_edit_over_several_spans_keeps_the_looks_of_each() -> None:
    styles = (
        '<style:style style:name="Miller" style:family="text"><style:text-properties '
        'fo:font-weight="bold" fo:color="Miller"/></style:style>'
    ).replace("<style:style ", '<style:style xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:'
              'xsl-fo-compatible:1.0" ')  # fmt: skip
    source = odt(p('The <text:span text:style-name="Miller">week</text:span>ly market.'), styles)
    result = written(source, ("weekly market", "[REDACTED]")).data
    assert text_of(result) == "The [REDACTED]."
    content = parts(result)["content.xml"].decode()
    assert "Miller" not in content
    assert '<text:span text:style-name="c1">[REDACTED]</text:span>.' in content
    assert 'fo:font-weight="bold"' in content


def test_no_word_hides_in_what_says_how_text_looks() -> None:
    fo = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
    styles = (
        f'<style:style {fo} style:name="NOTa" style:family="NOTb" style:display-name="NOTc"/>'
        f'<style:style {fo} style:name="NOTd" style:family="paragraph" style:class="NOTe">'
        '<style:paragraph-properties fo:text-align="NOTf" fo:margin-left="1cm NOTg" fo:color="#123"'
        ' fo:break-before="page"/><style:text-properties style:font-name="NOTh&lt;"/></style:style>'
        '<style:default-style style:family="NOTi"/>'
        '<text:list-style style:name="NOTj"><text:list-level-style-number text:level="NOTk" '
        'style:num-format="NOTl" style:num-suffix="NOTm"/></text:list-style>'
    )
    body = p("text", "NOTd") + '<text:list text:style-name="NOTj" text:continue-list="NOTn"/>'
    result = written(odt(body, styles))
    content = parts(result.data)["content.xml"].decode()
    assert not HIDDEN.search(content)
    assert 'fo:break-before="page"' in content
    assert result.left_out == {}


def test_blanks_breaks_and_raised_digits_are_written_as_they_were() -> None:
    styles = (
        '<style:style style:name="Up" style:family="text"><style:text-properties '
        'style:text-position="super 58%"/></style:style>'
    )
    body = 'a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>law'
    source = odt(p(f'{body}<text:span text:style-name="Up">12</text:span> d²'), styles)
    for edits in ([], [("law", "act")], [("d²", "e²")]):
        result = written(source, *edits).data
        expected = text_of(source)
        for before, after in edits:
            expected = expected.replace(before, after)
        assert text_of(result) == expected
        assert "¹" not in parts(result)["content.xml"].decode()


def test_pictures_are_kept_bare_and_counted() -> None:
    frame = (
        '<draw:frame draw:name="NOTname" svg:width="2cm" svg:height="1cm"><draw:image '
        'xlink:href="Pictures/NOTa.png"/><svg:desc>NOTdesc</svg:desc></draw:frame>'
    )
    media = {"Pictures/NOTa.png": png((b"tEXt", b"a\0NOTtext"))}
    result = written(odt(p(f"text{frame}"), parts=media))
    assert (result.pictures, result.left_out) == (1, {})
    assert parts(result.data)["Pictures/picture1.png"] == png()
    assert not HIDDEN.search(b"".join(parts(result.data).values()).decode("latin-1"))


FRAME = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
HIDING = (
    '<style:style style:name="H" style:family="paragraph"><style:text-properties '
    'text:display="none"/></style:style>'
)


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (p("text") + p(FRAME), 1),
        (f"<text:section>{p(FRAME)}</text:section>{FRAME}", 2),
        (f"<table:table><table:table-row><table:table-cell>{p(FRAME)}</table:table-cell>"
         "</table:table-row></table:table>", 1),
        (f'<text:section text:display="none">{p(FRAME)}</text:section>', 0),
        (f'<text:section text:is-hidden="true">{p(FRAME)}</text:section>', 0),
        (p(FRAME, "H"), 0),
        (p(f"<office:annotation>{p(FRAME)}</office:annotation>"), 0),
    ],
)  # fmt: skip
def test_pictures_come_along_where_they_are_seen_and_only_there(body: str, count: int) -> None:
    result = written(odt(p("text") + body, HIDING, parts={"Pictures/a.png": png()}))
    assert result.pictures == count
    assert any("Pictures" in name for name in parts(result.data)) == bool(count)


def test_characters_that_show_nothing_and_can_carry_text_are_left_out() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "Miller")
    content = parts(written(odt(p(f"the wi{hidden}tness"))).data)["content.xml"].decode()
    assert "the witness<" in content


@given(st.data())
def test_whatever_is_edited_the_text_that_is_read_again_is_the_edited_one(
    data: st.DataObject,
) -> None:
    words = st.lists(st.sampled_from(["ab", "c", "-", "é"]), min_size=1, max_size=3).map(" ".join)
    lines = data.draw(st.lists(st.lists(words, min_size=1, max_size=4), min_size=1, max_size=3))
    source = odt(
        "".join(p("".join(f"<text:span>{one}</text:span>" for one in line)) for line in lines)
    )
    seen = read_odt(source, PATH)
    edits = []
    for number, whole in enumerate(seen.paragraphs):
        bounds = data.draw(st.tuples(*[st.integers(0, len(whole.text))] * 2).map(sorted))
        start, end = (seen.starts[number] + bound for bound in bounds)
        after = data.draw(st.sampled_from(["", "[X]", "other words", "two  blanks"]))
        edits.append(Edit(start, end, seen.text[start:end], after))
    expected = seen.text
    for edit in reversed(edits):
        expected = expected[: edit.start] + edit.after + expected[edit.end :]
    read = text_of(writing.written(source, PATH, edits).data)
    wanted = [" ".join(one.split()) for one in expected.split("\n\n") if one.strip()]
    assert [" ".join(one.split()) for one in read.split("\n\n") if one.strip()] == wanted
