"""Reading an index file block by block, and believing nothing before it is checked.

Knows header, sections and blocks (`storage` and `blocks` describe them); knows nothing of what they
mean. The file is read, not mapped into memory: a map of a file that someone cuts short kills the
process, and single blocks are no slower to read.
"""

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.file.blocks import (
    BLOCK,
    CONTENT,
    Blocks,
    are_sound,
    blocks_of,
    content_of,
)
from unlinkable_index.file.ranges import ranges
from unlinkable_index.file.storage import (
    ALIGNMENT,
    FORMAT,
    MAGIC,
    RANGE_MAGIC,
    Section,
    digest,
    salt_of,
)
from unlinkable_index.ordinary_files import NotOrdinaryError, open_ordinary

_LONGEST_HEADER = 1 << 16
_PIECE = 1 << 20  # bytes read by one call


class IndexFile:
    """An open file of an index. Nothing of it is believed before its checksum fits.

    ``fields`` are those of its header that tell of the index, ``mark`` the header's
    digest. Opening reads the header only. What is read is checked each time: so a file that is
    overwritten or cut short while it is in use gives an error, never a wrong answer. May be used by
    several threads.

    Raises UserError when the file can't be opened, is no index, of another format, or damaged.
    """

    def __init__(self, path: Path, magic: str = MAGIC) -> None:
        self.path = path
        self._seeking = threading.Lock()
        try:
            self._file = open_ordinary(path)
        except NotOrdinaryError as error:
            raise UserError(f"{path}: this is no file, so not an index; check the path") from error
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no such path"
            raise UserError(
                f"{path}: the index cannot be opened ({reason}); check the path"
            ) from error
        try:
            status = os.fstat(self._file.fileno())
            self.size, self._written = status.st_size, status.st_mtime_ns
            if not self.size:
                raise UserError(f"{path}: this file is empty, not an index")
            self.fields, self.mark = self._read_header(magic)
            self._part, self.sections = self._section_table()
            self._salt = salt_of(self.mark)
        except BaseException:
            self._file.close()
            raise

    @property
    def is_replaced(self) -> bool:
        """Whether there is another file at its path by now, or one that was written since."""
        try:
            there, mine = self.path.stat(), os.fstat(self._file.fileno())
        except (OSError, ValueError):
            return True
        return not os.path.samestat(there, mine) or there.st_mtime_ns != self._written

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def whole(self, name: str, dtype: Any) -> NDArray[Any]:
        """A copy of a section as an array, checked. Raises UserError when it is damaged."""
        length = self.sections[name].length
        if length % np.dtype(dtype).itemsize:
            raise damaged(self.path)
        content = np.empty(-(-length // CONTENT) * CONTENT // 8, dtype=np.uint64)
        numbers = content.reshape(-1, CONTENT // 8)
        step = _PIECE // BLOCK
        for first in range(0, len(numbers), step):
            last = min(first + step, len(numbers))
            numbers[first:last] = content_of(self._blocks(name, [(first, last)]))
        return content.view(np.uint8)[:length].view(dtype)

    def read(self, name: str, start: int, stop: int) -> bytes:
        """The bytes ``start`` to ``stop`` of a section, checked.

        Raises UserError when they are damaged, or the file has changed since it was opened.
        """
        return self.read_many(name, [(start, stop)])[0]

    def read_many(self, name: str, bounds: Sequence[tuple[int, int]]) -> list[bytes]:
        """As `read`, for several starts and stops; much faster than as many calls."""
        length = self.sections[name].length
        runs = []
        for start, stop in bounds:
            if not 0 <= start <= stop <= length:
                raise damaged(self.path)
            runs.append((start // CONTENT, -(-stop // CONTENT)))
        content = content_of(self._blocks(name, runs)).tobytes()
        parts, before = [], 0
        for (start, stop), (first, last) in zip(bounds, runs, strict=True):
            shift = before - first * CONTENT
            parts.append(content[start + shift : stop + shift])
            before += max(last - first, 0) * CONTENT
        return parts

    def read_blocks(self, name: str, blocks: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The content of the blocks of a section with these numbers, checked; (blocks, 63).

        The last block of a section is filled up with zeros. Raises UserError like `read`.
        """
        stored = blocks * BLOCK
        places = self.sections[name].offset + stored + stored // self._part * ALIGNMENT
        pieces = [(at, BLOCK) for at in places.tolist()]
        return content_of(self._sound(self._read_pieces(pieces), places // BLOCK))

    def check_all(self) -> Iterator[int]:
        """Check every byte of every section; yields the number of bytes checked."""
        done = 0
        for name, section in self.sections.items():
            count = blocks_of(section.length)
            for first in range(0, count, _PIECE // BLOCK):
                last = min(first + _PIECE // BLOCK, count)
                self._blocks(name, [(first, last)])
                yield done + last * CONTENT
            done += section.length

    def _blocks(self, name: str, runs: Sequence[tuple[int, int]]) -> Blocks:
        """The blocks of some runs (first, last + 1) of a section, one after the other, checked."""
        offset = self.sections[name].offset
        in_part = self._part // BLOCK
        pieces, firsts, sizes = [], [], []
        for first, last in runs:
            while first < last:
                number, inside = divmod(first, in_part)
                size = min(last - first, in_part - inside)
                at = offset + number * (self._part + ALIGNMENT) + inside * BLOCK
                pieces.append((at, size * BLOCK))
                firsts.append(at // BLOCK)
                sizes.append(size)
                first += size
        numbers = ranges(np.array(firsts, dtype=np.int64), np.array(sizes, dtype=np.int64))
        return self._sound(self._read_pieces(pieces), numbers)

    def _sound(self, read: bytes, numbers: NDArray[np.int64]) -> Blocks:
        """The blocks with these numbers, as they were read. Raises UserError when one is not so."""
        blocks = np.frombuffer(read, "<u8").reshape(-1, BLOCK // 8)
        if not are_sound(blocks, numbers, self._salt):
            raise damaged(self.path)
        return blocks

    def _read_pieces(self, pieces: list[tuple[int, int]]) -> bytes:
        """The bytes at some places of the file (start, size), all of them, unchecked.

        Thousands are read for one draft, so each costs one call and nothing else.
        """
        wanted = sum([size for _, size in pieces])
        read = b""
        if hasattr(os, "pread"):
            read_at = os.pread
            try:
                file = self._file.fileno()
                read = b"".join([read_at(file, size, start) for start, size in pieces])
            except (OSError, ValueError):
                read = b""
        if len(read) != wanted:  # `_read` explains what is amiss, or reads what came in pieces
            read = b"".join([self._read(start, start + size) for start, size in pieces])
        return read

    def _read(self, start: int, stop: int) -> bytes:
        """The bytes ``start`` to ``stop`` of the file, all of them, unchecked."""
        pieces = []
        try:
            while start < stop:
                piece = self._read_at(start, min(stop - start, _PIECE))
                if not piece:
                    raise UserError(
                        f"{self.path}: the index was cut short while it was in use; open it again"
                    )
                pieces.append(piece)
                start += len(piece)
        except (OSError, ValueError) as error:  # ValueError: closed meanwhile
            reason = error.strerror if isinstance(error, OSError) else "it was closed"
            raise UserError(
                f"{self.path}: the index cannot be read ({reason}); open it again"
            ) from error
        return b"".join(pieces)

    def _read_at(self, start: int, size: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), size, start)
        with self._seeking:
            self._file.seek(start)
            return self._file.read(size)

    def _read_header(self, magic: str) -> tuple[dict[str, Any], bytes]:
        unpacker = msgpack.Unpacker(
            strict_map_key=True, max_buffer_size=_LONGEST_HEADER, max_array_len=4096
        )
        start = self._read(0, min(_LONGEST_HEADER - 1, self.size))
        unpacker.feed(start)
        try:
            fields = unpacker.unpack()
            length = unpacker.tell()
            mark = unpacker.unpack()
        except Exception:  # msgpack raises many kinds, all meaning the same here
            raise self._foreign() from None
        if isinstance(fields, dict) and fields.get("magic") == RANGE_MAGIC != magic:
            raise UserError(
                f"{self.path}: this file holds a part of an index; name the index itself, whose "
                "name is the same without its end"
            )
        if not isinstance(fields, dict) or fields.get("magic") != magic:
            raise self._foreign()
        version = fields.get("format")
        if type(version) is int and version != FORMAT:
            older = version < FORMAT
            raise UserError(
                f"{self.path}: this index has format {version}, made by "
                f"{'an older' if older else 'a newer'} Unlinkable than this one, which reads "
                f"format {FORMAT}; {'' if older else 'update Unlinkable or '}build the index anew"
            )
        if version != FORMAT or mark != digest(start[:length]):
            raise damaged(self.path)
        del fields["magic"], fields["format"]
        return fields, mark

    def _section_table(self) -> tuple[int, dict[str, Section]]:
        """The bytes of a part, and the section table: taken out of the header's fields."""
        try:
            part = self.fields.pop("part")
            if type(part) is not int or part % ALIGNMENT or not ALIGNMENT <= part < 1 << 32:
                raise ValueError
            table = {}
            end = 0
            for name, (offset, length) in self.fields.pop("sections").items():
                if type(offset) is not int or type(length) is not int or length < 0:
                    raise ValueError
                table[name] = Section(offset, length)
                if not end < offset or offset % ALIGNMENT:
                    raise ValueError
                end = table[name].end(part)
            if end > self.size:
                raise ValueError
        except (TypeError, ValueError, KeyError, AttributeError):
            raise damaged(self.path) from None
        return part, table

    def _foreign(self) -> UserError:
        return UserError(
            f"{self.path}: not an index of Unlinkable; make one with `unlinkable index`"
        )


def is_index(path: Path) -> bool:
    """Whether a file begins as an index of any format does."""
    try:
        with open_ordinary(path) as file:
            return MAGIC.encode() in file.read(64)
    except OSError:
        return False


def damaged(path: Path) -> UserError:
    """What is said of an index whose content contradicts itself."""
    return UserError(f"{path}: the index is damaged or cut short; copy it again or build it anew")
