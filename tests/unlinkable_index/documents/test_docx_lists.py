"""The labels that a word processor counts are read as they are shown."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, run
from unlinkable_index.documents.docx.reading import read as read_docx
from unlinkable_index.documents.shared.numerals import numeral

NAMED = {"n": "numbering numbering.xml", "s": "styles styles.xml"}


def level(number: int, label: str, form: str = "decimal", start: int = 1, more: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{number}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{label}"/></w:lvl>'
    )


SPACE = '<w:suff w:val="space"/>'
LISTS = part(
    "numbering",
    f'<w:abstractNum w:abstractNumId="0">{level(0, "%1.")}{level(1, "(%2)", "lowerLetter")}'
    f"{level(2, '%1.%2.%3', 'upperRoman', more='<w:isLgl/>')}</w:abstractNum>"
    f'<w:abstractNum w:abstractNumId="1">{level(0, "§", "bullet")}{level(1, "o", "bullet")}'
    f"{level(2, 'Judge', 'bullet')}</w:abstractNum>"
    f'<w:abstractNum w:abstractNumId="2">{level(0, "Article %1", "lowerRoman", 9)}'
    f"{level(1, '%2', 'decimalZero', more=SPACE)}"
    "</w:abstractNum>"
    '<w:abstractNum w:abstractNumId="3"><w:numStyleLink w:val="Linked"/></w:abstractNum>'
    f'<w:abstractNum w:abstractNumId="4"><w:styleLink w:val="Linked"/>{level(0, "[%1]")}'
    "</w:abstractNum>"
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
    '<w:startOverride w:val="7"/></w:lvlOverride></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>'
    '<w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>',
)
STYLES = part(
    "styles",
    '<w:style w:type="paragraph" w:styleId="Listed"><w:pPr><w:numPr><w:numId w:val="5"/></w:numPr>'
    '</w:pPr></w:style><w:style w:type="paragraph" w:styleId="Below"><w:basedOn w:val="Listed"/>'
    "</w:style>",
)


def listed(text: str, number: int, at: int = 0, more: str = "") -> str:
    said = f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{number}"/></w:numPr>{more}'
    return paragraph(text, properties=said)


def read(*paragraphs: str) -> list[str]:
    parts = {"word/numbering.xml": LISTS, "word/styles.xml": STYLES}
    seen = read_docx(docx("".join(paragraphs), parts, NAMED), Path("a.docx"))
    return [one.text for one in seen.paragraphs]


@pytest.mark.parametrize(
    ("places", "labels"),
    [
        ([(1, 0), (1, 0), (1, 0)], ["1.", "2.", "3."]),
        ([(1, 0), (1, 1), (1, 1), (1, 0), (1, 1)], ["1.", "(a)", "(b)", "2.", "(a)"]),
        ([(1, 1), (1, 0)], ["(a)", "2."]),  # what it is part of counts as begun
        ([(1, 0), (1, 1), (1, 2), (1, 2)], ["1.", "(a)", "1.1.1", "1.1.2"]),
        ([(1, 0), (2, 0), (2, 0), (1, 0)], ["1.", "7.", "8.", "9."]),  # lists of one kind count on
        ([(4, 0), (4, 0), (4, 1)], ["Article ix", "Article x", "01"]),
        ([(5, 0), (5, 0)], ["[1]", "[2]"]),
        ([(3, 0), (3, 1), (3, 2)], ["", "", "Judge"]),  # bullets, but one that says a word
        ([(9, 0)], [""]),
    ],
)
def test_labels_are_counted(places: Sequence[tuple[int, int]], labels: Sequence[str]) -> None:
    found = read(*(listed("text", number, at) for number, at in places))
    behind = [one.removesuffix("text") for one in found]
    assert [one.rstrip() for one in behind] == labels
    assert all(one in ("", "\t", " ") for one in (b[len(b.rstrip()) :] for b in behind))


def test_a_style_puts_its_paragraphs_into_a_list_and_one_may_stay_out() -> None:
    outside = '<w:pStyle w:val="Listed"/><w:numPr><w:numId w:val="0"/></w:numPr>'
    found = read(
        paragraph("a", properties='<w:pStyle w:val="Listed"/>'),
        paragraph("b", properties='<w:pStyle w:val="Below"/>'),
        paragraph("c", properties=outside),
        paragraph("d", properties='<w:pStyle w:val="Listed"/>'),
    )
    assert found == ["[1]\ta", "[2]\tb", "c", "[3]\td"]


def test_paragraphs_that_are_joined_have_one_label_and_a_hidden_mark_hides_it() -> None:
    joined = listed("a", 1, more="<w:rPr><w:del/></w:rPr>") + listed("b", 1) + listed("c", 1)
    assert read(joined) == ["1.\tab", "2.\tc"]
    hidden = listed("", 1, more="<w:rPr><w:vanish/></w:rPr>")
    assert read(hidden, paragraph(run("a"))) == ["a"]


@pytest.mark.parametrize(
    ("number", "form", "shown"),
    [
        (26, "a", "z"),
        (27, "a", "aa"),
        (53, "A", "AAA"),
        (1994, "I", "MCMXCIV"),
        (4, "i", "iv"),
        (7, "01", "07"),
        (0, "a", "0"),
        (10**6, "i", "1000000"),
        (12, "?", "12"),
    ],
)
def test_numbers_take_their_forms(number: int, form: str, shown: str) -> None:
    assert numeral(number, form) == shown


def test_letters_may_go_on_as_in_columns() -> None:
    shown = [numeral(number, "a", "aa ab") for number in (1, 26, 27, 28, 702, 703)]
    assert shown == ["a", "z", "aa", "ab", "zz", "aaa"]
