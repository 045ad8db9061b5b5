"""The bits of roaring bitmaps, beside the numbers in them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from unlinkable.findings.combinations.bit_sets import bits_of

COUNT = 200_000  # four containers
ranges = st.tuples(st.integers(0, COUNT - 1), st.integers(1, 70_000), st.sampled_from([1, 2, 97]))


@given(st.lists(ranges, max_size=6), st.sampled_from([COUNT, COUNT - 1, COUNT + 63]), st.booleans())
def test_the_bits_of_a_bitmap_are_its_numbers(
    runs: list[tuple[int, int, int]], count: int, shortened: bool
) -> None:
    numbers = {n for start, length, step in runs for n in range(start, start + length, step)}
    numbers = {number for number in numbers if number < count}
    members = BitMap(numbers)
    if shortened:
        members.run_optimize()
    bits = np.unpackbits(bits_of(members, count).view(np.uint8), bitorder="little")
    assert len(bits) == -(-count // 64) * 64
    assert np.flatnonzero(bits).tolist() == sorted(numbers)
