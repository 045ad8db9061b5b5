"""How often words stand in documents, packed in as few bits as will do.

Knows numbers of 1 or more and how they are packed; knows nothing of words or documents.

The numbers of one word are cut into blocks of 128 (the last may be shorter). First comes a byte for
each block, its *width* w: 0, 1, 2, 4, 8, 16 or 32, the fewest bits that hold every number of the
block less 1. Then the blocks: each number less 1 in w bits, the first in the lowest bits of the
first byte, filled up with zeros to whole bytes. So no number of a block is greater than 2^w.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.ranges import ranges

IN_BLOCK = 128
_WIDTHS = (1, 2, 4, 8, 16, 32)

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Frequencies = NDArray[np.uint32]
Take = Callable[[Numbers], Bytes]


@dataclass(frozen=True)
class _Blocks:
    """The blocks of some words: of each the word, its first number among all, how many it has."""

    words: Numbers
    firsts: Numbers
    sizes: Numbers

    @classmethod
    def of(cls, counts: Numbers) -> "_Blocks":
        """Those of words with ``counts`` numbers each."""
        in_word = -(-counts // IN_BLOCK)
        words = np.repeat(np.arange(len(counts)), in_word)
        before = ranges(np.zeros_like(in_word), in_word) * IN_BLOCK
        return cls(
            words,
            (np.cumsum(counts) - counts)[words] + before,
            np.minimum(counts[words] - before, IN_BLOCK),
        )

    def starts(self, word_starts: Numbers, widths: NDArray[np.uint8]) -> Numbers:
        """Where each block begins, when the widths of the words' blocks begin at those places."""
        lengths = byte_lengths(self.sizes, widths)
        ends = np.cumsum(lengths)
        in_word = np.bincount(self.words, minlength=len(word_starts))
        first_blocks = np.minimum(np.cumsum(in_word) - in_word, max(len(ends) - 1, 0))
        before = (ends - lengths)[first_blocks] if len(ends) else first_blocks
        starts: Numbers = (ends - lengths) + (word_starts + in_word - before)[self.words]
        return starts


def byte_lengths(sizes: Numbers, widths: NDArray[np.uint8]) -> Numbers:
    """The bytes of blocks of so many numbers."""
    return (sizes * widths + 7) // 8


