"""Whole numbers, many at once, in as few bits as will do: runs of consecutive ones, LEB128, the
words of texts as codes, and frequencies in blocks (`FORMAT.md`). Must never know files, or what
the numbers count."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


def ranges(starts: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """The numbers start … start + size - 1 of every run, one run after the other."""
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    shifts: NDArray[np.int64] = np.repeat(starts - (ends - sizes), sizes)
    return np.arange(total) + shifts


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


def pack_frequencies(frequencies: Frequencies, counts: Numbers) -> tuple[Bytes, Numbers]:
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


def unpack_frequencies(take: Take, length: int, starts: Numbers, counts: Numbers) -> Frequencies:
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


def unpack_some_frequencies(
    take: Take, length: int, start: int, count: int, places: Numbers
) -> Frequencies:
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


_LONGEST = 8  # bytes; 56 bits


def packed_numbers(numbers: Numbers) -> tuple[NDArray[np.uint8], Numbers]:
    """The bytes of some numbers, none negative nor above 2^56 - 1, and how many each takes."""
    sizes = np.ones(len(numbers), dtype=np.int64)
    for byte in range(1, _LONGEST):
        sizes += numbers >= 1 << 7 * byte
    ends = np.cumsum(sizes)
    content = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.uint8)
    at, left = ends - sizes, numbers
    while len(at):
        more = left >= 128
        content[at] = left & 127 | more << 7
        at, left = at[more] + 1, left[more] >> 7
    return content, sizes


def unpacked_numbers(content: NDArray[np.uint8]) -> Numbers:
    """The numbers in some bytes. Raises ValueError where there are no such numbers."""
    ends = np.flatnonzero(content < 128)
    if not len(content):
        return np.empty(0, dtype=np.int64)
    if not len(ends) or ends[-1] != len(content) - 1:
        raise ValueError
    starts = np.concatenate(([0], ends[:-1] + 1))
    sizes = ends - starts + 1
    longest = int(sizes.max())
    if longest > _LONGEST:
        raise ValueError
    numbers = (content[starts] & 127).astype(np.int64)
    for byte in range(1, longest):
        more = np.flatnonzero(sizes > byte)
        numbers[more] |= (content[starts[more] + byte] & 127).astype(np.int64) << 7 * byte
    return numbers


COMMON = 228
"""The words with lower numbers are those of one byte."""
BLOCK = 63  # places: the eighth part of what a block of a file holds
_OF_TWO = COMMON + 256 * (252 - COMMON)  # the first word of two further bytes
_OF_FOUR = _OF_TWO + (1 << 16)
_NONE = 255

_FURTHER = np.zeros(256, dtype=np.uint8)
_FURTHER[COMMON:252], _FURTHER[252], _FURTHER[253] = 1, 2, 4
_BASE = np.arange(256, dtype=np.int64)
_BASE[COMMON:252] = COMMON + 256 * np.arange(252 - COMMON)
_BASE[252:] = _OF_TWO, 0, -1, -1

Words = NDArray[np.int32]


def packed_words(words: Words) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """The code of every place, its further bytes one after the other, and how many it has.

    ``words``: the number of the word at every place, -1 for none.
    """
    codes = np.where(words < 0, _NONE, words).astype(np.uint8)
    rarer = np.flatnonzero(words >= COMMON)
    numbers = words[rarer]
    less = numbers - COMMON
    code = COMMON + (less >> 8)
    code[numbers >= _OF_TWO] = 252
    code[numbers >= _OF_FOUR] = 253
    codes[rarer] = code
    sizes = _FURTHER[codes]
    of_each = sizes[rarer].astype(np.int64)
    value = np.where(numbers >= _OF_TWO, numbers - _OF_TWO, less & 255)
    value = np.where(numbers >= _OF_FOUR, numbers, value).astype("<u4")
    at = np.cumsum(of_each) - of_each
    further = np.zeros(int(of_each.sum()), dtype=np.uint8)
    further[at] = value & 255
    longer = np.flatnonzero(of_each > 1)
    further[at[longer] + 1] = value[longer] >> 8 & 255
    longest = np.flatnonzero(of_each > 2)
    further[at[longest] + 2] = value[longest] >> 16 & 255
    further[at[longest] + 3] = value[longest] >> 24
    return codes, further, sizes


def unpacked_words(codes: NDArray[np.uint8], starts: Numbers, take: Take, length: int) -> Words:
    """The words of some blocks of places; shape (blocks, `BLOCK`), as ``codes``.

    ``starts``: where the further bytes of each block begin, of ``length`` in all, which ``take``
    gives. Raises ValueError where there are no such words.
    """
    further = _FURTHER[codes]
    flat = np.flatnonzero(further)
    size = further.reshape(-1)[flat].astype(np.int64)
    words = _BASE[codes].reshape(-1)
    ends = np.cumsum(further, axis=1, dtype=np.int64).reshape(-1)[flat]
    at = starts[flat // BLOCK] + ends - size
    if (at + size).max(initial=0) > length or at.min(initial=0) < 0:
        raise ValueError
    words[flat] += take(at)
    for byte in (1, 2, 3):
        longer = np.flatnonzero(size > byte)
        if not len(longer):
            break
        words[flat[longer]] += take(at[longer] + byte).astype(np.int64) << 8 * byte
    return words.astype(np.int32).reshape(codes.shape)


def unpacked_run_of_words(codes: NDArray[np.uint8], further: NDArray[np.uint8]) -> Words:
    """The words at places that follow each other, with their further bytes, no more and no fewer.

    Raises ValueError where there are no such words.
    """
    rarer = np.flatnonzero(_FURTHER[codes])
    code = codes[rarer]
    size = _FURTHER[code].astype(np.int64)
    ends = np.cumsum(size)
    if (int(ends[-1]) if len(ends) else 0) != len(further):
        raise ValueError
    at = ends - size
    words: Words = _BASE.astype(np.int32)[codes]
    values = _BASE[code] + further[at]
    for byte in (1, 2, 3):
        longer = np.flatnonzero(size > byte)
        values[longer] += further[at[longer] + byte].astype(np.int64) << 8 * byte
    words[rarer] = values
    return words


def further_bytes(codes: NDArray[np.uint8]) -> int:
    """How many further bytes the words at some places have."""
    counts = np.bincount(codes, minlength=256)
    return int(counts @ _FURTHER.astype(np.int64))
