"""Messages between two processes over pipes: a length of four bytes, then msgpack.

Knows nothing of what the messages mean. A peer that sends garbage raises `GarbledError`.
"""

import struct
import threading
from typing import IO, Any

import msgpack

_LENGTH = struct.Struct("<I")
_LONGEST = 16 << 20

Frame = dict[str, Any]


class GarbledError(Exception):
    """The other side sent what is no message."""


class Frames:
    """Sends and receives messages; sending is safe from several threads."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._sending = threading.Lock()

    def send(self, message: Frame) -> None:
        """Raises OSError when the other side is gone."""
        content = msgpack.packb(message)
        with self._sending:
            self._outgoing.write(_LENGTH.pack(len(content)) + content)
            self._outgoing.flush()

    def receive(self) -> Frame | None:
        """The next message; None when the other side is gone. Raises GarbledError."""
        prefix = self._incoming.read(_LENGTH.size)
        if len(prefix) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack(prefix)
        if length > _LONGEST:
            raise GarbledError
        content = self._incoming.read(length)
        if len(content) < length:
            return None
        try:
            message = msgpack.unpackb(content)
        except (ValueError, msgpack.UnpackException, msgpack.ExtraData) as error:
            raise GarbledError from error
        if not isinstance(message, dict):
            raise GarbledError
        return message
