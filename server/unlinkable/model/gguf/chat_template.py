"""The chat template of a model file: filled in within limits of time and memory, and made to answer
at once instead of thinking. Must never know llama.cpp, tokens and what is asked."""

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


_THOUGHTS = {  # what opens a thought, and what closes it
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<seed:think>": "</seed:think>",
    "[THINK]": "[/THINK]",
}
_CHANNEL, _ANSWERS = "<|channel|>", "<|channel|>final<|message|>"  # of OpenAI's format "harmony"
_CHOICE = "enable_thinking"  # a template that knows this leaves thoughts out when told to


def thinks(template: str) -> bool:
    """Whether a model with this chat template may think before it answers."""
    return _CHANNEL in template or any(closed in template for closed in _THOUGHTS.values())


def answering_at_once(begun: str, template: str) -> str:
    """``begun``, the filled-in template up to where an answer begins, without the thinking that
    the model would begin it with."""
    for opened, closed in _THOUGHTS.items():
        if begun.rstrip().endswith(opened):
            return f"{begun}\n{closed}\n\n"
    if _CHANNEL in template:
        return begun if begun.endswith(_ANSWERS) else begun + _ANSWERS
    for opened, closed in _THOUGHTS.items():
        left_to_the_model = closed in template and _CHOICE not in template
        if left_to_the_model and not begun.rstrip().endswith(closed):
            return f"{begun}{opened}\n\n{closed}\n\n"
    return begun
