"""A small table that tells of most phrases, without looking them up, that they are not rare.

A Bloom filter (B. H. Bloom 1970) of the stored phrases, each put in together with the class of its
df: so one table answers for every k. All bits of a phrase stand in one number, so that a question
costs one access to memory (a blocked filter: Putze, Sanders & Singler 2007). Whatever is stored is
let through, of all else a few in a hundred. Knows keys and dfs; knows nothing of files, nor of
where phrases are stored.

The class of a df is the number of bits of df - 1: 1 / 2 / 3 and 4 / 5 to 8 / … A phrase with the
key x and the class c is hashed to ``h = x · (2·c + 1)·0x9e3779b97f4a7c15`` modulo 2^64. Its number
in a table of z numbers is ``(h >> 32)·z >> 32``, and its bits there are the four lowest groups
of 6 bits of h.
"""

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.windows import Keys

Sieve = NDArray[np.uint64]

_BITS_A_PHRASE = 10
_LONGEST = 1 << 23  # numbers: 64 MiB; beyond, more of what is not stored is let through
_MARKS = 4
_FACTOR = 0x9E3779B97F4A7C15


def length(phrases: int) -> int:
    """How many numbers the table for so many stored phrases has."""
    return min(_BITS_A_PHRASE * phrases // 64 + 1, _LONGEST)


def put(sieve: Sieve, keys: Keys, dfs: NDArray[np.int64]) -> None:
    """Put stored phrases in, with the df of each."""
    classes = _classes(dfs)
    for number in range(int(classes.max(initial=-1)) + 1):
        places, bits = _marks(keys[classes == number], number, len(sieve))
        np.bitwise_or.at(sieve, places, bits)


def let_through(sieve: Sieve, keys: Keys, k: int) -> NDArray[np.int64]:
    """Which of ``keys`` may be stored with a df below ``k``; all that are, and few others."""
    passed = np.zeros(len(keys), dtype=bool)
    for number in range((k - 2).bit_length() + 1 if k > 1 else 0):
        places, bits = _marks(keys, number, len(sieve))
        passed |= sieve[places] & bits == bits
    return np.flatnonzero(passed)


def _classes(dfs: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of bits of each df - 1."""
    return np.frexp(dfs - 1)[1].astype(np.int64)


def _marks(keys: Keys, number: int, size: int) -> tuple[NDArray[np.int64], Keys]:
    """Where in a table of ``size`` the phrases of a class are marked, and with which bits."""
    hashes = keys * np.uint64((2 * number + 1) * _FACTOR % (1 << 64))
    places = (hashes >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)
    bits = np.zeros(len(keys), dtype=np.uint64)
    for group in range(_MARKS):
        bits |= np.uint64(1) << (hashes >> np.uint64(6 * group) & np.uint64(63))
    return places.astype(np.int64), bits
