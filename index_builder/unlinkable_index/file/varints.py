"""Numbers in as few bytes as will do: seven bits a byte, the lowest first (LEB128, as in DWARF).

Each byte but the last of a number has its highest bit set. Knows nothing of what the numbers mean.
"""

import numpy as np
from numpy.typing import NDArray

_LONGEST = 8  # bytes; 56 bits

Numbers = NDArray[np.int64]


def packed(numbers: Numbers) -> tuple[NDArray[np.uint8], Numbers]:
    """The bytes of some numbers, none negative nor above 2^56 - 1, and how many each takes."""
    sizes = np.ones(len(numbers), dtype=np.int64)
    for byte in range(1, _LONGEST):
        sizes += numbers >= 1 << 7 * byte
    ends = np.cumsum(sizes)
    content = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.uint8)
    at, left = ends - sizes, numbers
    while len(at):
        more = left >= 128
        content[at] = left & 127 | more << 7
        at, left = at[more] + 1, left[more] >> 7
    return content, sizes


def unpacked(content: NDArray[np.uint8]) -> Numbers:
    """The numbers in some bytes. Raises ValueError where there are no such numbers."""
    ends = np.flatnonzero(content < 128)
    if not len(content):
        return np.empty(0, dtype=np.int64)
    if not len(ends) or ends[-1] != len(content) - 1:
        raise ValueError
    starts = np.concatenate(([0], ends[:-1] + 1))
    sizes = ends - starts + 1
    longest = int(sizes.max())
    if longest > _LONGEST:
        raise ValueError
    numbers = (content[starts] & 127).astype(np.int64)
    for byte in range(1, longest):
        more = np.flatnonzero(sizes > byte)
        numbers[more] |= (content[starts[more] + byte] & 127).astype(np.int64) << 7 * byte
    return numbers
