"""An index file as bytes: a header, and sections made of blocks of 504 bytes and a checksum each;
how it is written. `FORMAT.md` describes it. Must never know what header and sections mean."""

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgpack
import numpy as np
from numpy.typing import NDArray

BLOCK = 512
CONTENT = 504  # bytes of a block that are content
Blocks = NDArray[np.uint64]
"""Shape (blocks, 64)."""

_NUMBERS = CONTENT // 8
_PLACE = np.uint64(0xD6E8FEB86659FD93)
# with -1 for the checksum, all of a sound block adds up to its salt and place, negated
_FACTORS = np.append(
    np.arange(1, 2 * _NUMBERS, 2, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15),
    np.uint64(2**64 - 1),
)


def blocks_of(length: int) -> int:
    """How many blocks hold ``length`` bytes of content."""
    return -(-length // CONTENT)


def with_checksums(content: bytes, first: int, salt: int) -> Blocks:
    """``content`` in blocks, the last one filled up with zeros; ``first`` is the first's number."""
    count = blocks_of(len(content))
    blocks = np.zeros((count, BLOCK // 8), dtype="<u8")
    padded = content + bytes(count * CONTENT - len(content))
    blocks[:, :_NUMBERS] = np.frombuffer(padded, "<u8").reshape(count, _NUMBERS)
    blocks[:, _NUMBERS] = _sums(blocks, np.arange(first, first + count), salt)
    return blocks


def are_sound(blocks: Blocks, numbers: NDArray[np.int64], salt: int) -> bool:
    """Whether all blocks have the right checksum; ``numbers`` are theirs."""
    return not _sums(blocks, numbers, salt).any()


def content_of(blocks: Blocks) -> NDArray[np.uint64]:
    """The content of blocks; shape (blocks, 63)."""
    return blocks[:, :_NUMBERS]


def _sums(blocks: Blocks, numbers: NDArray[np.int64], salt: int) -> NDArray[np.uint64]:
    sums: NDArray[np.uint64] = blocks @ _FACTORS
    sums += numbers.astype(np.uint64) * _PLACE
    sums += np.uint64(salt)
    return sums


MAGIC = "unlinkable index"
RANGE_MAGIC = "unlinkable index, a range of phrases"
SEGMENTS_MAGIC = "unlinkable index, in segments"
FORMAT = 4
ALIGNMENT = 4096
PART = 1 << 30
"""Bytes of a section that are one msgpack object: a multiple of `ALIGNMENT`, below 4 GiB."""
_PIECE = CONTENT << 12


@dataclass(frozen=True)
class Section:
    """Where the first part of a section lies in the file, in bytes, and how long its content is."""

    offset: int
    length: int

    def end(self, part: int) -> int:
        """Where the section ends in the file, when its parts are of ``part`` bytes."""
        stored = blocks_of(self.length) * BLOCK
        return self.offset + stored + max(stored - 1, 0) // part * ALIGNMENT


def salt_of(mark: bytes) -> int:
    """The salt of the checksums in a file whose header has the digest ``mark``."""
    return int.from_bytes(mark[:8], "little")


def digest(content: bytes | memoryview) -> bytes:
    """BLAKE2b-128."""
    return hashlib.blake2b(content, digest_size=16).digest()


def write_file(
    out: IO[bytes], magic: str, fields: Mapping[str, Any], contents: Mapping[str, Path]
) -> bytes:
    """Write a file whose header has ``fields``, and whose sections are the files ``contents``.

    Returns the header's digest.
    """
    lengths = {name: path.stat().st_size for name, path in contents.items()}
    head, mark, table = _header(magic, fields, lengths)
    salt = salt_of(mark)
    out.write(head)
    for name, section in table.items():
        stored = blocks_of(section.length) * BLOCK
        with contents[name].open("rb") as content:
            for start in range(0, stored, PART) or (0,):
                size = min(PART, stored - start)
                prefix = b"\xc6" + struct.pack(">I", size)
                at = section.offset + start + start // PART * ALIGNMENT
                out.write(b"\xc0" * (at - out.tell() - len(prefix)) + prefix)
                while size:
                    piece = content.read(min(_PIECE, size // BLOCK * CONTENT))
                    blocks = with_checksums(piece, out.tell() // BLOCK, salt)
                    size -= out.write(blocks.tobytes())
    return mark


def _header(
    magic: str, fields: Mapping[str, Any], lengths: Mapping[str, int]
) -> tuple[bytes, bytes, dict[str, Section]]:
    """The header with its digest, packed; the digest; and the section table in it."""
    table = {name: Section(0, length) for name, length in lengths.items()}
    # Offsets depend on the header's length, and that on the offsets: repeat until they agree.
    while True:
        sections = {name: (section.offset, section.length) for name, section in table.items()}
        whole = {"magic": magic, "format": FORMAT, **fields, "part": PART, "sections": sections}
        head: bytes = msgpack.packb(whole)
        mark = digest(head)
        packed: bytes = head + msgpack.packb(mark)
        placed = _placed(len(packed), lengths)
        if placed == table:
            return packed, mark, table
        table = placed


def _placed(start: int, lengths: Mapping[str, int]) -> dict[str, Section]:
    """The section table that follows from a header of ``start`` bytes."""
    table = {}
    for name, length in lengths.items():
        table[name] = Section(-(-(start + 5) // ALIGNMENT) * ALIGNMENT, length)
        start = table[name].end(PART)
    return table
