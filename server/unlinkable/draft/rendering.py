"""What a reader sees of a block of a draft, and where in the draft every character of it stands.

Markup is taken out and entities are replaced by the characters they name, so that a word with markup
inside is one word; every offset can be carried back to the draft. Knows nothing of what the
markup was.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Rendering:
    """``text`` is what a reader sees; ``cuts`` are the offsets in it of the markup boundaries.

    ``pieces`` says where it comes from: one row (offset in ``text``, start, end) for each part of
    the draft that was taken over, in order, start and end being offsets in the draft. A part that
    is as long as what stands for it was copied character by character; any other is replaced as a
    whole. Without pieces everything is copied, from ``origin`` on.
    """

    text: str
    origin: int = 0
    cuts: tuple[int, ...] = ()
    pieces: tuple[tuple[int, int, int], ...] = ()

    def starts(self, offsets: NDArray[np.int32]) -> NDArray[np.int32]:
        """Where the characters at ``offsets`` of the text begin in the draft."""
        if not self.pieces:
            return offsets + np.int32(self.origin)
        at, start, _, copied = self._columns
        piece = np.searchsorted(at, offsets, side="right") - 1
        moved: NDArray[np.int32] = start[piece] + (offsets - at[piece]) * copied[piece]
        return moved.astype(np.int32)

    def ends(self, offsets: NDArray[np.int32]) -> NDArray[np.int32]:
        """Where the characters just before ``offsets`` (all above 0) end in the draft."""
        if not self.pieces:
            return offsets + np.int32(self.origin)
        at, start, end, copied = self._columns
        piece = np.searchsorted(at, offsets - 1, side="right") - 1
        inside = start[piece] + offsets - at[piece]
        moved: NDArray[np.int32] = np.where(copied[piece] == 1, inside, end[piece])
        return moved.astype(np.int32)

    @cached_property
    def _columns(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        table = np.array(self.pieces, dtype=np.int64)
        at, start, end = table[:, 0], table[:, 1], table[:, 2]
        lengths = np.diff(at, append=len(self.text))
        return at, start, end, (lengths == end - start).astype(np.int64)
