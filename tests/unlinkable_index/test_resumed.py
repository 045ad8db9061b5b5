"""Builds in a folder of work: they go on where they were interrupted, and end as any other."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable_index.rulings import rulings
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building import work
from unlinkable_index.building.plan import BuildPlan, Options
from unlinkable_index.building.workers import Workers
from unlinkable_index.errors import UserError

KEY = b"a key that is long enough"


@pytest.fixture(autouse=True)
def many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "unlinkable_index.building.plan.BuildPlan.of", lambda *_: BuildPlan(1, 1 << 20, 1000)
    )


class Interrupting(Workers):
    """Counts the tasks of levels, and is interrupted before one of them."""

    left: int | None = None
    done = 0

    def map(self, function: Any, tasks: Any) -> Iterator[Any]:
        if function.__name__ not in ("send", "group", "answer"):
            yield from super().map(function, tasks)
            return
        for task in tasks:
            if Interrupting.left == 0:
                raise KeyboardInterrupt
            if Interrupting.left is not None:
                Interrupting.left -= 1
            Interrupting.done += 1
            yield function(task)


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> type[Interrupting]:
    monkeypatch.setattr(work, "Workers", Interrupting)
    Interrupting.left, Interrupting.done = None, 0
    return Interrupting


def test_no_task_is_done_twice(
    tmp_path: Path, source: Path, whole: bytes, tasks: type[Interrupting]
) -> None:
    build_index([source], tmp_path / "i", Options(work=tmp_path / "all"))
    all_tasks, tasks.done = tasks.done, 0
    work = tmp_path / "work"
    said = []
    while not (tmp_path / "j").exists():
        tasks.left = 13
        try:
            build_index([source], tmp_path / "j", Options(work=work))
        except KeyboardInterrupt as interrupted:
            said.append(str(interrupted))
            assert os.name == "nt" or work.stat().st_mode & 0o077 == 0
    assert tasks.done == all_tasks
    assert said == [f"the same command goes on from what is in {work}"] * ((all_tasks - 1) // 13)
    assert (tmp_path / "i").read_bytes() == (tmp_path / "j").read_bytes() == whole
    assert not work.exists()


def test_the_collection_is_read_once(
    tmp_path: Path, source: Path, tasks: type[Interrupting], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.left = 0
    options = Options(work=tmp_path / "work", key=KEY)
    with pytest.raises(KeyboardInterrupt):
        build_index([source], tmp_path / "i", options)
    monkeypatch.delattr("unlinkable_index.builder.read_collection")
    tasks.left = None
    build_index([source], tmp_path / "i", options)
    assert (tmp_path / "i").is_file()


def test_the_work_of_another_build_is_refused(
    tmp_path: Path, source: Path, tasks: type[Interrupting]
) -> None:
    tasks.left = 5
    work = tmp_path / "work"
    with pytest.raises(KeyboardInterrupt):
        build_index([source], tmp_path / "i", Options(work=work))
    other = write_jsonl(tmp_path / "other.jsonl", rulings())
    tasks.left = None
    for sources, options in (
        ([other], Options(work=work)),
        ([source], Options(work=work, max_words=5)),
        ([source], Options(work=work, key=KEY)),
    ):
        with pytest.raises(UserError, match="the work in this folder is that of another build"):
            build_index(sources, tmp_path / "i", options)
    build_index([source], tmp_path / "i", Options(work=work))


def test_a_build_that_was_killed_while_it_cleaned_up_leaves_nothing_that_is_used(
    tmp_path: Path, source: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = write_jsonl(tmp_path / "other.jsonl", [{"id": "x", "text": "w1 w2 w3 w1 w2 w9"}])
    work = tmp_path / "work"

    def killed(folder: Path, **_: object) -> None:
        for left in ("answers", "level", "sent"):
            for path in folder.glob(f"{left}*"):
                path.unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("unlinkable_index.building.work.shutil.rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            build_index([other], tmp_path / "i", Options(work=work))
    assert list(work.glob("group-1-*"))
    build_index([source], tmp_path / "i", Options(work=work))
    assert (tmp_path / "i").read_bytes() == whole


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, source: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear Sir")
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    for name, said in (("mine", "not the work of a build"), ("link", "no folder")):
        with pytest.raises(UserError, match=said):
            build_index([source], tmp_path / "i", Options(work=tmp_path / name))
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_with_a_key_no_names_lie_in_the_folder(tmp_path: Path, tasks: type[Interrupting]) -> None:
    records = [{"id": f"Nightingale-{n}", "group": "Falkenberg", "text": "a b"} for n in range(9)]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    tasks.left = 3
    with pytest.raises(KeyboardInterrupt):
        build_index([source], tmp_path / "i", Options(work=tmp_path / "work", key=KEY))
    for file in (tmp_path / "work").iterdir():
        content = file.read_bytes()
        assert b"Nightingale" not in content
        assert b"Falkenberg" not in content


BUILD = """
import sys
from pathlib import Path
from unlinkable_index import builder
from unlinkable_index.building.plan import BuildPlan
if __name__ == "__main__":
    BuildPlan.of = lambda *_: BuildPlan(2, 1 << 20, 1000)
    options = builder.Options(work=Path(sys.argv[3]))
    builder.build_index([Path(sys.argv[1])], Path(sys.argv[2]), options)
"""


def test_killed_again_and_again_a_build_comes_to_its_end(
    tmp_path: Path, source: Path, whole: bytes
) -> None:
    script = tmp_path / "build.py"
    script.write_text(BUILD, "utf-8")
    command = [sys.executable, script, source, tmp_path / "i", tmp_path / "work"]
    patience = 0.7
    for _ in range(40):
        build = subprocess.Popen(command, start_new_session=True)
        try:
            if build.wait(patience) == 0:
                break
        except subprocess.TimeoutExpired:
            os.killpg(build.pid, signal.SIGKILL)
            build.wait()
        patience *= 1.4
        time.sleep(0.1)  # for its workers to end
    assert (tmp_path / "i").read_bytes() == whole
    assert not (tmp_path / "work").exists()
