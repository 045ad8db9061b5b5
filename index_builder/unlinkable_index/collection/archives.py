"""ZIP and tar archives of files of all kinds that are read. Nothing is unpacked to disk, no link in
one is followed, and no path in one is ever opened."""

import contextlib
import io
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import IO, Any, cast

from unlinkable_index.collection.kinds import OF_SYSTEMS, kind_of, why_not_read
from unlinkable_index.collection.record import SourceOptions
from unlinkable_index.collection.source_file import Budget, Counted, Omission, SourceFile
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

LONGEST_NAME = 4096


def member_name(written: str) -> PurePosixPath | None:
    """The path of a file in an archive; None where it leads out of it, or is none."""
    parts = [part for part in written.replace("\\", "/").split("/") if part not in ("", ".")]
    absolute = written[:1] in ("/", "\\") or written[1:2] == ":"
    if absolute or ".." in parts or "\0" in written or not 0 < len(written) <= LONGEST_NAME:
        return None
    return PurePosixPath(*parts) if parts else None


def is_hidden(name: PurePosixPath) -> bool:
    """Whether it is of those that folders hide, too."""
    return any(part.startswith(".") or part in OF_SYSTEMS for part in name.parts)


def left_out(archive: SourceFile, name: PurePosixPath, why: str | None = None) -> Omission | None:
    """A file of an archive that is left out for a reason, or as its name tells; None for others."""
    kind = kind_of(name.name)
    if why is None and kind is None:
        why = why_not_read(name.name)
    elif why is None and kind is not None and kind.is_archive:
        why = "an archive in an archive: unpack the outer one"
    return None if why is None else Omission(archive.path / name, why)


def id_of(archive: SourceFile, name: PurePosixPath) -> str:
    """What a text in an archive is called: its path in it, behind that of an archive which itself
    was found in a folder."""
    return f"{archive.name}/{name}" if archive.listed else str(name)


def member_stream(
    opened: Callable[[], IO[bytes]],
    damage: tuple[type[Exception], ...],
    budget: Budget | None = None,
) -> io.BufferedReader:
    """The bytes of a file in an archive, which count in a budget. Raises EOFError for it and for
    reading where something of ``damage`` is raised."""
    try:
        stream = opened()
    except damage:
        raise EOFError from None
    take = budget.take if budget else lambda _count: None
    return io.BufferedReader(Counted(stream, take, damage=damage), MEGABYTE)


_BLOCK = tarfile.BLOCKSIZE


def read_tar(file: SourceFile, _options: SourceOptions) -> Iterator[SourceFile | Omission]:
    """The files in the archive, in its order."""
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


_DAMAGE = (zipfile.BadZipFile, zlib.error, NotImplementedError, UnicodeDecodeError, ValueError)
_END = b"PK\x05\x06"
_END_BYTES = 22
_LARGEST_LIST = 32 * MEGABYTE  # of what is in it: it is held in memory, at ten times its size


def read_zip(file: SourceFile, _options: SourceOptions) -> Iterator[SourceFile | Omission]:
    """The files in the archive, by path."""
    with contextlib.closing(file.seekable()) as stream:
        size = _demand_short_list(stream, file)
        try:
            archive = zipfile.ZipFile(stream)
        except (*_DAMAGE, EOFError, OSError):
            raise UserError(
                f"{file.path}: the archive is damaged or cut short, or no ZIP; pack it again"
            ) from None
        parts = [one for one in archive.infolist() if not one.is_dir()]
        if sum(one.compress_size for one in parts) > size:
            raise UserError(
                f"{file.path}: files in it overlap, as in archives that are made to fill disks; "
                "pack it again"
            )
        packed = 0
        budget = Budget(str(file.path), lambda: packed)
        for part in sorted(parts, key=lambda one: one.filename):
            name = member_name(part.filename)
            if name is None:
                yield Omission(file.path / "?", "its path leads out of the archive")
                continue
            if is_hidden(name):
                continue
            why = "protected with a password" if part.flag_bits & 1 else None
            if (out := left_out(file, name, why)) is not None:
                yield out
                continue
            packed += part.compress_size

            def opened(part: zipfile.ZipInfo = part) -> IO[bytes]:
                return member_stream(lambda: archive.open(part), _DAMAGE, budget)

            def read_so_far(part: zipfile.ZipInfo = part, after: int = packed) -> int:
                inside = min(max(0, stream.tell() - part.header_offset), part.compress_size)
                return after - part.compress_size + inside

            yield SourceFile(
                file.path / name, id_of(file, name), opened, True, budget, True, read_so_far
            )


def _demand_short_list(stream: IO[bytes], file: SourceFile) -> int:
    """The size of an archive. Raises UserError where the list of what is in it is too long to be
    held in memory."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - (1 << 16) - _END_BYTES))
    tail = stream.read()
    at = tail.rfind(_END)
    end = tail[at : at + _END_BYTES] if at >= 0 else b""
    length = int.from_bytes(end[12:16], "little")
    if length == 0xFFFFFFFF:  # told elsewhere, as there is so much
        record = tail.rfind(b"PK\x06\x06", 0, at)
        length = int.from_bytes(tail[record + 40 : record + 48], "little") if record >= 0 else size
    if length > _LARGEST_LIST:
        raise UserError(
            f"{file.path}: too many files are in it to be looked up; pack them as tar, or write "
            "their texts as JSON Lines"
        )
    stream.seek(0)
    return size
