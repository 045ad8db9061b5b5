"""Random edits, as fast as they come: what is published in the end is what a fresh check finds."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from tests.properties import examples
from tests.unlinkable.lsp.editor import NEOVIM, Editor, editor
from tests.unlinkable.lsp.test_positions import walk
from tests.unlinkable.lsp.underlined import Place, agree, passages_of
from unlinkable.draft import Markup, disguises, read_draft
from unlinkable.findings.narrowing import Origin
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.lsp.documents import Snapshot
from unlinkable.lsp.published.analysis import Inquiry
from unlinkable.lsp.published.analyst import Analyst, with_combinations
from unlinkable.risks import AcceptedRisk
from unlinkable.risks.acceptance import Acceptance, AcceptedRisks
from unlinkable.settings import Settings, Settled
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

DISGUISED = "disguised-word"

WORDS = "baker baker bread bread fish market early he Millbrook Oldport sold sold at the the of and"
OTHERS = ("[REDACTED]", "<PERSON_1>", ".", ".", ".\n", ".\r\n", "\r\r", "\n\n", "-", "**")
STRANGE = ("\u2028", "\x85", "\f", "\U0001d518", "é")
pieces = st.sampled_from([*WORDS.split(), *OTHERS, *STRANGE])
texts = st.lists(pieces, max_size=25).map(" ".join)
edits = st.lists(
    st.tuples(st.integers(0, 200), st.integers(0, 20), st.lists(pieces, max_size=3).map(" ".join)),
    max_size=8,
)


class Session:
    """One editor for all examples, on an event loop of its own."""

    def __init__(self, folder: Path, index: Path, encoding: str) -> None:
        self._loop = asyncio.new_event_loop()
        quick = {"index": str(index), "pauseMs": 0, "typingPauseMs": 0, "ranked": "off"}
        self._context = editor(folder, quick, NEOVIM, encoding)
        self._editor: Editor = self._loop.run_until_complete(self._context.__aenter__())
        self._index = Index.open(index)
        self._encoding = lsp.PositionEncodingKind(encoding)
        self._documents = 0

    def close(self) -> None:
        self._loop.run_until_complete(self._context.__aexit__(None, None, None))
        self._loop.close()
        self._index.close()

    def replay(self, text: str, changes: list[tuple[int, int, str]], language: str) -> None:
        """Open a document, edit it, and compare what is published with a fresh check."""
        self._loop.run_until_complete(self._replay(text, changes, language))

    async def _replay(self, text: str, changes: list[tuple[int, int, str]], language: str) -> None:
        self._documents += 1
        uri = self._editor.open(f"{self._documents}.txt", text, language)
        for number, (start, length, new) in enumerate(changes):
            text = self._edit(uri, text, start % (len(text) + 1), length, new)
            if number % 3 == 2:
                await self._editor.settled(uri)
        published = await self._editor.settled(uri)
        draft, positions = read_draft(text, Markup(language)), walk(text, self._encoding)
        report = check(draft, self._index, Question())
        underlined = [place for code, place in _places(published) if code != DISGUISED]
        assert agree(underlined, passages_of(report, positions.__getitem__))
        seen = [place for code, place in _places(published) if code == DISGUISED]
        spans = [disguise.span for disguise in disguises(draft)]
        assert sorted(seen) == sorted((*positions[s.start], *positions[s.end]) for s in spans)
        self._editor.close(uri)

    def _edit(self, uri: str, text: str, start: int, length: int, new: str) -> str:
        end = min(start + length, len(text))
        # No editor can point between the two characters of one line end.
        start -= text[start - 1 : start + 1] == "\r\n"
        end -= text[end - 1 : end + 1] == "\r\n"
        end = max(start, end)
        positions = [lsp.Position(*place) for place in walk(text, self._encoding)]
        where = lsp.Range(positions[start], positions[end])
        self._editor.change(uri, lsp.TextDocumentContentChangePartial(where, new))
        return text[:start] + new + text[end:]


def _places(diagnostics: list[lsp.Diagnostic]) -> list[tuple[Any, Place]]:
    return [
        (d.code, (r.start.line, r.start.character, r.end.line, r.end.character))
        for d in diagnostics
        for r in [d.range]
    ]


@pytest.fixture(scope="module", params=["utf-8", "utf-16", "utf-32"])
def session(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, index: Path
) -> Iterator[Session]:
    session = Session(tmp_path_factory.mktemp("replay"), index, request.param)
    yield session
    session.close()


@examples(60)
@given(texts, edits, st.sampled_from(["plaintext", "markdown"]))
def test_what_is_published_in_the_end_is_what_a_fresh_check_finds(
    session: Session, text: str, changes: list[tuple[int, int, str]], language: str
) -> None:
    session.replay(text, changes, language)


def test_an_accepted_phrase_hides_no_other_that_shares_its_words(tmp_path: Path) -> None:
    originals = {"one": "red blue green", "two": "green red", "three": "blue"}
    for name, text in originals.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    build_index([tmp_path], tmp_path / "it.unlinkable", Options(processes=1))
    text, risks = "So red blue green.", [AcceptedRisk("red blue")]
    snapshot = Snapshot("file:///a.txt", "plaintext", 1, text, lsp.PositionEncodingKind.Utf16)
    with Index.open(tmp_path / "it.unlinkable") as index:
        settled = Settled(Settings(), accepted_in={risks[0]: ("a", Origin.USER)})
        task = Inquiry(snapshot, settled, index, AcceptedRisks(risks))
        analysis = with_combinations(Analyst().phrases(task, None, ()), lambda: False)
        draft = read_draft(text)
        acceptance = Acceptance(AcceptedRisks(risks), draft, Path("/a.txt"))
        report = check(draft, index, Question(), accepts=acceptance)
        accepted = acceptance.of(report.accepted)
    assert [analysis.text(finding) for finding in analysis.report.phrases] == ["blue green"]
    assert [analysis.text(finding) for finding, _ in analysis.accepted] == ["red blue"]
    assert (analysis.findings, analysis.accepted) == (report.findings, accepted)
