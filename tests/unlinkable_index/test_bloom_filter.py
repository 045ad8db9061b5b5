"""The Bloom filter holds back nothing that is asked for, and lets little else through."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable_index.file import key_tables

stored = st.dictionaries(st.integers(0, 2**64 - 1), st.integers(1, 300), max_size=60)


def filter_of(phrases: dict[int, int]) -> key_tables.BloomFilter:
    """A filter with the phrases of these keys and dfs."""
    table = np.zeros(key_tables.filter_length(len(phrases)), dtype=np.uint64)
    keys = np.array(list(phrases), dtype=np.uint64)
    dfs = np.array(list(phrases.values()), dtype=np.int64)
    key_tables.put_into_filter(table, key_tables.places_of(keys, len(table)), keys, dfs)
    return table


def let_through(table: key_tables.BloomFilter, keys: list[int], k: int) -> list[int]:
    """Which keys pass the filter."""
    some = np.array(keys, dtype=np.uint64)
    return key_tables.let_through(table.__getitem__, len(table), some, k).tolist()


@given(phrases=stored, k=st.integers(1, 400))
def test_every_stored_phrase_with_a_df_below_k_is_let_through(
    phrases: dict[int, int], k: int
) -> None:
    passed = set(let_through(filter_of(phrases), list(phrases), k))
    assert {at for at, df in enumerate(phrases.values()) if df < k} <= passed


@pytest.mark.parametrize(("k", "most"), [(2, 0.02), (3, 0.04), (5, 0.06), (9, 0.08)])
def test_few_phrases_that_are_absent_or_more_frequent_are_let_through(k: int, most: float) -> None:
    random = np.random.default_rng(1)
    keys = random.integers(0, 2**64 - 1, 300_000, dtype=np.uint64)
    # as in a real collection: two phrases of three are in one document
    dfs = np.where(random.random(len(keys)) < 0.67, 1, random.zipf(1.7, len(keys)) + 1)
    table = filter_of(dict(zip(keys.tolist(), dfs.tolist(), strict=True)))
    absent = random.integers(0, 2**64 - 1, 100_000, dtype=np.uint64).tolist()
    assert len(let_through(table, absent, k)) < most * len(absent)
    frequent = keys[dfs > 2 * k].tolist()
    assert len(let_through(table, frequent, k)) < most * len(frequent)


def test_a_filter_takes_ten_bits_a_phrase_however_many_there_are() -> None:
    assert key_tables.filter_length(0) == 8
    assert key_tables.filter_length(6400) == 1008
    assert key_tables.filter_length(10**10) * 64 == pytest.approx(10**11)


@given(phrases=stored)
def test_rising_keys_have_rising_places(phrases: dict[int, int]) -> None:
    keys = np.array(sorted(phrases), dtype=np.uint64)
    at = key_tables.places_of(keys, 12_344)
    assert (np.diff(at) >= 0).all()
    assert ((at >= 0) & (at < 12_344)).all()
