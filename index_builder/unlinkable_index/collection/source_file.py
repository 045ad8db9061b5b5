"""One file of a source, wherever it lies (on disk, in an archive, on standard input), and how its
bytes are had, unpacked within a budget. Must never know what they hold."""

import bz2
import gzip
import hashlib
import io
import lzma
import sys
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath
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

    - ``beneath``: what is closed with it;
    - ``damage``: what ``inner`` raises where it is damaged, for which EOFError is raised.
    """

    def __init__(
        self,
        inner: Any,
        took: Callable[[int], None],
        *beneath: Any,
        damage: tuple[type[Exception], ...] = (),
    ) -> None:
        self._inner = inner
        self._took = took
        self._damage = damage
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
        while done < len(buffer) and (piece := self._piece(len(buffer) - done)):
            buffer[done : done + len(piece)] = piece
            done += len(piece)
            self._took(len(piece))
        self._at += done
        return done

    def _piece(self, size: int) -> bytes:
        try:
            piece: bytes = self._inner.read(size)
        except self._damage:
            raise EOFError from None
        return piece

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


LARGEST_RECORD = 100 * MEGABYTE
"""Bytes of one record as it is written: a small compressed file can hold a line of any length."""


@dataclass(frozen=True)
class SourceFile:
    """One file.

    - ``path``: what messages call it; where it lies in an archive, the path of that and its own,
      at which there is nothing;
    - ``name``: what its text is called, where it is one;
    - ``opened``: its bytes, as they lie there, from their beginning;
    - ``listed``: it was not named, but found in a folder or an archive;
    - ``budget``: what may be unpacked of it and of others, where it lies in an archive;
    - ``in_archive``;
    - ``progress``: how many bytes of the archive were read, where its stream can't tell;
    - ``called``: a name that ends as its kind is told by, where ``path`` tells none.
    """

    path: Path
    name: str
    opened: Callable[[], IO[bytes]]
    listed: bool = False
    budget: Budget | None = None
    in_archive: bool = False
    progress: Callable[[], int] | None = None
    called: str = ""

    @property
    def kind_name(self) -> str:
        """A name that tells its kind."""
        return self.called or self.path.name

    @property
    def ending(self) -> str:
        """How its name ends, in small letters, without what says how it is compressed."""
        return endings(self.kind_name)[0]

    def unpacked(self) -> io.BufferedReader:
        """Its bytes, unpacked if its name says that they are compressed. Raises OSError."""
        packed = endings(self.kind_name)[1]
        return unpacked(self.opened(), packed, str(self.path), self.budget)

    def whole(self, largest: int) -> bytes:
        """All its bytes, as they lie there. Raises OSError, and UserError for more than so many."""
        with self.opened() as stream:
            data = read_some(stream, largest + 1)
        if len(data) > largest:
            raise UserError(
                f"{self.path}: cannot be read (it is larger than "
                f"{largest // MEGABYTE} MB); check the file and its rights"
            )
        return data

    def seekable(self) -> IO[bytes]:
        """Its bytes as they lie there, of which any can be read. Raises OSError and UserError."""
        if not self.in_archive:
            return self.opened()
        return io.BytesIO(self.whole(LARGEST_RECORD))


@dataclass(frozen=True)
class Omission:
    """A file of an archive that holds no record, and why."""

    path: Path
    why: str


def read_some(stream: IO[bytes], count: int) -> bytes:
    """So many bytes, or all that there are."""
    pieces = []
    while count and (piece := stream.read(min(count, MEGABYTE))):
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)


STANDARD_INPUT = Path("-")


class StandardInput:
    """What stands on standard input. ``digest``: the same for the same bytes."""

    def __init__(self) -> None:
        """Raises UserError where it can't be kept."""
        content = hashlib.blake2b(digest_size=16)
        self.size = 0
        try:
            self._kept = tempfile.TemporaryFile()  # noqa: SIM115 (ends with this object)
            while piece := sys.stdin.buffer.read(MEGABYTE):
                content.update(piece)
                self._kept.write(piece)
                self.size += len(piece)
            self._kept.flush()
        except OSError as error:
            raise UserError(
                f"standard input: cannot be kept until the end ({error.strerror}) in "
                f"{tempfile.gettempdir()}; make room there, or name another folder with TMPDIR"
            ) from None
        if not self.size:
            raise UserError("standard input: there is nothing in it; name a file, or pipe one in")
        self.digest = content.digest()

    def file(self, ending: str) -> SourceFile:
        """It, as a file whose name would have this ending."""
        return SourceFile(
            Path("standard input"), "standard input", self._opened, called=f"-{ending}"
        )

    def _opened(self) -> IO[bytes]:
        self._kept.seek(0)
        return io.BufferedReader(io.FileIO(self._kept.fileno(), closefd=False))
