"""What a reader sees of a part of a text, and where in it every character stands: spans, lines, and
renderings that are put together from markup. Must never know what the markup was."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.words.seen import shown_text

Offsets = NDArray[np.int32]


@dataclass(frozen=True)
class Rendering:
    """What a reader sees of a part of a draft, and where it comes from.

    - ``text``: what is seen;
    - ``cuts``: the offsets in it of the markup boundaries;
    - ``breaks``: those of them that part blocks, and so sentences too;
    - ``begin``, ``end``: from where to where in the draft the text goes, markup inside its lines
      included;
    - ``pieces``: one row (offset in ``text``, start, end in the draft) for each part of the draft
      that was taken over, in order. A part that is as long as what stands for it was copied
      character by character; any other is replaced as a whole;
    - ``asides``: spans of the text, in order and apart, that stand in it but are seen elsewhere,
      as notes and comments are: the text goes on behind each as if it were not there;
    - ``joints``: offsets in it where one word may as well be two, rising;
    - ``includes``: how many other files it brings in, whose text is not here.
    """

    text: str
    begin: int
    end: int
    pieces: tuple[tuple[int, int, int], ...]
    cuts: tuple[int, ...] = ()
    breaks: tuple[int, ...] = ()
    asides: tuple[tuple[int, int], ...] = ()
    joints: tuple[int, ...] = ()
    includes: int = 0

    def starts(self, offsets: Offsets) -> Offsets:
        """Where the characters at ``offsets`` of the text begin in the draft."""
        if self._shift is not None:
            return offsets + np.int32(self._shift) if self._shift else offsets
        at, start, end, copied = self._columns
        piece = np.searchsorted(at, offsets, side="right") - 1
        # What is no longer in the text begins where its last piece ends.
        inside = np.minimum(start[piece] + (offsets - at[piece]) * copied[piece], end[piece])
        return np.where(offsets < len(self.text), inside, end[-1]).astype(np.int32)

    def ends(self, offsets: Offsets) -> Offsets:
        """Where the characters just before ``offsets`` (all above 0) end in the draft."""
        if self._shift is not None:
            return offsets + np.int32(self._shift) if self._shift else offsets
        at, start, end, copied = self._columns
        piece = np.searchsorted(at, offsets - 1, side="right") - 1
        inside = start[piece] + offsets - at[piece]
        return np.where(copied[piece], inside, end[piece]).astype(np.int32)

    def outer_starts(self, offsets: Offsets) -> Offsets:
        """As ``starts``, for ascending offsets, with the markup before those characters."""
        outer = self.ends(np.maximum(offsets, 1))
        if len(offsets) and offsets[0] == 0:
            outer[0] = self.begin
        return outer

    def outer_ends(self, offsets: Offsets) -> Offsets:
        """As ``ends``, for ascending offsets, with the markup behind those characters."""
        outer = self.starts(offsets).copy()
        if len(offsets) and offsets[-1] == len(self.text):
            outer[-1] = self.end
        return outer

    def parts(self) -> Iterator[tuple[int, int, int, int]]:
        """The pieces as (offset in the text, offset behind the piece, start, end)."""
        ends = [*(at for at, _, _ in self.pieces[1:]), len(self.text)]
        for (at, start, end), following in zip(self.pieces, ends, strict=False):
            yield at, following, start, end

    @cached_property
    def _shift(self) -> int | None:
        """By how much the text is moved, if it is nothing but one copied piece, or empty."""
        if len(self.pieces) > 1:
            return None
        _, start, end = self.pieces[0] if self.pieces else (0, 0, 0)
        return start if end - start == len(self.text) else None

    @cached_property
    def _columns(self) -> tuple[Offsets, Offsets, Offsets, NDArray[np.bool_]]:
        table = np.array(self.pieces, dtype=np.int32)
        at, start, end = table[:, 0], table[:, 1], table[:, 2]
        lengths = np.append(at[1:], np.int32(len(self.text))) - at
        return at, start, end, lengths == end - start


def plain(text: str) -> Rendering:
    """A text without markup: a reader sees it as it is."""
    return Rendering(text, begin=0, end=len(text), pieces=((0, 0, len(text)),))


def without_what_shows_nothing(rendering: Rendering) -> Rendering:
    """The same without the characters that no reader sees."""
    found = shown_text(rendering.text)
    if found is None or len(found[1]) == len(rendering.text):
        return rendering
    text, places = found
    pieces: list[tuple[int, int, int]] = []
    for at, following, start, end in rendering.parts():
        first, stop = np.searchsorted(places, (at, following)).tolist()
        if end - start != following - at:
            pieces += [(first, start, end)] if first < stop else []
            continue
        inside = places[first:stop]
        runs = np.split(np.arange(first, stop), np.flatnonzero(np.diff(inside) > 1) + 1)
        for run in runs if first < stop else ():
            begin = start + int(places[run[0]]) - at
            pieces.append((int(run[0]), begin, begin + len(run)))
    return replace(
        rendering,
        text=text,
        pieces=tuple(pieces),
        cuts=tuple(np.searchsorted(places, rendering.cuts).tolist()),
        breaks=tuple(np.searchsorted(places, rendering.breaks).tolist()),
        asides=tuple(
            (start, end) for start, end in np.searchsorted(places, rendering.asides).tolist()
        ),
        joints=tuple(np.searchsorted(places, rendering.joints).tolist()),
    )


class Boundary(Enum):
    """What markup parts: nothing, two segments of a sentence, or two blocks."""

    NONE = auto()
    SEGMENT = auto()
    BLOCK = auto()


class RenderingBuilder:
    """Puts a rendering together from the parts of a block, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[str] = []
        self._pieces: list[tuple[int, int, int]] = []
        self._cuts: list[int] = []
        self._breaks: list[int] = []
        self._asides: list[tuple[int, int]] = []
        self._open_asides: list[int] = []
        self._joints: list[int] = []
        self._includes = 0
        self._length = 0
        self._begin: int | None = None
        self._end = 0

    def copy(self, start: int, end: int) -> None:
        """Take over the part from ``start`` to ``end`` as it is."""
        if start < end:
            self._add(self._text[start:end], start, end)

    def replace(self, start: int, end: int, seen: str, boundary: Boundary = Boundary.NONE) -> None:
        """Let ``seen`` stand for the part from ``start`` to ``end``.

        A boundary is put behind it, and between blocks a line end stands for it.
        """
        if boundary is Boundary.BLOCK:
            seen = "\n"
        if seen:
            self._add(seen, start, end)
        if boundary is not Boundary.NONE:
            self._cuts.append(self._length)
        if boundary is Boundary.BLOCK:
            self._breaks.append(self._length)

    def begin(self, start: int) -> None:
        """Begin a part of its own, a paragraph or a cell, at ``start``."""
        if self._begin is None:
            self._begin = start
        else:
            self.replace(self._end, start, "\n", Boundary.BLOCK)

    def finish(self, end: int) -> None:
        """Finish that part at ``end``."""
        self._end = end

    def begin_aside(self, start: int, end: int) -> None:
        """What follows is an aside; ``start`` to ``end`` is the markup that it begins with."""
        self._open_asides.append(self._length)
        self.replace(start, end, " ")

    def end_aside(self, start: int, end: int) -> None:
        """The aside ends here, with that markup. One within another is a part of it."""
        self.replace(start, end, " ")
        begun = self._open_asides.pop()
        if not self._open_asides:
            self._asides.append((begun, self._length))

    def joint(self) -> None:
        """What stands on both sides of here may be one word or two."""
        self._joints.append(self._length)

    def include(self) -> None:
        """Here stands what is in another file."""
        self._includes += 1

    def build(self) -> Rendering:
        """The rendering of all that was added."""
        return Rendering(
            text="".join(self._parts),
            begin=self._begin or 0,
            end=self._end,
            cuts=tuple(self._cuts),
            breaks=tuple(self._breaks),
            pieces=tuple(self._pieces),
            asides=tuple(self._asides),
            joints=tuple(self._joints),
            includes=self._includes,
        )

    def _add(self, seen: str, start: int, end: int) -> None:
        self._parts.append(seen)
        self._pieces.append((self._length, start, end))
        self._length += len(seen)


