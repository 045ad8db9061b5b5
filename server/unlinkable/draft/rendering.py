"""What a reader sees of a block of a draft, and where in the draft every character of it stands.

Markup is taken out and entities are replaced by the characters they name, so that a word with
markup inside is one word; every offset can be carried back to the draft. Knows nothing of what the
markup was.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Offsets = NDArray[np.int32]


@dataclass(frozen=True)
class Rendering:
    """``text`` is what a reader sees; ``cuts`` are the offsets in it of the markup boundaries.

    ``pieces`` says where it comes from: one row (offset in ``text``, start, end) for each part of
    the draft that was taken over, in order, start and end being offsets in the draft. A part that
    is as long as what stands for it was copied character by character; any other is replaced as a
    whole. Without pieces everything is copied.
    """

    text: str
    cuts: tuple[int, ...] = ()
    pieces: tuple[tuple[int, int, int], ...] = ()

    def starts(self, offsets: Offsets) -> Offsets:
        """Where the characters at ``offsets`` of the text begin in the draft."""
        if not self.pieces:
            return offsets
        at, start, end, copied = self._columns
        piece = np.searchsorted(at, offsets, side="right") - 1
        # What is no longer in the text begins where its last piece ends.
        inside = np.minimum(start[piece] + (offsets - at[piece]) * copied[piece], end[piece])
        return np.where(offsets < len(self.text), inside, end[-1]).astype(np.int32)

    def ends(self, offsets: Offsets) -> Offsets:
        """Where the characters just before ``offsets`` (all above 0) end in the draft."""
        if not self.pieces:
            return offsets
        at, start, end, copied = self._columns
        piece = np.searchsorted(at, offsets - 1, side="right") - 1
        inside = start[piece] + offsets - at[piece]
        return np.where(copied[piece], inside, end[piece]).astype(np.int32)

    @cached_property
    def _columns(self) -> tuple[Offsets, Offsets, Offsets, NDArray[np.bool_]]:
        table = np.array(self.pieces, dtype=np.int32)
        at, start, end = table[:, 0], table[:, 1], table[:, 2]
        lengths = np.diff(at, append=np.int32(len(self.text)))
        return at, start, end, lengths == end - start


class RenderingBuilder:
    """Puts a rendering together from the parts of a block, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[str] = []
        self._pieces: list[tuple[int, int, int]] = []
        self._cuts: list[int] = []
        self._length = 0

    def copy(self, start: int, end: int) -> None:
        """Take over the part from ``start`` to ``end`` as it is."""
        if start < end:
            self._add(self._text[start:end], start, end)

    def replace(self, start: int, end: int, seen: str) -> None:
        """Let ``seen`` stand for the part from ``start`` to ``end``; nothing does if it is empty."""
        if seen:
            self._add(seen, start, end)

    def cut(self, start: int, end: int) -> None:
        """Put a markup boundary, and a line end, in place of the part from ``start`` to ``end``."""
        self._add("\n", start, end)
        self._cuts.append(self._length)

    def build(self) -> Rendering:
        """The rendering of all that was added."""
        return Rendering("".join(self._parts), tuple(self._cuts), tuple(self._pieces))

    def _add(self, seen: str, start: int, end: int) -> None:
        self._parts.append(seen)
        self._pieces.append((self._length, start, end))
        self._length += len(seen)
