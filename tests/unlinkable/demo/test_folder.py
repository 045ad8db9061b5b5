"""The demo folder on disk, and the command that makes it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from unlinkable.demo import DemoDraft, drafts, rulings
from unlinkable.demo.folder import write_demo
from unlinkable.demo.grammar import MASK
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.phrases import phrase_findings
from unlinkable.interface import ProtectOptions, check, protect
from unlinkable.settings import settle_for
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

FUNCTION_WORDS = re.compile(
    "(a|an|the|this|that|it|he|she|him|her|his|their|them|both|and|or|but|not|of|in|on|at|to|for"
    "|from|with|by|as|was|were|is|be|been|had|has|have|which|who|where|when|der|die|das|den|dem"
    "|des|eine?[nmrs]?|und|oder|nicht|von|im|am|auf|zum?|mit|bei|aus|nach|ist|war|hat|er|sie|es|ihm)"
)
OPERATIVE = re.compile(r"(?m)^\d\. .+$")


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
        assert 1500 <= index.documents <= 2500
        assert index.documents < len(list(rulings()))
        assert any(len(index.document(number).ids) == 2 for number in range(index.documents))


def test_the_settings_point_at_index_and_collection(demo: Path) -> None:
    settled = settle_for(demo, {})
    assert settled.problems == ()
    assert settled.settings.indexes.index == demo / "rulings.unlinkable"
    assert settled.settings.indexes.collection == demo / "rulings.jsonl"


def test_two_folders_are_the_same_byte_for_byte(demo: Path, tmp_path: Path) -> None:
    other = write_demo(tmp_path).path
    for path in demo.rglob("*"):
        if path.is_file():
            assert (other / path.relative_to(demo)).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("draft", drafts(), ids=lambda draft: draft.name)
def test_a_draft_leads_to_its_original_by_a_handful_of_phrases(
    demo: Path, draft: DemoDraft
) -> None:
    markup = Markup.MARKDOWN if draft.name.endswith(".md") else Markup.PLAIN
    with Index.open(demo / "rulings.unlinkable") as index:
        found = phrase_findings(read_draft(draft.text, markup, Reading()), index, k=2)
        source = index.document_number(draft.source)
    assert 4 <= len(found) <= 20
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


class Screen(NamedTuple):
    """The folder that the command made, and what it printed."""

    folder: Path
    text: str


def words(text: str) -> list[str]:
    """The words of a text without its masks, in small letters."""
    return re.findall(r"\w+", text.replace(MASK, " ").casefold())


def unlinkable(
    *arguments: str, cwd: Path, path: str = os.environ["PATH"]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "unlinkable", *arguments],
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", "PATH": path},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_a_command_that_is_not_on_the_path_is_named_by_its_place(tmp_path: Path) -> None:
    done = unlinkable("demo", cwd=tmp_path, path="/usr/bin:/bin")
    (check,) = (line.split()[0] for line in done.stdout.splitlines() if " check " in line)
    assert check == str(Path(sys.executable).with_name("unlinkable"))
    assert Path(check).exists()


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Screen:
    folder = tmp_path_factory.mktemp("screen")
    done = unlinkable("demo", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return Screen(folder / "unlinkable-demo", done.stdout)


def test_the_first_screen_is_one_screen(screen: Screen) -> None:
    lines = screen.text.splitlines()
    assert len(lines) <= 25
    assert max(map(len, lines)) <= 80


def test_the_first_screen_shows_sentences_of_the_draft_with_what_leads_back(screen: Screen) -> None:
    draft = (screen.folder / "drafts/robbery.txt").read_text("utf-8")
    marked = re.findall("»(.+?)«", screen.text)
    assert len(marked) >= 4
    unmarked = " ".join(screen.text.replace("»", "").replace("«", "").split())
    for words in marked:
        ((sentence),) = [one for one in re.split(r"(?<=\.) |\n", draft) if words in one]
        assert sentence in unmarked


def test_what_the_first_screen_says_to_type_is_in_the_ruling_that_it_names_alone(
    screen: Screen,
) -> None:
    (typed,) = re.findall("“(.+?)”", screen.text)
    ((name, title),) = re.findall(r"(?m)^  (\S+) \((.+)\)$", screen.text)
    holding = [record for record in rulings() if typed in record["text"]]
    assert {record.get("group", record["id"]) for record in holding} == {name}
    assert {record["title"] for record in holding} == {title}
    person = title.removeprefix("The Public Prosecutor v ")
    assert all(person in record["text"] for record in holding)
    assert person not in (screen.folder / "drafts/robbery.txt").read_text("utf-8")


def test_what_the_command_suggests_works(screen: Screen) -> None:
    suggested = re.findall(r"(?m)^  unlinkable (.+)$", screen.text)
    statuses = {
        command: unlinkable(*command.split(), cwd=screen.folder).returncode for command in suggested
    }
    assert {command.split()[0] for command in suggested} == {"check", "protect"}
    assert all(status == (command.startswith("check")) for command, status in statuses.items())


@pytest.mark.parametrize("draft", drafts(), ids=lambda draft: draft.name)
def test_a_protected_draft_can_be_read_and_relied_on(demo: Path, draft: DemoDraft) -> None:
    options: ProtectOptions = {"ranked": "off", "cross_sentences": True}
    with Index.open(demo / "rulings.unlinkable") as index:
        done = protect(draft.text, index, **options)
        assert check(done.text, index, **options).clean
    lost = [words(change.before) for change in done.changes]
    assert 0 < sum(map(len, lost)) <= 0.06 * len(words(draft.text))
    for change in done.changes:
        assert not all(map(FUNCTION_WORDS.fullmatch, words(change.before))), change.before
    operative = OPERATIVE.findall(draft.text)
    assert len(operative) >= 2
    assert all(line in done.text for line in operative)


def test_no_setting_of_the_demo_makes_a_result_doubtful(demo: Path, tmp_path: Path) -> None:
    for draft in drafts():
        out = tmp_path / draft.name
        arguments = ("protect", f"drafts/{draft.name}", "-o", str(out), "--rewriter", "mask")
        done = unlinkable(*arguments, cwd=demo)
        assert done.returncode == 0, done.stderr
        assert "Narrowed" not in done.stderr


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
