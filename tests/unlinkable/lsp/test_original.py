"""The original of a draft that an editor was told: it counts, is remembered, can be taken back."""

from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.lsp.editor import Editor, editor
from unlinkable.lsp.indexes import BesideDrafts
from unlinkable.settings import Layer, settle
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.with_original import IndexWithOriginal

pytestmark = pytest.mark.asyncio

DRAFT = "The baker sold bread. They met at dawn."


def narrowed(it: Editor, uri: str) -> str:
    """What narrows the check, once there is a result."""
    return str((status := it.status_of(uri, "ready")) and status.narrowed)


def doubts(it: Editor, uri: str) -> str:
    """What speaks against the result, once there is one."""
    return str((status := it.status_of(uri, "ready")) and status.doubts)


async def test_the_original_that_was_named_counts_is_followed_and_is_remembered(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    settings = {**settings, "maxTerms": 1}
    original = tmp_path / "today.txt"
    original.write_text(f"{DRAFT} It rained.", "utf-8")
    (tmp_path / "workspace").mkdir()
    folder = tmp_path / "workspace"
    async with editor(folder, settings) as it:
        uri = it.open("a.txt", DRAFT)
        assert "dawn" not in str(await it.settled(uri))
        assert await it.command("setOriginal", uri=uri, original=str(original))
        await it.until(lambda: "source_file" in narrowed(it, uri))
        assert it.status_of(uri, "ready").likelySource.document == "today.txt"
        original.write_text("Nothing of that kind.", "utf-8")
        await it.until(lambda: "does not fit" in doubts(it, uri))
        original.write_text(f"{DRAFT} It rained.", "utf-8")
        await it.until(lambda: doubts(it, uri) == "[]")
    async with editor(folder, settings) as it:
        uri = it.open("a.txt", DRAFT)
        await it.settled(uri)
        assert "source_file" in narrowed(it, uri)
        assert await it.command("setOriginal", uri=uri, original="")
        await it.until(lambda: "max_terms" in (now := narrowed(it, uri)) and "source" not in now)


async def test_an_original_that_can_no_longer_be_read_is_not_tried_for_ever(
    tmp_path: Path, index: Path
) -> None:
    original = tmp_path / "today.txt"
    original.write_text(DRAFT, "utf-8")
    settled = settle([Layer("here", None, {"source_file": str(original)})])
    beside = BesideDrafts()
    with Index.open(index) as opened:
        found = await beside.of(opened, settled, None)
        assert isinstance(found[0], IndexWithOriginal)
        assert await beside.of(opened, settled, None) is found
        assert not beside.outdated()
        original.unlink()
        assert beside.outdated()
        with pytest.raises(UserError, match="no such file"):
            await beside.of(opened, settled, None)
        assert not beside.outdated()


async def test_a_file_that_is_not_there_is_no_original(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", DRAFT)
        await it.settled(uri)
        assert not await it.command("setOriginal", uri=uri, original="nowhere.txt")
        assert "there is no such file" in await it.message("nowhere.txt")
