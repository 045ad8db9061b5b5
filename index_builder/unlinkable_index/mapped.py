"""Reading an index file: mapped into memory, and nothing believed before it is checked.

Knows sections and checksums (`storage` describes them); knows nothing of what they mean.
"""

import mmap
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.storage import (
    BLOCK,
    FORMAT,
    MAGIC,
    SECTIONS,
    Header,
    Section,
    block_sums,
    digest,
    sums_of_blocks,
)

_LONGEST_HEADER = 1 << 20
_FAULT_AROUND = 1 << 19  # bytes that Linux may map around one that is read
_RESIDENT_LIMIT = 32 << 20  # bytes of the map that may stay resident
_BLOCKS_AT_ONCE = 64
_CACHE_LIMIT = 24 << 20  # bytes of a section that are kept, unless more are asked for at once


class IndexFile:
    """An index file mapped into memory. Nothing of it is believed before its checksum fits.

    What is read is copied out of the map, and checked in the copy: so a file that is overwritten
    while it is in use gives an error, never a wrong answer, and little of the map stays resident.

    Raises UserError when the file can't be opened, is no index, of a newer format, or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise UserError(
                f"{path}: the index cannot be opened ({error.strerror}); check the path"
            ) from error
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            if not self._size:
                raise UserError(f"{path}: this file is empty, not an index")
            self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
            self._touched = 0
            self.header, self.sections = self._read_header()
            self._sums = self._read_sums()
        except OSError as error:
            self._file.close()
            raise UserError(
                f"{path}: the index cannot be read ({error.strerror}); check the file"
            ) from error
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()
        self._file.close()

    def whole(self, name: str, dtype: Any) -> NDArray[Any]:
        """A copy of a section as an array, checked. Raises UserError when it is damaged."""
        return np.frombuffer(self.read(name, 0, self.sections[name].length), dtype)

    def read(self, name: str, start: int, stop: int) -> bytes:
        """The bytes ``start`` to ``stop`` of a section, checked.

        Raises UserError when they are damaged, or the file has changed since it was opened.
        """
        section = self.sections[name]
        if not 0 <= start <= stop <= section.length:
            raise damaged(self.path)
        first, last = start // BLOCK, -(-stop // BLOCK)
        begin = section.offset + first * BLOCK
        content = self._copy(
            begin, min(section.offset + last * BLOCK, section.offset + section.length)
        )
        if (block_sums(content) != self._sums[name][first:last]).any():
            raise damaged(self.path)
        return content[start - first * BLOCK : stop - first * BLOCK]

    def read_blocks(self, name: str, blocks: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The blocks of a section with the numbers ``blocks``, checked; shape (blocks, 64).

        The last block of a section may be shorter, and is filled up with zeros. Raises UserError
        like `read`. Much faster than as many calls of `read`.
        """
        section = self.sections[name]
        content = np.zeros((len(blocks), BLOCK // 8), dtype="<u8")
        whole = section.length // BLOCK
        for start in range(0, len(blocks), _BLOCKS_AT_ONCE):
            some = blocks[start : start + _BLOCKS_AT_ONCE]
            self._touch(len(some) * _FAULT_AROUND)
            mapped = np.frombuffer(self._map, "<u8", whole * BLOCK // 8, section.offset)
            inside = some < whole
            content[start : start + len(some)][inside] = mapped.reshape(-1, BLOCK // 8)[
                some[inside]
            ]
            del mapped  # a map that is looked into cannot be closed
        if (at_end := blocks >= whole).any():
            rest = self._copy(section.offset + whole * BLOCK, section.offset + section.length)
            content.view(np.uint8)[at_end, : len(rest)] = np.frombuffer(rest, np.uint8)
        if (sums_of_blocks(content) != self._sums[name][blocks]).any():
            raise damaged(self.path)
        return content

    def check_all(self) -> Iterator[int]:
        """Check every byte of every section; yields the number of bytes checked."""
        done = 0
        for name, section in self.sections.items():
            for start in range(0, section.length if name != "blocks" else 0, 256 * BLOCK):
                stop = min(start + 256 * BLOCK, section.length)
                self.read(name, start, stop)
                yield done + stop
            done += section.length

    def _copy(self, start: int, stop: int) -> bytes:
        self._touch(stop - start + _FAULT_AROUND)
        return self._map[start:stop]

    def _touch(self, size: int) -> None:
        """Get ready to read ``size`` bytes of the map."""
        # reading a map beyond the end of a file that was cut short would kill the process
        if os.fstat(self._file.fileno()).st_size != self._size:
            raise UserError(
                f"{self.path}: the index was changed while it was in use; open it again"
            )
        self._touched += size
        if self._touched > _RESIDENT_LIMIT:
            self._let_go()

    def _let_go(self) -> None:
        """Take the pages of the map out of memory; the system's cache of the file keeps them."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)
        self._touched = 0

    def _read_header(self) -> tuple[Header, dict[str, Section]]:
        unpacker = msgpack.Unpacker(
            strict_map_key=True, max_buffer_size=_LONGEST_HEADER, max_array_len=4096
        )
        start = self._copy(0, min(_LONGEST_HEADER - 1, self._size))
        unpacker.feed(start)
        try:
            fields = unpacker.unpack()
            length = unpacker.tell()
            header_digest = unpacker.unpack()
        except Exception:  # msgpack raises many kinds, all meaning the same here
            raise self._foreign() from None
        if not isinstance(fields, dict) or fields.get("magic") != MAGIC:
            raise self._foreign()
        version = fields.get("format")
        if isinstance(version, int) and version > FORMAT:
            raise UserError(
                f"{self.path}: this index has format {version}, made by a newer Unlinkable than "
                f"this one, which reads format {FORMAT}; update Unlinkable or build the index anew"
            )
        if version != FORMAT or header_digest != digest(start[:length]):
            raise damaged(self.path)
        try:
            sections = {
                name: Section(offset, size, checksum)
                for name, (offset, size, checksum) in fields.pop("sections").items()
            }
            del fields["magic"], fields["format"]
            fields["phrases"] = tuple((common, rare) for common, rare in fields["phrases"])
            header = Header(**fields)
            self._believable(header, sections)
        except (TypeError, ValueError, KeyError, AttributeError):
            raise damaged(self.path) from None
        return header, sections

    def _believable(self, header: Header, sections: dict[str, Section]) -> None:
        """Raise ValueError for a header that no builder wrote, however well its digest fits."""
        if tuple(sections) != SECTIONS:
            raise ValueError
        end = 0
        for section in sections.values():
            if not end < section.offset <= section.offset + section.length <= self._size:
                raise ValueError
            end = section.offset + section.length
        lengths = {name: section.length for name, section in sections.items()}
        if not (
            0 <= header.posting_bits <= header.bucket_bits <= 32
            and header.document_bytes in (2, 4)
            and 1 <= header.max_words == len(header.phrases)
            and 0 < header.documents <= header.records
            and header.row_limit >= 1
            and lengths["buckets"] == 4 * (2**header.bucket_bits + 1)
            and lengths["document_offsets"] == 8 * (header.documents + 1)
            and lengths["phrases"] == 8 * sum(map(sum, header.phrases))
        ):
            raise ValueError

    def _read_sums(self) -> dict[str, NDArray[np.uint64]]:
        """The block sums of every section."""
        blocks = self.sections["blocks"]
        content = self._copy(blocks.offset, blocks.offset + blocks.length)
        if digest(block_sums(content).tobytes()) != blocks.checksum or len(content) % 8:
            raise damaged(self.path)
        all_sums = np.frombuffer(content, "<u8")
        sums = {}
        start = 0
        for name, section in self.sections.items():
            if name != "blocks":
                stop = start + -(-section.length // BLOCK)
                sums[name] = all_sums[start:stop]
                if digest(sums[name].tobytes()) != section.checksum:
                    raise damaged(self.path)
                start = stop
        if start != len(all_sums):
            raise damaged(self.path)
        return sums

    def _foreign(self) -> UserError:
        return UserError(
            f"{self.path}: not an index of Unlinkable; make one with `unlinkable index`"
        )


class BlockArray:
    """A section as an array of numbers, of which only the blocks that are asked for are read."""

    def __init__(self, file: IndexFile, name: str, dtype: Any) -> None:
        self._file = file
        self._name = name
        self._dtype = np.dtype(dtype)
        length = file.sections[name].length
        if length % self._dtype.itemsize:
            raise damaged(file.path)
        self._length: int = length // self._dtype.itemsize
        self._in_block = BLOCK // self._dtype.itemsize
        self._slots = np.full(-(-length // BLOCK), -1, dtype=np.int32)
        room = min(len(self._slots), _CACHE_LIMIT // BLOCK)
        self._blocks = np.empty((room, self._in_block), dtype=self._dtype)
        self._used = 0

    def __len__(self) -> int:
        return self._length

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        """The numbers at ``places``, each from 0 to ``len() - 1``."""
        block, at = np.divmod(places, self._in_block)
        slots = self._slots[block]
        if (slots < 0).any():
            self._read(block)
            slots = self._slots[block]
        return self._blocks[slots, at]

    def _read(self, wanted: NDArray[np.int64]) -> None:
        blocks = np.unique(wanted[self._slots[wanted] < 0])
        if self._used + len(blocks) > len(self._blocks):
            self._slots[:] = -1
            self._used = 0
            blocks = np.unique(wanted)
            if len(blocks) > len(self._blocks):
                self._blocks = np.empty((len(blocks), self._in_block), dtype=self._dtype)
        end = self._used + len(blocks)
        content = self._file.read_blocks(self._name, blocks)
        self._blocks[self._used : end] = content.view(self._dtype)
        self._slots[blocks] = np.arange(self._used, end)
        self._used = end


def damaged(path: Path) -> UserError:
    """What is said of an index whose content contradicts itself."""
    return UserError(f"{path}: the index is damaged or cut short; copy it again or build it anew")
