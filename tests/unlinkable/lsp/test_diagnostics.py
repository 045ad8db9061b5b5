"""What is published about a draft, by the real server, to the clients people use."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import NEOVIM, VS_CODE, Editor, editor
from tests.unlinkable_index.writing import write_texts
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio(loop_scope="module")

RARE = "Millbrook"
TOGETHER = "A baker came. Bread was good."
CLEAN = "The tax. Sold. Paid."


def places(diagnostics: list[lsp.Diagnostic]) -> list[tuple[Any, int, int, int]]:
    return [
        (d.code, d.range.start.line, d.range.start.character, d.range.end.character)
        for d in diagnostics
    ]


@pytest.mark.parametrize("like", [VS_CODE, NEOVIM])
async def test_findings_are_published_with_the_version_they_are_about(
    tmp_path: Path, settings: dict[str, Any], like: str
) -> None:
    async with editor(tmp_path, settings, like) as it:
        uri = it.open("a.txt", f"One saw of {RARE} then.")
        (phrase,) = await it.settled(uri)
        assert it.published[uri].version == 1
        assert (phrase.code, phrase.source) == ("rare-phrase", "unlinkable")
        assert phrase.severity is lsp.DiagnosticSeverity.Warning
        assert phrase.message == "Rare phrase “Millbrook”: only in 1 original."
        assert phrase.range == lsp.Range(lsp.Position(0, 11), lsp.Position(0, 20))
        assert phrase.data == {"documents": ["case-a"], "df": 1, "words": 1}
        it.type(uri, 0, 11, "London", until=20)
        assert await it.settled(uri) == []
        assert it.published[uri].version == 2


async def test_a_combination_points_to_its_other_terms(it: Editor) -> None:
    uri = it.open("a.txt", TOGETHER)
    (finding,) = await it.settled(uri)
    assert finding.code == "rare-combination"
    assert finding.severity is lsp.DiagnosticSeverity.Information
    assert finding.related_information
    other = finding.related_information[0]
    terms = {
        TOGETHER[r.start.character : r.end.character] for r in (finding.range, other.location.range)
    }
    assert terms == {"baker", "Bread"}
    assert finding.message == "Rare combination “baker” with “Bread”: only in 1 original."


@pytest.mark.parametrize(
    ("name", "language"), [("a.doc", "plaintext"), ("a.txt", "python"), ("a", "text")]
)
async def test_a_document_of_an_unknown_kind_is_said_not_to_be_checked(
    it: Editor, name: str, language: str
) -> None:
    uri = it.open(name, f"One saw of {RARE} then.", language)
    assert await it.settled(uri) == []
    status = it.status_of(uri, "failed")
    assert not status.clean
    assert f"{name}: not checked: " in status.message
    assert await it.message(status.message)


async def test_severities_can_be_set_and_kinds_switched_off(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    settings["severity"] = {"phrase": "error", "combination": "off"}
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", f"{RARE}. {TOGETHER}")
        (phrase,) = await it.settled(uri)
        assert phrase.severity is lsp.DiagnosticSeverity.Error


async def test_what_is_being_typed_is_held_back_until_a_pause(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    settings["typingPauseMs"] = 400
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "One went in Millbroo then. Oldport.")
        assert len(await it.settled(uri)) == 1
        it.type(uri, 0, 20, "k")
        await it.settled(uri)
        first = next(p for p in it.history if p.version == 2)
        assert places(list(first.diagnostics)) == [("rare-phrase", 0, 28, 35)]
        await it.until(lambda: len(it.published[uri].diagnostics) == 2)
        assert it.published[uri].version == 2


async def test_a_word_that_is_finished_is_no_longer_held_back(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    settings["typingPauseMs"] = 60_000
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", f"One went in {RARE}")
        await it.settled(uri)
        it.type(uri, 0, 22, " ")
        assert len(await it.settled(uri)) == 1


async def test_pasted_text_is_not_held_back(tmp_path: Path, settings: dict[str, Any]) -> None:
    settings["typingPauseMs"] = 60_000
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "")
        await it.settled(uri)
        it.type(uri, 0, 0, f"One went in {RARE}")
        assert len(await it.settled(uri)) == 1


async def test_results_of_earlier_versions_are_never_published(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    settings["pauseMs"] = 100
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", TOGETHER)
        for _ in range(20):
            it.type(uri, 0, 0, "x")
            await asyncio.sleep(0.01)
        await it.settled(uri)
        versions = [published.version or 0 for published in it.history]
        assert versions == sorted(versions)
        assert versions[-1] == 21


async def test_combinations_stay_while_their_terms_stand(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    settings["pauseMs"] = 60_000
    async with editor(tmp_path, settings | {"pauseMs": 0}) as it:
        uri = it.open("a.txt", TOGETHER)
        ((_, _, start, _),) = places(await it.settled(uri))
        it.client.set_configuration({"unlinkable": settings})
        it.type(uri, 0, 0, "Once. ")
        await it.until(lambda: it.published[uri].version == 2)
        assert places(list(it.published[uri].diagnostics))[0][2] == start + 6
        word = TOGETHER.index("baker") + 6
        it.type(uri, 0, word, "", until=word + 1)
        await it.until(lambda: it.published[uri].version == 3)
        assert not it.published[uri].diagnostics


async def test_markdown_is_read_by_language_id_and_by_setting(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    text = "Bread *at* sea."
    async with editor(tmp_path, settings | {"markdown": ["markdown", "quarto"]}) as it:
        plain = places(await it.settled(it.open("a.txt", text)))
        marked_up = places(await it.settled(it.open("a.md", text, "markdown")))
        declared = places(await it.settled(it.open("a.qmd", text, "quarto")))
        assert plain == marked_up == declared
        front = "---\nunlinkable-source: case-b\n---\nMillbrook, Oldport.\n"
        (finding,) = await it.settled(it.open("b.md", front, "markdown"))
        assert finding.range.start.character == 11
        uri = it.open("b.txt", front, "plaintext")
        await it.settled(uri)
        assert it.status_of(uri, "ready").phrases >= 2


async def test_a_closed_document_has_no_diagnostics(it: Editor) -> None:
    uri = it.open("a.txt", RARE)
    assert len(await it.settled(uri)) == 1
    it.close(uri)
    await it.until(lambda: not it.published[uri].diagnostics)


@pytest.mark.parametrize("text", ["", "\n", "\r\n\r", "\ufeff", "𝔘", "\x00", "[REDACTED]"])
async def test_of_a_text_with_nothing_to_check_nothing_is_said_to_be_clean(
    it: Editor, text: str
) -> None:
    uri = it.open("a.txt", text)
    assert await it.settled(uri) == []
    status = it.status_of(uri, "ready")
    assert (status.phrases, status.combinations, status.clean) == (0, 0, False)
    assert len(status.doubts) == 1
    assert status.message.startswith("Not to be relied on: ")


async def test_positions_are_those_of_the_client_whatever_the_line_ends(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    text = "é𝔘 x\r\ny\rz\u2028𝔘 \x85\f Millbrook"
    expected = {"utf-8": (2, 13), "utf-16": (2, 8), "utf-32": (2, 7)}
    for encoding, (line, column) in expected.items():
        async with editor(tmp_path, settings, NEOVIM, encoding) as it:
            assert it.initialized
            assert it.initialized.capabilities.position_encoding == encoding
            (finding,) = await it.settled(it.open("a.txt", text))
            start = finding.range.start
            assert (start.line, start.character) == (line, column)


async def test_diagnostics_are_pushed_and_not_offered_for_pulling_too(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, NEOVIM) as it:
        assert it.initialized
        assert it.initialized.capabilities.diagnostic_provider is None


async def test_the_status_tells_the_state_of_the_document(it: Editor, index: Path) -> None:
    uri = it.open("a.txt", CLEAN)
    await it.settled(uri)
    status = it.status_of(uri, "ready")
    assert (status.clean, status.phrases, status.combinations, status.words) == (True, 0, 0, 4)
    assert (status.cleanAt.maxTerms, status.cleanAt.termWords) == (3, 1)
    assert status.likelySource is None
    assert (status.index.path, status.index.documents) == (str(index), 3)
    it.replace(uri, f"{RARE}. {TOGETHER}")
    await it.settled(uri)
    told = await it.command("status", uri=uri)
    assert (told["clean"], told["phrases"], told["combinations"]) == (False, 1, 1)
    assert told["cleanAt"] is None
    assert told["likelySource"]["document"] == "case-a"
    assert told["likelySource"]["findings"] == 2
    it.replace(uri, TOGETHER)
    await it.settled(uri)
    assert it.status_of(uri, "ready").cleanAt.maxTerms == 1


async def test_disguised_words_are_pointed_out_beside_the_findings(it: Editor) -> None:
    uri = it.open("a.txt", "Bread s\u200bold. Mill\xadbrook.")
    phrase, disguise = await it.settled(uri)
    assert (phrase.code, phrase.range.start.character) == ("rare-phrase", 13)
    assert (disguise.code, disguise.severity) == (
        "disguised-word",
        lsp.DiagnosticSeverity.Information,
    )
    assert (disguise.range.start.character, disguise.range.end.character) == (6, 11)
    assert "characters that show nothing" in disguise.message


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of five originals, four of which have every word but "smock"."""
    folder = tmp_path_factory.mktemp("ordinary")
    plain = ["red cat sat", "cat sat red", "sat red cat", "red sat cat"]
    texts = [*(f"{text}. So it was." for text in plain), "A smock was red."]
    write_texts(folder / "texts.jsonl", texts)
    build_index([folder / "texts.jsonl"], folder / "index.unlinkable", Options(processes=1))
    return folder / "index.unlinkable"


