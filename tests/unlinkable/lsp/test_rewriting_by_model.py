"""Rewriting in the editor by a real model in its own process: written, applied, cancelled."""

import asyncio
import re
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import PATIENCE, Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited, span
from tests.unlinkable.lsp.test_rewriting import at, whole_sentence
from tests.unlinkable.model.conftest import demand_llama
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio(loop_scope="module")
FISH = "The baker sold fish at the mill."
TAX = "The tax was early."
MILLBROOK = "He paid the tax when he left Millbrook."
SHE = "She paid."
TEXT = f"{FISH} {TAX} {MILLBROOK}"
"""One line, of which the tax is the only sentence that leads nowhere."""
HOUSES = ["inn" + "".join(letters) for letters in product("bcdfgklm", "aeiou", "np")]
MANY = " ".join(f"The baker of the {house} sold bread." for house in HOUSES)
"""Every sentence leads to one original by another word, so that the model is asked for each."""


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
    action = await whole_sentence(it, uri, span(TEXT, "Millbrook"))
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
        action = await whole_sentence(it, uri, where)
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


async def test_while_the_model_writes_a_cancel_leaves_the_other_passages_unread(it: Editor) -> None:
    uri, known, applied = it.open("a.txt", MANY), set(it.client.progress_reports), len(it.applied)
    await it.settled(uri)
    work = asyncio.create_task(it.command("rewrite", uri=uri, unit="document"))
    while not set(it.client.progress_reports) - known or len(reports(it, known)) < 5:
        assert not work.done()
        await asyncio.sleep(0.01)
    said = [str(one.message) for one in reports(it, known)]
    written = [one for one in said if re.fullmatch(r"Writing words \d+ of \d+ anew", one)]
    assert written
    (token,) = set(it.client.progress_reports) - known
    it.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token))
    assert await asyncio.wait_for(work, PATIENCE) is False
    spans = int(written[0].split()[-2])
    assert len(reports(it, known)) < spans
    assert len(it.applied) == applied
