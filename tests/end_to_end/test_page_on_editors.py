"""The settings that the page on editors gives, sent as those editors would send them, on the folder
of the demo. Helix is played here, by its source: Debian 12 has no package of it."""

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from tests.end_to_end.page_on_editors import PAGE, blocks
from tests.unlinkable.lsp.editor import Editor, editor
from unlinkable.demo.folder import DemoFolder, write_demo

TESTED = {"lua": 1, "elisp": 2, "toml": 1, "": 1}
"""How many blocks of each language are tested: Lua in Neovim and Lisp in Emacs, by their own tests,
TOML here; the one of no language is the build of the extension, which `.ci/editors` does."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> DemoFolder:
    return write_demo(tmp_path_factory.mktemp("room") / "demo")


def like_helix(can: lsp.ClientCapabilities) -> None:
    """What Helix 25 says of itself, where it matters here."""
    assert can.workspace
    assert can.text_document
    can.workspace.configuration = True
    can.workspace.diagnostics = can.text_document.diagnostic = None
    can.workspace.did_change_watched_files = lsp.DidChangeWatchedFilesClientCapabilities(
        True, False
    )


async def found_in(it: Editor, draft: Path) -> str:
    """What is found in a draft, in words; it is opened where it lies."""
    uri = it.open(draft.as_uri(), draft.read_text("utf-8"), "text")
    await it.settled(uri)
    return str(it.status_of(uri, "ready", "failed", "no-index").message)


def of_helix(index: Path) -> dict[str, Any]:
    """The settings of the server in the block of Helix, with an index that there is."""
    (block,) = blocks("toml")
    server = tomllib.loads(block)["language-server"]["unlinkable"]
    assert [server["command"], *server["args"]] == ["unlinkable", "serve"]
    named = server["config"]["unlinkable"]["index"]
    assert named in block
    server["config"]["unlinkable"]["index"] = str(index)
    return dict(server["config"])


def test_every_block_of_settings_is_tested() -> None:
    languages = re.findall(r"^```(\w*)\n.*?^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert {one: languages.count(one) for one in languages} == TESTED


@pytest.mark.asyncio
@pytest.mark.parametrize("plain", [False, True], ids=["below-the-section", "plain"])
async def test_helix_names_the_index_itself(demo: DemoFolder, tmp_path: Path, plain: bool) -> None:
    """In a folder that says nothing; and also with the options as they stand, of which Helix
    answers nothing when it is asked for the section."""
    config = of_helix(demo.index)
    if plain:
        config = config["unlinkable"]
    draft = shutil.copy(demo.draft_path(demo.drafts[0]), tmp_path)
    async with editor(tmp_path, adapt=like_helix, as_it_stands=config) as it:
        assert "phrase" in await found_in(it, Path(draft))


@pytest.mark.asyncio
@pytest.mark.parametrize("root", ["drafts", "", ".."])
async def test_the_settings_of_the_demo_hold_whatever_folder_the_editor_opens(
    demo: DemoFolder, root: str
) -> None:
    """Emacs opens the folder of the draft, Helix the one that it was started in."""
    folder = (demo.path / root).resolve()
    async with editor(folder, adapt=like_helix, as_it_stands={"k": 2}) as it:
        assert "phrase" in await found_in(it, demo.draft_path(demo.drafts[0]))
