"""Standard input as a source: kept until the end in a file without a name, as it is read twice.

Knows bytes; nothing of what they hold.
"""

import hashlib
import io
import sys
import tempfile
from pathlib import Path
from typing import IO, Any

from unlinkable_index.collection.source_file import SourceFile
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

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
        return io.BufferedReader(_Anew(self._kept))


class _Anew(io.RawIOBase):
    """A file that stays open when this is closed."""

    def __init__(self, inner: IO[bytes]) -> None:
        self._inner = inner

    def readable(self) -> bool:
        """True."""
        return True

    def seekable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer``; returns the number of bytes."""
        data = self._inner.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        return self._inner.seek(offset, whence)

    def tell(self) -> int:
        """The place."""
        return self._inner.tell()
