"""What a workspace chooses: nothing by which less is found where it is not trusted, and nothing
unseen where it is."""

from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.lsp.conftest import ORIGINALS
from tests.unlinkable.lsp.editor import editor
from tests.unlinkable.lsp.test_diagnostics import places

pytestmark = pytest.mark.asyncio

TEXT = ORIGINALS["case-a"]
CLEAN = "The baker paid the tax early. The baker paid the tax early."
FOREIGN = "---\nunlinkable-source: case-c\n---\n\n"
WEAKENED = """
masks = ['(?s).+']
max_terms = 1
markdown = ["plaintext"]
source = "case-c"
[severity]
phrase = "off"
[[accepted]]
phrase = "late"
"""


def narrowed(status: Any) -> list[str]:
    """What narrows the check, but for what the tests here leave out on purpose."""
    return [said for said in status.narrowed if not said.startswith("ranked")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace whose settings weaken every check."""
    (tmp_path / "unlinkable.toml").write_text(WEAKENED, "utf-8")
    return tmp_path


async def test_in_an_untrusted_workspace_nothing_is_weakened_and_that_is_said(
    folder: Path, settings: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with editor(tmp_path_factory.mktemp("plain"), settings) as plain:
        found = places(await plain.settled(plain.open("a.txt", TEXT)))
    async with editor(folder, settings, options={"trusted": False}) as it:
        uri = it.open("a.txt", TEXT)
        assert places(await it.settled(uri)) == found
        status = it.status_of(uri, "ready")
        assert narrowed(status) == []
        (ignored,) = status.ignored
        for key in ("masks", "max_terms", "markdown", "source", "accepted"):
            assert key in ignored
        assert "not trusted" in await it.message("not used, since this folder is not trusted")


async def test_in_an_untrusted_workspace_a_draft_names_no_source(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, options={"trusted": False}) as it:
        uri = it.open("a.md", FOREIGN + TEXT, "markdown")
        assert await it.settled(uri)
        assert "front matter does not count here" in it.status_of(uri, "ready").ignored[0]


async def test_a_source_that_does_not_fit_is_never_clean_and_is_warned_of(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.md", FOREIGN + CLEAN, "markdown")
        await it.settled(uri)
        status = it.status_of(uri, "ready")
        assert not status.clean
        assert "Not to be relied on" in status.message
        assert "does not fit" in status.doubts[0]
        assert narrowed(status) == ['source = "case-c" (the draft\'s front matter)']
        await it.message("the source that is named, case-c, does not fit")
        report = await it.command("report", uri=uri)
        assert report["source"]["fits"] is False


async def test_what_a_trusted_workspace_narrows_stands_in_the_status_and_is_told_once(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    (tmp_path / "unlinkable.toml").write_text("max_terms = 1\n", "utf-8")
    async with editor(tmp_path, settings) as it:
        for name in ("a.txt", "b.txt"):
            uri = it.open(name, CLEAN)
            await it.settled(uri)
            status = it.status_of(uri, "ready")
            assert narrowed(status) == [f"max_terms = 1 ({tmp_path / 'unlinkable.toml'})"]
            assert "max_terms = 1" in status.message
            assert "by phrases (k 2, 3 originals" in status.message
        await it.message("makes the check find less (max_terms)")
        told = [m for m in it.client.messages if "find less" in m.message]
        assert len(told) == 1


async def test_the_environment_has_the_files_of_folders_ignored(
    folder: Path, settings: dict[str, Any]
) -> None:
    no_workspace = {"UNLINKABLE_NO_WORKSPACE": "1"}
    async with editor(folder, settings, environment=no_workspace) as it:
        uri = it.open("a.txt", TEXT)
        assert await it.settled(uri)
        assert narrowed(it.status_of(uri, "ready")) == []


async def test_a_file_that_others_may_write_is_not_used_and_that_is_said(
    folder: Path, settings: dict[str, Any]
) -> None:
    (folder / "unlinkable.toml").chmod(0o666)
    async with editor(folder, settings) as it:
        uri = it.open("a.txt", TEXT)
        assert await it.settled(uri)
        assert narrowed(it.status_of(uri, "ready")) == []
        await it.message("other users may write the file")


async def test_an_index_that_does_not_fit_is_said_in_the_status(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Whoever reads a text of many words asks what it is about. " * 9)
        await it.settled(uri)
        status = it.status_of(uri, "ready")
        assert not status.clean
        assert "are in the index originals.unlinkable (3 originals, 41 words)" in status.doubts[0]
