"""Filling in the chat template of a model, a program that whoever made the file wrote.

It runs in a sandbox of its language, which keeps it from everything but time and memory; here it
gets little of both. Knows limits; nothing of what is filled in.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, TypeVar

LONGEST = 200_000
"""Characters of a template, and of what it may become."""
_SECONDS = 5.0
_MEMORY = 500_000_000  # bytes more than before
Result = TypeVar("Result")


class BadTemplateError(ValueError):
    """A template takes too much time or memory."""


def within_limits(work: Callable[[], Result]) -> Result:
    """What ``work`` gives, in this thread. Raises BadTemplateError when it takes too long or too
    much memory (of which the whole process is watched, where the system can do that)."""
    until = time.monotonic() + _SECONDS

    def look(_frame: FrameType, _event: str, _argument: Any) -> Any:
        if time.monotonic() > until:
            raise BadTemplateError
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        with _little_memory():
            return work()
    except MemoryError:
        raise BadTemplateError from None
    finally:
        sys.settrace(before)


@contextlib.contextmanager
def _little_memory() -> Iterator[None]:
    """Lets the address space of this process grow by a little only, on Linux."""
    if sys.platform != "linux":
        yield
        return
    import resource

    with open("/proc/self/statm") as status:  # noqa: PTH123 - no file
        used = int(status.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = used + _MEMORY
    if soft != resource.RLIM_INFINITY:
        limit = min(limit, soft)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
