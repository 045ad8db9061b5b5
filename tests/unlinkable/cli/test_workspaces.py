"""Which settings file counts for a draft, and how folders are kept from choosing."""

import json
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

DRAFT = "He sold bread and fish at market."


@pytest.fixture
def drafts(folder: Path, index: str) -> Path:
    """A folder with a draft and settings, far from the current folder."""
    drafts = folder / "sent" / "drafts"
    drafts.mkdir(parents=True)
    (drafts / "draft.txt").write_text(DRAFT, "utf-8")
    (drafts / "unlinkable.toml").write_text(f'index = "../../{index}"\nk = 3\n', "utf-8")
    return drafts


def k_of(run: Run, *arguments: str) -> list[int]:
    done = run("check", *arguments, "--format", "json", "--max-terms", "1")
    return [json.loads(line)["settings"]["k"] for line in done.out.splitlines()]


def test_a_draft_has_the_settings_of_its_own_folder_wherever_the_command_starts(
    run: Run, folder: Path, drafts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "unlinkable.toml").write_text('index = "i.unlinkable"\nk = 4\n', "utf-8")
    (folder / "mine.txt").write_text(DRAFT, "utf-8")
    assert k_of(run, "sent/drafts/draft.txt", "mine.txt", "sent") == [3, 4, 3]
    monkeypatch.chdir(drafts)
    assert k_of(run, "draft.txt", str(folder / "mine.txt")) == [3, 4]


def test_the_settings_of_the_current_folder_are_no_settings_of_drafts_elsewhere(
    run: Run, folder: Path, drafts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(drafts)
    (folder / "mine.txt").write_text(DRAFT, "utf-8")
    for name in (str(folder / "mine.txt"), "../../mine.txt"):
        done = run("check", name)
        assert done.status == 2
        assert "no index" in done.err


@pytest.mark.parametrize("way", ["flag", "environment"])
def test_without_the_workspace_the_file_of_the_folder_is_ignored(
    run: Run, drafts: Path, way: str, index: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = ("--no-workspace",) if way == "flag" else ()
    if way == "environment":
        monkeypatch.setenv("UNLINKABLE_NO_WORKSPACE", "1")
    (drafts / "unlinkable.toml").write_text("k = [[[", "utf-8")
    assert k_of(run, str(drafts), "-i", index, *flags) == [2]
    monkeypatch.setenv("UNLINKABLE_NO_WORKSPACE", "0")
    assert run("check", str(drafts), "-i", index).status == 2


def test_a_file_that_the_user_names_takes_the_place_of_the_folders(
    run: Run, folder: Path, drafts: Path, index: str
) -> None:
    (folder / "mine.toml").write_text(f'index = "{index}"\nk = 7\n', "utf-8")
    assert k_of(run, str(drafts), "--settings", "mine.toml") == [7]
    short = ("check", str(drafts), "--format", "short", "--settings")
    assert "is not used" in run(*short, "mine.toml").out
    (folder / "mine.toml").rename(drafts / "unlinkable.toml")
    (drafts / "unlinkable.toml").write_text(f'index = "{folder / index}"', "utf-8")
    own = run(*short, str(drafts / "unlinkable.toml"))
    assert (own.status in (0, 1), "is not used" in own.out) == (True, False)
    done = run("check", str(drafts), "--settings", "gone.toml")
    assert done.status == 2
    assert "gone.toml: there is no such settings file" in done.err


def test_a_file_that_everybody_may_write_stops_the_check_of_its_drafts_only(
    run: Run, folder: Path, drafts: Path, index: str
) -> None:
    (drafts / "unlinkable.toml").chmod(0o666)
    (folder / "unlinkable.toml").write_text(f'index = "{index}"\n', "utf-8")
    (folder / "mine.txt").write_text(DRAFT, "utf-8")
    done = run("check", "mine.txt", "sent", "sent/drafts/draft.txt", "--format", "json")
    assert done.status == 2
    assert [json.loads(line)["draft"] for line in done.out.splitlines()] == ["mine.txt"]
    assert done.err.count("other users may write the file") == 1


def test_drafts_under_different_settings_are_not_protected_together(
    run: Run, folder: Path, drafts: Path, index: str
) -> None:
    assert drafts.is_dir()
    (folder / "unlinkable.toml").write_text(f'index = "{index}"\n', "utf-8")
    (folder / "mine.txt").write_text(DRAFT, "utf-8")
    done = run("protect", "mine.txt", "sent", "-o", "out", "--rewriter", "mask")
    assert done.status == 2
    assert "protect them apart" in done.err
    assert not (folder / "out").exists()