def pack(frequencies: Frequencies, counts: Numbers) -> tuple[Bytes, Numbers]:
    """The numbers of some words, ``counts`` of each, packed one word after the other.

    Returns the bytes, and where each word begins in them.
    """
    blocks = _Blocks.of(counts)
    less = frequencies - np.uint32(1)
    widths = _widths(np.maximum.reduceat(less, blocks.firsts) if len(less) else less)
    in_word = np.bincount(blocks.words, minlength=len(counts))
    lengths = in_word + np.bincount(
        blocks.words, byte_lengths(blocks.sizes, widths), minlength=len(counts)
    ).astype(np.int64)
    word_starts = np.cumsum(lengths) - lengths
    packed = np.zeros(int(lengths.sum()), dtype=np.uint8)
    packed[ranges(word_starts, in_word)] = widths
    starts = blocks.starts(word_starts, widths)
    for width in _WIDTHS:
        mine = np.flatnonzero(widths == width)
        sizes = blocks.sizes[mine]
        a_byte = max(8 // width, 1)  # numbers in it
        padded = -(-sizes // a_byte) * a_byte
        numbers = np.zeros(int(padded.sum()), dtype=f"<u{max(width // 8, 1)}")
        numbers[ranges(np.cumsum(padded) - padded, sizes)] = less[
            ranges(blocks.firsts[mine], sizes)
        ]
        if width < 8:
            shifted = numbers.reshape(-1, a_byte) << _shifts(width)
            numbers = np.bitwise_or.reduce(shifted, axis=1)
        where = ranges(starts[mine], byte_lengths(sizes, widths[mine]))
        packed[where] = numbers.view(np.uint8)
    return packed, word_starts


def unpack(take: Take, length: int, starts: Numbers, counts: Numbers) -> Frequencies:
    """The numbers of some words.

    - ``starts``: where they begin; those of a word that begins below 0 are all 1;
    - ``counts``: how many each has;
    - ``take``: gives the bytes at some places, of ``length`` in all.

    Raises ValueError where there are no such numbers.
    """
    blocks = _Blocks.of(counts)
    widths = _read_widths(take, length, starts, counts)
    begin = blocks.starts(starts, widths)
    if (begin + byte_lengths(blocks.sizes, widths))[widths > 0].max(initial=0) > length:
        raise ValueError
    wide = widths.max(initial=0) > 8
    found = np.ones((len(widths), IN_BLOCK), np.uint32 if wide else np.uint16)  # filled up
    for width in _WIDTHS:
        mine = np.flatnonzero(widths == width)
        if not len(mine):
            continue
        places = begin[mine][:, None] + np.arange(IN_BLOCK * width // 8)
        content = take(np.minimum(places, length - 1))
        if width < 8:
            found[mine] = _IN_BYTE[width][content].view(np.uint8)
        else:
            found[mine] += np.ascontiguousarray(content).view(f"<u{width // 8}")
    firsts = np.searchsorted(blocks.words, np.arange(len(counts))) * IN_BLOCK
    flat = found.reshape(-1)
    ends = (firsts + counts).tolist()
    words = [flat[first:end] for first, end in zip(firsts.tolist(), ends, strict=True)]
    return np.concatenate([flat[:0], *words]).astype(np.uint32)


def unpack_some(take: Take, length: int, start: int, count: int, places: Numbers) -> Frequencies:
    """The numbers at ``places`` (0 to ``count`` - 1) of one word; otherwise as `unpack`."""
    begin = np.array([start])
    counts = np.array([count])
    widths = _read_widths(take, length, begin, counts)
    blocks = _Blocks.of(counts)
    starts = blocks.starts(begin, widths)
    if (starts + byte_lengths(blocks.sizes, widths)).max(initial=0) > length:
        raise ValueError
    block = places // IN_BLOCK
    bits = widths[block].astype(np.int64)
    at = starts[block] * 8 + places % IN_BLOCK * bits
    found = np.ones(len(places), dtype=np.uint32)
    for width in _WIDTHS:
        mine = np.flatnonzero(bits == width)
        a_number = max(width // 8, 1)  # bytes
        content = take((at[mine] >> 3)[:, None] + np.arange(a_number))
        numbers = np.ascontiguousarray(content).view(f"<u{a_number}")[:, 0].astype(np.uint32)
        if width < 8:
            numbers = numbers >> (at[mine] & 7).astype(np.uint32) & np.uint32((1 << width) - 1)
        found[mine] += numbers
    return found


def _read_widths(take: Take, length: int, starts: Numbers, counts: Numbers) -> NDArray[np.uint8]:
    blocks = -(-counts // IN_BLOCK)
    if (starts + blocks)[starts >= 0].max(initial=0) > length:
        raise ValueError
    widths = np.zeros(int(blocks.sum()), dtype=np.uint8)
    read = take(ranges(starts[starts >= 0], blocks[starts >= 0]))
    widths[np.repeat(starts >= 0, blocks)] = read
    if not _IS_WIDTH[read].all():
        raise ValueError
    return widths


def _widths(greatest: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The narrowest width that holds each number."""
    bits = np.frexp(greatest.astype(np.float64))[1]
    widths: NDArray[np.uint8] = np.array((0, *_WIDTHS), dtype=np.uint8)[
        np.searchsorted((0, *_WIDTHS), bits)
    ]
    return widths


def _shifts(width: int) -> NDArray[np.uint8]:
    return np.arange(0, 8, width, dtype=np.uint8)


def _numbers_in_bytes(width: int) -> NDArray[np.unsignedinteger[Any]]:
    """For every byte the numbers in it, as many bytes, taken for one number."""
    mask = np.uint8((1 << width) - 1)
    numbers = (np.arange(256, dtype=np.uint8)[:, None] >> _shifts(width) & mask) + np.uint8(1)
    in_one: NDArray[np.unsignedinteger[Any]] = numbers.view(f"<u{8 // width}")[:, 0]
    return in_one


_IN_BYTE = {width: _numbers_in_bytes(width) for width in _WIDTHS if width < 8}
_IS_WIDTH = np.isin(np.arange(256), (0, *_WIDTHS))
