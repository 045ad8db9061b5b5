"""What a killed `protect` leaves is private and goes with the next run; what others wrote stays."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.unlinkable.trust.office import UNLINKABLE, Office
from unlinkable.cli import main

KILLED = """\
import os, signal, sys
if "protect" in sys.argv:
    from unlinkable.cli.protect import workers
    workers._demand_clean = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""
PROTECT = ["protect", "drafts", "-o", "out", "--report", "report.json"]


@pytest.fixture
def killing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """On the path of `protect`, this has it killed where its result is not verified yet."""
    folder = tmp_path_factory.mktemp("killing")
    (folder / "sitecustomize.py").write_text(KILLED)
    return folder


def left(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def protect(office: Office, path: str) -> int:
    return subprocess.run(
        [*UNLINKABLE, *PROTECT],
        cwd=office.folder,
        env={**office.environment, "PYTHONPATH": path},
        capture_output=True,
        timeout=120,
        check=False,
    ).returncode


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed like this there")
def test_a_killed_run_leaves_nothing_that_others_can_read_and_the_next_removes_it(
    office: Office, killing: Path
) -> None:
    for draft in (office.folder / "drafts").iterdir():
        draft.chmod(0o644)
    assert protect(office, str(killing)) == -signal.SIGKILL
    (part,) = left(office.folder / "out")
    assert stat.S_IMODE(part.stat().st_mode) == 0o600
    assert part.name.startswith(".")
    (office.folder / "drafts" / "draft.md").unlink()  # of which the part is
    assert part.name.startswith(".draft.md.")
    assert protect(office, "") == 0
    names = {path.name for path in left(office.folder / "out")}
    assert names == {"draft.txt", ".unlinkable-protected.json"}


def test_what_another_run_is_at_work_on_stays(office: Office) -> None:
    from unlinkable_index.ordinary_files import remove_left_over, unfinished

    out = office.folder / "out"
    with unfinished(out / "a.txt", "text") as part:
        remove_left_over(out)
        with unfinished(out / "a.txt", "text") as other:
            assert part.exists()
        assert not other.exists()
    assert left(out) == [out / "a.txt"]


def test_nothing_but_what_was_left_is_removed(office: Office) -> None:
    from unlinkable_index.ordinary_files import remove_left_over

    out = office.folder / "out"
    (out / "deep").mkdir(parents=True)
    kept = [out / "a.txt", out / ".b.part", out / "deep" / "c.unlinkable-part"]
    gone = [out / ".a.txt.x1.unlinkable-part", out / "deep" / ".b.md.y.unlinkable-part"]
    for path in (*kept, *gone):
        path.write_text("text", "utf-8")
    os.mkfifo(out / ".pipe.z.unlinkable-part")
    (out / ".link.z.unlinkable-part").symlink_to(out / "a.txt")
    remove_left_over(out)
    assert all(path.exists() for path in kept)
    assert not any(path.exists() for path in gone)


@pytest.mark.parametrize("name", ["out/draft.txt", "r.json", "r.md", "r.html"])
def test_a_file_that_is_not_ours_is_not_replaced(
    office: Office, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(office.folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(office.folder / "home"))
    (office.folder / "out").mkdir()
    other = office.folder / name
    other.write_text("somebody else's", "utf-8")
    reports = [flag for report in ("r.json", "r.md", "r.html") for flag in ("--report", report)]
    command = ["protect", "drafts", "-o", "out", *reports]
    assert main(command) == 2
    assert other.read_text("utf-8") == "somebody else's"
    assert main([*command, "--force"]) == 0
    assert other.read_text("utf-8") != "somebody else's"
    (office.folder / "drafts" / "draft.txt").write_text("A dog barked.", "utf-8")
    assert main(command) == 0  # all of it is ours now
    assert other.read_text("utf-8") != "somebody else's"


def test_a_single_result_is_replaced_when_told_so_only(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(office.folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(office.folder / "home"))
    command = ["protect", "drafts/draft.txt", "-o", "out.txt"]
    assert [main(command), main(command), main([*command, "--force"])] == [0, 2, 0]


def test_an_index_replaces_an_index_only(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(office.folder)
    command = ["index", "originals.jsonl", "-q", "-o", "ruling.txt", "--processes", "1"]
    (office.folder / "ruling.txt").write_text("somebody else's", "utf-8")
    assert main(command) == 2
    assert (office.folder / "ruling.txt").read_text("utf-8") == "somebody else's"
    assert [main([*command, "--force"]), main(command)] == [0, 0]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
@pytest.mark.parametrize(
    ("folder", "file", "index"),
    [
        (0o755, 0o644, 0o644),
        (0o755, 0o640, 0o640),
        (0o755, 0o600, 0o600),
        (0o700, 0o644, 0o600),
        (0o750, 0o644, 0o640),
    ],
)
def test_a_new_index_is_no_more_readable_than_the_originals(
    folder: int, file: int, index: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from unlinkable_index.builder import build_index
    from unlinkable_index.building.plan import Options

    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        here = Path(place)
        here.chmod(folder)
        (here / "open.txt").write_text("The court heard the case.", "utf-8")
        (here / "open.txt").chmod(0o644)
        (here / "other.txt").write_text("The case was heard.", "utf-8")
        (here / "other.txt").chmod(file)
        before = os.umask(0o022)
        try:
            out = tmp_path_factory.mktemp("out") / "new.unlinkable"
            build_index([here], out, Options(processes=1))
            assert stat.S_IMODE(out.stat().st_mode) == index
            out.chmod(0o644)  # whoever shares it says so, and it stays so
            build_index([here], out, Options(processes=1))
            assert stat.S_IMODE(out.stat().st_mode) == 0o644
        finally:
            os.umask(before)
