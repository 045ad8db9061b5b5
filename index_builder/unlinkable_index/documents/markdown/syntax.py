"""The pieces of Markdown's syntax that blocks and inline markup are made of: margins, fences, rows
of tables, and which `<...>` are tags. Must never know which block is open."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.rendering import Span

FENCE = re.compile(r"(?P<fence>```+|~~~+)(?P<info>[^\r\n]*+)")


class Fence(NamedTuple):
    """A fence: its character and length, whether nothing follows it, and where it stands.

    ``place`` may be an offset or the number of a line, the same for all fences compared.
    """

    char: str
    length: int
    is_bare: bool
    place: int


def fence_at(text: str, at: int, place: int) -> Fence | None:
    """The fence that begins at ``at``, if one does."""
    match = FENCE.match(text, at)
    if match is None or (match["fence"][0] == "`" and "`" in match["info"]):
        return None
    return Fence(match["fence"][0], len(match["fence"]), not match["info"].strip(), place)


def closing_fences(fences: Sequence[Fence]) -> dict[int, int]:
    """For the place of every fence, that of the next one that can close it, where there is one.

    Linear but for a binary search each: from behind, only those fences are kept that are longer
    than all between.
    """
    closing: dict[int, int] = {}
    kept: dict[str, list[Fence]] = {"`": [], "~": []}
    for fence in reversed(fences):
        longer = kept[fence.char]
        # Lengths fall from the bottom of the stack to its top; the top is the nearest.
        index = bisect_right(longer, -fence.length, key=lambda other: -other.length) - 1
        if index >= 0:
            closing[fence.place] = longer[index].place
        if fence.is_bare:
            while longer and longer[-1].length <= fence.length:
                longer.pop()
            longer.append(fence)
    return closing


BLOCK_TAGS = names(
    "address article aside base basefont blockquote body caption center col colgroup dd details"
    " dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5"
    " h6 head header hr html iframe legend li link main menu menuitem meta nav noframes ol"
    " optgroup option p param pre script search section style summary table tbody td template"
    " textarea tfoot th thead title tr track ul"
)
INLINE_TAGS = names(
    "a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em"
    " embed font i img input ins kbd label map mark meter noscript object output picture"
    " progress q rp rt ruby s samp select slot small source span strike strong sub sup svg time"
    " tt u var video wbr"
)
TAG = re.compile(
    r"</(?P<closing>[A-Za-z][A-Za-z0-9-]*+)\s*+>"
    r"|<(?P<opening>[A-Za-z][A-Za-z0-9-]*+)"
    r"(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+\s*+/?>"
)
"""An opening or closing tag; the name must still be looked up."""

AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[\w.+-]++@[\w.-]++)>")
"""An address in angle brackets, which a reader sees."""

BLOCK_START = re.compile(r"(?:</?(?P<name>[A-Za-z][A-Za-z0-9]*+)(?=[\s/>]|\Z)|<!--)")
"""What a line of an HTML block may begin with, if the name is that of a block."""


def tag_name(match: re.Match[str]) -> str | None:
    """The name of a tag in lower case, or None for what is no tag of HTML."""
    written = match["closing"] or match["opening"]
    name = written.lower()
    if name in INLINE_TAGS or name in BLOCK_TAGS:
        return name
    return name if written == name and "-" in name else None


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


_ROW_OF_DASHES = re.compile(r"[ \t]*+\|?+(?:[ \t]*+:?+-++:?+[ \t]*+(?:\||\Z))++[ \t]*+\Z")
_CELL_END = re.compile(r"\\.|\|")


def parts_of(text: str, paragraph: Sequence[Span]) -> Iterator[tuple[Span, ...]]:
    """The parts of a paragraph, given as the spans of its lines in ``text``, that are read apart:
    all of it, or where it ends with a table what stands before that, and each cell."""
    lines = [text[start:end] for start, end in paragraph]
    rows = (
        number
        for number, (before, line) in enumerate(pairwise(lines), start=1)
        if "|" in line and "|" in before and _ROW_OF_DASHES.match(line)
    )
    table = next(rows, 0)
    if table == 0:
        yield tuple(paragraph)
        return
    if table > 1:
        yield tuple(paragraph[: table - 1])
    for row in (*paragraph[table - 1 : table], *paragraph[table + 1 :]):
        for cell in _cells(text, row):
            yield (cell,)


def _cells(text: str, row: Span) -> Iterator[Span]:
    """The cells of a row in which something stands."""
    at = row.start
    for bar in _CELL_END.finditer(text, *row):
        if bar[0] == "|":
            if text[at : bar.start()].strip():
                yield Span(at, bar.start())
            at = bar.end()
    if text[at : row.end].strip():
        yield Span(at, row.end)
