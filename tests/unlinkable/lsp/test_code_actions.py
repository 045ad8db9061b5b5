"""What can be done about findings: mask them, accept them, see where they lead."""

import datetime
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.unlinkable.lsp.editor import NEOVIM, VS_CODE, Editor, editor

pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXT = "He sold bread at home. So Millbrook. Off Millbrook."
MASK = "quickfix.unlinkable.mask"
ACCEPT = "quickfix.unlinkable.accept"


def without_resolving(capabilities: lsp.ClientCapabilities) -> None:
    assert capabilities.text_document
    assert capabilities.text_document.code_action
    capabilities.text_document.code_action.resolve_support = None


def edited(text: str, edit: lsp.WorkspaceEdit | None) -> str:
    """``text``, with no characters beyond U+FFFF, after an edit of one document."""
    assert edit
    edits: Sequence[Any]
    if edit.document_changes:
        (document,) = edit.document_changes
        assert isinstance(document, lsp.TextDocumentEdit)
        edits = document.edits
    else:
        ((_, edits),) = (edit.changes or {}).items()
    lines = [0, *(number + 1 for number, character in enumerate(text) if character == "\n")]
    for change in sorted(edits, key=lambda change: change.range.start, reverse=True):
        first, last = change.range.start, change.range.end
        start, end = lines[first.line] + first.character, lines[last.line] + last.character
        text = text[:start] + change.new_text + text[end:]
    return text


def span(text: str, part: str) -> lsp.Range:
    start = text.index(part)
    return lsp.Range(lsp.Position(0, start), lsp.Position(0, start + len(part)))


async def first(it: Editor, uri: str, where: lsp.Range, kind: str) -> lsp.CodeAction:
    return (await it.actions(uri, where, [kind]))[0]


@pytest.mark.parametrize("like", [VS_CODE, NEOVIM])
async def test_the_fewest_words_are_masked_and_the_edit_is_made_on_resolve(
    tmp_path: Path, settings: dict[str, Any], like: str
) -> None:
    async with editor(tmp_path, settings, like) as it:
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        action = await first(it, uri, span(TEXT, "bread at"), MASK)
        assert "“bread at”" in action.title
        assert action.edit is None
        assert action.is_preferred
        assert action.diagnostics
        assert action.diagnostics[0].code == "rare-phrase"
        action = await it.client.code_action_resolve_async(action)
        assert action.edit
        if like == VS_CODE:  # Neovim says of itself that it knows no versions here
            assert action.edit.document_changes
            changed = action.edit.document_changes[0]
            assert isinstance(changed, lsp.TextDocumentEdit)
            assert changed.text_document.version == 1
        masked = edited(TEXT, action.edit)
        assert masked == TEXT.replace(" at ", " [REDACTED] ")
        it.replace(uri, masked)
        assert "bread at" not in {
            masked[d.range.start.character : d.range.end.character] for d in await it.settled(uri)
        }


async def test_a_client_that_cannot_resolve_gets_the_edit_at_once(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, adapt=without_resolving) as it:
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        action = await first(it, uri, span(TEXT, "bread at"), MASK)
        assert edited(TEXT, action.edit) == TEXT.replace(" at ", " [REDACTED] ")


async def test_to_a_client_that_cannot_resolve_what_may_take_long_is_a_command(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, adapt=without_resolving) as it:
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        titles = await it.titled(uri, span(TEXT, "bread at"))
        action = titles["Mask what leads back from this sentence"]
        assert action.edit is None
        assert action.command
        assert action.command.command == "unlinkable.fix"
        (asked,) = action.command.arguments or ()
        assert await it.command("fix", **asked) is True
        assert "bread at" not in edited(TEXT, it.applied[-1].edit)
        assert it.applied[-1].label == action.title
        for broken in ({"start": "x"}, {"fix": "none"}, {"index": 7}, {"end": None}):
            assert await it.command("fix", **{**asked, **broken}) is None
        it.replace(uri, f"Then {TEXT}")
        assert await it.command("fix", **asked) is None  # that was another text
        assert len(it.applied) == 1


