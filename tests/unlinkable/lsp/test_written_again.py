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
from unlinkable.draft import Span
from unlinkable.findings.finding import COMBINATION, WINDOW, Finding
from unlinkable.lsp.abilities import Abilities
from unlinkable.lsp.documents import Snapshot, Splice
from unlinkable.lsp.published.analysis import Analysis, Inquiry
from unlinkable.lsp.published.analyst import Analyst, with_combinations
from unlinkable.lsp.published.diagnostics import DiagnosticWriter
from unlinkable.lsp.published.underlines import shown
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable.settings import RankedSearch, SearchSettings, Settings, Settled
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
@given(texts, edits, encodings, st.data())
def test_what_is_written_after_changes_is_what_is_written_from_scratch(
    opened: Index,
    text: str,
    changes: list[tuple[int, int, str]],
    encoding: str,
    data: st.DataObject,
) -> None:
    settled = Settled(Settings(searches=SearchSettings(ranked=RankedSearch.OFF)))
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


def test_the_same_words_with_others_or_nearer_each_other_are_written_anew(opened: Index) -> None:
    """Also for clients that are not told where the others stand."""
    [snapshot] = versions("Bread. Fish. Early.", (), "utf-16")
    task = Inquiry(snapshot, Settled(Settings()), opened, AcceptedRisks([]))
    plain = Analyst().phrases(task, None, ())
    bread = Finding(COMBINATION, 0, 5, 0, 1, 2, (2,), others=(Span(7, 11),))
    near = replace(bread, kind=WINDOW, within=10)
    writer, messages = DiagnosticWriter(task, Abilities()), []
    for finding in (bread, replace(bread, others=(Span(13, 18),)), near, replace(near, within=20)):
        report = replace(plain.report, phrases=(), combinations=(finding,))
        [item] = items(writer, replace(plain, report=report))
        messages.append(item["message"])
    beside = ("“Fish”", "“Early”", "“Fish” within 10 words", "“Fish” within 20 words")
    assert [one.split(" with ")[1].split(":")[0] for one in messages] == list(beside)


def items(writer: DiagnosticWriter, analysis: Analysis) -> Any:
    return json.loads(f"[{writer.items(analysis, shown(analysis, 1000, None).underlines)}]")
