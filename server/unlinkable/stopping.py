"""Giving up on request or when time is up, and saying how far one is."""

import time
from collections.abc import Callable
from dataclasses import dataclass

Stop = Callable[[], bool]
"""Asked often, from the working thread: true means give up now."""


class StoppedError(Exception):
    """The work was given up because someone asked for it."""


@dataclass(frozen=True)
class Progress:
    """How far a piece of work is: a phrase for people, and the fraction done where known."""

    message: str
    fraction: float | None = None


OnProgress = Callable[[Progress], None]


def part_of(report: OnProgress, begins: float, ends: float) -> OnProgress:
    """An `OnProgress` for work that is a part of what ``report`` tells of, from one fraction to
    another."""

    def told(part: Progress) -> None:
        whole = None if part.fraction is None else begins + part.fraction * (ends - begins)
        report(Progress(part.message, whole))

    return told


def never() -> bool:
    """A `Stop` that lets work run to its end."""
    return False


def within(seconds: float, stop: Stop = never) -> Stop:
    """A `Stop` that says so once ``seconds`` have passed from now, and whenever ``stop`` does."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end or stop()


def unless(stop: Stop) -> None:
    """Raise StoppedError once ``stop`` is true."""
    if stop():
        raise StoppedError


def unseen(_: Progress) -> None:
    """A `OnProgress` that nobody reads."""
