"""Diagnostics for clients that fetch them: the same as are sent to others, and never both."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import Editor, editor
from unlinkable.lsp.published.publisher import Pulled

pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXT = "Off Millbrook. A baker came. Bread was good."


def fetching(capabilities: lsp.ClientCapabilities) -> None:
    assert capabilities.text_document
    assert capabilities.workspace
    capabilities.text_document.diagnostic = lsp.DiagnosticClientCapabilities()
    refresh = lsp.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    capabilities.workspace.diagnostics = refresh


async def fetched(it: Editor, uri: str, known: str | None = None) -> Any:
    return await it.client.text_document_diagnostic_async(
        lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri), previous_result_id=known)
    )


async def test_what_is_fetched_is_what_others_are_sent(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    (tmp_path / "sent").mkdir()
    async with editor(tmp_path / "sent", settings) as it:
        sent = await it.settled(it.open("a.txt", TEXT))
    async with editor(tmp_path, settings, adapt=fetching) as it:
        assert it.initialized
        provider = it.initialized.capabilities.diagnostic_provider
        assert isinstance(provider, lsp.DiagnosticOptions)
        assert provider.workspace_diagnostics
        uri = it.open("a.txt", TEXT)
        await it.until(lambda: it.status_of(uri, "ready"))
        report = await fetched(it, uri)
        assert isinstance(report, lsp.RelatedFullDocumentDiagnosticReport)
        told = [(d.range, d.code, d.severity, d.message) for d in report.items]
        assert told == [(d.range, d.code, d.severity, d.message) for d in sent]
        assert {code for _, code, _, _ in told} == {"rare-phrase", "rare-combination"}
        assert it.history == []


async def test_what_is_known_is_not_told_again_and_what_is_new_is(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, adapt=fetching) as it:
        uri, other = it.open("a.txt", TEXT), it.open("b.txt", "Zebras graze.")
        await it.until(lambda: it.status_of(uri, "ready") and it.status_of(other, "ready"))
        first = await fetched(it, uri)
        again = await fetched(it, uri, first.result_id)
        assert isinstance(again, lsp.RelatedUnchangedDocumentDiagnosticReport)
        assert again.result_id == first.result_id
        everything = await it.client.workspace_diagnostic_async(
            lsp.WorkspaceDiagnosticParams([lsp.PreviousResultId(uri, first.result_id)])
        )
        kinds = {report.uri: (report.kind, report.version) for report in everything.items}
        assert kinds == {uri: ("unchanged", 1), other: ("full", 1)}
        it.type(uri, 0, 4, "London", until=13)
        await it.until(lambda: it.status_of(uri, "ready"))
        changed = await fetched(it, uri, first.result_id)
        assert isinstance(changed, lsp.RelatedFullDocumentDiagnosticReport)
        assert {d.code for d in changed.items} == {"rare-combination"}
        it.close(uri)
        assert not (await fetched(it, uri)).items


async def test_what_is_found_after_the_client_asked_has_it_ask_again(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings | {"pauseMs": 500}, adapt=fetching) as it:
        uri = it.open("a.txt", TEXT)
        first = await fetched(it, uri)  # phrases alone, since combinations come later
        assert {d.code for d in first.items} == {"rare-phrase"}
        await it.until(lambda: it.refreshed)
        second = await fetched(it, uri, first.result_id)
        assert {d.code for d in second.items} == {"rare-phrase", "rare-combination"}


async def test_a_client_that_can_fetch_may_ask_to_be_sent(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, adapt=fetching, options={"push": True}) as it:
        assert it.initialized
        assert it.initialized.capabilities.diagnostic_provider is None
        assert len(await it.settled(it.open("a.txt", TEXT))) == 2


@pytest.mark.parametrize("code", ["rare-phrase", "rare-combination"])
async def test_the_code_leads_to_a_page_on_the_rule_that_needs_no_network(
    it: Editor, code: str
) -> None:
    found = await it.settled(it.open("a.txt", TEXT))
    (page,) = {d.code_description.href for d in found if d.code == code and d.code_description}
    assert page.startswith("file:///")
    text = Path(unquote(urlparse(page).path)).read_text("utf-8")
    assert text.startswith(f"# {code}\n")
    assert "**What to do.**" in text


async def test_a_document_that_was_asked_for_too_early_is_owed() -> None:
    pulled = Pulled()
    assert pulled.report("a", 1, None) == {"kind": "full", "items": []}
    assert pulled.keep("a", 1, '"first"')
    given = pulled.report("a", 1, None)
    assert given["items"] == ["first"]
    assert pulled.report("a", 2, given["resultId"])["kind"] == "unchanged"  # of the text before
    assert pulled.keep("a", 2, '"second"')
    assert not pulled.keep("a", 3, '"third"')  # the client asks by itself after a change
    pulled.forget("a")
    assert pulled.reports({}) == []
