"""The grammar of an answer: exactly the insides of JSON strings that can be shown to people."""

import json
import unicodedata
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from unlinkable.model.decoding.tokens import START, TokenVocabulary, Utf8State, advance


def accepted(content: bytes) -> str | None:
    """The text of ``content`` if it is one complete string of the grammar with its quote."""
    advanced = advance(START, content)
    if advanced is None or not advanced[0].ended:
        return None
    return advanced[1].decode()


@given(st.binary(max_size=12))
def test_what_is_accepted_is_strict_json_and_reads_as_the_same_text(content: bytes) -> None:
    text = accepted(content + b'"')
    if text is not None and b'"' not in content.replace(b'\\"', b""):
        assert json.loads(b'"' + content + b'"') == text


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20))
def test_every_text_without_control_characters_can_be_written(text: str) -> None:
    content = text.replace("\\", "\\\\").replace('"', '\\"').encode() + b'"'
    assert accepted(content) == text


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20), st.data())
def test_it_does_not_matter_where_tokens_end(text: str, data: st.DataObject) -> None:
    content = text.replace("\\", "\\\\").replace('"', '\\"').encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=6)))
    state: Utf8State = START
    added = b""
    for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True):
        advanced = advance(state, content[start:end])
        assert advanced is not None
        state, more = advanced
        added += more
    assert added.decode() == text


def test_raw_control_characters_and_other_escapes_are_refused() -> None:
    for content in (
        b"a\nb",
        b"a\tb",
        b"\x7f",
        b"\xc2\x85",
        b"\\n",
        b"\\u0041",
        b"\xff",
        b"\xed\xa0\x80",
    ):
        assert advance(START, content) is None


def test_a_character_is_accepted_where_python_reads_one_that_can_be_shown() -> None:
    """Every first byte, with the bytes behind it on both sides of every bound in the standard."""
    edges = bytes([0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0])
    for first in range(0x100):
        for more in range(4):
            for rest in product(edges, repeat=more) if first >= 0x80 or not more else ():
                content = bytes([first, *rest])
                advanced = advance(START, content)
                accepts = advanced is not None and advanced[0] == START
                try:
                    character = content.decode()
                except UnicodeDecodeError:
                    assert not accepts, content
                    continue
                shown = all(unicodedata.category(one) != "Cc" for one in character)
                assert accepts == (shown and content not in (b'"', b"\\")), content


def test_after_the_closing_quote_only_the_brace_may_follow() -> None:
    assert accepted(b'done."}') == "done."
    assert advance(START, b'done.", "more": "') is None


def test_the_tokens_allowed_are_those_that_can_be_advanced_over() -> None:
    pieces = [
        b"",
        b"word",
        b'"',
        b'."}',
        b"\\",
        b"\n",
        b"\xc3",
        b"\xa9",
        b"\xa9x",
        b'\\"',
        b'n"',
        b"n",
        b"a\nb",
        b'a" b',
        b"a\\n",
        b"\xc3a",
        b'"a',
        b"\\\\a",
        b"\xa9\xa9",
    ]
    vocabulary = TokenVocabulary(pieces)
    for state in (
        START,
        Utf8State(escaped=True),
        Utf8State(awaited=1),
        Utf8State(awaited=2, low=0xA0),
    ):
        expected = [bool(piece) and advance(state, piece) is not None for piece in pieces]
        assert vocabulary.allowed(state).tolist() == expected
