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

from unlinkable_index.documents.markdown.inline import ADDRESS, link_label
from unlinkable_index.documents.markdown.syntax import (
    BLOCK_START,
    BLOCK_TAGS,
    FENCE,
    Fence,
    Margin,
    behind_spaces,
    closing_fences,
    fence_at,
    margin_of,
    parts_of,
)
from unlinkable_index.documents.shared.rendering import Span, lines

_HEADING = re.compile(r"#{1,6}(?=[ \t]|\Z)")
_HEADING_END = re.compile(r"(?<=[ \t])#++[ \t]*+\Z")
_UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+\Z")
_RULE = re.compile(r"(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)\Z")
_ITEM = re.compile(r"(?:[-+*]|(?P<number>[0-9]{1,9})[.)])(?=[ \t]|\Z)")
_DEFINITION = re.compile(
    r"\[(?P<label>(?!\^)[^\[\]]{1,999})\]:[ \t]*+(?P<target><[^<>]*+>|[^\s<]\S*+)"
    r"(?:[ \t]++(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?+[ \t]*+\Z"
)
_NOTE = re.compile(r"\[(?P<label>\^[^\[\]\s]{1,99})\]:")
# How many list items may begin on one line; further marks of such are text.
_DEPTH = 8
# Five words with nothing but spaces and commas between them: no code, but an indented text.
_PROSE = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?:,?+[ \t]++[^\W\d_]++){4}")


class Content(Enum):
    """How the text of a leaf block is to be read."""

    MARKDOWN = auto()
    HTML = auto()
    LITERAL = auto()


@dataclass(frozen=True)
class LeafBlock:
    """A paragraph, heading, cell or the like: the spans of its lines without their margins."""

    content: Content
    lines: tuple[Span, ...]


def leaf_blocks(text: str) -> Iterator[LeafBlock]:
    """The leaf blocks of ``text`` that a reader sees, in order."""
    return _Blocks(text).leaf_blocks()


def link_labels(text: str) -> frozenset[str]:
    """The labels of the link targets that ``text`` defines."""
    if "]:" not in text:
        return frozenset()
    blocks = _Blocks(text)
    for _ in blocks.leaf_blocks():
        pass
    return frozenset(blocks.labels)


class _Item(NamedTuple):
    """An open list item: the indent that its text has, and the quote marks around it."""

    indent: int
    quotes: int


class _Left(NamedTuple):
    """A line outside of every quote or item that is as deep as this."""

    line: int
    quotes: int
    margin: int


