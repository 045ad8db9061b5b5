"""Tables that are asked by 64-bit keys: an ordered hash table with linear probing (Amble & Knuth
1974), and a blocked Bloom filter that tells of most phrases that they are not rare (Putze,
Sanders & Singler 2007). Must never know files, or where phrases are stored."""

from collections.abc import Callable, Iterator
from typing import IO

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.phrase_hashes import PhraseHashes

BloomFilter = NDArray[np.uint64]

FILTER_GROUP = 8
_BITS_A_PHRASE = 10
_MARKS = 4
_MOST_GROUPS = (1 << 32) // FILTER_GROUP  # for 27 billion phrases; places are told by 32 bits
_FACTOR = 0x9E3779B97F4A7C15


def filter_length(phrases: int) -> int:
    """How many numbers the filter of so many stored phrases has."""
    return min(_BITS_A_PHRASE * phrases // 64 // FILTER_GROUP + 1, _MOST_GROUPS) * FILTER_GROUP


def places_of(keys: PhraseHashes, size: int) -> NDArray[np.int64]:
    """The place of each key in a table of ``size`` places, by rising keys."""
    return ((keys >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)).astype(np.int64)


def put_into_filter(
    table: BloomFilter, at: NDArray[np.int64], keys: PhraseHashes, dfs: NDArray[np.int64]
) -> None:
    """Put stored phrases, whose places are ``at``, into a filter, with the df of each."""
    classes = _classes(dfs)
    for number in range(int(classes.max(initial=-1)) + 1):
        mine = np.flatnonzero(classes == number)
        np.bitwise_or.at(table, _numbers(at[mine], number), _marks(keys[mine], number))


def let_through(
    take: Callable[[NDArray[np.int64]], BloomFilter], size: int, keys: PhraseHashes, k: int
) -> NDArray[np.int64]:
    """Which of ``keys`` may be stored with a df below ``k``; all that are, and few others.

    ``take`` gives the numbers at some places of the filter, which has ``size`` numbers.
    """
    at = places_of(keys, size)
    passed = np.zeros(len(keys), dtype=bool)
    for number in range((k - 2).bit_length() + 1 if k > 1 else 0):
        marks = _marks(keys, number)
        passed |= take(_numbers(at, number)) & marks == marks
    return np.flatnonzero(passed)


def _classes(dfs: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of bits of each df - 1."""
    return np.frexp(dfs - 1)[1].astype(np.int64)


def _numbers(at: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """The number of the filter that each phrase of a class is put into."""
    return (at & -FILTER_GROUP) + (at + number & FILTER_GROUP - 1)


def _marks(keys: PhraseHashes, number: int) -> PhraseHashes:
    """The bits with which the phrases of a class are marked."""
    hashes = keys * np.uint64((2 * number + 1) * _FACTOR % (1 << 64))
    bits = np.zeros(len(keys), dtype=np.uint64)
    for group in range(_MARKS):
        bits |= np.uint64(1) << (hashes >> np.uint64(58 - 6 * group) & np.uint64(63))
    return bits


EMPTY = 2**64 - 1
_SLOT = 16  # bytes
_FARTHEST = 4096  # slots from a key's own: in a table of 10^8 keys the farthest is some hundreds

Keys = NDArray[np.uint64]


def slots_of(keys: int) -> int:
    """How many slots the keys of a table are spread over."""
    return 4 * keys // 3 + 1


def may_hold_keys(length: int, keys: int) -> bool:
    """Whether a table of ``length`` bytes may be one of so many keys."""
    more = length // _SLOT - slots_of(keys)
    return keys >= 0 and length % _SLOT == 0 and 1 <= more <= _FARTHEST


class TableWriter:
    """Writes a table of ``keys`` keys, given in rising order, in as many goes as wanted."""

    def __init__(self, out: IO[bytes], keys: int) -> None:
        self._out = out
        self._slots = slots_of(keys)
        self._end = 0  # slots written

    def put(self, keys: Keys, numbers: Keys) -> None:
        """Write the next keys, and the number of each."""
        if not len(keys):
            return
        order = np.arange(len(keys))
        at = np.maximum.accumulate(np.maximum(places_of(keys, self._slots) - order, self._end))
        at += order - self._end
        table = _empty(int(at[-1]) + 1)
        table[at] = np.column_stack((keys, numbers))
        self._write(table)

    def close(self) -> None:
        """Write the empty slots at the end."""
        self._write(_empty(max(self._slots + 1 - self._end, 1)))

    def _write(self, table: Keys) -> None:
        self._end += len(table)
        self._out.write(table.tobytes())


class HashTable:
    """A table whose numbers (two for each slot) ``take`` gives, ``length`` of them in all.

    Its methods raise ValueError for a table that no `TableWriter` wrote.
    """

    def __init__(self, take: Callable[[NDArray[np.int64]], Keys], length: int, keys: int) -> None:
        self._take = take
        self._length = length // 2
        self._slots = slots_of(keys)

    def find(self, keys: Keys) -> Keys:
        """The number of every key; `EMPTY` for those that are not in the table."""
        numbers = np.full(len(keys), EMPTY, dtype=np.uint64)
        at = places_of(keys, self._slots)
        left = np.arange(len(keys))
        for _ in range(_FARTHEST):
            key, number = self._at(at[left])
            found = (key == keys[left]) & (number != EMPTY)
            numbers[left[found]] = number[found]
            left = left[(key < keys[left]) & (number != EMPTY)]
            if not len(left):
                return numbers
            at[left] += 1
        raise ValueError

    def all_of(self, key: int) -> Iterator[int]:
        """All numbers that were put in with one key."""
        sought = np.array([key], dtype=np.uint64)
        at = places_of(sought, self._slots)
        for _ in range(_FARTHEST):
            found, number = self._at(at)
            if number[0] == EMPTY or found[0] > sought[0]:
                return
            if found[0] == sought[0]:
                yield int(number[0])
            at += 1
        raise ValueError

    def _at(self, slots: NDArray[np.int64]) -> tuple[Keys, Keys]:
        if slots.max(initial=0) >= self._length:
            raise ValueError
        both = self._take(np.stack((2 * slots, 2 * slots + 1)))
        return both[0], both[1]


def _empty(slots: int) -> Keys:
    table = np.zeros((slots, 2), dtype="<u8")
    table[:, 1] = EMPTY
    return table
