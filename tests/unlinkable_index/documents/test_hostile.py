"""Files made to harm whoever opens them: refused in one sentence, with nothing fetched, and nothing
that they hold told."""

import io
import socket
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.documents import docx_files, odt_files
from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, zipped
from tests.unlinkable_index.documents.odt_files import odt
from tests.unlinkable_index.documents.pdf_files import pdf
from unlinkable_index.documents import SUFFIXES, read_file, reader
from unlinkable_index.documents.docx.reading import read as read_docx
from unlinkable_index.documents.odt.reading import read as read_odt
from unlinkable_index.documents.shared import archive, elements
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import NotOrdinaryError

MAIN = "word/document.xml"
ENTITIES = "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "Confidential"}">' for n in range(9)
)


def with_main(text: str | bytes, **more: str | bytes) -> bytes:
    """A DOCX file with this main part."""
    parts = {"_rels/.rels": docx_files.relations({"r": f"officeDocument {MAIN}"}), MAIN: text}
    return zipped(parts | more)


def refusal(data: bytes, suffix: str = ".docx") -> str:
    """How a file is refused."""
    with pytest.raises(UserError) as caught:
        reader(suffix)(data, Path(f"a{suffix}"))
    told = str(caught.value)
    assert told.startswith(f"a{suffix}: not read: ")
    assert "Confidential" not in told
    assert "\n" not in told
    return told


DOCUMENT = part("document", f"<w:body>{paragraph('Confidential')}</w:body>")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Confidential",
        docx(paragraph("Confidential"))[:-30],
        zipped({}),
        zipped({MAIN: "Confidential"}),
        with_main("Confidential"),
        with_main("<w:document>Confidential"),
        with_main("<p>Confidential</p>"),
        with_main(DOCUMENT.replace("<w:body>", "<w:body>&unknown;")),
    ],
)
def test_what_is_damaged_is_refused(data: bytes) -> None:
    refusal(data)


@pytest.mark.parametrize("suffix", sorted(SUFFIXES - {".html", ".htm", ".xhtml", ".eml"}))
def test_bytes_of_another_kind_are_refused_by_every_reader(suffix: str) -> None:
    refusal(b"Confidential \x00\x01\x02", suffix)


def test_a_damaged_part_is_refused() -> None:
    data = bytearray(docx(paragraph("Confidential" * 100), compression=zipfile.ZIP_STORED))
    data[data.index(b"ConfidentialConf")] ^= 1  # its checksum no longer fits
    assert "damaged" in refusal(bytes(data))


def test_a_password_is_told_from_damage() -> None:
    assert "password" in refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500)


def test_entities_are_not_unfolded() -> None:
    for body in ("&a8;", '<x a="&a8;"/>'):
        text = f"<!DOCTYPE d [{ENTITIES}]>" + DOCUMENT.replace("Confidential", body)
        refusal(with_main(text.replace('<?xml version="1.0" encoding="UTF-8"?>', "")))


def test_a_small_file_that_unpacks_to_far_too_much_is_refused_within_bounds() -> None:
    bomb = with_main(DOCUMENT.replace("Confidential", " " * 60_000_000))
    assert len(bomb) < 200_000
    tracemalloc.start()
    try:
        refusal(bomb)
        assert tracemalloc.get_traced_memory()[1] < 3 * archive.LARGEST_PART
    finally:
        tracemalloc.stop()