class _Blocks:
    """Reads a text line by line; a leaf block is given out when the line behind it is known."""

    def __init__(self, text: str) -> None:
        self.labels: set[str] = set()
        self._text = text
        self._lines = lines(text)
        self._paragraph: list[Span] = []
        self._indented: list[Span] = []
        self._quotes = 0
        self._items: list[_Item] = []
        self._code_until = -1
        self._html: list[Span] | None = None
        self._comment = False
        self._last_comment_end = text.rfind("-->")
        self._left = _Left(-1, 0, 0)
        self._closing = self._closing_fences()

    def leaf_blocks(self) -> Iterator[LeafBlock]:
        for number, line in enumerate(self._lines):
            if number > self._code_until:
                yield from self._read(number, line)
        yield from self._close()

    def _read(self, number: int, line: Span) -> Iterator[LeafBlock]:
        margin = margin_of(self._text, line)
        if margin.at == line.end and not self._comment:
            yield from self._close()
            return
        if self._html is not None:
            self._html.append(Span(margin.at, line.end))
            if self._comment and self._text.find("-->", margin.at, line.end) >= 0:
                yield from self._close()
            return
        lazy = margin.quotes < self._quotes and self._goes_on(margin, line.end)
        around = [item.indent for item in self._items if item.quotes == 0]
        if self._quotes and margin.quotes and around and margin.mark < around[-1]:
            # A quote of its own, not that of the item before it.
            yield from self._close()
            self._items = []
        if margin.quotes != self._quotes and not lazy:
            yield from self._close()
            self._quotes = margin.quotes
            self._items = [item for item in self._items if item.quotes <= margin.quotes]
        yield from self._content(number, margin, line.end)

    def _goes_on(self, margin: Margin, end: int) -> bool:
        """Whether a line with fewer quote marks still belongs to the paragraph of the quote."""
        text = self._text[margin.at : end]
        begins = (_HEADING, _RULE, _ITEM, FENCE)
        return bool(self._paragraph) and (
            margin.indent >= 4 or not any(pattern.match(text) for pattern in begins)
        )

    def _content(self, number: int, margin: Margin, end: int) -> Iterator[LeafBlock]:
        """Deal with a line that is not blank, behind its margin."""
        at, column, indent, _, _ = margin
        self._leave_items(indent)
        if indent - self._item_indent() >= 4:
            (self._paragraph or self._indented).append(Span(at, end))
            return
        if self._indented:
            yield from self._close()
        # A reader sees the number of an item, and may search for it with the text behind it.
        first = at
        for _ in range(_DEPTH):
            text = self._text[at:end]
            if fence_at(self._text, at, number):
                yield from self._close()
                yield from self._number(first, at)
                if not self._opens_code(number):
                    yield LeafBlock(Content.LITERAL, (Span(at, end),))
                return
            if _RULE.match(text) or (self._paragraph and _UNDERLINE.match(text)):
                yield from self._close()
                yield from self._number(first, at)
                return
            item = _ITEM.match(text)
            if item is None or not self._begins_item(item, text, indent):
                break
            yield from self._close()
            yield from self._number(first, at)
            self._leave_items(indent)
            marked = column + item.end()
            behind, column = behind_spaces(self._text, at + item.end(), end, marked)
            spaces = column - marked if behind < end and column - marked < 5 else 1
            indent += item.end() + spaces
            self._items.append(_Item(indent, self._quotes))
            first = at if item["number"] else behind
            if behind < end and column - marked >= 5:
                # Code in an item would be as rare as a wide margin before its text is common.
                yield LeafBlock(Content.LITERAL, (Span(first, end),))
                return
            at = behind
            while at < end and self._text[at] == ">":
                yield from self._number(first, at)
                self._quotes += 1
                at, column = behind_spaces(self._text, at + 1, end, column + 1)
                first = at
            if at == end:
                yield from self._number(first, at)
                return
        yield from self._text_line(first, at, end)

    def _number(self, first: int, at: int) -> Iterator[LeafBlock]:
        """The number of an item that is followed by no text of its own."""
        if first < at:
            yield LeafBlock(Content.LITERAL, (Span(first, at),))

    def _leave_items(self, indent: int) -> None:
        """Leave the list items that a line with this indent is outside of."""
        while not self._paragraph and indent < self._item_indent():
            self._items.pop()

    def _item_indent(self) -> int:
        """The indent of the text of the list item that is open within the same quote, or 0."""
        item = self._items[-1] if self._items else None
        return item.indent if item and item.quotes == self._quotes else 0

    def _begins_item(self, item: re.Match[str], text: str, indent: int) -> bool:
        """Whether a list item begins here; in the midst of a paragraph that takes more."""
        if not self._paragraph:
            return True
        if indent < self._item_indent():
            return True
        if not text[item.end() :].strip():
            return False
        last = self._text[self._paragraph[-1].start : self._paragraph[-1].end].rstrip()
        return item["number"] is None or (item["number"] == "1" and last[-1:] in ".:;!?")

    def _text_line(self, first: int, at: int, end: int) -> Iterator[LeafBlock]:
        """Deal with the text of a line, without the marks of list items but with a number."""
        text = self._text[at:end]
        if heading := _HEADING.match(text):
            yield from self._close()
            yield from self._number(first, at)
            tail = _HEADING_END.search(text, heading.end())
            begin, _ = behind_spaces(self._text, at + heading.end(), end, 0)
            stop = at + tail.start() if tail else end
            if begin < stop:
                yield LeafBlock(Content.MARKDOWN, (Span(begin, stop),))
            return
        tag = BLOCK_START.match(text)
        if tag and (tag["name"] is None or tag["name"].lower() in BLOCK_TAGS):
            yield from self._close()
            yield from self._number(first, at)
            self._html = [Span(at, end)]
            self._comment = tag["name"] is None and at < self._last_comment_end
            if self._comment and "-->" in text:
                yield from self._close()
            return
        definition = _DEFINITION.match(text) if not self._paragraph else None
        if definition and ADDRESS.match(definition["target"]):
            yield from self._number(first, at)
            self.labels.add(link_label(definition["label"]))
            return
        if note := _NOTE.match(text):
            self.labels.add(link_label(note["label"]))
        self._paragraph.append(Span(first, end))

    def _opens_code(self, number: int) -> bool:
        """Whether the fence on a line opens code that is closed again within the same quote."""
        last = self._closing.get(number)
        if last is None:
            return False
        margin = self._item_indent()
        left = self._left
        if number < left.line <= last and self._quotes >= left.quotes and margin >= left.margin:
            return False
        for line in range(number + 1, last + 1):
            around = margin_of(self._text, self._lines[line])
            inside = around.indent >= margin or around.at == self._lines[line].end
            if around.quotes < self._quotes or not inside:
                self._left = _Left(line, self._quotes, margin)
                return False
        self._code_until = last
        return True

    def _closing_fences(self) -> dict[int, int]:
        if "```" not in self._text and "~~~" not in self._text:
            return {}
        fences: list[Fence] = []
        for number, line in enumerate(self._lines):
            at = margin_of(self._text, line).at
            while at < line.end and (item := _ITEM.match(self._text, at, line.end)):
                at, _ = behind_spaces(self._text, item.end(), line.end, 0)
            if fence := fence_at(self._text, at, number):
                fences.append(fence)
        return closing_fences(fences)

    def _close(self) -> Iterator[LeafBlock]:
        """Give out what is open."""
        if self._paragraph:
            for part in parts_of(self._text, self._paragraph):
                yield LeafBlock(Content.MARKDOWN, part)
            self._paragraph = []
        if self._indented:
            if any(_PROSE.search(self._text, *line) for line in self._indented):
                yield LeafBlock(Content.LITERAL, tuple(self._indented))
            self._indented = []
        if self._html is not None:
            yield LeafBlock(Content.HTML, tuple(self._html))
            self._html = None
            self._comment = False
