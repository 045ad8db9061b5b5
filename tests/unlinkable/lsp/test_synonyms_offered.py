"""Synonyms from the user's WordNet in the editor: offered last, for a person to judge, and taken by
nobody unless the user says so."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited, span
from tests.unlinkable.wordings.test_wordnet import write_wordnet
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio
REWORD = "quickfix.unlinkable.reword"
BELL = "The bell tolled on account of the storm."
OTHERS = [
    "The bell pealed. They rang on and on.",
    "The bell pealed. It tolled. They rang on and off.",
]


@asynccontextmanager
async def opened(folder: Path, **settings: object) -> AsyncIterator[Editor]:
    """An editor on a collection in which the bell tolled once, with a WordNet of few words."""
    wordnet = write_wordnet(folder / "dict", [["toll", "peal"]])
    texts = [BELL, *(f"{other} On account of the storm. Because of the storm." for other in OTHERS)]
    records = [{"id": str(number), "text": text} for number, text in enumerate(texts)]
    (folder / "rulings.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    build_index([folder / "rulings.jsonl"], folder / "all.unlinkable", Options(processes=1))
    (folder / "drafts").mkdir()
    asked = {"index": str(folder / "all.unlinkable"), "maxTerms": 1, "ranked": "off"}
    asked |= {"typingPauseMs": 0, "synonyms": str(wordnet)}
    async with editor(folder / "drafts", asked | settings) as session:
        yield session


async def test_a_synonym_is_offered_to_be_judged_and_not_taken(tmp_path: Path) -> None:
    async with opened(tmp_path) as it:
        uri = it.open("a.txt", BELL)
        await it.settled(uri)
        actions = await it.actions(uri, span(BELL, "bell tolled"), [REWORD])
        said = [action for action in actions if action.title.startswith("Say ")]
        judge = "a synonym: judge whether it says the same"
        assert said[-1].title == f"Say “pealed” for “tolled” (breaks 2 of 2 phrases; {judge})"
        assert not said[-1].is_preferred
        resolved = await it.client.code_action_resolve_async(said[-1])
        assert edited(BELL, resolved.edit) == BELL.replace("tolled", "pealed")
        assert await it.command("protectAll", uri=uri) is True
        assert "pealed" not in edited(BELL, it.applied[-1].edit)


async def test_where_the_user_says_so_it_is_taken_before_a_mask(tmp_path: Path) -> None:
    async with opened(tmp_path, takeSynonyms=True) as it:
        uri = it.open("a.txt", BELL)
        await it.settled(uri)
        assert await it.command("protectAll", uri=uri) is True
        assert edited(BELL, it.applied[-1].edit) == BELL.replace("tolled", "pealed")


async def test_where_the_list_cannot_be_read_the_user_is_told_and_the_rest_is_offered(
    tmp_path: Path,
) -> None:
    missing = tmp_path / "none.txt"
    async with opened(tmp_path, synonyms=str(missing), takeSynonyms=True) as it:
        uri = it.open("a.txt", BELL)
        await it.settled(uri)
        actions = await it.actions(uri, span(BELL, "bell tolled"), [REWORD])
        assert "Say “because of” for “on account of” (breaks 1 of 2 phrases)" in [
            action.title for action in actions
        ]
        assert "the synonyms cannot be read" in await it.message("none.txt")
        assert await it.command("protectAll", uri=uri) is not True
        assert it.applied == []
