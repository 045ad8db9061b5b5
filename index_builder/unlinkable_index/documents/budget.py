"""What reading or writing one file may cost: processor time and memory.

The limits hold for the process that sets them, which the system ends past them where it can. Knows
nothing of files.
"""

import contextlib
import math
import os
import sys
import threading
import time

from unlinkable_index.ordinary_files import MEGABYTE

SECONDS = 10
"""Of processor time, for one file."""
MEMORY = 500 * MEGABYTE
"""Bytes of the whole process that reads it."""
OUT_OF_TIME, OUT_OF_MEMORY = 75, 76
"""Exit statuses of a process that ends itself past its budget."""
_LOOK = 0.2  # seconds between two looks at the time, where the system does not keep it
_USED_UP = MEMORY // 2  # bytes that a process once took, after which the next file gets a new one


def limit_memory() -> None:
    """From now on this process gets no more than `MEMORY`, where the system can see to that."""
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError, ValueError):  # macOS keeps no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # what it holds is confidential


def begin_file() -> None:
    """From now on this process gets `SECONDS` more of processor time; past them it is ended."""
    if sys.platform == "win32":
        threading.Thread(target=_end_after, args=(time.process_time() + SECONDS,)).start()
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    until = math.ceil(time.process_time()) + SECONDS
    if hard != resource.RLIM_INFINITY:
        until = min(until, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (until, hard))


def is_used_up() -> bool:
    """Whether so much memory was taken that another file has to be read by a new process."""
    return sys.platform == "win32" or _peak() > max(_USED_UP, _PEAK_BEFORE)


def _peak() -> int:
    """Bytes of memory that this process once took."""
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


_PEAK_BEFORE = _peak()  # Linux begins with that of the process that started this one


def _end_after(until: float) -> None:
    while time.process_time() < until:
        time.sleep(_LOOK)
    os._exit(OUT_OF_TIME)
