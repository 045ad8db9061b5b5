"""Several indexes in an editor: what each finds is shown, named with it; fixes serve all."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited, span
from tests.unlinkable_index.writing import write_texts
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.growing import add_to_index

pytestmark = pytest.mark.asyncio

OTHERS = {
    "b-1": "The owl hooted at the night market, and the miller slept.",
    "b-2": "The owl hooted early. A miller paid the tax at the night market.",
    "b-3": "The zebra hooted at the night market.",
}
DRAFT = "The zebra met the miller of Oldport."


@pytest.fixture
def further(tmp_path: Path) -> Path:
    """The index of other originals."""
    (tmp_path / "b").mkdir()
    source, out = tmp_path / "b" / "b.jsonl", tmp_path / "b" / "b.unlinkable"
    write_texts(source, OTHERS)
    build_index([source], out, Options(processes=1))
    return out


@pytest_asyncio.fixture
async def it(tmp_path: Path, settings: dict[str, Any], further: Path) -> AsyncIterator[Editor]:
    """A session with both indexes, asking of phrases only."""
    (tmp_path / "workspace").mkdir()
    asked = {**settings, "furtherIndexes": [str(further)], "maxTerms": 1, "rewriter": "mask"}
    async with editor(tmp_path / "workspace", asked) as session:
        yield session


def texts(text: str, diagnostics: list[lsp.Diagnostic]) -> dict[str, str]:
    """What is underlined, with what is said there."""
    return {
        text[one.range.start.character : one.range.end.character]: one.message
        for one in diagnostics
    }


async def test_what_each_finds_is_shown_and_named(it: Editor, further: Path) -> None:
    uri = it.open("a.txt", DRAFT)
    found = texts(DRAFT, await it.settled(uri))
    assert set(found) == {"zebra", "miller"}  # of each the words that lead most
    rest = " And 1 more in this passage."
    assert found["zebra"] == f"Rare phrase “zebra”: only in 1 original of b.unlinkable.{rest}"
    assert found["miller"].endswith(f"only in 1 original of originals.unlinkable.{rest}")
    status = it.status_of(uri, "ready")
    assert status.phrases == 4
    assert [one.path for one in status.furtherIndexes] == [str(further)]
    assert "b.unlinkable: Not to be relied on" in status.message
    assert status.message.count("2 rare phrases; ranking and guessing not asked.") == 2
    assert "b.unlinkable" in (await it.hover(uri, 0, DRAFT.index("zebra") + 1) or "")
    it.replace(uri, "The zebra.")
    assert set(texts("The zebra.", await it.settled(uri))) == {"zebra"}
    assert not it.status_of(uri, "ready").clean
    it.replace(uri, "The night market.")
    assert await it.settled(uri) == []


async def test_what_a_further_index_finds_can_be_masked(it: Editor) -> None:
    uri = it.open("a.txt", DRAFT)
    await it.settled(uri)
    actions = await it.actions(uri, span(DRAFT, "zebra"), ["quickfix.unlinkable.mask"])
    resolved = await it.client.code_action_resolve_async(actions[0])
    assert edited(DRAFT, resolved.edit) == "The [REDACTED] met the miller of Oldport."


@pytest.mark.parametrize("command", ["protectAll", "maskAll"])
async def test_a_protected_text_is_clean_in_each(it: Editor, command: str) -> None:
    uri = it.open("a.txt", DRAFT)
    await it.settled(uri)
    assert await it.command(command, uri=uri) is True
    text = edited(DRAFT, it.applied[-1].edit)
    it.replace(uri, text)
    assert await it.settled(uri) == []
    assert "zebra" not in text
    assert "Oldport" not in text


@pytest.mark.parametrize("command", ["protectAll", "maskAll", "maskPassage"])
async def test_masks_say_nothing_of_what_they_hide_as_on_the_command_line(
    it: Editor, command: str
) -> None:
    """Whether a label makes a mask easier to guess is known of one index, not of the others."""
    draft = "The baker of Millbrook met [NAME_3] there."
    uri = it.open("a.txt", draft)
    await it.settled(uri)
    where = {"start": {"line": 0, "character": 13}, "end": {"line": 0, "character": 22}}
    assert await it.command(command, uri=uri, range=where) is True
    text = edited(draft, it.applied[-1].edit)
    assert "[REDACTED]" in text
    assert text.count("[NAME") == 1


async def test_what_is_added_to_an_index_is_seen(it: Editor, further: Path) -> None:
    text = "The giraffe."  # alone in its passage, so that it is underlined
    uri = it.open("a.txt", text)
    assert "giraffe" not in texts(text, await it.settled(uri))
    more = further.with_name("more.jsonl")
    more.write_text('{"id": "g", "text": "the giraffe"}\n', "utf-8")
    source = further.with_name("b.jsonl")
    build_index([source], further, Options(processes=1, keep=Keep.WORDS))
    add_to_index([more], further, options=Options(processes=1))
    it.replace(uri, f"{text} ")
    await it.until(lambda: "giraffe" in texts(text, list(it.published[uri].diagnostics)))


async def test_an_index_that_cannot_be_had_is_told(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    asked = {**settings, "furtherIndexes": [str(tmp_path / "gone")]}
    async with editor(tmp_path, asked) as session:
        uri = session.open("a.txt", DRAFT)
        assert await session.settled(uri) == []
        assert session.status_of(uri, "failed")
        await session.message("gone: the index cannot be opened")
