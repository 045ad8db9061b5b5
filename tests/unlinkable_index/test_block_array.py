"""Numbers of a section, block by block: those that stand there, and no more kept than is useful."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable_index.errors import UserError
from unlinkable_index.file.index_file import BlockArray
from unlinkable_index.file.storage import CONTENT

IN_BLOCK = CONTENT // 8


class File:
    """A file with one section of rising numbers, which counts the blocks read from it."""

    path = Path("index")

    def __init__(self, numbers: int, odd_bytes: int = 0) -> None:
        self.numbers = np.arange(numbers, dtype=np.uint64) * 3
        self.sections = {"some": SimpleNamespace(length=8 * numbers + odd_bytes)}
        self.blocks_read = self.whole_read = 0

    def whole(self, _name: str, dtype: Any) -> np.ndarray:
        self.whole_read += 1
        return self.numbers.astype(dtype)

    def read_blocks(self, _name: str, blocks: np.ndarray) -> np.ndarray:
        self.blocks_read += len(blocks)
        padded = np.zeros((int(blocks.max()) + 1) * IN_BLOCK, dtype=np.uint64)
        padded[: len(self.numbers)] = self.numbers[: len(padded)]
        return padded.reshape(-1, IN_BLOCK)[blocks].view(np.uint8)


@given(
    st.lists(st.lists(st.integers(0, 9 * IN_BLOCK - 1), min_size=1, max_size=12), max_size=12),
    st.integers(0, 5),
)
def test_whatever_is_asked_for_is_what_stands_there(asked: list[list[int]], kept: int) -> None:
    file = File(9 * IN_BLOCK)
    array = BlockArray(file, "some", "<u8", kept * CONTENT)  # type: ignore[arg-type]
    assert len(array) == 9 * IN_BLOCK
    for places in asked:
        assert array.take(np.array(places)).tolist() == [3 * place for place in places]
        rows = np.array(places) // 7
        assert array.take_rows(rows, 7).tolist() == [
            [3 * (7 * row + at) for at in range(7)] for row in rows.tolist()
        ]


def test_a_block_is_read_once_as_long_as_there_is_room() -> None:
    file = File(9 * IN_BLOCK)
    array = BlockArray(file, "some", "<u8", 3 * CONTENT)  # type: ignore[arg-type]
    for _ in range(5):
        for block in (0, 4, 8):
            array.take(np.array([block * IN_BLOCK, block * IN_BLOCK + 1]))
    assert file.blocks_read == 3
    array.take(np.array([IN_BLOCK]))  # no room: all are read again when they are asked for
    array.take(np.array([0]))
    assert file.blocks_read == 5
    for block in (0, 1):
        array.take(np.array([block * IN_BLOCK]))
    assert file.blocks_read == 5


def test_a_small_section_is_read_whole_and_once() -> None:
    file = File(2 * IN_BLOCK)
    array = BlockArray(file, "some", "<u8", 2 * CONTENT)  # type: ignore[arg-type]
    for place in (0, IN_BLOCK, 2 * IN_BLOCK - 1):
        assert array.take(np.array([place])).tolist() == [3 * place]
    assert (file.whole_read, file.blocks_read) == (1, 0)


def test_a_section_of_no_whole_numbers_is_damaged() -> None:
    with pytest.raises(UserError, match="damaged"):
        BlockArray(File(4, odd_bytes=3), "some", "<u8")  # type: ignore[arg-type]
