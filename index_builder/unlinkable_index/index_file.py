"""Reading an index file block by block, and believing nothing before it is checked.

Knows sections and checksums (`storage` describes them); knows nothing of what they mean. The file
is read, not mapped into memory: a map of a file that someone cuts short kills the process, and
single blocks are no slower to read (70 µs for 64 blocks in the system's cache, 85 µs by a map).
"""

import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index import sieve
from unlinkable_index.errors import UserError
from unlinkable_index.storage import (
    BLOCK,
    FORMAT,
    GROUP_BITS,
    LONGEST_BIN,
    LONGEST_PHRASE,
    MAGIC,
    SECTIONS,
    Header,
    Section,
    block_sums,
    digest,
    sums_of_blocks,
)

_LONGEST_HEADER = 1 << 20
_LONGEST_ROW = 4096  # documents, of a posting list kept as a plain row
_PIECE = 1 << 30  # bytes read by one call


class IndexFile:
    """An open index file. Nothing of it is believed before its checksum fits.

    What is read is checked each time: so a file that is overwritten or cut short while it is in use
    gives an error, never a wrong answer. May be used by several threads.

    Raises UserError when the file can't be opened, is no index, of a newer format, or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seeking = threading.Lock()
        try:
            if not path.is_file() and path.exists():
                raise UserError(f"{path}: this is no file, so not an index; check the path")
            self._file = path.open("rb", buffering=0)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no such path"
            raise UserError(
                f"{path}: the index cannot be opened ({reason}); check the path"
            ) from error
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            if not self._size:
                raise UserError(f"{path}: this file is empty, not an index")
            self.header, self.sections = self._read_header()
            self._sums = self._read_sums()
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def whole(self, name: str, dtype: Any) -> NDArray[Any]:
        """A copy of a section as an array, checked. Raises UserError when it is damaged."""
        content = self.read(name, 0, self.sections[name].length)
        if len(content) % np.dtype(dtype).itemsize:
            raise damaged(self.path)
        return np.frombuffer(content, dtype)

    def read(self, name: str, start: int, stop: int) -> bytes:
        """The bytes ``start`` to ``stop`` of a section, checked.

        Raises UserError when they are damaged, or the file has changed since it was opened.
        """
        section = self.sections[name]
        if not 0 <= start <= stop <= section.length:
            raise damaged(self.path)
        first, last = start // BLOCK, -(-stop // BLOCK)
        begin = section.offset + first * BLOCK
        end = min(section.offset + last * BLOCK, section.offset + section.length)
        content = self._read(begin, end)
        if (block_sums(content) != self._sums[name][first:last]).any():
            raise damaged(self.path)
        return content[start - first * BLOCK : stop - first * BLOCK]

    def read_blocks(self, name: str, blocks: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The blocks of a section with the rising numbers ``blocks``, checked; shape (blocks, 64).

        The last block of a section may be shorter, and is filled up with zeros. Raises UserError
        like `read`. Much faster than as many calls of `read`.
        """
        section = self.sections[name]
        end = section.offset + section.length
        starts = (blocks * BLOCK + section.offset).tolist()
        size = len(starts) * BLOCK
        read = self._read_whole_blocks(starts)
        if len(read) != size or starts[-1] + BLOCK > end:
            read = b"".join([self._read(start, min(start + BLOCK, end)) for start in starts])
            read += bytes(size - len(read))
        content = np.frombuffer(read, "<u8").reshape(-1, BLOCK // 8)
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

    def _read(self, start: int, stop: int) -> bytes:
        """The bytes ``start`` to ``stop`` of the file, all of them, unchecked."""
        pieces = []
        try:
            while start < stop:
                pieces.append(self._read_at(start, min(stop - start, _PIECE)))
                if not pieces[-1]:
                    raise UserError(
                        f"{self.path}: the index was cut short while it was in use; open it again"
                    )
                start += len(pieces[-1])
        except (OSError, ValueError) as error:  # ValueError: closed meanwhile
            reason = error.strerror if isinstance(error, OSError) else "it was closed"
            raise UserError(
                f"{self.path}: the index cannot be read ({reason}); open it again"
            ) from error
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def _read_whole_blocks(self, starts: list[int]) -> bytes:
        """The blocks at ``starts``; fewer bytes where anything is amiss, which `_read` explains.

        Thousands are read for one draft, so each costs one call and nothing else.
        """
        if not hasattr(os, "pread"):
            return b""
        read_at = os.pread
        try:
            file = self._file.fileno()
            return b"".join([read_at(file, BLOCK, start) for start in starts])
        except (OSError, ValueError):
            return b""

    def _read_at(self, start: int, size: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), size, start)
        with self._seeking:
            self._file.seek(start)
            return self._file.read(size)

    def _read_header(self) -> tuple[Header, dict[str, Section]]:
        unpacker = msgpack.Unpacker(
            strict_map_key=True, max_buffer_size=_LONGEST_HEADER, max_array_len=4096
        )
        start = self._read(0, min(_LONGEST_HEADER - 1, self._size))
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
        if type(version) is int and version != FORMAT:
            older = version < FORMAT
            raise UserError(
                f"{self.path}: this index has format {version}, made by "
                f"{'an older' if older else 'a newer'} Unlinkable than this one, which reads "
                f"format {FORMAT}; {'' if older else 'update Unlinkable or '}build the index anew"
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
        """Raise ValueError for a header that no builder wrote, however well its digest fits.

        The sizes of all arrays follow from the lengths of sections, and these from the size of the
        file: so no header can make opening take more memory than the file has bytes.
        """
        _check_types(header, sections)
        if tuple(sections) != SECTIONS:
            raise ValueError
        end = 0
        for section in sections.values():
            if not end < section.offset <= section.offset + section.length <= self._size:
                raise ValueError
            end = section.offset + section.length
        lengths = {name: section.length for name, section in sections.items()}
        counts = [count for pair in header.phrases for count in pair]
        if not (
            0 <= header.posting_bits <= header.bucket_bits <= 32
            and header.document_bytes in (2, 4)
            and header.bucket_bytes in (2, 4)
            and header.documents <= 1 << 8 * header.document_bytes
            and 1 <= header.max_words == len(header.phrases) <= LONGEST_PHRASE
            and 0 < header.documents <= header.records
            and 1 <= header.row_limit <= _LONGEST_ROW
            and min(counts) >= 0
            and max(lengths.values()) <= LONGEST_BIN
            and lengths["bucket_groups"] == 4 * ((2**header.bucket_bits >> GROUP_BITS) + 1)
            and lengths["buckets"] == header.bucket_bytes * (2**header.bucket_bits + 1)
            and lengths["document_offsets"] == 8 * (header.documents + 1)
            and lengths["phrases"] == 8 * sum(counts)
            and lengths["sieve"] == 8 * sieve.length(sum(counts))
            and 0 < lengths["dfs"] <= 8 * header.documents
            and not lengths["dfs"] % 8
            and header.sealed == (header.key_check is not None)
        ):
            raise ValueError

    def _read_sums(self) -> dict[str, NDArray[np.uint64]]:
        """The block sums of every section."""
        blocks = self.sections["blocks"]
        content = self._read(blocks.offset, blocks.offset + blocks.length)
        if len(content) % 8 or digest(block_sums(content).tobytes()) != blocks.checksum:
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


def _check_types(header: Header, sections: dict[str, Section]) -> None:
    """Raise ValueError where the header holds something else than its description says."""
    for name, kind in get_type_hints(Header).items():
        value = getattr(header, name)
        if kind in (int, bool, str) and type(value) is not kind:
            raise ValueError
    if not isinstance(header.key_check, str | None):
        raise ValueError
    numbers = [count for pair in header.phrases for count in pair]
    numbers += [
        number for section in sections.values() for number in (section.offset, section.length)
    ]
    if any(type(number) is not int for number in numbers):
        raise ValueError
    # shown to people, so no place for anything else
    if not re.fullmatch(r"[0-9a-f]{16,128}", header.fingerprint):
        raise ValueError


def damaged(path: Path) -> UserError:
    """What is said of an index whose content contradicts itself."""
    return UserError(f"{path}: the index is damaged or cut short; copy it again or build it anew")
