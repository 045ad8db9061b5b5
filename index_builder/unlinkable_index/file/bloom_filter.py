"""A small table that tells of most phrases, without looking them up, that they are not rare.

A Bloom filter (B. H. Bloom 1970) of the stored phrases, each put in together with the class of its
df: so one table answers for every k. All bits of a phrase stand in one number, so that a question
costs one access to memory (a blocked filter: Putze, Sanders & Singler 2007). Whatever is stored is
let through, of all else a few in a hundred. Knows keys and dfs; knows nothing of files, nor of
where phrases are stored.

The class of a df is the number of bits of df - 1: 1 / 2 / 3 and 4 / 5 to 8 / … The numbers of a
table form groups of 8, so that rising keys have rising groups. A phrase with the key x and the
class c has, in a table of z numbers, the place ``p = (x >> 32)·z >> 32``; it is put into the number
``p - p % 8 + (p + c) % 8``. Its bits there are the four highest groups of 6 bits of
``x · (2·c + 1)·0x9e3779b97f4a7c15`` modulo 2^64.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.phrase_hashes import PhraseHashes

BloomFilter = NDArray[np.uint64]

GROUP = 8
_BITS_A_PHRASE = 10
_MARKS = 4
_MOST_GROUPS = (1 << 32) // GROUP  # for 27 billion phrases; places are told by 32 bits
_FACTOR = 0x9E3779B97F4A7C15


def length(phrases: int) -> int:
    """How many numbers the table for so many stored phrases has."""
    return min(_BITS_A_PHRASE * phrases // 64 // GROUP + 1, _MOST_GROUPS) * GROUP


def places(keys: PhraseHashes, size: int) -> NDArray[np.int64]:
    """The place of each phrase in a table of ``size`` numbers."""
    return ((keys >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)).astype(np.int64)


def put(
    table: BloomFilter, at: NDArray[np.int64], keys: PhraseHashes, dfs: NDArray[np.int64]
) -> None:
    """Put stored phrases, whose places are ``at``, into a table, with the df of each."""
    classes = _classes(dfs)
    for number in range(int(classes.max(initial=-1)) + 1):
        mine = np.flatnonzero(classes == number)
        np.bitwise_or.at(table, _numbers(at[mine], number), _marks(keys[mine], number))


def let_through(
    take: Callable[[NDArray[np.int64]], BloomFilter], size: int, keys: PhraseHashes, k: int
) -> NDArray[np.int64]:
    """Which of ``keys`` may be stored with a df below ``k``; all that are, and few others.

    ``take`` gives the numbers at some places of the table, which has ``size`` numbers.
    """
    at = places(keys, size)
    passed = np.zeros(len(keys), dtype=bool)
    for number in range((k - 2).bit_length() + 1 if k > 1 else 0):
        marks = _marks(keys, number)
        passed |= take(_numbers(at, number)) & marks == marks
    return np.flatnonzero(passed)


def _classes(dfs: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of bits of each df - 1."""
    return np.frexp(dfs - 1)[1].astype(np.int64)


def _numbers(at: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """The number of the table that each phrase of a class is put into."""
    return (at & -GROUP) + (at + number & GROUP - 1)


def _marks(keys: PhraseHashes, number: int) -> PhraseHashes:
    """The bits with which the phrases of a class are marked."""
    hashes = keys * np.uint64((2 * number + 1) * _FACTOR % (1 << 64))
    bits = np.zeros(len(keys), dtype=np.uint64)
    for group in range(_MARKS):
        bits |= np.uint64(1) << (hashes >> np.uint64(58 - 6 * group) & np.uint64(63))
    return bits
