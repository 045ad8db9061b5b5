"""The extension for LibreOffice in a real Writer, as a clerk has it, without a screen."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
import pytest

from tests.end_to_end.toolchain import Toolchain
from tests.end_to_end.writer import Writer, install, running
from tests.unlinkable.lsp.conftest import ORIGINALS
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.editor
OURS = "org.example.unlinkable:"
PARAGRAPHS = (
    "The tax \U0001f4dc was paid late. Nothing else was said.",
    "Off Millbrook. He sold bread",
)
CELLS = ("at night", "A baker, by the sea")
BOLD = "bold words"


def write(path: Path) -> None:
    """A draft with a table, a header and words in bold, some of which lead back."""
    file = docx.Document()
    file.sections[0].header.paragraphs[0].text = "Near Oldport"
    for text in PARAGRAPHS:
        file.add_paragraph(text)
    table = file.add_table(1, 2)
    for cell, text in zip(table.rows[0].cells, CELLS, strict=True):
        cell.text = text
    last = file.add_paragraph("After ")
    last.add_run(BOLD).bold = True
    last.add_run(" came the miller.")
    file.save(str(path))


class Room:
    """A folder with a draft, an index and a profile with the extension."""

    def __init__(self, toolchain: Toolchain, folder: Path) -> None:
        self.folder, self.toolchain, self.started = folder, toolchain, 0
        self.profile = install(toolchain, folder)
        originals = folder / "originals.jsonl"
        records = [{"id": name, "text": text} for name, text in ORIGINALS.items()]
        originals.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
        self.index = folder / "originals.unlinkable"
        build_index([originals], self.index, Options(processes=1))
        self.draft = folder / "draft.docx"
        write(self.draft)
        settings = folder / "home/.config/unlinkable/unlinkable.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(f'index = "{self.index}"\n', "utf-8")

    def writer(self, **variables: str) -> Any:
        """Writer, started with a profile of its own."""
        self.started += 1
        profile = self.folder / f"profile-{self.started}"
        shutil.copytree(self.profile, profile)
        program = {"VIRTUAL_ENV": str(Path(sys.executable).parents[1])}
        return running(self.toolchain, self.folder, profile, {**program, **variables})

    def configured(self) -> Path:
        """Another folder with the user's settings, which a test may change."""
        folder = self.folder / f"config-{self.started}"
        shutil.copytree(self.folder / "home/.config", folder)
        return folder

    def copy(self) -> str:
        """Another copy of the draft, since no two programs open one file."""
        copies = len(list(self.folder.glob("copy-*.docx")))
        path = self.folder / f"copy-{copies}.docx"
        shutil.copy(self.draft, path)
        return path.as_uri()

    def found(self, path: Path) -> list[str]:
        """The words that the command line finds in a file."""
        command = [sys.executable, "-m", "unlinkable", "check", path, "-i", self.index]
        done = subprocess.run(
            [*command, "--format", "json"],
            capture_output=True,
            check=False,
            cwd=self.folder,
            env={**os.environ, "XDG_CONFIG_HOME": str(self.folder / "elsewhere")},
        )
        return [found["text"] for found in json.loads(done.stdout)["findings"]]


@pytest.fixture(scope="module")
def room(toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory) -> Room:
    """The folder."""
    return Room(toolchain, tmp_path_factory.mktemp("writer"))


@pytest.fixture(scope="module")
def writer(room: Room) -> Iterator[Writer]:
    """One Writer for all tests that leave it as it was."""
    with room.writer() as it:
        yield it
        servers = it.servers()
    assert servers
    assert not any(one.is_running() and one.status() != "zombie" for one in servers)


