"""One file of a source, wherever it lies: on disk, in an archive, or on standard input.

Knows how its bytes are had; nothing of what they hold.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from unlinkable_index.collection import compressed
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

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
    budget: compressed.Budget | None = None
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
        return compressed.endings(self.kind_name)[0]

    def unpacked(self) -> io.BufferedReader:
        """Its bytes, unpacked if its name says that they are compressed. Raises OSError."""
        packed = compressed.endings(self.kind_name)[1]
        return compressed.unpacked(self.opened(), packed, str(self.path), self.budget)

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
