"""Wordings of the tables in the editor: offered first, with their effect, and taken with masks for
the rest; no model is set."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited, span
from tests.unlinkable.rewriting.rewording.test_draft_reworded import (
    APPEAL,
    DRAFT,
    LORRY,
    TOLL,
    rulings,
)
from unlinkable_index.builder import Options, build_index

pytestmark = pytest.mark.asyncio(loop_scope="module")
REWORD, MASK = "quickfix.unlinkable.reword", "quickfix.unlinkable.mask"
TEXT = f"{DRAFT} {TOLL}"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def it(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("elsewhere")
    records = [{"id": name, "text": text} for name, text in rulings().items()]
    (folder / "rulings.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    index = folder / "rulings.unlinkable"
    build_index([folder / "rulings.jsonl"], index, Options(processes=1))
    settings = {"index": str(index), "maxTerms": 1, "ranked": "off", "typingPauseMs": 0}
    async with editor(tmp_path_factory.mktemp("workspace"), settings) as session:
        yield session


async def test_wordings_come_first_with_what_they_break_and_carry_their_edit(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    actions = await it.actions(uri, span(TEXT, "miller lodged"))
    assert [action.kind for action in actions][:2] == [REWORD, REWORD]
    first = actions[0]
    assert first.title == "Say “filed” for “lodged” (breaks 2 of 2 phrases)"
    assert first.is_preferred
    assert sum(bool(action.is_preferred) for action in actions) == 1
    first = await it.client.code_action_resolve_async(first)
    assert edited(TEXT, first.edit) == TEXT.replace("lodged", "filed")


async def test_a_wording_that_says_less_is_offered_as_less_exact(it: Editor) -> None:
    uri = it.open("l.txt", LORRY)
    await it.settled(uri)
    actions = await it.actions(uri, span(LORRY, "a lorry"), [REWORD])
    title = "Say “vehicle” for “lorry” (breaks 2 of 2 phrases; less exact)"
    assert actions[0].title == title
    assert not actions[0].is_preferred


async def test_a_sentence_is_reworded_and_what_then_leads_back_from_it_is_masked(
    it: Editor,
) -> None:
    uri = it.open("b.txt", TEXT)
    await it.settled(uri)
    actions = await it.actions(uri, span(TEXT, "account of the storm."), [REWORD])
    title = "Reword what can be reworded in this sentence, and mask the rest"
    action = next(action for action in actions if action.title == title)
    text = edited(TEXT, (await it.client.code_action_resolve_async(action)).edit)
    assert text.startswith(DRAFT)
    assert "bell tolled" not in text
    it.replace(uri, text)
    left = await it.settled(uri)
    assert all(found.range.end.character <= len(DRAFT) for found in left)


async def test_a_whole_text_is_protected_without_a_model(it: Editor) -> None:
    uri = it.open("c.txt", TEXT)
    await it.settled(uri)
    assert await it.command("protectAll", uri=uri) is True
    text = edited(TEXT, it.applied[-1].edit)
    assert "lodged" not in text
    assert text.startswith(APPEAL.replace("lodged", "submitted"))
    assert "[REDACTED]" in text
    it.replace(uri, text)
    assert await it.settled(uri) == []