class Span(NamedTuple):
    """Part of a text: from ``start`` up to, not including, ``end``, in code points."""

    start: int
    end: int


# Plain text also has the line ends of Unicode; Markdown has not.
_NEW_LINE = r"(?>\r\n?|[\n\x85\u2028\u2029])"
_BLANK = re.compile(rf"{_NEW_LINE}(?:[ \t\v\f\u00a0\u3000]*+{_NEW_LINE})++")
_BLANK_LF = re.compile(r"\n(?:[ \t\v\f\u00a0\u3000]*+\n)++")
_LINE = re.compile(r"([^\r\n]*+)(?:\r\n?|\n|\Z)")


class Lines:
    """Where the lines of a text begin; lines end with ``\\n``."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column (in code points) of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def blank_lines(text: str) -> list[Span]:
    """The blank lines of ``text``, each from the end of a line to the beginning of the next one."""
    pattern = _BLANK if any(end in text for end in "\r\x85\u2028\u2029") else _BLANK_LF
    return [Span(*match.span()) for match in pattern.finditer(text)]


def lines(text: str) -> list[Span]:
    """The lines of a Markdown text, without their line ends."""
    # Behind the last line the pattern matches once more, the empty text.
    return [Span(*match.span(1)) for match in _LINE.finditer(text)][:-1]
