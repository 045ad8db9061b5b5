"""A whole text protected in the editor, by a scripted model and the rewriting as it is."""

import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import NEOVIM, Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited
from tests.unlinkable.model.model_headers import STAND_IN
from tests.unlinkable.rewriting.conftest import DRAFT as PARAGRAPHS
from tests.unlinkable.rewriting.conftest import rulings
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio(loop_scope="module")
DRAFT = PARAGRAPHS.replace("\n\n", " ")
SCRIPTED = Path(__file__).parent / "scripted_model"
ACCEPTED = """
[[accepted]]
phrase = "bell founder"
context = "and a retired bell founder he said that"
reason = "Already public"
by = "Ada"
date = "2026-01-02"
"""


WRITTEN = {"bees behind": ["livestock along"]}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def it(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """An editor with a model that has a good wording for the first sentence, and for no other; and
    one phrase accepted where the words around it are findings."""
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "unlinkable.toml").write_text(ACCEPTED, "utf-8")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "script.json").write_text(json.dumps({"words": WRITTEN}), "utf-8")
    model = elsewhere / "model.gguf"
    model.write_bytes(STAND_IN)
    (elsewhere / "rulings.jsonl").write_text("\n".join(map(json.dumps, rulings())), "utf-8")
    index = elsewhere / "rulings.unlinkable"
    build_index([elsewhere / "rulings.jsonl"], index, Options(processes=1))
    settings: dict[str, Any] = {
        "index": str(index),
        "maxTerms": 1,
        "crossSentences": False,
        "pauseMs": 0,
        "typingPauseMs": 0,
        "model": {"path": str(model), "reasoning": False},
    }
    environment = {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(SCRIPTED), os.environ.get("PYTHONPATH")])),
        "UNLINKABLE_TEST_SCRIPT": str(elsewhere / "script.json"),
    }
    async with editor(folder, settings, environment=environment) as session:
        yield session


async def test_what_the_model_can_say_otherwise_is_rewritten_and_the_rest_is_masked_in_one_step(
    it: Editor,
) -> None:
    uri = it.open("a.txt", DRAFT)
    await it.settled(uri)
    before = len(it.applied)
    assert await it.command("protectAll", uri=uri) is True
    assert len(it.applied) == before + 1
    text = edited(DRAFT, it.applied[-1].edit)
    assert text.startswith("The claimant kept livestock along the rectory.")
    assert "[REDACTED]" in text.replace("heard [REDACTED] and", "")
    it.replace(uri, text)
    left = await it.settled(uri)
    # accepted at a place that the words around it told from others: asked for anew now
    assert [text[d.range.start.character : d.range.end.character] for d in left] == ["bell founder"]


async def test_what_was_accepted_is_there_still_though_its_neighbours_went(it: Editor) -> None:
    for command in ("protectAll", "maskAll"):
        uri = it.open("a.txt", DRAFT)
        await it.settled(uri)
        assert await it.command(command, uri=uri) is True
        text = edited(DRAFT, it.applied[-1].edit)
        assert "bell founder" in text
        assert "retired bell founder" not in text


async def test_what_still_leads_back_beside_accepted_words_is_said(it: Editor) -> None:
    uri = it.open("a.txt", DRAFT)
    await it.settled(uri)
    start = {"line": 0, "character": DRAFT.index("retired")}
    where = {"start": start, "end": start}
    await it.command("rewrite", uri=uri, unit="sentence", range=where)
    await it.message("Something here still leads back")


async def test_a_clean_text_is_left_and_that_is_said(it: Editor) -> None:
    uri = it.open("b.txt", "Zebras graze.")
    await it.settled(uri)
    assert await it.command("protectAll", uri=uri) is False
    await it.message("Nothing here leads back")


async def test_every_change_of_a_protected_text_has_its_reason_and_can_be_left_out(
    it: Editor,
) -> None:
    uri = it.open("a.txt", DRAFT)
    await it.settled(uri)
    assert await it.command("protectAll", uri=uri) is True
    edit = it.applied[-1].edit
    assert edit.document_changes
    assert edit.change_annotations
    (document,) = edit.document_changes
    assert isinstance(document, lsp.TextDocumentEdit)
    assert document.text_document.version == it.versions[uri]
    annotations = [
        edit.change_annotations[change.annotation_id]
        for change in document.edits
        if isinstance(change, lsp.AnnotatedTextEdit)
    ]
    assert len(annotations) == len(document.edits)
    assert all(annotation.needs_confirmation for annotation in annotations)
    assert annotations[0].label == "Rewritten"
    assert annotations[-1].label == "Masked"
    assert all("only in" in (annotation.description or "") for annotation in annotations)


async def test_progress_is_told_under_the_token_that_a_client_gives(it: Editor) -> None:
    assert it.initialized
    commands = it.initialized.capabilities.execute_command_provider
    assert commands
    assert commands.work_done_progress
    uri = it.open("a.txt", DRAFT)
    await it.settled(uri)
    it.client.progress_reports["mine"] = []
    known = set(it.client.progress_reports)
    for _ in range(2):
        it.client.progress_reports["mine"].clear()
        await it.client.workspace_execute_command_async(
            lsp.ExecuteCommandParams("unlinkable.prices", [{"uri": uri}], work_done_token="mine")
        )
        first, *_, last = it.client.progress_reports["mine"]
        assert isinstance(first, lsp.WorkDoneProgressBegin)
        assert isinstance(last, lsp.WorkDoneProgressEnd)
    assert set(it.client.progress_reports) == known


async def test_masking_everything_says_why_and_how_far_it_is(it: Editor) -> None:
    uri = it.open("a.txt", DRAFT)
    await it.settled(uri)
    assert await it.command("maskAll", uri=uri) is True
    annotations = it.applied[-1].edit.change_annotations
    assert annotations
    assert {annotation.label for annotation in annotations.values()} == {"Masked"}
    *_, told = it.client.progress_reports.values()
    steps = [report for report in told if isinstance(report, lsp.WorkDoneProgressReport)]
    *first, last = [str(step.message) for step in steps]
    assert first
    assert all(message.startswith("phrases and combinations: ") for message in first)
    assert last == "making sure that nothing is left"
    done = [step.percentage or 0 for step in steps]
    assert done == sorted(done)
    assert done[0] > 0


async def test_a_client_that_knows_no_reasons_of_changes_is_sent_plain_ones(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, like=NEOVIM) as it:
        uri = it.open("a.txt", "Off Millbrook.")
        await it.settled(uri)
        assert await it.command("maskAll", uri=uri) is True
        assert it.applied[-1].edit.change_annotations is None
