"""Diagnostics kept from one version to the next are those that are written from scratch."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from tests.properties import examples
from tests.unlinkable.lsp.test_positions import walk
from unlinkable.draft import Span
from unlinkable.lsp.client.abilities import Abilities
from unlinkable.lsp.published.analysis import Analysis, Inquiry
from unlinkable.lsp.published.analyst import Analyst, with_combinations
from unlinkable.lsp.published.diagnostics import DiagnosticWriter
from unlinkable.lsp.published.shown import shown
from unlinkable.lsp.text.documents import Snapshot, Splice
from unlinkable.lsp.text.positions import LineIndex
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable.settings import RankedSearch, Settings, Settled
from unlinkable_index.index import Index

pieces = st.sampled_from(
    [
        *("baker", "bread", "fish", "market", "Millbrook", "Oldport", "sold", "the", "at", "he"),
        *("[REDACTED]", ".", ". He", "\n", "\n", "\n\n", "\r\n", "\r", "\U0001d518", "é", "-", " "),
    ]
)
texts = st.lists(pieces, max_size=40).map(" ".join)
edits = st.lists(
    st.tuples(st.integers(0, 250), st.integers(0, 6), st.lists(pieces, max_size=2).map(" ".join)),
    max_size=6,
)
encodings = st.sampled_from(["utf-8", "utf-16", "utf-32"])


@pytest.fixture(scope="module")
def opened(index: Path) -> Iterator[Index]:
    """The index of the originals, open."""
    with Index.open(index) as opened:
        yield opened


def versions(text: str, changes: Sequence[tuple[int, int, str]], encoding: str) -> list[Snapshot]:
    """The text and what becomes of it, change by change."""
    unit = lsp.PositionEncodingKind(encoding)
    found = [Snapshot("file:///a.txt", "plaintext", 0, text, unit)]
    for start, length, new in changes:
        start %= len(text) + 1
        end = min(start + length, len(text))
        edit = Splice(start, end, new)
        text = text[:start] + new + text[end:]
        found.append(replace(found[-1], version=len(found), text=text, edits=(edit,)))
    return found


@examples(150)
@given(texts, edits, encodings, st.sampled_from([0, 3, 50]), st.data())
def test_what_is_written_after_changes_is_what_is_written_from_scratch(
    opened: Index,
    text: str,
    changes: list[tuple[int, int, str]],
    encoding: str,
    many: int,
    data: st.DataObject,
) -> None:
    settled = Settled(replace(Settings(), ranked=RankedSearch.OFF, many_findings=many))
    can = Abilities(related_information=True)
    analyst, before, writer = Analyst(), None, None
    for snapshot in versions(text, changes, encoding):
        task = Inquiry(snapshot, settled, opened, AcceptedRisks([]))
        analysis = analyst.phrases(task, before, snapshot.edits)
        assert analysis.report.phrases == Analyst().phrases(task, None, ()).report.phrases
        if data.draw(st.booleans()):
            analysis = with_combinations(analysis, lambda: False)
        writer = writer or DiagnosticWriter(task, can)
        assert items(writer, analysis) == items(DiagnosticWriter(task, can), analysis)
        before = analysis


def test_a_finding_is_written_anew_where_it_is_drawn_otherwise(opened: Index) -> None:
    settled = Settled(replace(Settings(), ranked=RankedSearch.OFF, many_findings=3))
    change = (0, 0, "Millbrook, Oldport, Millbrook, Oldport. ")
    levels, writer = [], None
    for snapshot in versions("The baker, bread, fish.", [change], "utf-16"):
        task = Inquiry(snapshot, settled, opened, AcceptedRisks([]))
        analysis = with_combinations(Analyst().phrases(task, None, ()), lambda: False)
        writer = writer or DiagnosticWriter(task, Abilities())
        written = items(writer, analysis)
        assert written == items(DiagnosticWriter(task, Abilities()), analysis)
        levels.append({one["severity"] for one in written if one["code"] == "rare-combination"})
    assert levels[0] != levels[1]
    assert all(levels)


def items(writer: DiagnosticWriter, analysis: Analysis) -> Any:
    return json.loads(f"[{writer.items(analysis, shown(analysis, 1000, None).findings)}]")


@given(texts, edits, encodings)
def test_what_is_kept_stands_where_it_stood(
    text: str, changes: list[tuple[int, int, str]], encoding: str
) -> None:
    before, *_, after = versions(text, [*changes, (0, 0, "")], encoding)
    kept = after.lines.kept_from(before.lines)
    then, now = (list(walk(one.text, before.encoding)) for one in (before, after))
    for start in range(len(after.text)):
        for end in range(start + 1, min(start + 5, len(after.text) + 1)):
            word = after.text[start:end]
            was = kept.was(Span(start, end)) if word.isalnum() else None
            if was is not None:
                assert before.text[was.start : was.end] == word
                assert (then[was.start], then[was.end]) == (now[start], now[end])


def test_all_but_what_was_changed_is_kept() -> None:
    before = LineIndex("one two\nthree four\nfive", lsp.PositionEncodingKind.Utf16)
    after = LineIndex("one two\nthreee four\nfive", lsp.PositionEncodingKind.Utf16)
    kept = after.kept_from(before)
    assert kept.was(Span(4, 7)) == Span(4, 7)
    assert kept.was(Span(15, 19)) is None
    assert kept.was(Span(20, 24)) == Span(19, 23)
    more = LineIndex("one two\nthree\n four\nfive", lsp.PositionEncodingKind.Utf16)
    assert more.kept_from(before).was(Span(20, 24)) is None
