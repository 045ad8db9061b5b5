"""What is read of an OpenDocument text: all that its printed pages show, and nothing else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable_index.documents import odt_files
from tests.unlinkable_index.documents.odt_files import odt, p
from unlinkable_index.documents.odt.reading import read as read_odt
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError

PATH = Path("a.odt")


def read(body: str) -> VisibleText:
    """What is read of a file with this body and the styles of the markers."""
    return read_odt(odt(body, odt_files.STYLES), PATH)


def test_a_word_over_several_spans_is_one() -> None:
    assert read(p("bat<text:span>te</text:span>ry <text:span>charge</text:span>")).text == (
        "battery charge"
    )


def test_white_space_is_one_blank_but_what_stands_for_more_is_not() -> None:
    body = p(
        '\n a <text:span> b</text:span>\n\tc<text:s text:c="3"/>d<text:tab/>e<text:line-break/>f'
    )
    assert read(body).text == "a b c   d\te\nf"
    assert len(read(p('a<text:s text:c="99999999999"/>b')).text) == 3


def test_what_stands_above_a_hidden_word_ends_no_hiding() -> None:
    ruby = "<text:ruby-base>b</text:ruby-base><text:ruby-text>c</text:ruby-text>"
    hidden = f'<text:span text:style-name="Hidden">a<text:ruby>{ruby}</text:ruby>d</text:span>'
    assert read(p(f"seen {hidden}too")).text == "seen too"


def test_raised_digits_are_the_mark_of_a_note_and_no_part_of_the_word() -> None:
    assert read(p('law<text:span text:style-name="Raised">12</text:span>')).text == "law¹²"


def test_places_are_those_that_a_person_counts() -> None:
    row = f"<table:table-row><table:table-cell>{p('cell')}</table:table-cell></table:table-row>"
    below = f"<text:note-body>{p('below')}</text:note-body>"
    note = f'<text:note text:note-class="footnote">{below}</text:note>'
    body = (
        p("first")
        + p("")
        + p(f"second{note}")
        + f"<table:table>{row}{row}</table:table>"
        + p("<text:soft-page-break/>third")
    )
    assert [f"{one.place}: {one.text}" for one in read(body).paragraphs] == [
        "page 1, paragraph 1: first",
        "page 1, paragraph 2: second",
        "page 1, table 1, row 1, column 1: cell",
        "page 1, table 1, row 2, column 1: cell",
        "page 2, paragraph 3: third",
        "page 1, footnote 1, paragraph 1: below",
    ]


def test_pieces_know_the_elements_they_come_from() -> None:
    (paragraph,) = read(p("bat<text:span>te</text:span>ry")).paragraphs
    origins = [piece.origin for piece in paragraph.pieces]
    assert [(origin[0].tag.rpartition("}")[2], origin[1]) for origin in origins] == [
        ("p", False), ("span", False), ("span", True),
    ]  # fmt: skip


def test_a_file_with_a_password_is_refused() -> None:
    manifest = {"META-INF/manifest.xml": "<m><encryption-data/></m>"}
    with pytest.raises(UserError, match="protected with a password"):
        read_odt(odt(p("x"), parts=manifest), PATH)


_TEXT = st.text("ab \t\n", max_size=6)


@given(st.recursive(_TEXT, lambda inner: st.lists(inner, max_size=4), max_leaves=12))
def test_words_are_those_of_the_elements_text(nested: object) -> None:
    """White space collapses as in a browser, whatever elements stand inside each other."""

    def xml(one: object) -> str:
        if isinstance(one, str):
            return one
        assert isinstance(one, list)
        return f"<text:span>{''.join(map(xml, one))}</text:span>"

    def plain(one: object) -> str:
        return one if isinstance(one, str) else "".join(map(plain, one))  # type: ignore[call-overload]

    assert read(p(xml(nested))).text.removesuffix(" ").split(" ") == (plain(nested).split() or [""])
