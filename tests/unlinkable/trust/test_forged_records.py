"""What lies with a received folder and claims to be ours, or to be known, is not believed."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.unlinkable.trust.office import DRAFT, Office
from unlinkable.cli import main
from unlinkable.cli.protect.results import DONE_FILE
from unlinkable.settings import settle_for

PROTECT = ["protect", "drafts", "-o", "out"]


@pytest.fixture(autouse=True)
def inside(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands run where the folder is, by a user who has nothing of their own yet."""
    monkeypatch.chdir(office.folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(office.folder / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(office.folder / "home"))


def entries_of(record: Path) -> dict[str, list[str]]:
    """The entries of a record of what is done: JSON a line, of which the last for a name counts."""
    lines = record.read_text("utf-8").splitlines()
    return {name: entry for line in lines for name, entry in json.loads(line).items()}


def test_a_result_that_was_changed_is_not_taken_for_done_whatever_its_record_says(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(PROTECT) == 0
    assert main(PROTECT) == 0
    assert capsys.readouterr().err.count("done before") == 2
    result, record = (office.folder / "out" / name for name in ("draft.txt", DONE_FILE))
    protected = result.read_text("utf-8")
    result.write_text(DRAFT, "utf-8")
    entries = entries_of(record)
    entries["draft.txt"][1] = hashlib.sha256(DRAFT.encode()).hexdigest()
    record.write_text(json.dumps(entries), "utf-8")
    assert main(PROTECT) == 0
    assert capsys.readouterr().err.count("done before") == 1
    assert result.read_text("utf-8") == protected


def test_what_could_not_be_relied_on_cannot_be_when_it_was_done_before(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    with (office.folder / "unlinkable.toml").open("a") as settings:
        settings.write("max_terms = 1\n")
    for said in ("makes the check find less (max_terms)", "Not to be relied on, for the reasons"):
        assert main(PROTECT) == 3
        assert capsys.readouterr().err.count(said) == 2
    (office.folder / "out" / "draft.txt").unlink()
    assert main(PROTECT) == 3
    assert capsys.readouterr().err.count("makes the check find less (max_terms)") == 1


def test_a_record_of_another_installation_makes_nothing_done(
    office: Office, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(PROTECT) == 0
    monkeypatch.setenv("XDG_DATA_HOME", str(office.folder / "temporary"))
    assert main(PROTECT) == 0
    assert "done before" not in capsys.readouterr().err


def test_an_entry_of_one_result_does_not_serve_for_another(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    (office.folder / "drafts" / "other.txt").write_text(DRAFT, "utf-8")
    assert main(PROTECT) == 0
    record = office.folder / "out" / DONE_FILE
    entries = entries_of(record)
    entries["other.txt"] = entries["draft.txt"]
    record.write_text(json.dumps(entries), "utf-8")
    capsys.readouterr()
    assert main(PROTECT) == 0
    assert capsys.readouterr().err.count("done before") == 2


def test_drafts_that_the_folder_calls_originals_are_not_clean(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    with (office.folder / "unlinkable.toml").open("a", encoding="utf-8") as file:
        file.write('collection = "."\n')
    assert main(["check", "drafts"]) == 3
    assert "2 of the collection were left out" in capsys.readouterr().err
    assert main(["check", "drafts/draft.txt"]) == 1  # named, so it is a draft


@pytest.mark.parametrize("key", ["index", "collection", "key_file", "model.path"])
def test_a_path_to_the_home_of_nobody_is_one_wrong_setting(key: str, office: Office) -> None:
    file = office.folder / "unlinkable.toml"
    file.write_text(f'{key} = "~nobody-here/x"\nk = 3\n', "utf-8")
    settled = settle_for(office.folder, {})
    (problem,) = settled.problems
    assert f"{key} must be a path; nobody here has the home folder" in problem
    assert settled.settings.searches.k == 3


def test_links_that_lead_to_themselves_lose_nothing_of_the_folder(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    drafts = office.folder / "drafts"
    (drafts / "a.txt").symlink_to("a.txt")
    (drafts / "b.txt").symlink_to("c.txt")
    (drafts / "c.txt").symlink_to("b.txt")
    (drafts / "deep").symlink_to("deep")
    assert main(["check", "drafts", "--format", "json"]) == 2
    told = capsys.readouterr()
    assert told.out.count('"draft":') == 2
    for name in "abc":
        assert f"drafts/{name}.txt: the draft cannot be read" in told.err


def test_results_do_not_go_where_a_linked_folder_leads(
    office: Office, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path_factory.mktemp("own")
    (office.folder / "out").symlink_to(own)
    for out in ("out", "out/", "out/draft.txt", "out/deep", str(office.folder / "out")):
        assert main(["protect", "drafts/draft.txt", "drafts/draft.md", "-o", out]) == 2
        assert "is a link, and links are not followed" in capsys.readouterr().err
    assert list(own.iterdir()) == []


def test_results_for_programs_hold_nothing_that_a_runner_obeys(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "##vso[task.complete] ::error:: ##[x] ##teamcity[y].txt"
    (office.folder / "drafts" / name).write_text(f"{DRAFT} ##vso[z] dog", "utf-8")
    for form in ("json", "sarif"):
        assert main(["check", f"drafts/{name}", "--format", form]) == 1
        out = capsys.readouterr().out
        assert "##" not in out
        assert " ::" not in out
        first = json.loads(out)
        assert form == "sarif" or first["draft"] == str(Path("drafts", name))
