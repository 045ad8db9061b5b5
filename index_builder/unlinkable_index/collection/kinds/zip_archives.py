"""ZIP archives of files of all kinds that are read. Nothing is unpacked to disk."""

import contextlib
import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from unlinkable_index.collection import compressed
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

_DAMAGE = (zipfile.BadZipFile, zlib.error, NotImplementedError, UnicodeDecodeError, ValueError)
_END = b"PK\x05\x06"
_END_BYTES = 22
_LARGEST_LIST = 32 * MEGABYTE  # of what is in it: it is held in memory, at ten times its size


def read(file: SourceFile, options: SourceOptions) -> Iterator[SourceFile | Omission]:
    """The files in the archive, by path."""
    del options
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
        budget = compressed.Budget(str(file.path), lambda: packed)
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