def without_applying(capabilities: lsp.ClientCapabilities) -> None:
    without_resolving(capabilities)
    assert capabilities.workspace
    capabilities.workspace.apply_edit = None


async def test_a_client_that_makes_no_edits_for_the_server_gets_them_all_at_once(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, adapt=without_applying) as it:
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        titles = await it.titled(uri, span(TEXT, "bread at"))
        action = titles["Mask what leads back from this sentence"]
        assert "bread at" not in edited(TEXT, action.edit)


async def fixed(it: Editor, uri: str, text: str, at: int) -> str:
    """The text once the first quick-fix that masks what stands ``at`` a place was applied."""
    await it.settled(uri)
    where = lsp.Range(lsp.Position(0, at), lsp.Position(0, at + 1))
    action = await it.client.code_action_resolve_async(await first(it, uri, where, MASK))
    text = edited(text, action.edit)
    it.replace(uri, text)
    return text


async def test_a_name_keeps_its_number_from_fix_to_fix_and_another_gets_another(it: Editor) -> None:
    text = "[NAME_1] came. So Millbrook. Off Millbrook. So Oldport. It was Millbrook."
    uri = it.open("a.txt", text)
    for name in ("Millbrook", "Oldport", "Millbrook"):
        text = await fixed(it, uri, text, text.index(name))
    assert text == "[NAME_1] came. So [NAME_2]. Off [NAME_2]. So [NAME_3]. It was Millbrook."
    it.close(uri)
    again = lsp.TextDocumentItem(uri, "plaintext", 1, text)
    it.versions[uri] = 1
    it.client.text_document_did_open(lsp.DidOpenTextDocumentParams(again))
    text = await fixed(it, uri, text, text.index("Millbrook"))
    assert text.endswith("It was [NAME_2].")


async def test_a_number_whose_mask_was_taken_back_may_be_given_anew(it: Editor) -> None:
    before = "[NAME_1] came. So Millbrook. Off Oldport. It was Millbrook."
    uri = it.open("a.txt", before)
    masked = await fixed(it, uri, before, before.index("Millbrook"))
    assert masked.startswith("[NAME_1] came. So [NAME_2].")
    it.replace(uri, before)
    text = await fixed(it, uri, before, before.index("Oldport"))
    text = await fixed(it, uri, text, text.index("Millbrook"))
    text = await fixed(it, uri, text, text.rindex("Millbrook"))
    assert text == "[NAME_1] came. So [NAME_3]. Off [NAME_2]. It was [NAME_3]."


