"""Packed frequencies beside the layout as it is written down, and what is no such layout."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable_index.file import packing

number = st.sampled_from([1, 2, 3, 4, 5, 16, 17, 256, 257, 65_536, 65_537, 2**32 - 1])
words = st.lists(st.lists(number, min_size=1, max_size=140), min_size=1, max_size=4)


def laid_out(word: list[int]) -> bytes:
    """The bytes of one word: the width of each block, then each block, lowest bits first."""
    widths, blocks = b"", b""
    for at in range(0, len(word), 128):
        block = [one - 1 for one in word[at : at + 128]]
        width = next(w for w in (0, 1, 2, 4, 8, 16, 32) if max(block) < 1 << w)
        bits = "".join(f"{one:0{width}b}"[::-1] for one in block) if width else ""
        bits += "0" * (-len(bits) % 8)
        widths += bytes([width])
        blocks += bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, len(bits), 8))
    return widths + blocks


@given(words)
def test_words_lie_one_after_the_other_as_the_layout_says(words: list[list[int]]) -> None:
    flat = np.array([one for word in words for one in word], dtype=np.uint32)
    packed, starts = packing.pack_frequencies(flat, np.array([len(word) for word in words]))
    expected = [laid_out(word) for word in words]
    assert packed.tobytes() == b"".join(expected)
    assert starts.tolist() == [sum(map(len, expected[:at])) for at in range(len(words))]


def unpacked(content: bytes, count: int, start: int = 0) -> list[int]:
    there = np.frombuffer(content, np.uint8)
    all_of_them = packing.unpack_frequencies(
        there.__getitem__, len(there), np.array([start]), np.array([count])
    )
    some = packing.unpack_some_frequencies(
        there.__getitem__, len(there), start, count, np.arange(count)[::-1]
    )
    assert some.tolist()[::-1] == all_of_them.tolist()
    return all_of_them.tolist()


@given(st.lists(number, min_size=1, max_size=140), st.binary(max_size=3))
def test_what_is_cut_short_is_no_frequencies(word: list[int], before: bytes) -> None:
    content = laid_out(word)
    assert unpacked(before + content, len(word), len(before)) == word
    there = np.frombuffer(before + content[:-1], np.uint8)
    take = there.__getitem__
    with pytest.raises(ValueError, match=r"^$"):
        packing.unpack_frequencies(take, len(there), np.array([len(before)]), np.array([len(word)]))
    with pytest.raises(ValueError, match=r"^$"):
        packing.unpack_some_frequencies(take, len(there), len(before), len(word), np.array([0]))


@pytest.mark.parametrize("width", [3, 5, 7, 9, 33, 255])
def test_other_widths_are_no_frequencies(width: int) -> None:
    with pytest.raises(ValueError, match=r"^$"):
        unpacked(bytes([width]) + bytes(600), 3)


def test_words_without_a_place_stand_once_everywhere() -> None:
    content = np.frombuffer(laid_out([7, 8]), np.uint8)
    found = packing.unpack_frequencies(
        content.__getitem__, len(content), np.array([-1, 0, -1]), np.array([2, 2, 1])
    )
    assert found.tolist() == [1, 1, 7, 8, 1]
    nothing = np.empty(0, dtype=np.int64)
    assert (
        packing.unpack_frequencies(content.__getitem__, len(content), nothing, nothing).tolist()
        == []
    )
