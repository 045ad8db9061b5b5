"""Files that are compressed as their names say.

Knows how each kind is cut short, and what unpacks to more than any text does; nothing of what they
hold.
"""

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from pathlib import PurePath
from typing import IO, Any

import zstandard

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

SUFFIXES = frozenset({".xz", ".gz", ".zst", ".bz2"})
DAMAGE = (lzma.LZMAError, gzip.BadGzipFile, zlib.error, zstandard.ZstdError, EOFError)
"""What reading raises where a file is damaged or cut short."""
_IN_ONE = {".tgz": ".gz", ".txz": ".xz", ".tzst": ".zst", ".tbz2": ".bz2", ".tbz": ".bz2"}
_LARGEST_RATIO = 500  # texts are packed to a tenth of their size, not to a five hundredth
_ALWAYS = 20 * MEGABYTE
_BUFFER = 1 << 17
_PIECE = 1 << 11  # bytes of a .zst file: each may unpack to 32,000


def endings(name: str) -> tuple[str, str]:
    """How the name of a file ends, in small letters: what it holds, and how that is compressed
    (empty: not at all)."""
    suffixes = [suffix.lower() for suffix in PurePath(name).suffixes]
    last = suffixes.pop() if suffixes else ""
    if last in _IN_ONE:
        return ".tar", _IN_ONE[last]
    if last in SUFFIXES:
        return (suffixes[-1] if suffixes else ""), last
    return last, ""


class Budget:
    """How much may be unpacked of the file that messages call ``place``: `_LARGEST_RATIO` times the
    bytes that were read of it, which ``packed`` tells, and a little."""

    def __init__(self, place: str, packed: Callable[[], int]) -> None:
        self._place = place
        self._packed = packed
        self._unpacked = 0

    def take(self, count: int) -> None:
        """So many bytes more were unpacked. Raises UserError."""
        self._unpacked += count
        if self._unpacked > _ALWAYS + _LARGEST_RATIO * self._packed():
            raise UserError(
                f"{self._place}: it unpacks to more than {_LARGEST_RATIO} times its size, as no "
                "collection of texts does; check the file, or unpack it yourself"
            )


def unpacked(
    raw: IO[bytes], suffix: str, place: str, budget: Budget | None = None
) -> io.BufferedReader:
    """What a file holds that is compressed as its name says, if it is. ``budget``: where it lies
    in an archive, what may be unpacked of that."""
    stream: IO[bytes] | io.BufferedIOBase
    match suffix:
        case ".xz":
            stream = lzma.LZMAFile(raw)  # noqa: SIM115 (closed with the whole)
        case ".gz":
            stream = gzip.GzipFile(fileobj=raw)
        case ".bz2":
            stream = bz2.BZ2File(raw)
        case ".zst":
            stream = io.BufferedReader(_ZstdStream(raw), _BUFFER)
        case _:
            return io.BufferedReader(Counted(raw, lambda _count: None), _BUFFER)
    take = (budget or Budget(place, raw.tell)).take
    return io.BufferedReader(Counted(stream, take, raw), _BUFFER)


class Counted(io.RawIOBase):
    """A stream that fills what is to be filled, as long as it lasts, and tells how much.

    ``beneath``: what is closed with it.
    """

    def __init__(self, inner: Any, took: Callable[[int], None], *beneath: Any) -> None:
        self._inner = inner
        self._took = took
        self._open = (inner, *beneath)
        self._at = 0

    def readable(self) -> bool:
        """True."""
        return True

    def tell(self) -> int:
        """How many bytes were read."""
        return self._at

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer``; returns the number of bytes, less only at the end."""
        done = 0
        while done < len(buffer) and (piece := self._inner.read(len(buffer) - done)):
            buffer[done : done + len(piece)] = piece
            done += len(piece)
            self._took(len(piece))
        self._at += done
        return done

    def close(self) -> None:
        """Close what lies beneath, too."""
        if not self.closed:
            for one in self._open:
                one.close()
        super().close()


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
            self._read = self._read or self._raw.read(_PIECE)
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
