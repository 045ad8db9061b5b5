"""The explanation of a finding: which originals, how many, and what to do."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import Editor, editor
from unlinkable.lsp.indexes import Originals

asynchronous = pytest.mark.asyncio(loop_scope="module")
TEXT = "One saw Millbrook. Oldport too."


@asynchronous
async def test_a_rare_phrase_is_explained(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    told = await it.hover(uri, 0, TEXT.index("Mill") + 2)
    assert told
    assert "“Millbrook” finds only 1 original" in told
    assert "Title of case-a (case-a)" in told
    assert "1 of the 2 findings in this text lead to case-a." in told
    assert "mask it" in told
    assert await it.hover(uri, 0, 1) is None


@asynchronous
async def test_a_combination_is_explained_with_its_terms(it: Editor) -> None:
    uri = it.open("a.txt", "A baker came. Bread was good.")
    (finding,) = await it.settled(uri)
    start = finding.range.start
    told = await it.hover(uri, start.line, start.character)
    assert told
    assert "Rare combination" in told
    assert "alone is in 2 originals" in told
    assert "baker" in told
    assert "Bread" in told


@asynchronous
async def test_a_client_without_markdown_gets_plain_text(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    def plain(capabilities: lsp.ClientCapabilities) -> None:
        assert capabilities.text_document
        assert capabilities.text_document.hover
        capabilities.text_document.hover.content_format = [lsp.MarkupKind.PlainText]

    async with editor(tmp_path, settings, adapt=plain) as it:
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        told = await it.hover(uri, 0, TEXT.index("Mill"))
        assert told
        assert "Title of case-a (case-a)" in told
        assert "*" not in told
        assert "\\" not in told


@asynchronous
async def test_a_link_leads_into_the_collection_where_it_is_at_hand(
    tmp_path: Path, settings: dict[str, Any], collection: Path
) -> None:
    async with editor(tmp_path, settings | {"collection": str(collection)}) as it:
        uri = it.open("a.txt", TEXT)
        await it.settled(uri)
        told = await it.hover(uri, 0, TEXT.index("Mill"))
        assert told
        assert f"(<{collection.resolve().as_uri()}#L1,{_column(collection)}>)" in told


def _column(collection: Path) -> int:
    return collection.read_text("utf-8").splitlines()[0].index("Millbrook") + 1


def test_phrases_are_found_in_a_folder_of_texts(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("One.\r\nThe 𝔘 blue,\nkiosk stood.", "utf-8")
    originals = Originals(tmp_path)
    spot = originals.find("sub/a.txt", ["blue", "kiosk"])
    assert spot
    assert (spot.path.name, spot.line, spot.column) == ("a.txt", 2, 8)
    beginning = originals.find("sub/a.txt", ["absent"])
    assert beginning
    assert (beginning.line, beginning.column) == (1, 1)


@pytest.mark.parametrize("ascii_only", [True, False])
def test_phrases_are_found_in_json_lines_however_they_are_escaped(
    tmp_path: Path, ascii_only: bool
) -> None:
    path = tmp_path / "c.jsonl"
    texts = {"x": "no", "ü": 'A "quoted"\n\\ é𝔘\t blue kiosk'}
    records = [{"meta": 1, "id": name, "text": text} for name, text in texts.items()]
    lines = [json.dumps(record, ensure_ascii=ascii_only) for record in records]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    spot = Originals(path).find("ü", ["blue", "kiosk"])
    assert spot
    assert spot.line == 2
    before = lines[1][: lines[1].index("blue")]
    assert spot.column == len(before.encode("utf-16-le")) // 2 + 1


def test_what_is_not_in_the_collection_has_no_link(tmp_path: Path, collection: Path) -> None:
    assert Originals(collection).find("case-z", ["a"]) is None
    assert Originals(tmp_path / "gone").find("a.txt", ["a"]) is None
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.txt").write_text("blue", "utf-8")
    assert Originals(tmp_path / "in").find("../secret.txt", ["blue"]) is None


def test_a_collection_that_is_no_ordinary_file_is_no_help_and_no_harm(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "c.jsonl")
    os.mkfifo(tmp_path / "a.txt")
    (tmp_path / "b.txt").symlink_to("/dev/zero")
    (tmp_path / "l.jsonl").symlink_to("/dev/zero")
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    (tmp_path / "deep.jsonl").write_text('{"id": "a", "text": ' + "[" * 90_000 + "\n")
    for name in ("c.jsonl", "l.jsonl", "deep.jsonl"):
        assert Originals(tmp_path / name).find("a", ["blue"]) is None
    for name in ("a.txt", "b.txt", "loop.txt"):
        assert Originals(tmp_path).find(name, ["blue"]) is None


@pytest.mark.asyncio(loop_scope="module")
async def test_an_explanation_promises_a_model_only_where_one_is_set(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Off Millbrook.")
        await it.settled(uri)
        without = await it.hover(uri, 0, 6)
        assert without
        assert "language model on this computer must be set up" in without
    (tmp_path / "model").mkdir()
    set_up = settings | {"model": {"path": str(tmp_path / "model.gguf")}}
    async with editor(tmp_path / "model", set_up) as it:
        uri = it.open("a.txt", "Off Millbrook.")
        await it.settled(uri)
        told = await it.hover(uri, 0, 6)
        assert told
        assert "The quick-fixes do either." in told
        assert "must be set up" not in told