async def test_a_phrase_is_masked_everywhere(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    *_, action = await it.actions(uri, span(TEXT, "Millbrook"), [MASK])
    assert "everywhere" in action.title
    action = await it.client.code_action_resolve_async(action)
    assert edited(TEXT, action.edit) == TEXT.replace("Millbrook", "[REDACTED]")


async def test_the_mask_can_be_set(tmp_path: Path, settings: dict[str, Any]) -> None:
    settings |= {"mask": "(...)"}
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Millbrook.")
        await it.settled(uri)
        action = await first(it, uri, span("Millbrook.", "Millbrook"), MASK)
        action = await it.client.code_action_resolve_async(action)
        assert edited("Millbrook.", action.edit) == "(...)."


async def test_fix_all_leaves_a_clean_draft(it: Editor) -> None:
    text = TEXT + " The baker of Oldport paid the tax early, and bread was sold at night."
    uri = it.open("a.txt", text)
    await it.settled(uri)
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    (action,) = await it.actions(uri, everything, ["source.fixAll"])
    assert action.kind == "source.fixAll.unlinkable"
    action = await it.client.code_action_resolve_async(action)
    it.replace(uri, edited(text, action.edit))
    assert await it.settled(uri) == []
    assert it.status_of(uri, "ready").cleanAt.maxTerms == 3


async def test_fix_all_leaves_alone_what_was_accepted(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    accepted = "[[accepted]]\nphrase = 'Millbrook'\nreason = 'r'\nby = 'Ada'\ndate = '2026-01-02'\n"
    (tmp_path / "unlinkable.toml").write_text(accepted, "utf-8")
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "One saw Millbrook, then Oldport.")
        await it.settled(uri)
        assert await it.command("maskAll", uri=uri) is True
        masked = edited("One saw Millbrook, then Oldport.", it.applied[-1].edit)
        assert masked == "One saw Millbrook, then [REDACTED]."


async def test_a_mask_that_would_not_be_read_as_one_is_refused(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings | {"mask": "someone"}) as it:
        uri = it.open("a.txt", "Millbrook.")
        await it.settled(uri)
        action = await first(it, uri, span("Millbrook.", "Millbrook"), MASK)
        assert (await it.client.code_action_resolve_async(action)).edit is None
        assert "'someone'" in await it.message("mask")


async def test_fix_all_is_offered_only_when_asked_for(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    kinds = {str(a.kind) for a in await it.actions(uri, span(TEXT, "Millbrook"))}
    assert kinds == {MASK, ACCEPT, "quickfix.unlinkable.show"}
    assert await it.actions(uri, span(TEXT, "Millbrook"), ["refactor"]) == []
    few = await it.actions(uri, span(TEXT, "Millbrook"), ["quickfix"])
    assert {str(action.kind) for action in few} == {MASK, ACCEPT, "quickfix.unlinkable.more"}


async def test_an_action_for_an_earlier_text_is_refused(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    action = await first(it, uri, span(TEXT, "Millbrook"), MASK)
    it.type(uri, 0, 0, "x")
    with pytest.raises(JsonRpcException, match="changed since"):
        await it.client.code_action_resolve_async(action)


async def test_mask_all_has_the_client_make_one_edit(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    assert await it.command("maskAll", uri=uri) is True
    applied = it.applied[-1]
    it.replace(uri, edited(TEXT, applied.edit))
    assert await it.settled(uri) == []


@pytest.mark.parametrize("like", [VS_CODE, NEOVIM])
async def test_an_accepted_risk_is_kept_with_reason_name_and_date_and_comments_survive(
    tmp_path: Path, settings: dict[str, Any], like: str
) -> None:
    file = tmp_path / "unlinkable.toml"
    file.write_text("# ours\nk = 2 # agreed\n", "utf-8")
    async with editor(tmp_path, settings, like) as it:
        uri = it.open("a.txt", TEXT)
        before = len(await it.settled(uri))
        actions = await it.actions(uri, span(TEXT, "Millbrook"), [ACCEPT])
        action = next(action for action in actions if "in this workspace" in action.title)
        assert action.command
        assert action.command.arguments
        it.answers.append("Already public")
        answer = await it.client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(action.command.command, action.command.arguments)
        )
        assert answer == {"path": str(file)}
        await it.until(lambda: it.statuses[-1].accepted == 2)
        assert len(await it.settled(uri)) == before - 2
        assert not it.status_of(uri, "ready").clean
    assert file.read_text("utf-8").startswith("# ours\nk = 2 # agreed\n")
    (entry,) = tomllib.loads(file.read_text("utf-8"))["accepted"]
    assert (entry["phrase"], entry["reason"]) == ("millbrook", "Already public")
    assert entry["date"] == datetime.date.today().isoformat()
    assert entry["by"]
    async with editor(tmp_path, settings, like) as it:
        assert len(await it.settled(it.open("a.txt", TEXT))) == before - 2


async def test_a_risk_is_accepted_at_one_place_in_one_file_or_for_the_user(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", TEXT)
        other = it.open("b.txt", TEXT)
        before = len(await it.settled(uri))
        first, second = TEXT.index("Millbrook"), TEXT.rindex("Millbrook")
        for scope, document, place, here, there in [
            ("finding", uri, first, 1, 0),
            ("file", uri, second, 2, 0),
            ("user", other, first, 2, 2),
        ]:
            at = {"line": 0, "character": place}
            where = {"uri": document, "range": {"start": at, "end": at}}
            assert await it.command("acceptRisk", **where, scope=scope, reason="r", by="Ada")
            expected = (here, there)
            await it.until(lambda e=expected: (accepted_in(it, uri), accepted_in(it, other)) == e)
        assert len(await it.settled(uri)) == before - 2
    assert "Ada" in (tmp_path / ".home" / "unlinkable" / "unlinkable.toml").read_text("utf-8")


def accepted_in(it: Editor, uri: str) -> int:
    return next(s.accepted for s in reversed(it.statuses) if s.uri == uri)


async def test_nothing_is_accepted_without_a_reason(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Millbrook.")
        await it.settled(uri)
        it.answers.append(None)
        where = {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 2}}
        assert await it.command("acceptRisk", uri=uri, range=where, scope="file") is None
        assert "reason" in it.asked[0].message
    assert not (tmp_path / "unlinkable.toml").exists()


async def test_a_loose_document_has_no_workspace_to_accept_for(it: Editor) -> None:
    uri = it.open("untitled:draft", "Millbrook.")
    await it.settled(uri)
    actions = await it.actions(uri, span("Millbrook.", "Millbrook"), [ACCEPT])
    assert [action.title for action in actions] == ["Accept “Millbrook” everywhere, for me"]


async def test_all_findings_that_lead_to_one_original_are_shown(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, options={"locations": True}) as it:
        uri = it.open("a.txt", "Millbrook.\nOldport.\nMillbrook.")
        await it.settled(uri)
        locations = await it.command("showSameSource", uri=uri, document="case-a")
        lines = [location["range"]["start"]["line"] for location in locations]
        assert lines == [0, 2]
        await it.until(lambda: it.located)
        assert it.located[0].title == "2 findings in this text lead to case-a"
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Millbrook.\nOldport.\nMillbrook.")
        await it.settled(uri)
        await it.command("showSameSource", uri=uri, document="case-a")
        assert "lines 1, 3" in await it.message("case-a")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("acceptRisk", {}),
        ("acceptRisk", {"uri": "file:///nowhere"}),
        ("showSameSource", {"uri": 3}),
        ("maskAll", {"uri": "file:///nowhere"}),
        ("rewrite", {"unit": "book"}),
    ],
)
async def test_a_command_with_bad_arguments_is_answered_with_a_message(
    it: Editor, name: str, arguments: dict[str, Any]
) -> None:
    before = len(it.client.messages)
    assert await it.command(name, **arguments) is None
    await it.until(lambda: len(it.client.messages) > before)


async def test_prices_are_a_page_and_lines_with_a_row_for_each_searcher(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Millbrook. Oldport.")
        await it.settled(uri)
        prices = await it.command("prices", uri=uri)
        for said in ("exact search", "+ ranking by sentence", "+ guessing", "all searchers"):
            assert said in prices["text"]
            assert said in prices["html"]


async def test_the_report_is_that_of_the_command_line_with_what_was_accepted_apart(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Millbrook. Oldport.")
        await it.settled(uri)
        where = {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 2}}
        place = {"uri": uri, "range": where, "scope": "file"}
        assert await it.command("acceptRisk", **place, reason="Public", by="Ada")
        report = await it.command("report", uri=uri)
        assert (report["draft"], report["words"]) == ("a.txt", 2)
        assert [finding["text"] for finding in report["findings"]] == ["Oldport"]
        (accepted,) = report["accepted"]
        assert (accepted["text"], accepted["by"]) == ("Millbrook", "Ada")
        assert report["likely_source"]["document"] == "case-b"
