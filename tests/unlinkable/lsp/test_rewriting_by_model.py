"""Rewriting in the editor by a real model in its own process: written, applied, cancelled."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited, span
from tests.unlinkable.lsp.test_rewriting import REWRITE, at
from tests.unlinkable.model.conftest import demand_llama
from unlinkable_index.builder import Options, build_index

pytestmark = pytest.mark.asyncio(loop_scope="module")
FISH = "The baker sold fish at the mill."
TAX = "The tax was early."
MILLBROOK = "He paid the tax when he left Millbrook."
SHE = "She paid."
TEXT = f"{FISH} {TAX} {MILLBROOK}"
"""One line, of which the tax is the only sentence that leads nowhere."""
HOUSES = [f"House{number}" for number in range(80)]
MANY = " ".join(f"The baker of {house} sold bread." for house in HOUSES)
"""Every sentence leads to one original by another word, so that the model is asked for each."""
FEW = MANY[: MANY.index("House8")] + "Oldport."


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory, collection: Path) -> Path:
    """The index of the originals, of a list of houses, and of what the model may write."""
    demand_llama()
    from tests.unlinkable.model.copying_model import COMMON_WORDS

    folder = tmp_path_factory.mktemp("houses")
    lists = {"houses": HOUSES, "words": COMMON_WORDS, "again": reversed(COMMON_WORDS)}
    for name, words in lists.items():
        (folder / f"{name}.txt").write_text(f" {name} ".join(words), "utf-8")
    files = [folder / f"{name}.txt" for name in lists]
    build_index([collection, *files], folder / "index", Options(processes=1))
    return folder / "index"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def it(tmp_path_factory: pytest.TempPathFactory, index: Path) -> AsyncIterator[Editor]:
    demand_llama()
    from tests.unlinkable.model.copying_model import write_copying_model

    folder = tmp_path_factory.mktemp("workspace")
    path = tmp_path_factory.mktemp("model") / "copier.gguf"
    write_copying_model(path, [TEXT, SHE, MANY])
    model = {"path": str(path), "reasoning": False}
    quick = {"index": str(index), "pauseMs": 0, "typingPauseMs": 0, "ranked": "off"}
    quick |= {"model": model, "maxTerms": 1}
    async with editor(folder, quick) as session:
        yield session


def flagged(text: str, diagnostics: list[lsp.Diagnostic]) -> list[str]:
    return [text[d.range.start.character : d.range.end.character] for d in diagnostics]


def reports(it: Editor, known: set[Any]) -> list[Any]:
    """What was reported of the one piece of work that is not among the known."""
    (token,) = set(it.client.progress_reports) - known
    return it.client.progress_reports[token]


async def test_a_sentence_is_rewritten_when_the_action_is_resolved_and_its_finding_is_gone(
    it: Editor,
) -> None:
    uri, known = it.open("a.txt", TEXT), set(it.client.progress_reports)
    assert "Millbrook" in flagged(TEXT, await it.settled(uri))
    action = (await it.actions(uri, span(TEXT, "Millbrook"), [REWRITE]))[0]
    assert action.title == "Rewrite this sentence"
    assert action.edit is None
    action = await it.client.code_action_resolve_async(action)
    after = edited(TEXT, action.edit)
    assert after.startswith(f"{FISH} {TAX} He paid the tax when he left ")
    messages = [getattr(report, "message", None) for report in reports(it, known)]
    assert messages[1:-1] == ["Loading the model copier.gguf"]
    it.replace(uri, after)
    assert flagged(after, await it.settled(uri)) == ["sold fish"]


AGAIN = "He left Millbrook."


async def test_a_phrase_that_was_replaced_is_replaced_alike_elsewhere_in_the_document(
    it: Editor,
) -> None:
    text = f"{MILLBROOK} {TAX} {AGAIN}"

    async def rewritten(text: str, place: int) -> str:
        where = lsp.Range(lsp.Position(0, place), lsp.Position(0, place + 9))
        action = (await it.actions(uri, where, [REWRITE]))[0]
        action = await it.client.code_action_resolve_async(action)
        return edited(text, action.edit)

    uri = it.open("a.txt", text)
    await it.settled(uri)
    likeliest = await rewritten(text, text.rindex("Millbrook"))
    it.answers.append(None)
    await it.command("chooseRewriting", uri=uri, **at(text, "Millbrook"))
    it.answers.append((it.asked[-1].actions or [])[-1].title)
    assert await it.command("chooseRewriting", uri=uri, **at(text, "Millbrook")) is True
    first = edited(text, it.applied[-1].edit)
    word = first[len("He paid the tax when he left ") : first.index(f" {TAX}")]
    it.replace(uri, first)
    await it.settled(uri)
    second = await rewritten(first, first.rindex("Millbrook"))
    assert second == f"{first.removesuffix(AGAIN)}He left {word}"
    assert not likeliest.endswith(f" {word}")


async def test_alternatives_of_the_model_are_offered(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    it.answers.append(None)
    assert await it.command("chooseRewriting", uri=uri, **at(TEXT, "Millbrook")) is False
    titles = [item.title for item in it.asked[-1].actions or []]
    assert len(set(titles)) == 3
    for title in titles:
        assert title.startswith("He paid the tax when he left ")
        assert "Millbrook" not in title


@pytest.mark.parametrize("unit", ["paragraph", "document"])
async def test_all_findings_of_a_unit_are_rewritten_in_one_step(it: Editor, unit: str) -> None:
    text = f"{TEXT} {SHE}"
    uri, applied = it.open("a.txt", text), len(it.applied)
    await it.settled(uri)
    assert await it.command("rewrite", uri=uri, unit=unit, **at(text, "Millbrook")) is True
    assert len(it.applied) == applied + 1
    after = edited(text, it.applied[-1].edit)
    assert f" {TAX} " in after
    assert after.endswith(f" {SHE}")
    await it.message("1 passage stays flagged: None of ")
    it.replace(uri, after)
    assert flagged(after, await it.settled(uri)) == ["She"]


async def test_while_the_model_writes_a_cancel_takes_less_than_a_second(it: Editor) -> None:
    uri, known, applied = it.open("a.txt", MANY), set(it.client.progress_reports), len(it.applied)
    await it.settled(uri)
    work = asyncio.create_task(it.command("rewrite", uri=uri, unit="document"))
    while not set(it.client.progress_reports) - known or len(reports(it, known)) < 5:
        await asyncio.sleep(0.01)
    assert reports(it, known)[3].message == "Rewriting passage 3 of 80"
    (token,) = set(it.client.progress_reports) - known
    started = time.monotonic()
    it.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token))
    assert await asyncio.wait_for(work, 10) is False
    assert time.monotonic() - started < 1
    assert len(it.applied) == applied


async def test_a_model_killed_while_it_writes_is_started_again_with_one_message(
    it: Editor,
) -> None:
    uri, known = it.open("a.txt", FEW), set(it.client.progress_reports)
    await it.settled(uri)
    work = asyncio.create_task(it.command("rewrite", uri=uri, unit="document"))
    while not set(it.client.progress_reports) - known or len(reports(it, known)) < 4:
        await asyncio.sleep(0.01)
    server = it.client._server
    assert server
    (model,) = psutil.Process(server.pid).children()
    model.suspend()
    await asyncio.sleep(0.3)  # until it is certainly waited for
    model.kill()
    assert await work is True
    after = edited(FEW, it.applied[-1].edit)
    assert not [house for house in HOUSES if house in after]
    messages = [getattr(report, "message", None) for report in reports(it, known)]
    assert sum("ended unexpectedly" in (message or "") for message in messages) == 1
