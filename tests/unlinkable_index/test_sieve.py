"""The sieve holds back nothing that is asked for, and lets little else through."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable_index import sieve

stored = st.dictionaries(st.integers(0, 2**64 - 1), st.integers(1, 300), max_size=60)


def sieve_of(phrases: dict[int, int]) -> sieve.Sieve:
    """A sieve with the phrases of these keys and dfs."""
    table = np.zeros(sieve.length(len(phrases)), dtype=np.uint64)
    keys = np.array(list(phrases), dtype=np.uint64)
    sieve.put(table, keys, np.array(list(phrases.values()), dtype=np.int64))
    return table


@given(phrases=stored, k=st.integers(1, 400))
def test_every_stored_phrase_with_a_df_below_k_is_let_through(
    phrases: dict[int, int], k: int
) -> None:
    keys = np.array(list(phrases), dtype=np.uint64)
    passed = set(sieve.let_through(sieve_of(phrases), keys, k).tolist())
    assert {at for at, df in enumerate(phrases.values()) if df < k} <= passed


@pytest.mark.parametrize(("k", "most"), [(2, 0.02), (3, 0.04), (5, 0.06), (9, 0.08)])
def test_few_phrases_that_are_absent_or_more_frequent_are_let_through(k: int, most: float) -> None:
    random = np.random.default_rng(1)
    keys = random.integers(0, 2**64 - 1, 300_000, dtype=np.uint64)
    # as in a real collection: two phrases of three are in one document
    dfs = np.where(random.random(len(keys)) < 0.67, 1, random.zipf(1.7, len(keys)) + 1)
    table = sieve_of(dict(zip(keys.tolist(), dfs.tolist(), strict=True)))
    absent = random.integers(0, 2**64 - 1, 100_000, dtype=np.uint64)
    assert len(sieve.let_through(table, absent, k)) < most * len(absent)
    frequent = keys[dfs > 2 * k]
    assert len(sieve.let_through(table, frequent, k)) < most * len(frequent)


def test_a_sieve_takes_ten_bits_a_phrase_and_never_more_than_64_mib() -> None:
    assert sieve.length(0) == 1
    assert sieve.length(6400) == 1001
    assert sieve.length(10**12) * 8 == 64 << 20


def test_phrases_put_in_part_by_part_make_the_same_sieve() -> None:
    phrases = {key * 0x9E3779B97F4A7C15 % 2**64: key % 9 + 1 for key in range(1, 1000)}
    whole = sieve_of(phrases)
    keys, dfs = np.array(list(phrases), dtype=np.uint64), np.array(list(phrases.values()))
    parts = np.zeros_like(whole)
    for part in (slice(700, None), slice(0, 700), slice(0, 0)):
        sieve.put(parts, keys[part], dfs[part])
    assert (parts == whole).all()
