"""What runs the tasks of the levels: this machine, Dask or Spark. An engine runs a function on
every task somewhere and says when each is done. Loads a cluster's library only where it is asked
for; must never know what the tasks do, nor move their data."""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from itertools import count, repeat
from typing import Any, Protocol

from unlinkable_index.building.scratch import Scratch
from unlinkable_index.child_processes import environment, python
from unlinkable_index.errors import UserError

NAMES = ("local", "dask", "spark")


class BuildEngine(Protocol):
    """Runs tasks."""

    def map(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        """Run ``function`` on every task; yields for each as it is done. What it yields, and what
        ``function`` returns, is of no use: all that matters is what is written."""


def engine_named(
    name: str, scheduler: str | None, local: BuildEngine, scratch: Scratch
) -> contextlib.AbstractContextManager[BuildEngine]:
    """The engine with one of `NAMES`, for work on ``scratch``.

    - ``scheduler``: where the cluster is, as its own programs name it;
    - ``local``: the engine of this machine.

    Raises UserError, also on entering, where the engine cannot be had.
    """
    if name == "local":
        if scheduler is not None:
            raise UserError("--scheduler is for clusters; add --engine dask or --engine spark")
        return contextlib.nullcontext(local)
    if name == "dask":
        if scheduler is None:
            raise UserError(
                "--engine dask needs the address of its scheduler, such as "
                "--scheduler tcp://127.0.0.1:8786"
            )
        return dask_engine(scheduler, scratch)
    return spark_engine(scheduler, scratch)


def seen_from_here(scratch: Scratch) -> str | None:
    """The version of this program; None where the files are not seen. For workers to be asked."""
    try:
        return version("unlinkable") if scratch.place.is_seen() else None
    except UserError:
        return None


def demand_fit(workers: Iterable[str | None], scratch: Scratch) -> None:
    """Raise UserError unless all workers see the files, and have this version of the program.

    ``workers``: what `seen_from_here` says on each.
    """
    said = set(workers)
    mine = version("unlinkable")
    if not said:
        raise UserError("the cluster has no workers; start some, and try again")
    if None in said:
        raise UserError(
            "not every worker of the cluster sees the place of --shared; check that the part of "
            "fsspec for it is installed on all of them, with the rights to write there"
            if scratch.shared
            else f"{scratch.folder}: not every worker of the cluster sees this folder; name one "
            "with --work that lies on a disk which all of them share, under the same path, or "
            "another place with --shared"
        )
    if said != {mine}:
        raise UserError(
            f"the workers of the cluster have another version of Unlinkable than {mine}; "
            "install the same one everywhere"
        )


_PATIENCE = "20s"


@contextlib.contextmanager
def dask_engine(scheduler: str, scratch: Scratch) -> Iterator[BuildEngine]:
    """The workers of a scheduler, named by its address. Raises UserError where they do not fit."""
    try:
        from distributed import Client
    except ImportError:
        raise UserError(
            "--engine dask needs a part that is not installed: `pip install 'unlinkable[cluster]'`"
        ) from None
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError):
        raise UserError(
            f"{scheduler}: no scheduler of Dask answers there; check the address"
        ) from None
    with client:
        demand_fit(client.run(seen_from_here, scratch).values(), scratch)
        yield _Dask(client)


class _Dask:
    """Runs tasks on the workers of one scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def map(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        """Run ``function`` on every task; yields one by one as they are done."""
        from distributed import KilledWorker, as_completed

        futures = self._client.map(function, list(tasks), pure=False)
        try:
            for _, result in as_completed(futures, with_results=True):
                yield result
        except KilledWorker:
            raise UserError(
                "several workers of the cluster were lost at the same task, probably because "
                "memory ran out; try again with a smaller --memory"
            ) from None
        finally:
            self._client.cancel(futures)


_MOMENT = 0.5  # seconds


@contextlib.contextmanager
def spark_engine(master: str | None, scratch: Scratch) -> Iterator[BuildEngine]:
    """The executors of a master; None: the one that Spark's own settings name, or this machine.

    Raises UserError where they cannot be had, or do not fit.
    """
    try:
        from pyspark import SparkConf, SparkContext
    except ImportError:
        raise UserError(
            "--engine spark needs PySpark, which is not installed; install the version that your "
            "cluster runs, with Java"
        ) from None
    os.environ.update(environment())  # Java hands it on to those that it starts
    os.environ.setdefault("PYSPARK_PYTHON", python()[0])
    conf = SparkConf().setAppName("unlinkable").setIfMissing("spark.master", "local[*]")
    conf.setExecutorEnv("PYTHONSAFEPATH", "1")
    conf.setIfMissing("spark.ui.enabled", "false").setIfMissing("spark.log.level", "ERROR")
    if master is not None:
        conf.setMaster(master)
    try:
        context = SparkContext(conf=conf)
    except Exception as error:  # Java's errors have no common class
        raise UserError(
            f"Spark cannot be started ({type(error).__name__}); check that Java is installed, and "
            "the address after --scheduler"
        ) from None
    with context:
        several = range(2 * context.defaultParallelism)
        asked = context.parallelize(several, len(several)).map(lambda _: seen_from_here(scratch))
        demand_fit(asked.collect(), scratch)
        yield _Spark(context)


class _Spark:
    """Runs tasks on the executors of one context."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._numbers = count()

    def map(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[None]:
        """Run ``function`` on every task; yields for each, at most a moment after it was done."""
        todo = list(tasks)
        if not todo:
            return
        from pyspark import InheritableThread

        group = f"unlinkable-{next(self._numbers)}"
        failures: list[Exception] = []

        def run() -> None:
            try:
                self._context.setJobGroup(group, "tasks of a build")
                self._context.parallelize(todo, len(todo)).foreach(function)
            except Exception as error:  # raised where it is waited for
                failures.append(error)

        thread = InheritableThread(target=run, daemon=True)
        thread.start()
        told = 0
        try:
            while thread.is_alive():
                thread.join(_MOMENT)
                done = min(self._done(group), len(todo))
                yield from repeat(None, done - told)
                told = max(done, told)
        finally:
            if thread.is_alive():
                self._context.cancelJobGroup(group)
        if failures:
            raise failures[0]
        yield from repeat(None, len(todo) - told)

    def _done(self, group: str) -> int:
        """How many tasks of a group of jobs are done."""
        tracker = self._context.statusTracker()
        jobs = (tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(group))
        stages = (tracker.getStageInfo(one) for job in jobs if job for one in job.stageIds)
        return sum(stage.numCompletedTasks for stage in stages if stage)
