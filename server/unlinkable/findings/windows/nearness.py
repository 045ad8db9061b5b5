"""What is near: words are near each other when some stretch of W + 1 places holds them all."""

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.positions import GAP

WIDEST = GAP - 1
"""Places; beyond that, words of different texts would be near each other."""


def check_within(within: int) -> None:
    """Raises UserError where so many words apart can't be asked for."""
    if not 1 <= within <= WIDEST:
        raise UserError(f"within must be 1 to {WIDEST} words, not {within}")


def neighbours_near(within: int) -> NDArray[np.bool_]:
    """Which two of the 2 · ``within`` + 1 places around a place are near each other and it."""
    steps = np.arange(-within, within + 1)
    low = np.minimum(np.minimum(steps[:, None], steps), 0)
    high = np.maximum(np.maximum(steps[:, None], steps), 0)
    near: NDArray[np.bool_] = high - low <= within
    return near
