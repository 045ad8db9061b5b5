"""Whose turn it is: long texts do not hold up short ones, and what was asked for last comes first.

Whoever opens a folder of thousands of drafts works on one of them: the one touched last. Knows
lengths and order; nothing of what the work is.
"""

import asyncio
import heapq
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

LONG = 200_000
"""Code points from which on a text has to keep to the lane of the long ones."""
Result = TypeVar("Result")


class Lanes:
    """Two threads, one for short texts and one for long ones. Used from the event loop."""

    def __init__(self, name: str) -> None:
        self._short, self._long = _Lane(name), _Lane(f"{name} of long texts")

    async def run(self, length: int, work: Callable[[], Result]) -> Result:
        """What ``work`` on a text of this length gives. Cancelled, it is not begun."""
        lane = self._long if length >= LONG else self._short
        return await asyncio.wrap_future(lane.take(work))

    def shut(self) -> None:
        """Begin with nothing more."""
        for lane in (self._short, self._long):
            lane.shut()


class _Lane:
    """One thread, begun when it is needed, that does last what was asked for first."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: list[tuple[int, Future[Any], Callable[[], Any]]] = []
        self._numbers = itertools.count(0, -1)
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._open = True

    def take(self, work: Callable[[], Result]) -> "Future[Result]":
        future: Future[Result] = Future()
        with self._changed:
            if not self._open:
                future.cancel()
                return future
            heapq.heappush(self._waiting, (next(self._numbers), future, work))
            if self._thread is None:
                self._thread = threading.Thread(target=self._go, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return future

    def shut(self) -> None:
        with self._changed:
            self._open = False
            for _, future, _ in self._waiting:
                future.cancel()
            self._waiting.clear()
            self._changed.notify()

    def _go(self) -> None:
        while True:
            with self._changed:
                while self._open and not self._waiting:
                    self._changed.wait()
                if not self._open:
                    return
                _, future, work = heapq.heappop(self._waiting)
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            del future, work
