"""Versions of documents: each change leads to the text that the client has."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import (
    PositionEncodingKind,
    Range,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
)

from unlinkable.lsp.documents import LineIndex, Snapshot, Splice, moved

texts = st.text(st.sampled_from("ab \n\r\u2028é𝔘"), max_size=20)


def opened(text: str, encoding: PositionEncodingKind = PositionEncodingKind.Utf16) -> Snapshot:
    return Snapshot("file:///a.txt", "plaintext", 1, text, encoding)


@given(texts, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), texts), max_size=5))
def test_incremental_changes_lead_to_the_text_of_the_client(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    for encoding in PositionEncodingKind:
        expected, changes = text, []
        for first, second, new in edits:
            start, end = sorted((min(first, len(expected)), min(second, len(expected))))
            # No client can point between the two characters of one line end.
            start -= expected[start - 1 : start + 1] == "\r\n"
            end -= expected[end - 1 : end + 1] == "\r\n"
            where = LineIndex(expected, encoding).range(start, end)
            changes.append(TextDocumentContentChangePartial(range=where, text=new))
            expected = expected[:start] + new + expected[end:]
        snapshot = opened(text, encoding).changed(2, changes)
        assert snapshot.text == expected
        assert snapshot.version == 2


def test_a_whole_new_text_replaces_the_old_one() -> None:
    change = TextDocumentContentChangeWholeDocument(text="new")
    snapshot = opened("old text").changed(2, [change])
    assert snapshot.text == "new"
    assert snapshot.edits == (Splice(0, 8, "new"),)


def test_a_range_given_backwards_is_read_forwards() -> None:
    index = LineIndex("abcd", PositionEncodingKind.Utf16)
    where = Range(start=index.position(3), end=index.position(1))
    change = TextDocumentContentChangePartial(range=where, text="")
    assert opened("abcd").changed(2, [change]).text == "ad"


def test_a_snapshot_stays_as_it_was() -> None:
    before = opened("one")
    before.changed(2, [TextDocumentContentChangeWholeDocument(text="two")])
    assert before.text == "one"


@given(texts, st.integers(0, 20), st.integers(0, 20), texts, st.integers(0, 20), st.integers(0, 20))
def test_a_span_that_no_edit_touched_holds_the_same_text_where_it_stands_now(
    text: str, start: int, end: int, new: str, from_: int, to: int
) -> None:
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    from_, to = sorted((min(from_, len(text)), min(to, len(text))))
    (span,), (untouched,) = moved(np.array([[start, end]]), [Splice(from_, to, new)])
    assert untouched == (to < start or end < from_)
    if untouched:
        after = text[:from_] + new + text[to:]
        assert after[span[0] : span[1]] == text[start:end]
