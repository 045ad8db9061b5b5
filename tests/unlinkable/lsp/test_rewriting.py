"""Rewriting in the editor, by a script in place of a model: offered, chosen, cancelled, applied."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import PATIENCE, Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited, span

pytestmark = pytest.mark.asyncio(loop_scope="module")
REWRITE = "quickfix.unlinkable.rewrite"
WHOLE_SENTENCE = (
    "Rewrite this sentence, or mask it where that fails (the whole sentence is new: read it)"
)
TEXT = "One saw Millbrook. All is well. Off to Oldport."


@pytest.fixture(scope="module")
def scripted_settings(index: Path) -> dict[str, Any]:
    model = {"path": "no-such-model.gguf"}
    return {"index": str(index), "pauseMs": 0, "typingPauseMs": 0, "ranked": "off", "model": model}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def it(
    tmp_path_factory: pytest.TempPathFactory, scripted_settings: dict[str, Any]
) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("workspace")
    async with editor(folder, scripted_settings, environment=scripted()) as session:
        yield session


def scripted() -> dict[str, str]:
    """The environment of a server that rewrites by the script."""
    script = str(Path(__file__).parent / "scripted")
    return {"PYTHONPATH": os.pathsep.join(filter(None, [script, os.environ.get("PYTHONPATH")]))}


def at(text: str, part: str) -> dict[str, Any]:
    start = {"line": 0, "character": text.index(part)}
    return {"range": {"start": start, "end": start}}


async def whole_sentence(it: Editor, uri: str, where: lsp.Range) -> lsp.CodeAction:
    """The action that has the model write a sentence anew."""
    return (await it.titled(uri, where))[WHOLE_SENTENCE]


async def test_new_sentences_are_offered_last_and_never_preferred(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    actions = await it.actions(uri, span(TEXT, "Millbrook"))
    assert [action.title for action in actions if action.kind == REWRITE] == [
        "Rewrite all findings in this sentence, and no other words",
        "Rewrite all findings in this paragraph, and no other words",
        "Rewrite all findings in this document, and no other words",
        WHOLE_SENTENCE,
        "Choose among rewritings… (the whole sentence is new: read it)",
    ]
    assert not any(action.is_preferred for action in actions if action.kind == REWRITE)
    few = await it.actions(uri, span(TEXT, "Millbrook"), None)
    (other,) = [one for one in few if one.title == "Other words for what leads back here"]
    assert other.command is not None
    assert (other.command.command, other.command.arguments[0]["unit"]) == (
        "unlinkable.rewrite",
        "sentence",
    )


async def test_rewriting_is_made_on_resolve(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    action = await whole_sentence(it, uri, span(TEXT, "Millbrook"))
    action = await it.client.code_action_resolve_async(action)
    assert edited(TEXT, action.edit) == "A sentence. All is well. Off to Oldport."
    reports = [
        type(report) for reports in it.client.progress_reports.values() for report in reports
    ]
    assert reports[0] is lsp.WorkDoneProgressBegin
    assert reports[-1] is lsp.WorkDoneProgressEnd


async def test_what_cannot_be_rewritten_is_masked_and_that_is_said(it: Editor) -> None:
    text = "A hopeless Millbrook."
    uri = it.open("a.txt", text)
    await it.settled(uri)
    action = await whole_sentence(it, uri, span(text, "Millbrook"))
    action = await it.client.code_action_resolve_async(action)
    assert edited(text, action.edit) == "[REDACTED]"
    await it.message("Nothing better came to mind. What leads back is masked instead.")


async def test_the_user_chooses_among_alternatives(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    it.answers.append("Another sentence.")
    assert await it.command("chooseRewriting", uri=uri, **at(TEXT, "Millbrook")) is True
    assert [item.title for item in it.asked[-1].actions or []] == [
        "A sentence.",
        "Another sentence.",
    ]
    after = "Another sentence. All is well. Off to Oldport."
    assert edited(TEXT, it.applied[-1].edit) == after
    applied = len(it.applied)
    it.answers.append(None)
    assert await it.command("chooseRewriting", uri=uri, **at(TEXT, "Millbrook")) is False
    assert len(it.applied) == applied


async def test_a_client_with_a_view_of_its_own_shows_the_alternatives_there(
    tmp_path: Path, scripted_settings: dict[str, Any]
) -> None:
    options = {"alternatives": True}
    async with editor(tmp_path, scripted_settings, options=options, environment=scripted()) as it:
        shown: list[Any] = []

        def choose(params: Any) -> int:
            shown.append(params)
            return 1

        it.client.feature("unlinkable/chooseAlternative")(choose)
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        assert await it.command("chooseRewriting", uri=uri, **at(TEXT, "Millbrook")) is True
        assert (shown[0].original, shown[0].version) == ("One saw Millbrook.", 1)
        assert [alternative.text for alternative in shown[0].alternatives] == [
            "A sentence.",
            "Another sentence.",
        ]
        assert "1 rare combination left" in shown[0].alternatives[1].explanation
        assert edited(TEXT, it.applied[-1].edit).startswith("Another sentence.")


@pytest.mark.parametrize(
    ("unit", "after"),
    [
        ("sentence", "A sentence. All is well. Off to Oldport."),
        ("paragraph", "A sentence. A sentence. A sentence."),
        ("document", "A sentence. A sentence. A sentence."),
    ],
)
async def test_a_unit_is_rewritten_in_one_step(it: Editor, unit: str, after: str) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    before = len(it.applied)
    assert await it.command("rewrite", uri=uri, unit=unit, **at(TEXT, "Millbrook")) is True
    assert len(it.applied) == before + 1
    assert edited(TEXT, it.applied[-1].edit) == after


async def test_a_client_that_can_offer_a_model_is_told_each_time_that_there_is_none(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    options = {"rewritingUnavailable": True}
    missing = settings | {"model": {"path": "no-such-model.gguf"}}
    async with editor(tmp_path, missing, options=options) as it:
        told: list[str] = []
        it.client.feature("unlinkable/rewritingUnavailable")(lambda said: told.append(said.message))
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        action = await whole_sentence(it, uri, span(TEXT, "Millbrook"))
        assert (await it.client.code_action_resolve_async(action)).edit is None
        assert await it.command("chooseRewriting", uri=uri, **at(TEXT, "Millbrook")) is None
        assert len(told) == 2
        assert all("there is no such model file" in message for message in told)
        assert not any("model" in message.message for message in it.client.messages)


async def test_a_rewriting_without_a_model_is_answered_with_how_to_get_one(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        assert await it.command("rewrite", uri=uri, unit="document") is None
        await it.message("No model for rewriting is set")


async def test_rewriting_is_cancelled_from_its_progress(it: Editor) -> None:
    text = "A slow Millbrook."
    uri = it.open("a.txt", text)
    await it.settled(uri)
    known = set(it.client.progress_reports)
    work = asyncio.create_task(it.command("rewrite", uri=uri, unit="document"))
    while not (started := set(it.client.progress_reports) - known):
        await asyncio.sleep(0.01)
    (token,) = started
    it.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token))
    applied = len(it.applied)
    assert await asyncio.wait_for(work, PATIENCE) is False
    assert len(it.applied) == applied


async def test_a_text_that_was_changed_in_the_meantime_is_left_alone(it: Editor) -> None:
    uri = it.open("a.txt", "A slow Millbrook.")
    await it.settled(uri)
    known = set(it.client.progress_reports)
    work = asyncio.create_task(it.command("rewrite", uri=uri, unit="document"))
    while not set(it.client.progress_reports) - known:
        await asyncio.sleep(0.01)
    it.type(uri, 0, 0, "x")
    applied = len(it.applied)
    assert await asyncio.wait_for(work, PATIENCE) is False
    assert len(it.applied) == applied


async def test_nothing_is_left_behind_when_the_client_dies_while_a_passage_is_rewritten(
    tmp_path: Path, scripted_settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, scripted_settings, environment=scripted()) as it:
        uri = it.open("a.txt", "A slow Millbrook.")
        await it.settled(uri)
        work = asyncio.create_task(it.command("rewrite", uri=uri, unit="document"))
        while not it.client.progress_reports:
            await asyncio.sleep(0.01)
        server = it.client._server
        assert server
        assert server.stdin
        server.stdin.close()
        assert await asyncio.wait_for(server.wait(), PATIENCE) == 1
        it.client.error = EOFError()
        work.cancel()
