"""Tar archives of files of all kinds that are read, also compressed, read from front to back.
Nothing is unpacked to disk, and no link in one is followed."""

import io
import tarfile
from collections.abc import Iterator
from typing import IO, Any, cast

from unlinkable_index.collection.kinds.members import (
    id_of,
    is_hidden,
    left_out,
    member_name,
    member_stream,
)
from unlinkable_index.collection.source_file import Omission, SourceFile
from unlinkable_index.collection.source_options import SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

_BLOCK = tarfile.BLOCKSIZE


def read(file: SourceFile, options: SourceOptions) -> Iterator[SourceFile | Omission]:
    """The files in the archive, in its order."""
    del options
    with file.unpacked() as stream:
        forward = _Forward(stream, file)
        try:
            with tarfile.open(fileobj=cast("IO[bytes]", forward), mode="r:") as archive:
                while (part := archive.next()) is not None:
                    archive.members = []  # type: ignore[attr-defined]  # or all stay in memory
                    yield from _member(archive, part, file)
        except (tarfile.TarError, UnicodeDecodeError, ValueError):
            raise _damaged(file) from None
        if forward.last_block.strip(b"\0") or len(forward.last_block) != _BLOCK:
            raise _damaged(file)  # the library takes what is cut short for shorter


def _member(
    archive: tarfile.TarFile, part: tarfile.TarInfo, file: SourceFile
) -> Iterator[SourceFile | Omission]:
    name = member_name(part.name)
    if part.isdir() or (name is not None and is_hidden(name)):
        return
    if name is None:
        yield Omission(file.path / "?", "its path leads out of the archive")
        return
    why = None
    if part.issym() or part.islnk():
        why = "a link, and links in archives are not followed"
    elif not part.isreg() or part.issparse():
        why = "no ordinary file"
    if (out := left_out(file, name, why)) is not None:
        yield out
        return
    stream = archive.extractfile(part)
    assert stream is not None  # of an ordinary file

    def opened() -> IO[bytes]:
        return member_stream(lambda: stream, (tarfile.TarError, ValueError))

    yield SourceFile(file.path / name, id_of(file, name), opened, listed=True, in_archive=True)


class _Forward(io.RawIOBase):
    """A stream that goes forward only, and gives little at a time: what describes a file in an
    archive is read at once, however long it says that it is."""

    def __init__(self, inner: io.BufferedReader, file: SourceFile) -> None:
        self._inner = inner
        self._file = file
        self._at = 0
        self.last_block = b""

    def seekable(self) -> bool:
        """Forward, yes."""
        return True

    def tell(self) -> int:
        """How many bytes were read."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Read up to a place. Raises UserError for one that was passed, or is behind the end."""
        if whence != io.SEEK_SET or offset < self._at:
            raise _damaged(self._file)
        while self._at < offset:
            if not self.read(min(offset - self._at, MEGABYTE)):
                raise _damaged(self._file)
        return self._at

    def read(self, size: int | None = -1) -> Any:
        """So many bytes, fewer only at the end. Raises UserError for very many."""
        if size is None or not 0 <= size <= MEGABYTE + _BLOCK:
            raise _damaged(self._file)
        data = self._inner.read(size)
        self._at += len(data)
        if size == _BLOCK:
            self.last_block = data
        return data


def _damaged(file: SourceFile) -> UserError:
    return UserError(f"{file.path}: the archive is damaged or cut short, or no tar; pack it again")