@pytest.mark.parametrize("kind", ["docx", "odt"])
def test_what_the_command_line_finds_is_underlined(writer: Writer, room: Room, kind: str) -> None:
    path = room.draft
    if kind == "odt":
        path = room.folder / "draft.odt"
        number = writer.do("open", room.draft.as_uri())
        writer.do("save", number, path.as_uri())
        writer.do("close", number)
    number = writer.do("open", path.as_uri())
    underlined = writer.underlined(number)
    texts = writer.do("texts", number)
    by_file = [part for text in room.found(path) for part in text.split("\n\n")]
    marked = {texts[at] for at, *_ in underlined}
    assert by_file
    assert marked == {text for text in texts if any(part in text for part in by_file)}
    for at, words, rule, message, suggested in underlined:
        inside = [part for part in by_file if part in texts[at]]
        assert any(set(words.split()) & set(part.split()) for part in inside), words
        assert rule.startswith("rare-")
        assert message
        assert suggested
    writer.do("close", number)


def test_the_list_is_replaced_to_its_end_and_each_is_one_step_of_undo(
    writer: Writer, room: Room
) -> None:
    number = writer.do("open", room.draft.as_uri())
    writer.underlined(number)
    first = writer.do("texts", number)
    steps = 0
    while writer.do("underlined", number) and steps < 20:
        before = writer.do("texts", number)
        writer.do("command", number, f"{OURS}replace")
        writer.until(lambda before=before: writer.do("texts", number) != before)
        steps += 1
        writer.until(lambda: _settled(writer, number))
    assert len(writer.do("undo_titles", number)) == steps
    cleaned = room.folder / "cleaned.docx"
    writer.do("save", number, cleaned.as_uri())
    assert room.found(cleaned) == []
    assert writer.do("bold", number) == [BOLD]
    for _ in range(steps):
        writer.do("undo", number)
    assert writer.do("texts", number) == first
    writer.do("close", number)


def test_the_sidebar_is_worked_to_its_end(writer: Writer, room: Room) -> None:
    number = writer.do("open", room.copy())
    writer.underlined(number)
    writer.do("panel", number)
    status, rows, chosen, *_ = writer.until(lambda: _listed(writer, number))
    leads = [float(row.split("%")[0]) for row in rows]
    assert leads == sorted(leads, reverse=True)
    assert (len(rows), chosen) == (int(status.split(" ")[0]), 0)
    assert f"against exact search in {room.index.name}." in status
    for step, _ in enumerate(rows):
        _, rows, chosen, before, after = writer.do("shown", number)
        taken = after.split(": ", 1)[1]
        assert (chosen >= 0, before != taken) == (True, True)
        if step % 2:
            writer.do("press", number, "replace")
        else:
            writer.do("enter", number)
        writer.until(lambda taken=taken: taken in str(writer.do("texts", number)))
        writer.until(lambda rows=rows: len(writer.do("shown", number)[1]) < len(rows))
        writer.until(lambda: _settled(writer, number))
    assert writer.do("shown", number)[1:] == [[], -1, "", ""]
    assert writer.do("underlined", number) == []
    writer.do("close", number)


def test_each_window_has_its_own_sidebar_which_follows_its_document(room: Room) -> None:
    with room.writer(XDG_CONFIG_HOME=str(room.configured())) as writer:
        one, other = writer.do("open", room.copy()), writer.do("open", "private:factory/swriter")
        for number in (one, other):
            writer.do("panel", number)
        first = writer.until(lambda: _listed(writer, one))
        writer.do("type", other, "He came to Oldport once.")
        assert writer.until(lambda: _listed(writer, other))[3] == "He came to Oldport once."
        assert writer.do("shown", one) == first
        # What was typed in a moment ago is no passage that was shown, so nothing is replaced.
        writer.do("type", other, " Zebras waited.")
        writer.do("press", other, "replace")
        writer.until(lambda: "changed" in writer.do("shown", other)[4])
        assert writer.do("texts", other) == ["He came to Oldport once. Zebras waited."]
        writer.do("save_as", other, (room.folder / "named.odt").as_uri())
        writer.until(lambda: "not checked" not in writer.do("shown", other)[0])
        writer.do("type", other, " Off Millbrook.")
        writer.until(lambda: len((_listed(writer, other) or [0, []])[1]) == 2)
        # An accepted passage is left, and listed no more.
        writer.do("press", other, "accept")
        writer.until(lambda: len((_listed(writer, other) or [0, []])[1]) == 1)
        assert writer.do("texts", other) == [
            "He came to Oldport once. Zebras waited. Off Millbrook."
        ]
        assert writer.do("deck", one) is False
        writer.do("command", one, f"{OURS}list")
        assert writer.do("deck", one) is True
        writer.do("close", one)
        writer.do("type", other, " By night.")
        writer.until(lambda: _listed(writer, other))
        assert "unlinkable:" not in writer.log.read_text("utf-8", "replace")


