"""Searchers who rank, in the editor: a hint a passage, a count in the status, a way to end it."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import editor
from tests.unlinkable.lsp.test_code_actions import accepted_in, edited

pytestmark = pytest.mark.asyncio

TEXT = "The baker of the market sold bread."
"""No phrase and no two of its words are rare, and yet case-a fits it best."""


@pytest.fixture
def ranked(settings: dict[str, Any]) -> dict[str, Any]:
    return {**settings, "ranked": "sentence", "maxTerms": 1}


def leading(found: list[lsp.Diagnostic]) -> list[lsp.Diagnostic]:
    return [one for one in found if one.code == "leading-passage"]


async def test_a_leading_passage_has_one_underline_that_says_what_carries_it(
    tmp_path: Path, ranked: dict[str, Any]
) -> None:
    async with editor(tmp_path, ranked) as it:
        uri = it.open("a.txt", TEXT)
        (hint,) = await it.settled(uri)
        assert hint.code == "leading-passage"
        assert hint.severity is lsp.DiagnosticSeverity.Information
        assert "is led to case-a" in hint.message
        told = await it.hover(uri, hint.range.start.line, hint.range.start.character)
        assert told
        assert "Leads a searcher who ranks" in told
        assert "finds case-a first" in told
        status = it.status_of(uri, "ready")
        assert status.leading == 1
        assert not status.clean
        assert status.ranked.document == "case-a"
        assert status.ranked.rank == 1
        assert "Whoever can rank the originals by the whole draft finds case-a" in status.message


async def test_hints_can_be_switched_off_and_are_counted_all_the_same(
    tmp_path: Path, ranked: dict[str, Any]
) -> None:
    async with editor(tmp_path, {**ranked, "severity": {"ranking": "off"}}) as it:
        uri = it.open("a.txt", TEXT)
        assert await it.settled(uri) == []
        assert it.status_of(uri, "ready").leading == 1


async def test_without_the_question_nothing_is_said_of_it(
    tmp_path: Path, ranked: dict[str, Any]
) -> None:
    async with editor(tmp_path, {**ranked, "ranked": "off"}) as it:
        uri = it.open("a.txt", TEXT)
        assert leading(await it.settled(uri)) == []
        status = it.status_of(uri, "ready")
        assert (status.leading, status.ranked) == (0, None)
        assert status.clean


async def test_masking_everything_ends_it(tmp_path: Path, ranked: dict[str, Any]) -> None:
    async with editor(tmp_path, ranked) as it:
        uri = it.open("a.txt", TEXT)
        assert leading(await it.settled(uri))
        assert await it.command("maskAll", uri=uri) is True
        text = edited(TEXT, it.applied[-1].edit)
        assert "[REDACTED]" in text
        it.replace(uri, text)
        assert leading(await it.settled(uri)) == []


async def test_a_quick_fix_ends_the_passage(tmp_path: Path, ranked: dict[str, Any]) -> None:
    async with editor(tmp_path, ranked) as it:
        uri = it.open("a.txt", TEXT)
        (hint,) = await it.settled(uri)
        action, *_ = await it.actions(uri, hint.range)
        assert action.title == "Mask what leads back from this sentence"
        resolved = await it.client.code_action_resolve_async(action)
        it.replace(uri, edited(TEXT, resolved.edit))
        assert leading(await it.settled(uri)) == []


async def test_that_it_leads_can_be_accepted_listed_and_withdrawn(
    tmp_path: Path, ranked: dict[str, Any]
) -> None:
    async with editor(tmp_path, ranked) as it:
        uri = it.open("a.txt", TEXT)
        (hint,) = await it.settled(uri)
        titles = await it.titled(uri, hint.range)
        action = titles["Accept that this sentence leads there in this file"]
        assert "Accept that this sentence leads there at this place" not in titles
        assert action.command
        (asked,) = action.command.arguments or ()
        await it.command("acceptRisk", **{**asked, "reason": "Known anyway", "by": "M. C."})
        await it.until(lambda: accepted_in(it, uri) == 1)
        status = it.status_of(uri, "ready")
        assert (status.leading, status.clean) == (0, False)
        (listed,) = await it.command("acceptedRisks", uri=uri)
        assert (listed["kind"], listed["by"], listed["scope"]) == ("ranking", "M. C.", "file")
        assert listed["phrase"] == "the baker of the market sold bread"
        assert len(listed["places"]) == 1
        await it.command("withdrawRisk", uri=uri, id=listed["id"])
        await it.until(lambda: accepted_in(it, uri) == 0)
        assert len(leading(await it.settled(uri))) == 1
