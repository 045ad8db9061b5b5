"""Which settings hold for which document."""

from pathlib import Path

import pytest

from unlinkable.lsp.folders import LOOSE, Folders


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))


def test_an_editor_with_nothing_to_say_leaves_what_it_said_at_first(tmp_path: Path) -> None:
    folders = Folders([tmp_path.as_uri()], trusted=True)
    folders.told_for_all({"k": 3})
    folders.told({LOOSE: None, tmp_path.as_uri(): None})
    folders.settle()
    assert folders.of(f"{tmp_path.as_uri()}/a.txt").settings.searches.k == 3
    folders.told({LOOSE: {"k": 4}, tmp_path.as_uri(): {}})
    folders.settle()
    assert folders.of(f"{tmp_path.as_uri()}/a.txt").settings.searches.k == 2
    assert folders.of("untitled:a").settings.searches.k == 4


def test_a_document_belongs_to_the_innermost_folder(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    folders = Folders([tmp_path.as_uri(), inner.as_uri()], trusted=True)
    folders.settle()
    assert folders.of(f"{inner.as_uri()}/a.txt").path == inner
    assert folders.of(f"{tmp_path.as_uri()}/innermost.txt").path == tmp_path
    assert folders.of("file:///elsewhere.txt").uri == LOOSE


def test_the_nearest_settings_file_holds_from_the_folder_of_the_draft_upwards(
    tmp_path: Path,
) -> None:
    """Above the folder that is open as well as below it, and as soon as it is there."""
    drafts = tmp_path / "drafts"
    (drafts / "inner").mkdir(parents=True)
    (tmp_path / "unlinkable.toml").write_text("k = 3", "utf-8")
    folders = Folders([drafts.as_uri()], trusted=True)
    folders.settle()
    draft, inner = f"{drafts.as_uri()}/a.txt", f"{drafts.as_uri()}/inner/a.txt"
    assert (folders.of(draft).settings.searches.k, folders.of(draft).path) == (3, tmp_path)
    assert (folders.of(inner).settings.searches.k, folders.of(inner).path) == (3, tmp_path)
    (drafts / "inner/unlinkable.toml").write_text("k = 4", "utf-8")
    assert folders.outdated()
    folders.settle()
    assert (folders.of(inner).settings.searches.k, folders.of(inner).path) == (4, drafts / "inner")
    assert (folders.of(draft).settings.searches.k, folders.of(draft).path) == (3, tmp_path)
    (drafts / "inner/unlinkable.toml").write_text("k = 1", "utf-8")
    (problem,) = folders.settle()
    assert "k must be" in problem


def test_without_a_settings_file_one_would_lie_in_the_folder_that_is_open(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    folders = Folders([tmp_path.as_uri()], trusted=True)
    folders.settle()
    assert folders.of(f"{tmp_path.as_uri()}/inner/a.txt").path == tmp_path
    assert folders.of("untitled:a").path is None


def test_an_editor_may_name_settings_below_our_name_or_not(tmp_path: Path) -> None:
    for options in ({"maxTerms": 2}, {"unlinkable": {"maxTerms": 2}}, {"unlinkable.maxTerms": 2}):
        folders = Folders([tmp_path.as_uri()], trusted=True)
        folders.told_for_all(options)
        assert folders.settle() == ()
        assert folders.of(f"{tmp_path.as_uri()}/a.txt").settings.searches.max_terms == 2


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    folders = Folders([tmp_path.as_uri()], trusted=True)
    folders.settle()
    assert not folders.outdated()
    (tmp_path / "unlinkable.toml").write_text("k = 1", "utf-8")
    assert folders.outdated()
    (problem,) = folders.settle()
    assert "k must be" in problem
    assert not folders.outdated()


def test_what_is_nearer_to_the_drafts_wins(tmp_path: Path) -> None:
    """Built-in, the user's file, the user's editor, the folder's file, the workspace's editor."""
    user = tmp_path / "home" / "unlinkable" / "unlinkable.toml"
    user.parent.mkdir(parents=True)
    folders = Folders([tmp_path.as_uri()], trusted=True)

    def k() -> int:
        folders.settle()
        return folders.of(f"{tmp_path.as_uri()}/a.txt").settings.searches.k

    assert k() == 2
    user.write_text("k = 3", "utf-8")
    assert k() == 3
    folders.told_for_all({"k": 4})
    assert k() == 4
    (tmp_path / "unlinkable.toml").write_text("k = 5", "utf-8")
    assert k() == 5
    folders.told({tmp_path.as_uri(): {"k": 4, "workspace": {"k": 6}}})
    assert k() == 6


def test_an_untrusted_workspace_chooses_no_index_by_file_or_editor(tmp_path: Path) -> None:
    (tmp_path / "unlinkable.toml").write_text("index = 'theirs'", "utf-8")
    folders = Folders([tmp_path.as_uri()], trusted=False)
    folders.told_for_all({"index": "/mine", "workspace": {"index": "also-theirs"}})
    folders.settle()
    assert folders.of(f"{tmp_path.as_uri()}/a.txt").settings.indexes.index == Path("/mine")
