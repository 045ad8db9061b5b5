"""Lines and columns, against a twin that walks through the text one character at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind

from unlinkable.lsp.documents import LineIndex

ENCODINGS = [PositionEncodingKind.Utf8, PositionEncodingKind.Utf16, PositionEncodingKind.Utf32]
UNITS = {
    PositionEncodingKind.Utf8: lambda char: len(char.encode("utf-8", "surrogatepass")),
    PositionEncodingKind.Utf16: lambda char: len(char.encode("utf-16-le", "surrogatepass")) // 2,
    PositionEncodingKind.Utf32: lambda _: 1,
}
texts = st.text(st.sampled_from("ab \n\r\f\x85\u2028éß漢𝔘👩\ud800"), max_size=40)
encodings = st.sampled_from(ENCODINGS)


def walk(text: str, encoding: PositionEncodingKind) -> list[tuple[int, int]]:
    """The position of every offset, found the slow way."""
    line = column = 0
    positions = [(0, 0)]
    for index, char in enumerate(text):
        column += UNITS[encoding](char)
        if char == "\n" or (char == "\r" and text[index + 1 : index + 2] != "\n"):
            line, column = line + 1, 0
        positions.append((line, column))
    return positions


@given(texts, encodings)
def test_every_offset_has_the_position_that_walking_there_gives(
    text: str, encoding: PositionEncodingKind
) -> None:
    index = LineIndex(text, encoding)
    lines, columns = index.columns(np.arange(len(text) + 1))
    expected = walk(text, encoding)
    assert list(zip(lines.tolist(), columns.tolist(), strict=True)) == expected
    for offset, (line, column) in enumerate(expected):
        assert index.position(offset) == Position(line, column)


@given(texts, encodings)
def test_positions_lead_back_to_their_offsets(text: str, encoding: PositionEncodingKind) -> None:
    index = LineIndex(text, encoding)
    for offset, (line, column) in enumerate(walk(text, encoding)):
        inside_a_line_end = text[offset - 1 : offset + 1] == "\r\n"
        expected = offset - 1 if inside_a_line_end else offset
        assert index.offset(Position(line, column)) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_column_past_the_end_of_a_line_is_the_end_of_that_line(
    encoding: PositionEncodingKind, end: str
) -> None:
    index = LineIndex(f"ab{end}cd", encoding)
    assert index.offset(Position(0, 99)) == 2
    assert index.offset(Position(1, 99)) == len(f"ab{end}cd")
    assert index.offset(Position(7, 0)) == len(f"ab{end}cd")


@pytest.mark.parametrize("other", ["\f", "\v", "\x85", "\u2028", "\u2029", "\x1c"])
def test_other_line_ends_are_ordinary_characters(other: str) -> None:
    index = LineIndex(f"a{other}b\nc", PositionEncodingKind.Utf16)
    assert index.lines == 2
    assert index.position(2) == Position(0, 2)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_empty_text_has_one_line_and_one_position(encoding: PositionEncodingKind) -> None:
    index = LineIndex("", encoding)
    assert index.lines == 1
    assert index.position(0) == Position(0, 0)
    assert index.offset(Position(3, 3)) == 0


def test_a_column_within_a_character_is_its_start() -> None:
    assert LineIndex("a👩b", PositionEncodingKind.Utf16).offset(Position(0, 2)) == 1
    assert LineIndex("aéb", PositionEncodingKind.Utf8).offset(Position(0, 2)) == 1
