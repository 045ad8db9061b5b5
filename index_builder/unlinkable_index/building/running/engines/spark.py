"""Spark as an engine: a thin adapter for those who run it. PySpark and Java are their own.

Knows Spark's context; knows nothing of what the tasks do.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import count, repeat
from typing import Any

from unlinkable_index.building.running.engines import BuildEngine, demand_fit, seen_from_here
from unlinkable_index.building.running.scratch import Scratch
from unlinkable_index.child_processes import environment, python
from unlinkable_index.errors import UserError

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
