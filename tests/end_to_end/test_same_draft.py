"""One draft cleaned in Writer, by the language server as VS Code speaks with it, and by the command
line: all three find the same, and end with the same text."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import docx
import pytest
from docx.enum.text import WD_COLOR_INDEX

from tests.end_to_end.test_writer import OURS
from tests.end_to_end.toolchain import Toolchain
from tests.end_to_end.writer import install, running
from tests.unlinkable.lsp.editor import editor
from tests.unlinkable.lsp.test_code_actions import edited
from unlinkable.demo.folder import write_demo

pytestmark = pytest.mark.editor
PARAGRAPHS = (
    "JUDGMENT of [DATE]",
    "The accused has been out of work for some years and lives on her savings. At the time of the"
    " offence the accused kept bees on the roof of a brewery and was on probation for handling"
    " stolen goods.",
    "On █████ at about [TIME] in the evening the victim, Mr XXXX, was on his way home along"
    " [STREET] in [PLACE]. The accused took the victim’s wallet, which held ____, a season ticket"
    " and a photograph of a camel.",
    "Before leaving, the accused asked the victim for the way to the casino. The victim followed"
    " the accused as far as the bridge, where a swan stopped them both. The accused was stopped on"
    " [...] on the night ferry and did not resist.",
    "[NAME], who was painting the door of a windmill, saw the accused run past, out of breath and"
    " without a hat.",
)
BLACKENED = "camel"
"""Black on black, which hides nothing from whoever searches."""
Told = list[tuple[str, str]]
"""Of each underline the code and the message."""
MASKED = ("[DATE]", "█████", "[TIME]", "XXXX", "[STREET]", "[PLACE]", "____", "[...]", "[NAME]")


def write(path: Path) -> None:
    """The draft as a document of Word."""
    file = docx.Document()
    for text in PARAGRAPHS:
        first, blackened, rest = text.partition(BLACKENED)
        paragraph = file.add_paragraph(first)
        paragraph.add_run(blackened).font.highlight_color = WD_COLOR_INDEX.BLACK
        paragraph.add_run(rest)
    file.save(str(path))


def checked(path: Path, index: Path) -> list[tuple[str, str]]:
    """What the command line finds in a file."""
    command = [sys.executable, "-m", "unlinkable", "check", path, "-i", index, "--format", "json"]
    done = subprocess.run(command, capture_output=True, check=False, cwd=path.parent)
    return sorted((one["kind"], one["text"]) for one in json.loads(done.stdout)["findings"])


def shown(path: Path) -> list[str]:
    """The paragraphs of a document of Word."""
    return [paragraph.text for paragraph in docx.Document(str(path)).paragraphs]


def by_command(draft: Path, index: Path) -> Path:
    """The draft as `unlinkable protect` leaves it."""
    target = draft.with_name("by-command.docx")
    command = [sys.executable, "-m", "unlinkable", "protect", draft, "-i", index, "-o", target]
    subprocess.run(command, capture_output=True, check=True, cwd=draft.parent)
    return target


def in_writer(toolchain: Toolchain, draft: Path, settings: Path) -> tuple[Told, Path]:
    """What is underlined, and the draft with all that was proposed accepted."""
    room, target = draft.parent, draft.with_name("in-writer.docx")
    program = {"VIRTUAL_ENV": str(Path(sys.executable).parents[1])}
    variables = {"XDG_CONFIG_HOME": str(settings), **program}
    with running(toolchain, room, install(toolchain, room), variables) as writer:
        number = writer.do("open", draft.as_uri())
        writer.do("panel", number)
        writer.until(lambda: " sentences left, " in writer.do("shown", number)[0])
        told = [(rule, message) for _, _, rule, message, _ in writer.underlined(number)]
        writer.do("command", number, f"{OURS}protect")
        writer.until(lambda: writer.do("tracked", number))
        writer.do("command", number, ".uno:AcceptAllTrackedChanges")
        writer.do("save", number, target.as_uri())
    return told, target


async def by_server(text: str, index: Path) -> tuple[Told, str]:
    """What is underlined, and the text as *Protect This Document* leaves it."""
    folder = index.parent / "workspace"
    folder.mkdir()
    async with editor(folder, {"index": str(index)}, options={"left": True}) as it:
        uri = it.open("draft.txt", text)
        await it.settled(uri)
        await it.until(lambda: it.left)
        told = [(str(one.code), one.message) for one in it.published[uri].diagnostics]
        assert await it.command("protectAll", uri=uri) is True
        return told, edited(text, it.applied[-1].edit)


def test_all_three_find_the_same_and_end_with_the_same_text(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    write_demo(tmp_path / "demo")
    index = tmp_path / "demo/rulings.unlinkable"
    settings = tmp_path / "settings/unlinkable/unlinkable.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'index = "{index}"\n', "utf-8")
    draft, plain = tmp_path / "draft.docx", tmp_path / "draft.txt"
    write(draft)
    plain.write_text("\n\n".join(PARAGRAPHS), "utf-8")
    found = checked(draft, index)
    assert found == checked(plain, index)
    assert BLACKENED in str(found)
    by_server_told, cleaned = asyncio.run(by_server(plain.read_text("utf-8"), index))
    in_writer_told, written = in_writer(toolchain, draft, settings.parents[1])
    assert in_writer_told == by_server_told
    commanded = by_command(draft, index)
    assert shown(written) == shown(commanded) == cleaned.split("\n\n")
    assert all(mask in cleaned for mask in (*MASKED, "[REDACTED]"))
    plain.write_text(cleaned, "utf-8")
    assert [checked(path, index) for path in (written, commanded, plain)] == [[], [], []]
