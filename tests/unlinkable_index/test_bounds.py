"""What a build may take: memory, open files, disk. Measured from outside, with the real command."""

import lzma
import random
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import MEGABYTE, BuildPlan, Expected, Options, expected
from unlinkable_index.collection import Collection
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
    monkeypatch.setattr("unlinkable_index.builder._SMALL", 0)
    monkeypatch.delattr("unlinkable_index.builder.read_collection")
    for words, said in (
        (100_000_000, r"at least 4 GB of disk .* and 2 GB are free here; .*--work"),
        (400_000_000, r"the index will have at least 3 GB, and 2 GB are free here"),
    ):
        plan = Expected(words // 2, words, 1, 1, 1)
        monkeypatch.setattr("unlinkable_index.builder.expected", lambda *_, plan=plan: plan)
        if words > 100_000_000:  # where the work lies there is room
            monkeypatch.setattr("unlinkable_index.building.plan._LEAST_DISK_A_WORD", 1)
        with pytest.raises(UserError, match=said):
            build_index([source], tmp_path / "i", Options(processes=1))


@pytest.mark.parametrize("packing", ["", ".xz", ".zip"])
@pytest.mark.parametrize("words", [3_000, 200_000, 1_500_000])
def test_what_a_build_will_take_is_told_before_it(tmp_path: Path, words: int, packing: str) -> None:
    vocabulary = [f"word{n**3 % 7919:x}" for n in range(5_000)]
    shuffled = random.Random(5).choices(vocabulary, k=words)
    records = [{"id": n, "text": " ".join(shuffled[n : n + 300])} for n in range(0, words, 300)]
    path = write_jsonl(tmp_path / "c.jsonl", records)
    if packing == ".xz":
        path = tmp_path / "c.jsonl.xz"
        path.write_bytes(lzma.compress((tmp_path / "c.jsonl").read_bytes(), preset=0))
    elif packing:
        path = tmp_path / "c.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for record in records:
                archive.writestr(f"{record['id']:09}.txt", str(record["text"]))
    plan = expected(Collection([path]), Options())
    assert abs(plan.words / words - 1) < 0.25
    assert abs(plan.records / len(records) - 1) < 0.25


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
