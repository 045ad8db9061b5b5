"""A table on disk from 64-bit keys to numbers, in which a key is found by reading a place or two.

An ordered hash table with linear probing (O. Amble & D. E. Knuth 1974): the keys stand in rising
order, each at its own slot or, where that is taken, after those before it; so the table can be
written in one go, and an absent key is told from the first that is greater. Knows nothing of what
keys and numbers mean.

A table for c keys has z = 4·c // 3 + 1 slots and some more at the end, of two uint64 each: key and
number. The key x belongs to the slot ``(x >> 32)·z >> 32``. A slot that holds no key has the
number 2^64 - 1; the last slot of a table never holds one.
"""

from collections.abc import Callable, Iterator
from typing import IO

import numpy as np
from numpy.typing import NDArray

EMPTY = 2**64 - 1
_SLOT = 16  # bytes
_FARTHEST = 4096  # slots from a key's own: in a table of 10^8 keys the farthest is some hundreds

Numbers = NDArray[np.uint64]


def slots_of(keys: int) -> int:
    """How many slots the keys of a table are spread over."""
    return 4 * keys // 3 + 1


def may_hold(length: int, keys: int) -> bool:
    """Whether a table of ``length`` bytes may be one of so many keys."""
    more = length // _SLOT - slots_of(keys)
    return keys >= 0 and length % _SLOT == 0 and 1 <= more <= _FARTHEST


class TableWriter:
    """Writes a table of ``keys`` keys, given in rising order, in as many goes as wanted."""

    def __init__(self, out: IO[bytes], keys: int) -> None:
        self._out = out
        self._slots = slots_of(keys)
        self._end = 0  # slots written

    def put(self, keys: Numbers, numbers: Numbers) -> None:
        """Write the next keys, and the number of each."""
        if not len(keys):
            return
        order = np.arange(len(keys))
        at = np.maximum.accumulate(np.maximum(_own_slots(keys, self._slots) - order, self._end))
        at += order - self._end
        table = _empty(int(at[-1]) + 1)
        table[at] = np.column_stack((keys, numbers))
        self._write(table)

    def close(self) -> None:
        """Write the empty slots at the end."""
        self._write(_empty(max(self._slots + 1 - self._end, 1)))

    def _write(self, table: Numbers) -> None:
        self._end += len(table)
        self._out.write(table.tobytes())


class HashTable:
    """A table whose numbers (two for each slot) ``take`` gives, ``length`` of them in all.

    Its methods raise ValueError for a table that no `TableWriter` wrote.
    """

    def __init__(
        self, take: Callable[[NDArray[np.int64]], Numbers], length: int, keys: int
    ) -> None:
        self._take = take
        self._length = length // 2
        self._slots = slots_of(keys)

    def find(self, keys: Numbers) -> Numbers:
        """The number of every key; `EMPTY` for those that are not in the table."""
        numbers = np.full(len(keys), EMPTY, dtype=np.uint64)
        at = _own_slots(keys, self._slots)
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
        at = _own_slots(sought, self._slots)
        for _ in range(_FARTHEST):
            found, number = self._at(at)
            if number[0] == EMPTY or found[0] > sought[0]:
                return
            if found[0] == sought[0]:
                yield int(number[0])
            at += 1
        raise ValueError

    def _at(self, slots: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
        if slots.max(initial=0) >= self._length:
            raise ValueError
        both = self._take(np.stack((2 * slots, 2 * slots + 1)))
        return both[0], both[1]


def _own_slots(keys: Numbers, slots: int) -> NDArray[np.int64]:
    return ((keys >> np.uint64(32)) * np.uint64(slots) >> np.uint64(32)).astype(np.int64)


def _empty(slots: int) -> Numbers:
    table = np.zeros((slots, 2), dtype="<u8")
    table[:, 1] = EMPTY
    return table
