"""The blocks that the sections of an index file are made of: 504 bytes of content and a checksum.

Knows one block at a time, so that one can be checked when it is first read and nothing else has to
be; knows nothing of files and sections.

A block is 64 little-endian uint64: 63 of content, then the checksum. That of the block with the
number n (its place in the file, in bytes, divided by 512) is, modulo 2^64, the sum of the salt, of
n·0xd6e8feb86659fd93, and of the 63 numbers, the one numbered i (from 0) multiplied by
(2·i + 1)·0x9e3779b97f4a7c15. All factors are odd, so that no change of a single number goes unseen.
The salt comes from the header of the file: so a block of another index, or of another place, does
not fit.
"""

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
