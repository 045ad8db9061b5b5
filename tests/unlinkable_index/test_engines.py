"""Clusters as engines: the same bytes as this machine makes, also when workers are lost."""

import importlib.util
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from unlinkable_index.builder import build_index
from unlinkable_index.building import engines
from unlinkable_index.building.engines import NAMES, demand_fit, engine_named, seen_from_here
from unlinkable_index.building.levels import PhraseLevel
from unlinkable_index.building.plan import BuildPlan, Options
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.building.workers import Workers
from unlinkable_index.errors import UserError


@pytest.fixture(autouse=True)
def many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "unlinkable_index.building.plan.BuildPlan.of", lambda *_: BuildPlan(1, 1 << 20, 1000)
    )


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """Two workers of Dask on this machine."""
    distributed = pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        yield cluster


def test_dask_makes_the_same_bytes(tmp_path: Path, source: Path, whole: bytes, dask: Any) -> None:
    options = Options(engine="dask", scheduler=dask.scheduler_address)
    build_index([source], tmp_path / "i", options)
    assert (tmp_path / "i").read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["i"]


def test_a_worker_of_dask_that_is_killed_costs_only_what_it_was_at(
    tmp_path: Path, source: Path, whole: bytes, dask: Any
) -> None:
    lost = [worker.pid for worker in dask.workers.values()][:1]

    def kill_one(stage: str, _done: float) -> None:
        if lost and stage == "phrases of 2 words":
            os.kill(lost.pop(), signal.SIGKILL)

    options = Options(engine="dask", scheduler=dask.scheduler_address, work=tmp_path / "work")
    build_index([source], tmp_path / "i", options, kill_one)
    assert lost == []
    assert (tmp_path / "i").read_bytes() == whole


needs_spark = pytest.mark.skipif(
    shutil.which("java") is None or importlib.util.find_spec("pyspark") is None,
    reason="needs Java and PySpark",
)


@needs_spark
def test_spark_tells_of_each_task_when_it_is_done(tmp_path: Path) -> None:
    with engine_named("spark", "local[2]", Workers(1), Scratch(tmp_path)) as engine:
        began = time.monotonic()
        told = [time.monotonic() - began for _ in engine.map(time.sleep, [0.2, 0.2, 0.2, 6])]
        assert len(told) == 4
        assert told[2] < told[3] - 2
        assert list(engine.map(time.sleep, [])) == []
        with pytest.raises(Exception, match="sleep length must be non-negative"):
            list(engine.map(time.sleep, [0.1, -1]))


@needs_spark
def test_spark_makes_the_same_bytes(tmp_path: Path, source: Path, whole: bytes) -> None:
    build_index([source], tmp_path / "i", Options(engine="spark", scheduler="local[2]"))
    assert (tmp_path / "i").read_bytes() == whole


def test_a_cluster_that_is_not_there_is_told(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    monkeypatch.setattr("unlinkable_index.building.engines._PATIENCE", "0.2s")
    options = Options(engine="dask", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(UserError, match="no scheduler of Dask answers there"):
        build_index([source], tmp_path / "i", options)
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_installed_is_told(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "pyspark", None)
    for engine, said in (("dask", r"unlinkable\[cluster\]"), ("spark", "needs PySpark")):
        with pytest.raises(UserError, match=said):
            build_index([source], tmp_path / "i", Options(engine=engine, scheduler="any"))


def test_an_address_without_a_cluster_and_a_cluster_without_address_are_refused(
    tmp_path: Path,
) -> None:
    assert NAMES == ("local", "dask", "spark")
    with pytest.raises(UserError, match="--scheduler is for clusters"):
        engine_named("local", "tcp://127.0.0.1:9", Workers(1), Scratch(tmp_path))
    with pytest.raises(UserError, match="needs the address of its scheduler"):
        engine_named("dask", None, Workers(1), Scratch(tmp_path))


def test_workers_must_see_the_folder_and_have_this_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = Scratch(tmp_path)
    mine = seen_from_here(scratch)
    demand_fit([mine, mine], scratch)
    with pytest.raises(UserError, match="not every worker of the cluster sees this folder"):
        demand_fit([mine, seen_from_here(Scratch(tmp_path / "elsewhere"))], scratch)
    with pytest.raises(UserError, match="has no workers"):
        demand_fit([], scratch)
    monkeypatch.setattr(engines, "version", lambda _: "0.0.9")
    with pytest.raises(UserError, match="have another version"):
        demand_fit([mine], scratch)


def test_what_engines_may_log_of_a_task_does_not_tell_the_key(tmp_path: Path) -> None:
    level = PhraseLevel(Scratch(tmp_path), b"a very secret key", 1, 1, 0, False)
    assert "secret" not in repr((level, 1))
