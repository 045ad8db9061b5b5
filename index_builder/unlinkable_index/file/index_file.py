"""Reading an index file block by block, believing nothing before it is checked, and arrays of which
no more is kept in memory than is useful. Must never map the file, nor know what header and
sections mean."""

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.file.packing import ranges
from unlinkable_index.file.storage import (
    ALIGNMENT,
    BLOCK,
    CONTENT,
    FORMAT,
    MAGIC,
    RANGE_MAGIC,
    Blocks,
    Section,
    are_sound,
    blocks_of,
    content_of,
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


_ENOUGH = 0.25
"""The part of a small section's blocks for which all of it is read."""
_KEPT = 24 << 20  # bytes of a section that are kept, unless more are asked for at once


class BlockArray:
    """A section as an array of numbers, of which only the blocks that are asked for are read.

    A section of at most ``kept`` bytes is read whole once a part of it was asked for (`_ENOUGH`):
    one long read costs less than the thousands of short ones that many drafts would come to, and
    one draft does not need it. May be used by several threads.
    """

    def __init__(self, file: IndexFile, name: str, dtype: Any, kept: int | None = None) -> None:
        self._file = file
        self._name = name
        self._dtype = np.dtype(dtype)
        length = file.sections[name].length
        if length % self._dtype.itemsize:
            raise damaged(file.path)
        self._length: int = length // self._dtype.itemsize
        self._in_block: int = CONTENT // self._dtype.itemsize
        kept = _KEPT if kept is None else kept
        self._is_small = length <= kept
        # where each block is kept, plus 1; memory that was not written to takes none
        self._slots = np.zeros(blocks_of(length), dtype=np.int32)
        room = len(self._slots) if self._is_small else kept // CONTENT
        self._blocks: NDArray[Any] = np.empty((room, self._in_block), dtype=self._dtype)
        self._used = 0
        self._whole: NDArray[Any] | None = None
        self._reading = threading.Lock()

    def __len__(self) -> int:
        return self._length

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        """The numbers at ``places``, each from 0 to ``len() - 1``."""
        if (whole := self._in_memory(len(places))) is not None:
            return whole[places]
        block = places // self._in_block
        at = places - block * self._in_block
        with self._reading:
            kept = self._kept_at(block)  # first: other blocks may be kept then
            taken: NDArray[Any] = self._blocks[kept, at]
            return taken

    def take_rows(self, rows: NDArray[np.int64], width: int) -> NDArray[Any]:
        """The numbers of rows, row i being those from ``i * width`` on; shape (rows, width).

        ``width`` must be a part of both a block and the section, without a rest.
        """
        if (whole := self._in_memory(len(rows))) is not None:
            return whole.reshape(-1, width)[rows]
        in_block = self._in_block // width
        with self._reading:
            at = self._kept_at(rows // in_block) * in_block + rows % in_block
            taken: NDArray[Any] = self._blocks.reshape(-1, width)[at]
            return taken

    def _in_memory(self, wanted: int) -> NDArray[Any] | None:
        """The whole section, where it is small and now so many more of its blocks are wanted that
        it is read."""
        with self._reading:
            enough = self._used + wanted >= _ENOUGH * len(self._slots)
            if self._is_small and self._whole is None and enough:
                self._whole = self._file.whole(self._name, self._dtype)
                self._blocks = self._blocks[:0].copy()
            return self._whole

    def _kept_at(self, blocks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where each of some blocks is kept, once all are read."""
        slots = self._slots[blocks]
        missing = slots == 0
        if missing.any():
            self._read(_different(blocks[missing]), blocks)
            slots = self._slots[blocks]
        at: NDArray[np.int64] = slots.astype(np.int64) - 1
        return at

    def _read(self, blocks: NDArray[np.int64], wanted: NDArray[np.int64]) -> None:
        """Read ``blocks``, those of ``wanted`` that are not kept."""
        if self._used + len(blocks) > len(self._blocks):
            self._slots = np.zeros_like(self._slots)
            self._used = 0
            blocks = _different(wanted.reshape(-1))
            if len(blocks) > len(self._blocks):
                self._blocks = np.empty((len(blocks), self._in_block), dtype=self._dtype)
        end = self._used + len(blocks)
        content = self._file.read_blocks(self._name, blocks)
        self._blocks[self._used : end] = np.ascontiguousarray(content).view(self._dtype)
        self._slots[blocks] = np.arange(self._used + 1, end + 1)
        self._used = end


def _different(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The different ones of ``numbers``, none of them negative, rising; np.unique takes longer."""
    rising = np.sort(numbers)
    first: NDArray[np.bool_] = np.diff(rising, prepend=-1) > 0
    return rising[first]
