"""The margin of a line of Markdown: the quote marks and spaces that it begins with.

Knows columns and tabs; nothing of what the line holds.
"""

from typing import NamedTuple

from unlinkable_index.documents.shared.span import Span


class Margin(NamedTuple):
    """Where the text of a line begins: its offset, its column on the page, its column counted from
    the quote marks before it, how many of these there are, and the column of the first of them."""

    at: int
    column: int
    indent: int
    quotes: int
    mark: int


def margin_of(text: str, line: Span) -> Margin:
    """The margin of a line of ``text``."""
    quotes = base = 0
    at, column = behind_spaces(text, line.start, line.end, 0)
    mark = column
    while column - base < 4 and at < line.end and text[at] == ">":
        quotes += 1
        # One space belongs to the mark.
        base = column + 2
        at, column = behind_spaces(text, at + 1, line.end, column + 1)
    return Margin(at, column, max(0, column - base), quotes, mark)


def behind_spaces(text: str, at: int, end: int, column: int) -> tuple[int, int]:
    """Where the spaces from ``at`` on end, and in which column if they begin in ``column``."""
    while at < end and text[at] in " \t":
        column += 1 if text[at] == " " else 4 - column % 4
        at += 1
    return at, column
