"""The demo folder on disk, and the command that makes it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from unlinkable.demo import DemoDraft, drafts, rulings
from unlinkable.demo.folder import write_demo
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.phrases import phrase_findings
from unlinkable.settings import settle_for
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_demo(tmp_path_factory.mktemp("demo") / "new" / "folder").path


def test_the_folder_holds_collection_index_drafts_and_settings(demo: Path) -> None:
    files = {path.relative_to(demo).as_posix() for path in demo.rglob("*") if path.is_file()}
    names = {f"drafts/{draft.name}" for draft in drafts()}
    assert files == {"rulings.jsonl", "rulings.unlinkable", "unlinkable.toml"} | names


def test_the_collection_is_that_of_the_generator(demo: Path) -> None:
    lines = (demo / "rulings.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == list(rulings())


def test_copies_and_orders_of_one_case_are_one_document(demo: Path) -> None:
    with Index.open(demo / "rulings.unlinkable") as index:
        assert index.documents == 360
        assert any(len(index.document(number).ids) == 2 for number in range(index.documents))


def test_the_settings_point_at_index_and_collection(demo: Path) -> None:
    settled = settle_for(demo, {})
    assert settled.problems == ()
    assert settled.settings.index == demo / "rulings.unlinkable"
    assert settled.settings.collection == demo / "rulings.jsonl"


def test_two_folders_are_the_same_byte_for_byte(demo: Path, tmp_path: Path) -> None:
    other = write_demo(tmp_path).path
    for path in demo.rglob("*"):
        if path.is_file():
            assert (other / path.relative_to(demo)).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("draft", drafts(), ids=lambda draft: draft.name)
def test_a_draft_leads_to_its_original_by_a_clerks_handful_of_phrases(
    demo: Path, draft: DemoDraft
) -> None:
    markup = Markup.MARKDOWN if draft.name.endswith(".md") else Markup.PLAIN
    with Index.open(demo / "rulings.unlinkable") as index:
        found = phrase_findings(read_draft(draft.text, markup, Reading()), index, k=2)
        source = index.document_number(draft.source)
    assert 10 <= len(found) <= 40
    assert {finding.documents for finding in found} == {(source,)}


def test_an_earlier_demo_is_made_afresh_but_keeps_what_was_changed(tmp_path: Path) -> None:
    folder = write_demo(tmp_path)
    changed, other = (folder.draft_path(draft) for draft in folder.drafts[:2])
    changed.write_text("Mine now.\n", encoding="utf-8")
    other.unlink()
    folder.index.unlink()
    again = write_demo(tmp_path)
    assert again.kept == (changed,)
    assert changed.read_text(encoding="utf-8") == "Mine now.\n"
    assert other.exists()
    assert folder.index.exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "unlinkable.toml").write_text('index = "ours.unlinkable"\n', encoding="utf-8")
    with pytest.raises(UserError, match="holds something else already; name a new one"):
        write_demo(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["unlinkable.toml"]


@pytest.mark.parametrize("existed", [True, False])
def test_an_interrupted_demo_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existed: bool
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("unlinkable.demo.folder.build_index", interrupted)
    place = tmp_path / "demo"
    if existed:
        place.mkdir()
    with pytest.raises(KeyboardInterrupt):
        write_demo(place)
    assert list(tmp_path.rglob("*")) == ([place] if existed else [])


def test_a_file_is_no_place_for_a_demo(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir", encoding="utf-8")
    with pytest.raises(UserError, match="this is a file"):
        write_demo(file)
    with pytest.raises(UserError, match="cannot be written there"):
        write_demo(file / "demo")
    assert file.read_text(encoding="utf-8") == "Dear Sir"


def unlinkable(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "unlinkable", *arguments],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_the_command_shows_what_was_found_and_why_and_how_to_go_on(tmp_path: Path) -> None:
    done = unlinkable("demo", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "unlinkable-demo"
    first, *others = drafts()
    assert (folder / "rulings.unlinkable").is_file()
    assert f"{len(list(rulings()))} invented rulings" in done.stdout
    assert f"Likely source: {first.source}" in done.stdout
    assert "»" in done.stdout
    for draft in others:
        assert draft.name in done.stdout
        assert draft.source in done.stdout
    for word in ("VS Code", "Neovim", "unlinkable check", "unlinkable protect"):
        assert word in done.stdout


def test_what_the_command_suggests_works(tmp_path: Path) -> None:
    shown = unlinkable("demo", "here", cwd=tmp_path).stdout
    suggested = re.findall(r"(?m)^  unlinkable (.+)$", shown)
    statuses = {
        command: unlinkable(*command.split(), cwd=tmp_path / "here").returncode
        for command in suggested
    }
    assert {command.split()[0] for command in suggested} == {"check", "protect"}
    assert all(status == (command.startswith("check")) for command, status in statuses.items())


def test_the_likely_source_is_the_original_of_every_draft(demo: Path) -> None:
    checked = unlinkable("check", "drafts", "--format", "json", cwd=demo)
    assert checked.returncode == 1
    reports = [json.loads(line) for line in checked.stdout.splitlines()]
    likely = {Path(report["draft"]).name: report["likely_source"]["document"] for report in reports}
    with Index.open(demo / "rulings.unlinkable") as index:
        for draft in drafts():
            number = index.document_number(draft.source)
            assert index.document_number(likely[draft.name]) == number


def test_the_command_says_in_one_sentence_why_it_refuses(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").touch()
    done = unlinkable("demo", "taken", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
