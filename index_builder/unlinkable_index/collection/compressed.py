"""Lines of files that are compressed as their names say.

Knows how each kind is cut short; nothing of what the lines hold.
"""

import gzip
import io
import lzma
import zlib
from collections.abc import Iterator
from typing import IO, Any

import zstandard

SUFFIXES = frozenset({".xz", ".gz", ".zst"})
DAMAGE = (lzma.LZMAError, gzip.BadGzipFile, zlib.error, zstandard.ZstdError, EOFError)
"""What reading raises where a file is damaged or cut short."""


def lines_of(raw: IO[bytes], suffix: str, longest: int) -> Iterator[bytes]:
    """The lines of a file that is compressed as its name says; of a line of more than
    ``longest`` bytes the beginning, which is longer as well."""
    stream: IO[bytes] | io.BufferedIOBase = raw
    match suffix:
        case ".xz":
            stream = lzma.LZMAFile(raw)  # noqa: SIM115 (closed with raw)
        case ".gz":
            stream = gzip.GzipFile(fileobj=raw)
        case ".zst":
            stream = io.BufferedReader(_ZstdStream(raw), 1 << 20)
    return iter(lambda: stream.readline(longest + 1), b"")


class _ZstdStream(io.RawIOBase):
    """What the frames of a .zst file hold. Raises EOFError when the last one is cut short.

    The reader of the library would take such a file for a shorter one.
    """

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._begun = False  # this frame
        self._read = b""
        self._ready = b""

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer``; returns the number of bytes, 0 at the end."""
        while not self._ready:
            if self._frame.eof:
                self._read = self._frame.unused_data
                self._frame = zstandard.ZstdDecompressor().decompressobj()
                self._begun = False
            self._read = self._read or self._raw.read(1 << 17)
            if not self._read:
                if self._begun:
                    raise EOFError
                return 0
            self._begun = True
            self._ready = self._frame.decompress(self._read)
            self._read = b""
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count
