"""Tables, as GitHub has them in Markdown: paragraphs whose second line is a row of dashes."""

import re
from collections.abc import Iterator, Sequence

from unlinkable_index.documents.shared.span import Span

_ROW_OF_DASHES = re.compile(r"[ \t]*+\|?+(?:[ \t]*+:?+-++:?+[ \t]*+(?:\||\Z))++[ \t]*+\Z")
_CELL_END = re.compile(r"\\.|\|")


def parts_of(text: str, paragraph: Sequence[Span]) -> Iterator[tuple[Span, ...]]:
    """The parts of a paragraph, given as the spans of its lines in ``text``, that are read apart:
    all of it, or where it ends with a table what stands before that, and each cell."""
    table = next(
        (
            number
            for number in range(1, len(paragraph))
            if _is_row_of_dashes(text[slice(*paragraph[number])])
            and "|" in text[slice(*paragraph[number - 1])]
        ),
        0,
    )
    if table == 0:
        yield tuple(paragraph)
        return
    if table > 1:
        yield tuple(paragraph[: table - 1])
    for row in (*paragraph[table - 1 : table], *paragraph[table + 1 :]):
        for cell in _cells(text, row):
            yield (cell,)


def _is_row_of_dashes(line: str) -> bool:
    return "|" in line and _ROW_OF_DASHES.match(line) is not None


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
