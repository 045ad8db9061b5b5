"""What a reader sees of a file, paragraph by paragraph, and where in the file each one stands.

Knows places as people count them. Knows no file format; of what a piece of text comes from it only
keeps what the reader of the format put there.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, chain
from typing import Any, NamedTuple

FLOW_END = "\x1e"
"""What stands, as a paragraph of its own, between two flows: the record separator of ASCII, which
no XML can hold, and which counts as white space."""
_BETWEEN_LINES = "\n"
_BETWEEN_PARAGRAPHS = "\n\n"
_BETWEEN_FLOWS = f"\n\n{FLOW_END}\n\n"


class Part(Enum):
    """What a paragraph belongs to; the values are the words that people are told."""

    BODY = "body"
    TEXT_BOX = "text box"
    FIGURE = "figure"
    ABOVE_LINE = "text above a line"
    FOOTNOTE = "footnote"
    ENDNOTE = "endnote"
    HEADER = "header"
    FOOTER = "footer"
    TITLE = "title"


class Cell(NamedTuple):
    """A cell of a table: which table of the file (those inside others count), row and column."""

    table: int
    row: int
    column: int


@dataclass(frozen=True)
class Place:
    """Where a person finds a paragraph; everything is counted from 1.

    - ``number``: which of its kind, as of footnotes;
    - ``paragraph``: which of the paragraphs of this part that hold text, cells left out;
    - ``page``: on which page it begins, where the file says so; ``line``: on which of its lines;
    - ``attachment``: in which attachment of a message.
    """

    part: Part = Part.BODY
    number: int | None = None
    cell: Cell | None = None
    paragraph: int | None = None
    page: int | None = None
    line: int | None = None
    attachment: int | None = None

    def __str__(self) -> str:
        told = [] if self.attachment is None else [f"attachment {self.attachment}"]
        told += [] if self.page is None else [f"page {self.page}"]
        if self.part is not Part.BODY:
            told.append(self.part.value + ("" if self.number is None else f" {self.number}"))
        if self.cell is not None:
            told.append("table {}, row {}, column {}".format(*self.cell))
        if self.paragraph is not None:
            told.append(f"paragraph {self.paragraph}")
        if self.line is not None:
            told.append(f"line {self.line}")
        return ", ".join(told)


class Piece(NamedTuple):
    """Text that comes from one spot of a file; ``origin`` is what the reader of its format knows
    that spot by, None where none stands for it alone."""

    text: str
    origin: Any = None


@dataclass(frozen=True)
class Paragraph:
    """Visible text without a break, and its place. A word may go on from piece to piece.

    ``goes_on``: only a line ends behind it, not a paragraph.
    """

    pieces: tuple[Piece, ...]
    place: Place
    goes_on: bool = False

    @property
    def text(self) -> str:
        """The text of all pieces."""
        return "".join(piece.text for piece in self.pieces)


Flow = Sequence[Paragraph]
"""Paragraphs that are read on one after the other: the body, one note, one cell. No phrase goes on
from one flow to the next."""


class VisibleText:
    """What a reader sees of a file, in the order of reading; notes and the like come behind.

    - ``flows``: their paragraphs that hold anything but white space; ``paragraphs``: all of these;
    - ``starts``: where each begins in ``text``;
    - ``text``: all of them; a blank line parts two, `FLOW_END` two flows.
    """

    def __init__(self, flows: Iterable[Flow]) -> None:
        kept = ([one for one in flow if one.text.strip()] for flow in flows)
        self.flows = tuple(tuple(flow) for flow in kept if flow)
        self.paragraphs = tuple(chain.from_iterable(self.flows))
        parts: list[str] = []
        for flow in self.flows:
            between = _BETWEEN_FLOWS if parts else ""
            for paragraph in flow:
                parts += (between, paragraph.text)
                between = _BETWEEN_LINES if paragraph.goes_on else _BETWEEN_PARAGRAPHS
        self.text = "".join(parts)
        self.starts = tuple(accumulate(map(len, parts)))[::2]

    def paragraph_at(self, offset: int) -> int:
        """The number, from 0, of the paragraph that holds the character at ``offset`` of the text;
        of what stands between two, the first. There must be a paragraph."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def place_at(self, offset: int) -> Place:
        """The place of the character at ``offset`` of the text."""
        if not self.paragraphs:
            return Place()
        return self.paragraphs[self.paragraph_at(offset)].place
