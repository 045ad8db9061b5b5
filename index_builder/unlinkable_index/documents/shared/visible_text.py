"""What a reader sees of a file, paragraph by paragraph, and where in the file each one stands; and
how flows of paragraphs are put together while elements are walked, through tables, notes and
boxes inside each other. Must never know a file format."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from enum import Enum
from itertools import accumulate, chain
from typing import Any, NamedTuple, Protocol

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

    def as_row(self) -> tuple[Any, ...]:
        """It as simple values, without the origins of its pieces."""
        part, *others = astuple(self.place)
        return self.text, self.goes_on, part.value, *others

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> "Paragraph":
        """That of such values."""
        text, goes_on, part, number, cell, *others = row
        place = Place(Part(part), number, None if cell is None else Cell(*cell), *others)
        return cls((Piece(text),), place, goes_on)


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

    def place_at(self, offset: int) -> Place:
        """The place of the character at ``offset`` of the text; of what stands between two
        paragraphs the place of the first."""
        if not self.paragraphs:
            return Place()
        return self.paragraphs[max(0, bisect_right(self.starts, offset) - 1)].place

    def by_origin(self) -> dict[Any, str]:
        """The text of each piece that comes from somewhere, by its origin."""
        pieces = (piece for paragraph in self.paragraphs for piece in paragraph.pieces)
        return {piece.origin: piece.text for piece in pieces if piece.origin is not None}


_SPACE = re.compile(r"[ \t\r\n\f]+")


class Hiding(Protocol):
    """Something that begins before it is known whether it hides what stands in it."""

    @property
    def hides(self) -> bool:
        """Whether it does, once all is read."""
        ...


@dataclass(eq=False)
class Counters:
    """How many tables, and boxes and the like, the stories of a file had so far."""

    tables: int = 0
    apart: dict[Part, int] = field(default_factory=dict)

    def next(self, part: Part) -> int:
        """The number of the next one of its kind."""
        self.apart[part] = self.apart.get(part, 0) + 1
        return self.apart[part]


@dataclass(eq=False)
class _Open:
    """A paragraph that is being read."""

    page: int | None = None
    pieces: list[tuple[Piece, Hiding | None]] = field(default_factory=list)

    def close(self, place: Place) -> Paragraph:
        """What is shown of it, at a place but for the page."""
        shown = tuple(piece for piece, inside in self.pieces if inside is None or not inside.hides)
        return Paragraph(shown, replace(place, page=self.page or place.page))


@dataclass(eq=False)
class _Flow:
    """A flow that is being read. ``among``: the flows of the same story or box; ``goes_on``: its
    last paragraph has no end that is shown."""

    place: Place
    among: list["_Flow"]
    paragraphs: list[_Open] = field(default_factory=list)
    open: bool = False
    goes_on: bool = False

    def __post_init__(self) -> None:
        self.among.append(self)


@dataclass(eq=False)
class _Table:
    number: int
    row: int = 0
    column: int = 0


class Flows:
    """The flows of one story, such as a body or a header, and of what stands apart in it.

    ``page``: the page that is being read; None where the file does not say. May be set.
    """

    def __init__(self, place: Place, counters: Counters, page: int | None = None) -> None:
        """``place``: that of the whole story."""
        self.page = page
        self._counters = counters
        self._stack = [_Flow(place, [])]
        self._main = self._stack[0].among
        self._apart: list[list[_Flow]] = []
        self._tables: list[_Table] = []

    def main(self) -> Iterator[list[Paragraph]]:
        """The flows of the story itself, once all is read; each table cell is one."""
        return _closed(self._main)

    def apart(self) -> Iterator[list[Paragraph]]:
        """The flows of what stands apart."""
        for among in self._apart:
            yield from _closed(among)

    @property
    def goes_on(self) -> bool:
        """Whether what comes goes on in a paragraph that has no end."""
        flow = self._stack[-1]
        return flow.goes_on and bool(flow.paragraphs)

    @property
    def in_paragraph(self) -> bool:
        """Whether a paragraph is open."""
        return self._stack[-1].open

    def say(self, text: str, origin: Any = None, inside: Hiding | None = None) -> None:
        """Add text to the paragraph that is open, or else to a new one. It is left out should what
        it stands ``inside`` turn out to hide it."""
        if not text:
            return
        if not self._stack[-1].open:
            self.begin_paragraph()
        paragraph = self._stack[-1].paragraphs[-1]
        if not paragraph.pieces:
            paragraph.page = self.page
        paragraph.pieces.append((Piece(text.replace(FLOW_END, " "), origin), inside))

    def say_collapsed(self, text: str, origin: Any = None) -> None:
        """The same for text in which any white space is one blank, and none at the beginning of a
        paragraph or behind another."""
        shown = _SPACE.sub(" ", text)
        if shown.startswith(" ") and self._last() in ("", " ", "\n", "\t"):
            shown = shown[1:]
        self.say(shown, origin)

    def _last(self) -> str:
        """The last character of the paragraph that is open; "" where there is none."""
        flow = self._stack[-1]
        pieces = flow.paragraphs[-1].pieces if flow.open else []
        return pieces[-1][0].text[-1] if pieces else ""

    def break_line(self, origin: Any = None) -> None:
        """A line ends; two in a row end the paragraph."""
        if self._last() == "\n":
            self._stack[-1].paragraphs[-1].pieces.pop()
            self.end_paragraph()
        elif self.in_paragraph:
            self.say("\n", origin)

    def begin_paragraph(self) -> None:
        """A paragraph begins, unless the last one has no end."""
        flow = self._stack[-1]
        if not self.goes_on:
            flow.paragraphs.append(_Open())
        flow.open, flow.goes_on = True, False

    def end_paragraph(self, *, goes_on: bool = False) -> None:
        """It ends; ``goes_on``: its end is not shown, so that the next one goes on in it."""
        self._stack[-1].open = False
        self._stack[-1].goes_on = goes_on

    def cut(self) -> None:
        """What comes now is no more of the same flow."""
        before = self._stack.pop()
        self._stack.append(_Flow(before.place, before.among))

    def begin_table(self) -> None:
        """A table begins."""
        self._counters.tables += 1
        self._tables.append(_Table(self._counters.tables))

    def end_table(self) -> None:
        """It ends."""
        self._tables.pop()
        self.cut()

    def begin_row(self) -> None:
        """A row of the table begins."""
        if self._tables:
            self._tables[-1].row += 1
            self._tables[-1].column = 0

    def begin_cell(self) -> None:
        """A cell of the row begins, to be ended by `end_flow`."""
        outer = self._stack[-1]
        place = outer.place
        if self._tables:
            table = self._tables[-1]
            table.column += 1
            place = replace(place, cell=Cell(table.number, table.row, table.column))
        self._stack.append(_Flow(place, outer.among))

    def begin_apart(self, part: Part) -> None:
        """What stands apart begins, to be ended by `end_flow`."""
        self._stack.append(_Flow(Place(part, self._counters.next(part), page=self.page), []))
        self._apart.append(self._stack[-1].among)

    def end_flow(self) -> None:
        """A cell, or what stands apart, ends."""
        if len(self._stack) > 1:
            self._stack.pop()


def _closed(flows: Iterable[_Flow]) -> Iterator[list[Paragraph]]:
    """The flows of one story or box, those of their paragraphs counted that stand in no cell."""
    count = 0
    for flow in flows:
        closed: list[Paragraph] = []
        for opened in flow.paragraphs:
            counted = flow.place.cell is None
            paragraph = opened.close(replace(flow.place, paragraph=count + 1 if counted else None))
            if paragraph.text.strip():
                count += counted
                closed.append(paragraph)
        yield closed
