"""The work of a build in pieces: however it is cut and however often a piece is done, the same."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building import work
from unlinkable_index.building.levels import PhraseLevel
from unlinkable_index.building.plan import BuildPlan, Options
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.building.workers import Workers
from unlinkable_index.errors import UserError
from unlinkable_index.groups import Units


def cut(monkeypatch: pytest.MonkeyPatch, plan: BuildPlan) -> None:
    """Have the work divided in this way."""
    monkeypatch.setattr("unlinkable_index.building.plan.BuildPlan.of", lambda *_: plan)


@pytest.mark.parametrize(
    "plan", [BuildPlan(1, 1 << 28, 50), BuildPlan(1, 1 << 28, 400), BuildPlan(1, 1 << 17, 3000)]
)
def test_however_the_work_is_cut_the_bytes_are_the_same(
    tmp_path: Path, source: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch, plan: BuildPlan
) -> None:
    cut(monkeypatch, plan)
    build_index([source], tmp_path / "i", Options(processes=1))
    assert (tmp_path / "i").read_bytes() == whole


class Twice:
    """Does every piece of work twice, in any order."""

    def __init__(self, _count: int) -> None:
        self.count = 1
        self.steps = 0

    def __enter__(self) -> "Twice":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, function: Any, tasks: Any) -> Iterator[Any]:
        tasks = list(tasks)
        if not (tasks and isinstance(tasks[0], tuple) and isinstance(tasks[0][0], PhraseLevel)):
            yield from map(function, tasks)
            return
        self.steps += 1
        again = tasks * 2
        random.Random(self.steps).shuffle(again)
        for task in again:
            function(task)
        yield from [None] * len(tasks)


def test_tasks_may_run_twice_and_in_any_order(
    tmp_path: Path, source: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut(monkeypatch, BuildPlan(1, 1 << 20, 500))
    workers = Twice(1)
    monkeypatch.setattr(work, "Workers", lambda _: workers)
    build_index([source], tmp_path / "i", Options())
    assert workers.steps == 7 * 3 - 1 + 1  # words are numbered besides
    assert (tmp_path / "i").read_bytes() == whole


def test_an_id_that_is_used_twice_is_found_however_far_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut(monkeypatch, BuildPlan(1, 1 << 16, 500))
    records = [{"id": str(number % 900), "text": f"word {number}"} for number in range(903)]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    with pytest.raises(UserError, match=r"line 901: the id '0' was already used at .*line 1;"):
        build_index([source], tmp_path / "i", Options(processes=1))


def test_an_unfinished_scratch_file_is_never_seen(tmp_path: Path) -> None:
    class Unlucky:
        dtype, nbytes = np.dtype("<u8"), 8

        def __len__(self) -> int:
            return 1

        def __array__(self, *_: object, **__: object) -> Any:
            raise OSError("the disk is full")

    scratch = Scratch(tmp_path)
    unlucky: Any = Unlucky()
    with pytest.raises(OSError, match="the disk is full"):
        scratch.write("some", good=np.arange(5), bad=unlucky)
    assert list(tmp_path.iterdir()) == []


@given(st.lists(st.integers(0, 2**63)), st.integers(0, 9), st.integers(0, 9))
def test_scratch_files_give_back_what_was_written(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[int], start: int, more: int
) -> None:
    scratch = Scratch(tmp_path_factory.mktemp("scratch"), lasting=True)
    array = np.array(numbers, dtype=np.uint64)
    scratch.write("some", first=array, then=array.astype(np.uint16), last=array[:1])
    stop = min(start + more, len(array))
    start = min(start, stop)
    file = scratch.file("some")
    assert file.read("first", start, stop).tolist() == numbers[start:stop]
    assert file.read("then").tolist() == [number % 2**16 for number in numbers]
    assert file.read("last").tolist() == numbers[:1]


@given(st.integers(1, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11))))
def test_records_that_are_joined_are_one_document(
    records: int, pairs: list[tuple[int, int]]
) -> None:
    units = Units(records)
    sets = [{number} for number in range(records)]  # the slow twin
    for one, other in pairs:
        one, other = one % records, other % records
        units.join(one, other)
        merged = sets[one] | sets[other]
        for member in merged:
            sets[member] = merged
    firsts = sorted({min(members) for members in sets})
    assert units.documents().tolist() == [firsts.index(min(members)) for members in sets]


def test_all_cores_are_used_where_memory_allows() -> None:
    assert BuildPlan.of(1 << 30, 2, 10**6).workers == 2
    assert BuildPlan.of(300 << 20, 16, 10**6).workers < 4
    with Workers(1) as workers:
        assert list(workers.map(str, [1, 2])) == ["1", "2"]
