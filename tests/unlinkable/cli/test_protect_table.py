"""Many drafts: a table that fills as it goes, a run that goes on where another was killed, and a
page of the worst."""

import csv
import hashlib
import heapq
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable.cli import main
from unlinkable.cli.protect.reports import HEADS, BatchTable
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.errors import UserError

TEXTS = {
    "a": "The baker of Oldport sold a swan at the night market. He paid the tax.",
    "b": "The baker of Oldport sold bread at the night market. He paid the tax.",
    "c": "The baker sold bread at the market. He paid the tax of Oldport by night.",
}
COMMAND = ["protect", "drafts", "-o", "out", "--rewriter", "mask", "--table", "t.csv", "-q"]
COUNT = 6


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "own"))
    write_texts(Path("i.jsonl"), TEXTS)
    build_index([Path("i.jsonl")], Path("i.unlinkable"), Options(processes=1))
    Path("unlinkable.toml").write_text('index = "i.unlinkable"\n', "utf-8")
    Path("drafts").mkdir()
    for number in range(COUNT):
        text = TEXTS["abc"[number % 3]]
        Path(f"drafts/{number:02}.txt").write_text(f"{text} He paid {number}.", "utf-8")
    return tmp_path


def rows() -> list[dict[str, str]]:
    with Path("t.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_run_that_was_killed_goes_on_in_the_same_table() -> None:
    program = [sys.executable, "-P", "-m", "unlinkable", *COMMAND]
    running = subprocess.Popen(program, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 600
    while not Path("t.csv").exists() or len(rows()) < 1:
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    before = {path.name: path.stat().st_mtime_ns for path in Path("out").glob("*.txt")}
    told = {row["draft"] for row in rows()}
    assert 1 <= len(told) < COUNT
    with Path("t.csv").open("a") as table:
        table.write("drafts/xx")  # as a kill in the middle of a line leaves it
    assert main(COMMAND) in (0, 3)
    assert {row["draft"] for row in rows() if row["why"] is not None} == {
        f"drafts/{number:02}.txt" for number in range(COUNT)
    }
    same = [name for name, at in before.items() if Path("out", name).stat().st_mtime_ns == at]
    assert len(same) >= len(told) - 1, "what was done is not done again"
    page = Path("t.html").read_text("utf-8")
    assert "The 6 worst" in page
    assert "xx" not in page
    lost = {row["draft"]: int(row["masks"]) / int(row["words"]) for row in rows() if row["words"]}
    worst = heapq.nlargest(1, lost, key=lambda name: lost[name])
    assert page.index(worst[0]) < page.index("</tr>", page.index("<tbody>"))


def many_drafts(count: int) -> list[str]:
    """More drafts in folders, one of which cannot be read; the command for two processes."""
    for number in range(count):
        name = Path(f"drafts/{number % 3}/{number:03}.txt")
        name.parent.mkdir(exist_ok=True)
        name.write_text(f"{TEXTS['abc'[number % 3]]} He sold {number}.", "utf-8")
    Path("drafts/wrong.txt").write_bytes(b"\xff\xff\xff")
    return [*COMMAND, "--processes", "2"]


def test_results_are_the_same_by_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    command = many_drafts(9)
    assert main([*command, "--report", "r.json"]) == 2
    several, said = rows_without_times(), capsys.readouterr().err
    results = {path: path.read_bytes() for path in Path("out").rglob("*.txt")}
    record = json.loads(Path("r.json").read_text("utf-8"))
    for name in ("t.csv", "t.html", "r.json"):
        Path(name).unlink()
    shutil.rmtree("out")
    assert main([*COMMAND, "--processes", "1", "--report", "r.json"]) == 2
    assert len(results) == COUNT + 9
    assert results == {path: path.read_bytes() for path in Path("out").rglob("*.txt")}
    assert several == rows_without_times()
    assert timeless(said) == timeless(capsys.readouterr().err)
    again = json.loads(Path("r.json").read_text("utf-8"))
    assert [one["sha256"] for one in record["drafts"]] == [one["sha256"] for one in again["drafts"]]
    assert main(command) == 2
    assert capsys.readouterr().err.count("done before") == COUNT + 9


def rows_without_times() -> list[dict[str, str]]:
    """The lines of the table but for how long each took."""
    return [{name: cell for name, cell in row.items() if name != "seconds"} for row in rows()]


def timeless(said: str) -> str:
    """What was said but for how long each took."""
    return re.sub(r"[\d.]+ s;", "", said)


def started(command: list[str]) -> subprocess.Popen[str]:
    """A run of several processes that has done something already, in a session of its own."""
    program = [sys.executable, "-P", "-m", "unlinkable", *command]
    running = subprocess.Popen(program, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 120
    while not Path("t.csv").exists() or len(rows()) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    return running


def workers_of(running: subprocess.Popen[str]) -> list[psutil.Process]:
    """The processes that protect drafts."""
    children = psutil.Process(running.pid).children()
    return [one for one in children if "spawn_main" in " ".join(one.cmdline())]


def test_a_worker_that_is_killed_is_one_sentence_and_the_run_goes_on() -> None:
    running = started(many_drafts(90))
    finished = {row["draft"] for row in rows()}
    workers_of(running)[0].kill()
    said = running.communicate(timeout=60)[1]
    assert running.returncode == 2
    why = "probably because memory ran out; give the same command with fewer --processes; it goes"
    last = said.splitlines()[-1]
    assert last.endswith(f", {why} on where this one stopped")
    begun, _, at = last.removesuffix(f", {why} on where this one stopped").partition(" at ")
    assert begun == "unlinkable: a worker process was killed"
    at_work = [Path(name) for name in at.split(" or ")]
    assert 1 <= len(at_work) <= 2
    assert all(one.is_file() and str(one) not in finished for one in at_work)
    assert "Traceback" not in said
    assert not list(Path("out").rglob("*part"))
    shutil.rmtree("drafts/2")
    assert main([*COMMAND, "--processes", "1"]) == 2
    told = {row["draft"] for row in rows() if "/2/" not in row["draft"]}
    assert len(told) == COUNT + 60 + 1


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_all_processes_end_at_once_with_the_run(sign: signal.Signals) -> None:
    running = started(many_drafts(90))
    workers = workers_of(running)
    assert len(workers) == 2
    began = time.monotonic()
    if sign is signal.SIGINT:
        os.killpg(running.pid, sign)  # as a terminal does
        said = running.communicate(timeout=60)[1]
        assert running.returncode == 130
        assert said.splitlines()[-1].endswith("interrupted; the same command goes on from here")
        assert "Traceback" not in said
        assert not list(Path("out").rglob("*part"))
    else:
        running.kill()
        running.communicate()
    _, alive = psutil.wait_procs(workers, timeout=20)
    assert not alive
    assert time.monotonic() - began < 20


def test_each_draft_has_a_record_that_can_be_verified(capsys: pytest.CaptureFixture[str]) -> None:
    several = ["--processes", "2", "--records", "records"]
    assert main([*COMMAND, *several]) in (0, 3)
    for number in range(COUNT):
        name = f"{number:02}.txt"
        page = Path(f"records/{name}.html").read_text("utf-8")
        seal = json.loads(Path(f"records/{name}.json").read_text("utf-8"))["sha256"]
        result = hashlib.sha256(Path("out", name).read_bytes()).hexdigest()
        assert seal in page
        assert result in page
        assert page.count("<h2>") == 1
        capsys.readouterr()
        assert main(["verify", f"records/{name}.json", f"out/{name}"]) in (0, 3)
        assert seal in capsys.readouterr().out
        other = f"out/{(number + 1) % COUNT:02}.txt"
        assert main(["verify", f"records/{name}.json", other]) == 1
    Path("records/03.txt.json").unlink()
    capsys.readouterr()
    assert main([*COMMAND, *several]) in (0, 3)
    assert capsys.readouterr().err.count("done before") == COUNT - 1
    assert Path("records/03.txt.json").exists()


def test_records_go_where_nothing_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    for place, why in (("drafts", "taken for a draft"), ("absent/records", "there is no folder")):
        assert main([*COMMAND, "--records", place]) == 2
        assert why in capsys.readouterr().err
    Path("records").mkdir()
    Path("records/00.txt.json").write_text("mine", "utf-8")
    assert main([*COMMAND, "--records", "records"]) == 2
    assert "no report of ours" in capsys.readouterr().err
    Path("linked").symlink_to("own")
    assert main([*COMMAND, "--records", "linked"]) == 2
    assert "is a link" in capsys.readouterr().err
    assert not Path("out").exists()
    one = ["protect", "drafts/00.txt", "-o", "one.txt", "--records", "records"]
    assert main(one) == 2
    assert "for a folder of results" in capsys.readouterr().err


def test_what_could_not_be_done_stands_first() -> None:
    Path("drafts/13.txt").write_bytes(b"\xff\xff\xff")
    assert main(COMMAND) == 2
    assert {row["draft"] for row in rows() if row["result"] == "not done"} >= {"drafts/13.txt"}
    page = Path("t.html").read_text("utf-8")
    body = page[page.index("<tbody>") :]
    assert "not done" in body[: body.index("</tr>")]
    assert set(rows()[0]) == set(HEADS)


def test_names_are_no_formulas(tmp_path: Path) -> None:
    table = BatchTable(tmp_path / "t.csv", force=False)
    table.add_failed(Path("=1+1"), "@why\nnot")
    assert (tmp_path / "t.csv").read_text("utf-8").splitlines()[1] == (
        "'=1+1,not done,,,,,,,'@why not"
    )


def test_no_other_file_is_written_over() -> None:
    Path("t.csv").write_text("mine", "utf-8")
    assert main(COMMAND) == 2
    assert Path("t.csv").read_text("utf-8") == "mine"
    with pytest.raises(UserError, match="no report of ours"):
        BatchTable(Path("t.csv"), force=False)
    Path("t.csv").unlink()
    Path("t.html").write_text("mine", "utf-8")
    assert main(COMMAND) == 2
    assert Path("t.html").read_text("utf-8") == "mine"
    assert main([*COMMAND, "--force"]) in (0, 3)
    assert len(rows()) == COUNT
    assert main([*COMMAND, "--report", "t.html"]) == 2