@pytest.mark.parametrize(
    ("own", "smock", "stretch"),
    [
        ({}, lsp.DiagnosticSeverity.Warning, lsp.DiagnosticSeverity.Information),
        (
            {"severity": {"phrase": "information", "ordinary": "hint"}},
            lsp.DiagnosticSeverity.Information,
            lsp.DiagnosticSeverity.Hint,
        ),
        (
            {"severity": {"phrase": "hint", "ordinary": "error"}},
            lsp.DiagnosticSeverity.Hint,
            lsp.DiagnosticSeverity.Hint,
        ),
        ({"severity": {"ordinary": "list"}}, lsp.DiagnosticSeverity.Warning, None),
        ({"severity": {"phrase": "off"}}, None, None),
    ],
)
async def test_what_an_unusual_word_makes_rare_is_told_from_a_stretch_of_ordinary_words(
    tmp_path: Path,
    settings: dict[str, Any],
    ordinary: Path,
    own: dict[str, Any],
    smock: lsp.DiagnosticSeverity | None,
    stretch: lsp.DiagnosticSeverity | None,
) -> None:
    text = "Smock. Cat sat red."
    here = settings | {"index": str(ordinary), "maxTerms": 1} | own
    async with editor(tmp_path, here, options={"left": True}) as it:
        uri = it.open("a.txt", text)
        found = {
            text[d.range.start.character : d.range.end.character]: d.severity
            for d in await it.settled(uri)
        }
        assert (found.get("Smock"), found.get("Cat sat red")) == (smock, stretch)
        status = it.status_of(uri, "ready")
        assert status.phrases == 2  # however little is shown of them
        told = await it.until(lambda: it.left[-1] if it.left else None)
        assert told.left == 2
