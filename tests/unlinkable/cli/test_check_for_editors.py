"""What editors need of `unlinkable check`: progress, their settings, files of many encodings."""

import json
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

DRAFT = "The baker of Millbrook paid."
JSON = ("--max-terms", "1", "--format", "json")


@pytest.fixture(autouse=True)
def drafts(folder: Path, index: str) -> Path:
    """A folder with one draft; the settings name the index."""
    drafts = folder / "drafts"
    drafts.mkdir()
    (drafts / "unlinkable.toml").write_text(f'index = "{folder / index}"\n', "utf-8")
    (drafts / "a.txt").write_text(DRAFT, "utf-8")
    return drafts


def settings_of(out: str) -> list[dict[str, int]]:
    return [json.loads(line)["settings"] for line in out.splitlines()]


def test_progress_tells_how_many_drafts_there_are(run: Run, drafts: Path) -> None:
    (drafts / "b.txt").write_text(DRAFT, "utf-8")
    done = run("check", "drafts", *JSON, "--progress-lines")
    assert done.err.splitlines() == ["checking draft 1 of 2: 0 %", "checking draft 2 of 2: 50 %"]
    assert len(done.out.splitlines()) == 2


def test_the_folder_wins_over_the_users_editor_and_its_workspace_over_both(
    run: Run, drafts: Path
) -> None:
    with (drafts / "unlinkable.toml").open("a", encoding="utf-8") as file:
        file.write("k = 3\n")
    by_user = run("check", "drafts", *JSON, "--editor-settings", '{"k": 4, "termWords": 2}')
    assert [(s["k"], s["term_words"]) for s in settings_of(by_user.out)] == [(3, 2)]
    nearer = '{"k": 4, "workspace": {"k": 5}}'
    by_workspace = run("check", "drafts", *JSON, "--editor-settings", nearer)
    assert [s["k"] for s in settings_of(by_workspace.out)] == [5]
    by_flag = run("check", "drafts", *JSON, "-k", "2", "--editor-settings", nearer)
    assert [s["k"] for s in settings_of(by_flag.out)] == [2]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8"])
def test_a_draft_is_read_in_the_encoding_that_its_mark_names(
    run: Run, drafts: Path, encoding: str
) -> None:
    (drafts / "a.txt").write_bytes(DRAFT.encode(encoding))
    done = run("check", "drafts", *JSON)
    (finding,) = json.loads(done.out)["findings"]
    assert (finding["text"], finding["start"]) == ("Millbrook", DRAFT.index("Millbrook"))


def test_a_draft_in_an_encoding_that_nothing_names_is_not_guessed_at(
    run: Run, drafts: Path
) -> None:
    (drafts / "a.txt").write_bytes("Café Millbrook".encode("windows-1252"))
    done = run("check", "drafts", *JSON)
    assert (done.status, done.out) == (2, "")
    assert "a.txt: byte 3 is not valid UTF-8; save the draft as UTF-8" in done.err
    (drafts / "a.txt").write_bytes("Millbrook".encode("utf-16") + b"\x00")
    assert "not valid UTF-16" in run("check", "drafts", *JSON).err


def test_the_originals_in_a_folder_of_drafts_are_not_checked_as_drafts(
    run: Run, drafts: Path
) -> None:
    (drafts / "originals").mkdir()
    (drafts / "originals" / "one.txt").write_text(DRAFT, "utf-8")
    with (drafts / "unlinkable.toml").open("a", encoding="utf-8") as file:
        file.write('collection = "originals"\n')
    done = run("check", "drafts", *JSON)
    assert [json.loads(line)["draft"] for line in done.out.splitlines()] == ["drafts/a.txt"]
    assert "unlinkable: 1 file of the collection was left out" in done.err
    named = run("check", "drafts/originals/one.txt", *JSON)
    assert len(named.out.splitlines()) == 1
