"""Texts as bytes: one for each place, and further ones for words that are not among the commonest.

The byte of a place is its *code*: below `COMMON` the number of the word; from there to 251 a word
of one further byte; 252 and 253 of two and of four; 255 no word at all. Further bytes of all places
stand one after the other. `FORMAT.md` describes it. Knows numbers of words; knows nothing of files.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

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
Numbers = NDArray[np.int64]
Take = Callable[[Numbers], NDArray[np.uint8]]


def packed(words: Words) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
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


def unpacked(codes: NDArray[np.uint8], starts: Numbers, take: Take, length: int) -> Words:
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


def unpacked_run(codes: NDArray[np.uint8], further: NDArray[np.uint8]) -> Words:
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
