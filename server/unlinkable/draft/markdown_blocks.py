"""The blocks of Markdown: paragraphs, headings, list items, cells, and what is no text at all.

Follows CommonMark 0.31 and the tables of GitHub as far as they decide what a reader sees and where
one block ends; whatever is in doubt is text. Works on a part of a draft that begins where no
list, quote or code is open. Knows nothing of words, sentences or masks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from unlinkable.draft.fences import Fence, closing_fences, fence_at
from unlinkable.draft.html_tags import BLOCK_START, BLOCK_TAGS
from unlinkable.draft.inline import link_label
from unlinkable.draft.lines import lines
from unlinkable.draft.spans import Span

_HEADING = re.compile(r"#{1,6}(?=[ \t]|\Z)")
_HEADING_END = re.compile(r"(?<=[ \t])#++[ \t]*+\Z")
_UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+\Z")
_RULE = re.compile(r"(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)\Z")
_ITEM = re.compile(r"(?:[-+*]|(?P<number>[0-9]{1,9})[.)])(?=[ \t]|\Z)")
_DEFINITION = re.compile(
    r"\[(?P<label>(?!\^)[^\[\]]{1,999})\]:[ \t]*+(?P<target><[^<>]*+>|[^\s<]\S*+)"
    r"(?:[ \t]++(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?+[ \t]*+\Z"
)
# Not [Note]: text. What is no address, path or file name stays text.
_ADDRESS = re.compile(r"<|\.{0,2}/|#|www\.|[A-Za-z][A-Za-z0-9+.-]*+:|.*\.[A-Za-z]{2,5}\Z")
_ROW_OF_DASHES = re.compile(r"[ \t]*+\|?+(?:[ \t]*+:?+-++:?+[ \t]*+(?:\||\Z))++[ \t]*+\Z")
_CELL_END = re.compile(r"\\.|\|")
# How many list items may begin on one line; further marks of such are text.
_DEPTH = 8
# Five words with nothing but spaces and commas between them: no code, but an indented text.
_PROSE = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?:,?+[ \t]++[^\W\d_]++){4}")


class Kind(Enum):
    """How the text of a part is to be read."""

    MARKDOWN = auto()
    HTML = auto()
    LITERAL = auto()


@dataclass(frozen=True)
class Part:
    """A paragraph, heading, cell or the like: the spans of its lines without their margins."""

    kind: Kind
    lines: tuple[Span, ...]


def parts(text: str) -> Iterator[Part]:
    """The parts of ``text`` that a reader sees, in order."""
    return _Blocks(text).parts()


def link_labels(text: str) -> frozenset[str]:
    """The labels of the link targets that ``text`` defines."""
    if "]:" not in text:
        return frozenset()
    blocks = _Blocks(text)
    for _ in blocks.parts():
        pass
    return frozenset(blocks.labels)


class _Left(NamedTuple):
    """A line outside of every quote or item that is as deep as this."""

    line: int
    quotes: int
    margin: int


class _Blocks:
    """Reads a text line by line; a part is given out when the line behind it is known."""

    def __init__(self, text: str) -> None:
        self.labels: set[str] = set()
        self._text = text
        self._lines = lines(text)
        self._paragraph: list[Span] = []
        self._indented: list[Span] = []
        self._quotes = 0
        self._items: list[int] = []
        self._code_until = -1
        self._html: list[Span] | None = None
        self._comment = False
        self._last_comment_end = text.rfind("-->")
        self._left = _Left(-1, 0, 0)
        self._closing = self._closing_fences()

    def parts(self) -> Iterator[Part]:
        for number, line in enumerate(self._lines):
            if number > self._code_until:
                yield from self._read(number, line)
        yield from self._close()

    def _read(self, number: int, line: Span) -> Iterator[Part]:
        at, column, quotes = self._behind_quotes(line)
        if at == line.end and not self._comment:
            yield from self._close()
            return
        if self._html is not None:
            self._html.append(Span(at, line.end))
            if self._comment and self._text.find("-->", at, line.end) >= 0:
                yield from self._close()
            return
        if quotes != self._quotes and not self._goes_on(number, at, line.end, quotes):
            yield from self._close()
            self._quotes, self._items = quotes, []
        yield from self._content(number, at, line.end, column)

    def _behind_quotes(self, line: Span) -> tuple[int, int, int]:
        """Where the text of a line begins, in which column counted from its quote marks, and how
        many of these there are."""
        quotes = 0
        at, column = self._behind_spaces(line.start, line.end)
        while column < 4 and at < line.end and self._text[at] == ">":
            quotes += 1
            at, column = self._behind_spaces(at + 1, line.end)
            column = max(0, column - 1)
        return at, column, quotes

    def _behind_spaces(self, at: int, end: int) -> tuple[int, int]:
        column = 0
        while at < end and self._text[at] in " \t":
            column += 1 if self._text[at] == " " else 4 - column % 4
            at += 1
        return at, column

    def _goes_on(self, number: int, at: int, end: int, quotes: int) -> bool:
        """Whether a line with fewer quote marks still belongs to the paragraph of the quote."""
        text = self._text[at:end]
        return (
            bool(self._paragraph)
            and quotes < self._quotes
            and not (_HEADING.match(text) or _RULE.match(text) or _ITEM.match(text))
            and number not in self._closing
        )

    def _content(self, number: int, at: int, end: int, column: int) -> Iterator[Part]:
        """Deal with a line that is not blank, from ``at`` on."""
        self._leave_items(column)
        margin = self._items[-1] if self._items else 0
        if column - margin >= 4 and not self._paragraph:
            self._indented.append(Span(at, end))
            return
        if self._indented:
            yield from self._close()
        for _ in range(_DEPTH):
            text = self._text[at:end]
            if self._ends_paragraph(number, at, text):
                yield from self._close()
                return
            item = _ITEM.match(text)
            if item is None or not self._begins_item(item, text, column):
                break
            yield from self._close()
            self._leave_items(column)
            behind, spaces = self._behind_spaces(at + item.end(), end)
            column += item.end() + spaces
            self._items.append(column)
            if item["number"]:
                # A reader sees the number, and may search for it.
                self._paragraph.append(Span(at, end))
                return
            at = behind
            while at < end and self._text[at] == ">":
                self._quotes += 1
                at, _ = self._behind_spaces(at + 1, end)
            if at == end:
                return
        yield from self._text_line(at, end)

    def _leave_items(self, column: int) -> None:
        """Leave the list items that a line at ``column`` is outside of."""
        while not self._paragraph and self._items and column < self._items[-1]:
            self._items.pop()

    def _ends_paragraph(self, number: int, at: int, text: str) -> bool:
        """Whether a line has no text of its own: a fence, an underline or a rule."""
        if self._opens_code(number, at) or _RULE.match(text):
            return True
        return bool(self._paragraph) and _UNDERLINE.match(text) is not None

    def _begins_item(self, item: re.Match[str], text: str, column: int) -> bool:
        """Whether a list item begins here; in the midst of a paragraph that takes more."""
        if not self._paragraph:
            return True
        if self._items and column < self._items[-1]:
            return True
        if not text[item.end() :].strip():
            return False
        last = self._text[self._paragraph[-1].start : self._paragraph[-1].end].rstrip()
        return item["number"] is None or (item["number"] == "1" and last[-1:] in ".:;!?")

    def _text_line(self, at: int, end: int) -> Iterator[Part]:
        """Deal with a line of text, which is no list item any more."""
        text = self._text[at:end]
        if heading := _HEADING.match(text):
            yield from self._close()
            tail = _HEADING_END.search(text, heading.end())
            begin, _ = self._behind_spaces(at + heading.end(), end)
            stop = at + tail.start() if tail else end
            if begin < stop:
                yield Part(Kind.MARKDOWN, (Span(begin, stop),))
            return
        tag = BLOCK_START.match(text)
        if tag and (tag["name"] is None or tag["name"].lower() in BLOCK_TAGS):
            yield from self._close()
            self._html = [Span(at, end)]
            self._comment = tag["name"] is None and at < self._last_comment_end
            if self._comment and "-->" in text:
                yield from self._close()
            return
        definition = _DEFINITION.match(text) if not self._paragraph else None
        if definition and _ADDRESS.match(definition["target"]):
            self.labels.add(link_label(definition["label"]))
            return
        self._paragraph.append(Span(at, end))

    def _opens_code(self, number: int, at: int) -> bool:
        """Whether a fence at ``at`` opens code that is closed again within the same quote."""
        last = self._closing.get(number)
        if last is None or fence_at(self._text, at, number) is None:
            return False
        margin = self._items[-1] if self._items else 0
        left = self._left
        if number < left.line <= last and self._quotes >= left.quotes and margin >= left.margin:
            return False
        for between in range(number + 1, last + 1):
            line = self._lines[between]
            begin, column, quotes = self._behind_quotes(line)
            if quotes < self._quotes or (begin < line.end and column < margin):
                self._left = _Left(between, self._quotes, margin)
                return False
        self._code_until = last
        return True

    def _closing_fences(self) -> dict[int, int]:
        if "```" not in self._text and "~~~" not in self._text:
            return {}
        fences: list[Fence] = []
        for number, line in enumerate(self._lines):
            at, _, _ = self._behind_quotes(line)
            while at < line.end and (item := _ITEM.match(self._text, at, line.end)):
                at, _ = self._behind_spaces(item.end(), line.end)
            if fence := fence_at(self._text, at, number):
                fences.append(fence)
        return closing_fences(fences)

    def _close(self) -> Iterator[Part]:
        """Give out what is open."""
        if self._paragraph:
            yield from self._paragraph_parts(self._paragraph)
            self._paragraph = []
        if self._indented:
            if any(_PROSE.search(self._text, *line) for line in self._indented):
                yield Part(Kind.LITERAL, tuple(self._indented))
            self._indented = []
        if self._html is not None:
            yield Part(Kind.HTML, tuple(self._html))
            self._html = None
            self._comment = False

    def _paragraph_parts(self, paragraph: list[Span]) -> Iterator[Part]:
        table = next(
            (
                number
                for number in range(1, len(paragraph))
                if self._is_row_of_dashes(paragraph[number])
                and "|" in self._text[slice(*paragraph[number - 1])]
            ),
            0,
        )
        if table == 0:
            yield Part(Kind.MARKDOWN, tuple(paragraph))
            return
        if table > 1:
            yield Part(Kind.MARKDOWN, tuple(paragraph[: table - 1]))
        for row in paragraph[table - 1 : table] + paragraph[table + 1 :]:
            yield from self._cells(row)

    def _is_row_of_dashes(self, line: Span) -> bool:
        row = self._text[line.start : line.end]
        return "|" in row and _ROW_OF_DASHES.match(row) is not None

    def _cells(self, row: Span) -> Iterator[Part]:
        at = row.start
        for bar in _CELL_END.finditer(self._text, *row):
            if bar[0] == "|":
                if self._text[at : bar.start()].strip():
                    yield Part(Kind.MARKDOWN, (Span(at, bar.start()),))
                at = bar.end()
        if self._text[at : row.end].strip():
            yield Part(Kind.MARKDOWN, (Span(at, row.end),))
