"""Nothing outside a folder that someone sent is read, copied or written over through its links."""

import os
from dataclasses import astuple
from pathlib import Path

import pytest

from tests.unlinkable.trust.office import DRAFT, ORIGINALS, Office
from unlinkable.cli import main
from unlinkable.demo.folder import COLLECTION, DRAFTS, SETTINGS, write_demo
from unlinkable.model.authors import Journal
from unlinkable.risks import AcceptedRisk
from unlinkable.risks.file import write_accepted
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.errors import UserError

PRECIOUS = "what must stay as it is\n"


@pytest.fixture
def precious(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the user's own, outside the one that was sent."""
    folder = tmp_path_factory.mktemp("precious")
    (folder / "own.txt").write_text(PRECIOUS, "utf-8")
    return folder


@pytest.fixture(autouse=True)
def inside(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands run where the folder is."""
    monkeypatch.chdir(office.folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(office.folder / "home"))


def spared(precious: Path) -> bool:
    """Whether the user's folder is as it was."""
    held = {path.name: path.read_text("utf-8") for path in precious.iterdir()}
    return held == {"own.txt": PRECIOUS}


@pytest.mark.parametrize(
    "planted", ["out/draft.txt", "out/.unlinkable-protected.json", "report.json", "report.html"]
)
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_no_result_report_or_record_is_written_through_a_link(
    office: Office,
    precious: Path,
    planted: str,
    force: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    (office.folder / "out").mkdir()
    (office.folder / planted).symlink_to(precious / "own.txt")
    reports = [flag for name in ("report.json", "report.html") for flag in ("--report", name)]
    assert main(["protect", "drafts", "-o", "out", *reports, *force]) == 2
    assert "is a link, and links are not followed" in capsys.readouterr().err
    assert spared(precious)


def test_a_single_result_is_not_written_through_a_link_either(
    office: Office, precious: Path
) -> None:
    (office.folder / "out.txt").symlink_to(precious / "own.txt")
    assert main(["protect", "drafts/draft.txt", "-o", "out.txt", "--force"]) == 2
    (office.folder / "new.txt").symlink_to(precious / "new.txt")  # which is not there
    assert main(["protect", "drafts/draft.txt", "-o", "new.txt", "--force"]) == 2
    assert spared(precious)


def test_results_do_not_go_through_a_linked_folder(office: Office, precious: Path) -> None:
    (office.folder / "drafts" / "deep").mkdir()
    (office.folder / "drafts" / "deep" / "own.txt").write_text(DRAFT, "utf-8")
    (office.folder / "out").mkdir()
    (office.folder / "out" / "deep").symlink_to(precious)
    assert main(["protect", "drafts", "-o", "out", "--force"]) == 2
    assert spared(precious)


def test_what_a_model_wrote_is_not_kept_through_a_link(office: Office, precious: Path) -> None:
    from unlinkable.model.author import Candidate

    planted = office.folder / ".out.txt.unfinished"
    for link in (planted.symlink_to, planted.hardlink_to):
        link(precious / "own.txt")
        journal = Journal(office.folder / "out.txt", "secret")
        journal.add("question", astuple(Candidate("text", None, 0.0, 1, 0)))
        journal.close()
        assert spared(precious)
        assert planted.stat().st_mode & 0o777 == 0o600
        assert Journal(office.folder / "out.txt", "secret").answers("question")
        planted.unlink()


def test_nothing_is_accepted_through_a_link(office: Office, precious: Path) -> None:
    planted = office.folder / "drafts" / "unlinkable.toml"
    planted.symlink_to(precious / "own.txt")
    with pytest.raises(UserError, match="nothing was accepted"):
        write_accepted(planted, AcceptedRisk("one"))
    assert spared(precious)


def test_an_index_takes_the_place_of_a_link_and_leaves_what_it_led_to(
    office: Office, precious: Path
) -> None:
    out = office.folder / "again.unlinkable"
    out.symlink_to(precious / "own.txt")
    (office.folder / ".again.unlinkable.building-x").symlink_to(precious)
    build_index([office.folder / "originals.jsonl"], out, Options(processes=1))
    assert spared(precious)
    assert not out.is_symlink()


@pytest.mark.parametrize("planted", [COLLECTION, DRAFTS, SETTINGS])
def test_the_demo_is_not_written_through_a_link(
    office: Office, precious: Path, planted: str
) -> None:
    demo = office.folder / "demo"
    write_demo(demo)
    place = demo / planted
    if place.is_dir():
        place.rename(demo / "moved")
        place.symlink_to(precious)
    else:
        mark = place.read_text("utf-8")
        place.unlink()
        (precious / "own.txt").write_text(mark if planted == SETTINGS else PRECIOUS)
        place.symlink_to(precious / "own.txt")
    with pytest.raises(UserError, match="is a link, and links are not followed"):
        write_demo(demo)
    assert len(list(precious.iterdir())) == 1


def test_linked_folders_and_files_outside_are_not_copied_into_the_results(
    office: Office, precious: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drafts = office.folder / "drafts"
    (drafts / "linked").symlink_to(precious)
    (drafts / "single.txt").symlink_to(precious / "own.txt")
    (drafts / "root").symlink_to("/")
    (drafts / "again").symlink_to(".")
    (drafts / "within.txt").symlink_to("draft.txt")
    assert main(["protect", "drafts", "-o", "out"]) == 3
    results = {path.relative_to(office.folder / "out") for path in office.folder.rglob("out/**/*")}
    assert {str(name) for name in results if not name.name.startswith(".")} == {
        "draft.md",
        "draft.txt",
        "within.txt",
    }
    said = capsys.readouterr().err
    for name in ("linked", "single.txt", "root"):
        assert f"{Path('drafts') / name}: this link leads out of the folder" in said
    assert "drafts/again" not in said


def test_a_link_to_everything_loses_nothing_of_the_folder(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    (office.folder / "drafts" / "root").symlink_to("/")
    assert main(["check", "drafts", "--format", "json"]) == 1  # there are findings in the rest
    told = capsys.readouterr()
    assert told.out.count('"draft":') == 2
    assert "drafts/root: this link leads out of the folder" in told.err


def test_an_index_is_not_made_of_what_links_lead_to(office: Office, precious: Path) -> None:
    rulings = office.folder / "rulings"
    rulings.mkdir()
    (rulings / "a.txt").write_text(str(ORIGINALS[0]["text"]), "utf-8")
    (rulings / "more").symlink_to(precious)
    with pytest.raises(UserError, match="this link leads out of the folder"):
        build_index([rulings], office.folder / "again.unlinkable", Options(processes=1))
    assert not os.path.lexists(office.folder / "again.unlinkable")


def test_a_folder_that_cannot_be_read_loses_nothing_but_itself(
    office: Office, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = office.folder / "drafts" / "closed"
    closed.mkdir()
    for draft in (office.folder / "drafts").glob("*.*"):
        draft.write_text("The court heard", "utf-8")
    scandir = os.scandir

    def refusing(path: str) -> object:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    assert main(["check", "drafts"]) == 0
    monkeypatch.setattr(os, "scandir", refusing)
    for command in (["check", "--format", "json"], ["protect", "-o", "out"]):
        capsys.readouterr()
        assert main([*command, "--", "drafts"]) == 3
        told = capsys.readouterr()
        assert f"{Path('drafts', 'closed')}: cannot be read (Permission denied)" in told.err
        assert told.out.count('"draft":') == 2 * (command[0] == "check")
    assert sorted(path.name for path in (office.folder / "out").glob("*.*")) == [
        ".unlinkable-protected.json",
        "draft.md",
        "draft.txt",
    ]
    monkeypatch.setattr(os, "scandir", scandir)
    for draft in (office.folder / "drafts").glob("*.*"):
        draft.unlink()
    monkeypatch.setattr(os, "scandir", refusing)
    assert main(["check", "drafts"]) == 2
