"""Messages between a process and the one that reads files for it: a length of eight bytes, then
msgpack; the content of files goes as it is.

Knows nothing of what the messages mean.
"""

import struct
from typing import IO, Any

import msgpack

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
