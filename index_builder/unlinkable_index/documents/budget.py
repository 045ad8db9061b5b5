"""What the process that reads files and whoever asks it have in common: what reading or writing one
file may cost in processor time and memory, and their messages. Must never know files, nor what
the messages mean."""

import contextlib
import math
import os
import struct
import sys
import threading
import time
from typing import IO, Any

import msgpack

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


_LENGTH = struct.Struct("<Q")
_SURROGATES = "surrogatepass"  # names of files and damaged texts have some


def send(pipe: IO[bytes], *messages: Any) -> None:
    """Send messages one after the other. Raises OSError when the other side is gone."""
    for message in messages:
        is_bytes = isinstance(message, bytes)
        content = message if is_bytes else msgpack.packb(message, unicode_errors=_SURROGATES)
        pipe.write(_LENGTH.pack(len(content) << 1 | is_bytes))
        pipe.write(content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """The next message; None when the other side is gone. Raises ValueError for what is none."""
    head = _exactly(pipe, _LENGTH.size)
    if head is None:
        return None
    length = _LENGTH.unpack(head)[0]
    content = _exactly(pipe, length >> 1)
    if content is None or length & 1:
        return content
    return msgpack.unpackb(content, unicode_errors=_SURROGATES)


def _exactly(pipe: IO[bytes], count: int) -> bytes | None:
    pieces = []
    while count > 0:
        piece = pipe.read(min(count, 1 << 20))
        if not piece:
            return None
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
