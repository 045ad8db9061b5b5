"""Many drafts: a table that fills as it goes, a run that goes on where another was killed, and a
page of the worst."""

import csv
import heapq
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable.cli import main
from unlinkable.cli.protect.batch import HEADS, BatchTable
from unlinkable_index.builder import Options, build_index
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
    with pytest.raises(UserError, match="no table of ours"):
        BatchTable(Path("t.csv"), force=False)
    assert main([*COMMAND, "--force"]) in (0, 3)
    assert len(rows()) == COUNT
    assert main([*COMMAND, "--report", "t.html"]) == 2