def _listed(writer: Writer, number: int) -> Any:
    """What the panel shows, once it is counted what is left; else None."""
    writer.do("underlined", number)  # without a screen Writer itself does not ask for it
    shown = writer.do("shown", number)
    return shown if " sentences left, " in shown[0] and shown[1] else None


def _settled(writer: Writer, number: int) -> bool:
    """Whether what is underlined stays for a while."""
    before = writer.do("underlined", number)
    for _ in range(3):
        time.sleep(0.6)
        if writer.do("underlined", number) != before:
            return False
    return True


def test_protecting_proposes_tracked_changes_that_writer_reviews(
    writer: Writer, room: Room
) -> None:
    number = writer.do("open", room.draft.as_uri())
    writer.underlined(number)
    before = writer.do("texts", number)
    writer.do("command", number, f"{OURS}protect")
    writer.until(lambda: writer.do("tracked", number))
    assert len(writer.do("undo_titles", number)) == 1
    writer.do("undo", number)
    assert (writer.do("tracked", number), writer.do("texts", number)) == (0, before)
    writer.underlined(number)
    writer.do("command", number, f"{OURS}protect")
    writer.until(lambda: writer.do("tracked", number))
    writer.do("command", number, ".uno:AcceptAllTrackedChanges")
    protected = room.folder / "protected.docx"
    writer.do("save", number, protected.as_uri())
    assert room.found(protected) == []
    writer.do("close", number)


def test_two_documents_are_told_apart_and_typing_is_followed(writer: Writer, room: Room) -> None:
    one = writer.do("open", room.draft.as_uri())
    other = writer.do("open", "private:factory/swriter")
    marked = writer.underlined(one)
    assert writer.do("underlined", other) == []
    writer.do("type", other, "He came to Oldport once.")
    assert [words for _, words, *_ in writer.underlined(other)] == ["Oldport"]
    writer.do("type", other, " Off Millbrook.")
    writer.until(lambda: "Millbrook" in str(writer.do("underlined", other)))
    assert writer.do("underlined", one) == marked
    for number in (one, other):
        writer.do("close", number)


def test_a_server_that_dies_is_started_again_once_and_writer_lives(room: Room) -> None:
    with room.writer() as writer:
        number = writer.do("open", room.copy())
        writer.do("panel", number)
        marked = writer.underlined(number)
        (server,) = writer.servers()
        server.kill()
        writer.until(lambda: [one for one in writer.servers() if one.pid != server.pid])
        writer.until(lambda: writer.do("underlined", number) == marked)
        writer.servers()[0].kill()
        writer.until(lambda: "ended twice" in writer.log.read_text("utf-8", "replace"))
        assert writer.do("underlined", number) == []
        assert writer.until(lambda: _gone(writer, number))[1:] == [[], -1, "", ""]
        writer.do("type", number, " Some more.")
        before = writer.do("texts", number)
        writer.do("command", number, f"{OURS}replace")
        for button in ("replace", "other", "accept"):
            writer.do("press", number, button)
        assert writer.do("texts", number) == before


def _gone(writer: Writer, number: int) -> Any:
    """What the panel shows, once it says that the server is gone."""
    shown = writer.do("shown", number)
    return shown if "ended twice" in shown[0] else None


def test_without_the_program_it_is_said_once_what_to_do(room: Room) -> None:
    with room.writer(VIRTUAL_ENV="/nowhere") as writer:
        number = writer.do("open", room.copy())
        assert writer.do("underlined", number) == []
        writer.until(lambda: "not installed" in writer.log.read_text("utf-8", "replace"))
        writer.do("type", number, " Some more.")
        assert writer.do("underlined", number) == []
        writer.do("close", number)
        assert writer.log.read_text("utf-8", "replace").count("not installed") == 1
