"""The hash table answers as a dictionary does, and what no writer wrote is refused."""

import io
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable_index.file.key_tables import EMPTY, HashTable, TableWriter, may_hold_keys, slots_of

near = st.integers(0, 31).map(lambda number: number << 59 | number % 3)  # few different slots
last = st.integers(2**64 - 20, 2**64 - 1)  # all at the end of the table
keys = st.one_of(st.integers(0, 2**64 - 1), near, last)
pairs = st.lists(st.tuples(keys, st.integers(0, 2**64 - 2)), max_size=60)


def written(rising: list[tuple[int, int]], goes: list[int]) -> bytes:
    """A table of pairs, written in several goes."""
    out = io.BytesIO()
    writer = TableWriter(out, len(rising))
    for start, stop in zip([0, *goes], [*goes, len(rising)], strict=True):
        some = rising[start:stop]
        writer.put(
            np.array([key for key, _ in some], dtype=np.uint64),
            np.array([number for _, number in some], dtype=np.uint64),
        )
    writer.close()
    return out.getvalue()


def table_of(content: bytes, keys: int) -> HashTable:
    """The table in these bytes."""
    numbers = np.frombuffer(content, "<u8")
    return HashTable(numbers.__getitem__, len(numbers), keys)


@given(
    pairs=pairs, asked=st.lists(keys, max_size=20), cuts=st.lists(st.integers(0, 60), max_size=3)
)
def test_a_table_answers_as_a_dictionary(
    pairs: list[tuple[int, int]], asked: list[int], cuts: list[int]
) -> None:
    rising = sorted(pairs, key=lambda pair: pair[0])
    content = written(rising, sorted(min(cut, len(rising)) for cut in cuts))
    assert content == written(rising, [])
    assert may_hold_keys(len(content), len(rising))
    assert content[-8:] == EMPTY.to_bytes(8, "little")
    table = table_of(content, len(rising))
    expected: dict[int, list[int]] = defaultdict(list)
    for key, number in rising:
        expected[key].append(number)
    every = [*expected, *asked]
    found = table.find(np.array(every, dtype=np.uint64)).tolist()
    for key, number in zip(every, found, strict=True):
        assert list(table.all_of(key)) == expected.get(key, [])
        assert number == (expected[key][0] if key in expected else EMPTY)


def test_most_keys_stand_at_their_own_slot_or_near_it() -> None:
    random = np.random.default_rng(1)
    some = np.sort(random.integers(0, 2**64 - 1, 100_000, dtype=np.uint64))
    content = written([(key, 1) for key in some.tolist()], [])
    slots = np.frombuffer(content, "<u8").reshape(-1, 2)
    own = (some >> np.uint64(32)) * np.uint64(slots_of(len(some))) >> np.uint64(32)
    farther = np.flatnonzero(slots[:, 1] != np.uint64(EMPTY)) - own.astype(np.int64)
    assert farther.min() >= 0
    assert farther.mean() < 2
    assert farther.max() < 100


@pytest.mark.parametrize("content", [b"", bytes(16), bytes(16 * 50), bytes(16 * 5000)])
def test_a_table_without_end_is_refused(content: bytes) -> None:
    table = table_of(content, 30)
    with pytest.raises(ValueError):  # noqa: PT011
        table.find(np.array([5], dtype=np.uint64))
    with pytest.raises(ValueError):  # noqa: PT011
        list(table.all_of(5))
