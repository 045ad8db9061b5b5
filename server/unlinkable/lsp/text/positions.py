"""Lines and columns of a text, in the unit the client counts in.

LSP knows three line ends: ``\\n``, ``\\r\\n`` and ``\\r``. Form feed, NEL and U+2028 end no line.
Offsets are code points of the text. Knows nothing of documents and versions.
"""

from functools import cached_property

import numpy as np
from lsprotocol.types import Position, PositionEncodingKind, Range
from numpy.typing import NDArray

from unlinkable.draft import Span

_LINE_FEED, _CARRIAGE_RETURN = 10, 13


class LineIndex:
    """Where the lines of one text begin, and how wide its characters are. Immutable.

    Converting takes O(log n) each way; all findings of a draft are converted at once.
    """

    def __init__(self, text: str, encoding: PositionEncodingKind) -> None:
        self._length = len(text)
        self._codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        self._wide = not text.isascii() and _is_wide(self._codes, encoding)
        self._encoding = encoding

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """The offset of the first character of every line."""
        ends_line = self._codes == _LINE_FEED
        returns = np.flatnonzero(self._codes == _CARRIAGE_RETURN)
        if len(returns):
            last = np.append(self._codes, 0)[returns + 1] != _LINE_FEED
            ends_line[returns[last]] = True
        return np.concatenate(([0], np.flatnonzero(ends_line) + 1))

    @cached_property
    def _units(self) -> NDArray[np.int64]:
        """How many units come before each offset, 0 to the length of the text."""
        if not self._wide:
            return np.arange(self._length + 1)
        widths = 1 + (self._codes >= 0x10000).astype(np.int64)
        if self._encoding == PositionEncodingKind.Utf8:
            widths += (self._codes >= 0x80).astype(np.int64) + (self._codes >= 0x800)
        return np.concatenate(([0], np.cumsum(widths)))

    @property
    def lines(self) -> int:
        """How many lines the text has; a text without line ends has one."""
        return len(self._starts)

    def columns(self, offsets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The lines and the columns of many offsets at once."""
        lines = np.searchsorted(self._starts, offsets, side="right") - 1
        return lines, self._units[offsets] - self._units[self._starts[lines]]

    def position(self, offset: int) -> Position:
        """The position of the code point at ``offset``."""
        line = int(np.searchsorted(self._starts, offset, side="right")) - 1
        return Position(line, int(self._units[offset] - self._units[self._starts[line]]))

    def range(self, start: int, end: int) -> Range:
        """The range of the code points from ``start`` up to ``end``."""
        return Range(self.position(start), self.position(end))

    def span(self, where: Range) -> Span:
        """The span of a range; see `offset`."""
        start, end = self.offset(where.start), self.offset(where.end)
        return Span(min(start, end), max(start, end))

    def offset(self, position: Position) -> int:
        """The offset at ``position``.

        As the protocol has it, a column past the end of a line is the end of that line, without
        its line end. A line past the last is the end of the text; a column within a character
        is the start of that character.
        """
        if position.line >= self.lines:
            return self._length
        start, end = int(self._starts[position.line]), self._line_end(position.line)
        unit = int(self._units[start]) + position.character
        return min(int(np.searchsorted(self._units, unit, side="right")) - 1, end)

    def _line_end(self, line: int) -> int:
        if line + 1 == self.lines:
            return self._length
        end = int(self._starts[line + 1]) - 1
        pair = self._codes[end] == _LINE_FEED and end > 0
        return end - 1 if pair and self._codes[end - 1] == _CARRIAGE_RETURN else end


def width(text: str, encoding: PositionEncodingKind) -> int:
    """How many units a text has."""
    if encoding == PositionEncodingKind.Utf32 or text.isascii():
        return len(text)
    if encoding == PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _is_wide(codes: NDArray[np.uint32], encoding: PositionEncodingKind) -> bool:
    """Whether some character of a text that is not all ASCII takes more than one unit."""
    if encoding == PositionEncodingKind.Utf16:
        return bool((codes >= 0x10000).any())
    return encoding == PositionEncodingKind.Utf8