def test_a_part_that_lies_about_its_size_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_PART", 10_000)
    data = docx(paragraph("Confidential " * 5_000), compression=zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        size = opened.getinfo(MAIN).file_size
    refusal(data.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little")))
    assert "larger than" in refusal(data)


def test_too_many_parts_are_refused_before_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(archive, "MOST_PARTS", 100)
    assert "parts" in refusal(docx("", {f"Confidential{n}": "" for n in range(100)}))


def test_two_parts_of_one_name_are_refused() -> None:
    assert "one name" in refusal(with_main(DOCUMENT, **{MAIN.upper(): DOCUMENT}))


def test_elements_inside_each_other_without_end_are_refused() -> None:
    refusal(with_main(DOCUMENT.replace("<w:body>", "<w:body>" + "<w:sdt>" * 400)))


def test_styles_based_on_each_other_in_a_circle_do_no_harm() -> None:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{one}"><w:basedOn w:val="{other}"/></w:style>'
        for one, other in ("ab", "ba")
    )
    body = paragraph("text", properties='<w:pStyle w:val="a"/>')
    parts = {"word/styles.xml": part("styles", styles)}
    assert read_docx(docx(body, parts, {"s": "styles styles.xml"}), Path("a.docx")).text == "text"
    circle = "".join(
        f'<style:style style:name="{one}" style:family="paragraph" '
        f'style:parent-style-name="{other}"/>'
        for one, other in ("ab", "ba")
    )
    assert read_odt(odt(odt_files.p("text", "a"), circle), Path("a.odt")).text == "text"


@pytest.mark.parametrize("number", ["9" * 5_000, "-1", "x", "", "٣" * 5_000, "FFFFFFFFF"])
def test_numbers_that_no_program_writes_do_no_harm(number: str) -> None:
    choices = f'<w:ffData><w:ddList><w:result w:val="{number}"/><w:listEntry w:val="a"/></w:ddList>'
    body = paragraph(
        f'<w:r><w:fldChar w:fldCharType="begin">{choices}</w:ffData></w:fldChar></w:r>'
        f'<w:r><w:sym w:char="{number}"/></w:r>',
        "text",
    )
    assert read_docx(docx(body), Path("a.docx")).text.strip().endswith("text")
    blanks = odt(odt_files.p(f'a<text:s text:c="{number}"/>b'))
    assert read_odt(blanks, Path("a.odt")).text.split() == ["a", "b"]


def test_nothing_is_fetched_from_anywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every reader reads files that name places on the network and on disk, with no network."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked for")

    monkeypatch.setattr(socket, "socket", forbidden)
    monkeypatch.setattr(socket, "create_connection", forbidden)
    secret = tmp_path / "secret.txt"
    secret.write_text("Confidential", "utf-8")
    named = {"i": f"image !{secret.as_uri()}", "t": "attachedTemplate !http://127.0.0.1/x.dotm"}
    linked = f'<text:section-source xlink:href="{secret.as_uri()}"/>'
    texts = [
        read_docx(docx(paragraph("x"), named=named), Path("a.docx")).text,
        read_odt(odt(f"<text:section>{linked}</text:section>"), Path("a.odt")).text,
        reader(".html")(f'<p>x<iframe src="{secret.as_uri()}">'.encode(), Path("a.html")).text,
        reader(".xml")(
            f'<r xmlns:xi="http://www.w3.org/2001/XInclude">x<xi:include parse="text" '
            f'href="{secret.as_uri()}"/></r>'.encode(),
            Path("a.xml"),
        ).text,
    ]
    assert "Confidential" not in "".join(texts)


SEEDS = {
    ".docx": docx(paragraph("Confidential"), compression=zipfile.ZIP_STORED),
    ".odt": odt(odt_files.p("Confidential")),
    ".html": b"<p title='x'>Confidential<table><tr><td>&amp;</table>",
    ".xml": b"<r a='x'><p>Confidential</p>&amp;</r>",
    ".eml": b"Subject: Confidential\nContent-Type: text/html; charset=utf-8\n\n<p>Confidential",
    ".pdf": pdf([["Confidential"]]),
}


@pytest.mark.parametrize("suffix", SEEDS)
@examples(60)
@given(data=st.data())
def test_whatever_bytes_change_a_file_is_read_or_refused(suffix: str, data: st.DataObject) -> None:
    content = bytearray(SEEDS[suffix])
    places = st.integers(0, len(content) - 1)
    for at, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=4)):
        content[at] = byte
    length = data.draw(st.just(len(content)) | st.integers(0, len(content)))
    told, seen = "", VisibleText([])
    try:
        seen = reader(suffix)(bytes(content[:length]), Path(f"a{suffix}"))
    except UserError as error:
        told = str(error)
    assert told == "" or told.startswith(f"a{suffix}: not read: ")
    assert "Confidential" not in told
    for start, one in zip(seen.starts, seen.paragraphs, strict=True):
        assert seen.text.startswith(one.text, start)


def test_a_tree_of_too_many_elements_is_refused_before_it_grows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(elements, "MOST_PARTS_OF_A_TREE", 1_000)
    for suffix in (".docx", ".odt", ".html", ".xml"):
        seed = {".docx": docx(paragraph("x") * 400), ".odt": odt(odt_files.p("x") * 600)}
        assert "too many elements" in refusal(seed.get(suffix, b"<r>" + b"<x/>" * 2_000), suffix)


def test_a_part_outside_the_file_is_not_named_in(tmp_path: Path) -> None:
    """A relationship that climbs out of the file leads nowhere."""
    (tmp_path / "secret.xml").write_text(DOCUMENT, "utf-8")
    data = zipped({"_rels/.rels": docx_files.relations({"r": "officeDocument ../../secret.xml"})})
    refusal(data)


def test_a_file_that_is_larger_than_any_document_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(docx(paragraph("x")))
    monkeypatch.setattr("unlinkable_index.documents.LARGEST_FILE", 10)
    with pytest.raises(NotOrdinaryError):
        read_file(path)
