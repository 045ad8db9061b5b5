"""What a build may take: memory, open files, disk. Measured from outside, with the real command."""

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import Options, build_index
from unlinkable_index.building.plan import MEGABYTE, BuildPlan
from unlinkable_index.errors import UserError

MEMORY = 300


def generated(words: int) -> Iterator[dict[str, Any]]:
    """Rulings of 500 words, some words being frequent and most of them rare."""
    chosen = random.Random(300)
    for number in range(words // 500):
        text = " ".join(f"w{int(chosen.paretovariate(0.6))}" for _ in range(500))
        yield {"id": str(number), "text": text}


def most_memory(command: list[str]) -> int:
    """Run a command; the most that its processes held, pages that are shared counted once."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    most = 0
    while process.poll() is None:
        held = 0
        try:
            running = psutil.Process(process.pid)
            for one in (running, *running.children(recursive=True)):
                held += one.memory_full_info().pss
        except psutil.Error:  # one has just ended
            continue
        most = max(most, held)
        time.sleep(0.05)
    assert process.returncode == 0, process.stderr
    return most


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells proportional set sizes")
def test_all_processes_together_keep_to_the_memory(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "c.jsonl", generated(3_000_000))
    command = [sys.executable, "-m", "unlinkable", "index", str(source), "-o"]
    out = str(tmp_path / "i")
    most = most_memory([*command, out, "-q", "--memory", f"{MEMORY}M", "--processes", "2"])
    assert most < MEMORY * MEGABYTE


BUILD = """
import resource, sys
from pathlib import Path
from unlinkable_index import builder
from unlinkable_index.building.plan import BuildPlan
if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    BuildPlan.of = lambda *_: BuildPlan(2, 1 << 18, 500)
    builder.build_index([Path(sys.argv[1])], Path(sys.argv[2]), builder.Options())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_few_files_are_open_at_once(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "c.jsonl", generated(40_000))  # 80 chunks, 32 partitions
    (tmp_path / "build.py").write_text(BUILD, "utf-8")
    subprocess.run(
        [sys.executable, tmp_path / "build.py", source, tmp_path / "few"], check=True, timeout=600
    )
    build_index([source], tmp_path / "many", Options(processes=1))
    assert (tmp_path / "few").read_bytes() == (tmp_path / "many").read_bytes()


class _Usage(NamedTuple):
    free: int


def test_a_disk_that_is_surely_too_small_is_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_jsonl(tmp_path / "c.jsonl", [{"id": "a", "text": "one two"}])
    monkeypatch.setattr(shutil, "disk_usage", lambda _: _Usage(2 << 30))
    build_index([source], tmp_path / "i", Options(processes=1))
    monkeypatch.setattr("unlinkable_index.builder.words_at_least", lambda _: 100_000_000)
    monkeypatch.delattr("unlinkable_index.builder.read_collection")
    with pytest.raises(UserError, match=r"at least 4 GB of disk .* and 2 GB are free here"):
        build_index([source], tmp_path / "i", Options(processes=1))


@pytest.mark.parametrize(
    ("demand", "said"),
    [
        (lambda plan: plan.demand_memory_for_records(10**8), "100,000,000 records"),
        (lambda plan: plan.demand_memory_for_text(10**8, "c.jsonl, line 1"), "c.jsonl, line 1"),
    ],
)
def test_what_the_memory_will_not_do_for_is_told_with_what_will(
    demand: Callable[[BuildPlan], None], said: str
) -> None:
    for processes in (1, 2, 8):
        plan = BuildPlan.of(300 * MEGABYTE, processes, 10**9)
        with pytest.raises(UserError, match=said) as refused:
            demand(plan)
        enough = int(str(refused.value).rpartition(" ")[2].removesuffix("M")) * MEGABYTE
        demand(BuildPlan.of(enough, plan.workers, 10**9))
