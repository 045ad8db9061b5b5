"""Tasks on several cores, results in order, and a clean end whatever happens. Must never know what
the tasks do."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from unlinkable_index.child_processes import environment
from unlinkable_index.errors import UserError

Task = TypeVar("Task")
Result = TypeVar("Result")


_ADVICE = "try again with a smaller --memory or with --processes 1"


class Workers:
    """Runs functions in ``count`` processes of their own, or in this one when ``count`` is 1.

    ``advice``: what to do where one was killed, for people; ``name``: what they call a task.
    """

    def __init__(
        self, count: int, advice: str = _ADVICE, name: Callable[[Any], str] | None = None
    ) -> None:
        self._advice = advice
        self._name = name
        # Python started with -E hands that on, and its workers look in the current folder first.
        unsafe = sys.flags.ignore_environment and not sys.flags.safe_path
        self.count = 1 if unsafe else count
        self._pool: ProcessPoolExecutor | None = None
        self._before: dict[str, str] = {}

    def __enter__(self) -> "Workers":
        if self.count > 1:
            self._before = dict(os.environ)
            os.environ.update(environment())  # multiprocessing takes no other
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.count, context, initializer=_stay_subordinate)
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            for name in ("PYTHONSAFEPATH", "PYTHONPATH"):
                if name in self._before:
                    os.environ[name] = self._before[name]
                else:
                    os.environ.pop(name, None)

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """``function`` of every task, in order; only a few tasks are taken ahead of the results.

        Raises UserError when a worker was killed, which memory running out is the usual reason for.
        """
        if self._pool is None:
            yield from map(function, tasks)
            return
        pending: deque[tuple[Task, Future[Result]]] = deque()
        try:
            for task in tasks:
                with _interrupts_later():  # which a process that starts would be told of, too
                    pending.append((task, self._pool.submit(function, task)))
                if len(pending) > 2 * self.count:
                    yield pending[0][1].result()
                    pending.popleft()
            while pending:
                yield pending[0][1].result()
                pending.popleft()
        except BrokenProcessPool:
            raise UserError(
                f"a worker process was killed{self._at(pending)}, probably because memory ran out; "
                f"{self._advice}"
            ) from None

    def _at(self, pending: Iterable[tuple[Task, Future[Result]]]) -> str:
        """What the workers were at when one was killed: they take tasks in order."""
        if self._name is None:
            return ""
        broken = [
            self._name(task)
            for task, future in pending
            if future.done() and isinstance(future.exception(), BrokenProcessPool)
        ]
        return f" at {' or '.join(broken[: self.count])}" if broken else ""

    def abandon(self) -> None:
        """End the processes at once, whatever they are at."""
        for process in list((getattr(self._pool, "_processes", None) or {}).values()):
            process.terminate()


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Holds Ctrl-C back, also from processes that are started meanwhile, where that is known."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stay_subordinate() -> None:
    """Leave Ctrl-C to the parent, and end when the parent does, however it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()
