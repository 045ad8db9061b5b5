"""Files of word processors that a client shows as text, to be read and checked but not edited."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable_index.documents.docx_files import docx, paragraph, part
from tests.unlinkable_index.documents.docx_files import run as words
from unlinkable.lsp.documents import file_of, file_uri, name_of, shows_file
from unlinkable_index.documents import read_file

pytestmark = pytest.mark.asyncio

BODY = paragraph("He sold bread at home.") + paragraph(
    "So Mill", words("brook", "<w:b/>"), ".", '<w:r><w:footnoteReference w:id="2"/></w:r>'
)
NOTE = f'<w:footnote w:id="2">{paragraph("Off 𝔘 Millbrook.")}</w:footnote>'


def text_uri(path: Path) -> str:
    """What clients call the text of a file."""
    return f"{path.as_uri().replace('file://', 'unlinkable-document:')}.txt"


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "a draft.docx"
    notes = {"word/footnotes.xml": part("footnotes", NOTE)}
    path.write_bytes(docx(BODY, notes, {"n": "footnotes footnotes.xml"}))
    return path


async def shown(it: Editor, path: Path) -> str:
    """Open the text of a file as a client does; gives its URI."""
    uri = text_uri(path)
    it.open(uri, (await it.command("showFile", uri=path.as_uri()))["text"])
    await it.settled(uri)
    return uri


def checked(path: Path, index: Path) -> Any:
    """What the command line finds in a file."""
    asked = ["-i", str(index), "--ranked", "off", "--format", "json"]
    command = [sys.executable, "-m", "unlinkable", "check", path.name, *asked]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, check=False)
    return json.loads(done.stdout)


async def test_a_document_is_shown_as_what_is_read_of_it_with_every_place(
    tmp_path: Path, settings: dict[str, Any], draft: Path
) -> None:
    async with editor(tmp_path, settings) as it:
        told = await it.command("showFile", uri=draft.as_uri())
    seen = read_file(draft)
    assert told["text"] == seen.text
    lines = seen.text.split("\n")
    named = {place["place"]: lines[place["line"]] for place in told["places"]}
    assert named == {
        "paragraph 1": "He sold bread at home.",
        "paragraph 2": "So Millbrook.",
        "footnote 1, paragraph 1": "Off 𝔘 Millbrook.",
    }


async def test_its_report_is_that_of_the_command_line(
    tmp_path: Path, settings: dict[str, Any], draft: Path, index: Path
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = await shown(it, draft)
        found = await it.command("report", uri=uri)
        expected = checked(draft, index)
        in_order = sorted(expected["findings"], key=lambda one: one["start"])
        assert sorted(found["findings"], key=lambda one: one["start"]) == in_order
        assert found["findings"][0]["place"]["text"]
        phrases = {one["text"] for one in expected["findings"] if one["kind"] == "phrase"}
        rare = [one for one in it.published[uri].diagnostics if one.code == "rare-phrase"]
        assert phrases == {"bread at", "Millbrook"}
        assert len(rare) == sum(one["kind"] == "phrase" for one in expected["findings"])


async def test_nothing_is_offered_or_done_that_would_edit_it(
    tmp_path: Path, settings: dict[str, Any], draft: Path
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = await shown(it, draft)
        assert "in the program that the document is written with" in (
            await it.hover(uri, 0, 10) or ""
        )
        everything = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 22))
        kinds = {str(action.kind) for action in await it.actions(uri, everything)}
        assert kinds == {"quickfix.unlinkable.accept", "quickfix.unlinkable.show"}
        assert await it.actions(uri, everything, ["source.fixAll"]) == []
        where = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 22}}
        for command in ("maskAll", "maskPassage", "protectAll", "rewrite", "chooseRewriting"):
            it.client.messages.clear()
            assert await it.command(command, uri=uri, range=where) is None
            assert "this only shows what a reader of the file sees" in it.client.messages[0].message
        assert it.applied == []


async def test_what_is_accepted_in_it_is_accepted_in_the_file(
    tmp_path: Path, settings: dict[str, Any], draft: Path, index: Path
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = await shown(it, draft)
        line = it.published[uri].diagnostics[0].range
        where = {
            end: {"line": at.line, "character": at.character}
            for end, at in (("start", line.start), ("end", line.end))
        }
        risk = {"scope": "file", "reason": "known", "by": "me", "code": "rare-phrase"}
        path = await it.command("acceptRisk", uri=uri, range=where, **risk)
        assert Path(path["path"]) == tmp_path / "unlinkable.toml"
    assert [one["text"] for one in checked(draft, index)["accepted"]] == ["bread at"]


async def test_settings_of_the_folder_hold_for_it(
    tmp_path: Path, settings: dict[str, Any], draft: Path
) -> None:
    (tmp_path / "unlinkable.toml").write_text('[severity]\nphrase = "off"\n', "utf-8")
    async with editor(tmp_path, settings) as it:
        uri = await shown(it, draft)
        assert not [one for one in it.published[uri].diagnostics if one.code == "rare-phrase"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("bad.docx", b"Confidential", "bad.docx: not read: the file is damaged"),
        ("none.odt", None, "none.odt: the document cannot be read (No such file or directory)"),
        ("a.rtf", b"{}", "a.rtf: not shown: what can be shown as text is .docm, .docx"),
        ("a.txt", b"text", "a.txt: not shown"),
    ],
)
async def test_what_cannot_be_shown_is_said_in_a_sentence(
    tmp_path: Path, settings: dict[str, Any], name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    async with editor(tmp_path, settings) as it:
        assert await it.command("showFile", uri=it.uri(name)) is None
        told = await it.message(said)
        assert "Confidential" not in told
        assert await it.command("showFile", uri="untitled:a.docx") is None
        await it.message("Only files on this computer can be shown as text.")


async def test_a_document_that_is_opened_as_text_is_not_checked_and_that_is_said(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.docx", "PK")
        await it.settled(uri)
        await it.message("show it as text in VS Code, or check it on the command line")


async def test_the_text_of_a_file_is_known_by_its_uri() -> None:
    for uri in ("file:///a/b%20c.docx", "file://server/a.odt", "file:///c%3A/a.txt.pdf"):
        path = file_of(uri)
        short = f"unlinkable-document:{uri.removeprefix('file:').removeprefix('//')}.txt"
        full = f"unlinkable-document:{uri.removeprefix('file:')}.txt"
        for shown_as in (full, short) if uri.startswith("file:///") else (full,):
            assert shows_file(shown_as)
            assert file_uri(shown_as) == uri
            assert file_of(shown_as) == path
            assert name_of(shown_as) == name_of(uri)
        assert not shows_file(uri)
        assert file_uri(uri) == uri
    assert file_of("untitled:a.docx") is None
