"""Runs of consecutive numbers, many at once: where each begins and how long it is.

Knows nothing of what the numbers count.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def ranges(starts: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """The numbers start … start + size - 1 of every run, one run after the other."""
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    shifts: NDArray[np.int64] = np.repeat(starts - (ends - sizes), sizes)
    return np.arange(total) + shifts
