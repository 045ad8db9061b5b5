"""The frame of an HTML report: one file that needs nothing else, runs nothing and prints well; and
a text shown whole with places marked. All else is escaped here. Must know nothing of findings."""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from typing import NewType

from unlinkable.draft import Span
from unlinkable.printing import plain

Html = NewType("Html", str)
"""Text that is HTML already. Only this module makes it: `text` and `inline` escape all else, and
what is put together by other means than `tag` and `joined` is a mere string again."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(title: str, parts: Iterable[Html]) -> Iterator[str]:
    """A whole page, piece by piece."""
    style = files(__package__).joinpath("page.css").read_text("utf-8")
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n'
        f"<title>{text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{text(title)}</h1>\n"
        '<p class="confidential">Confidential: this page shows what leads back to originals.</p>\n'
    )
    yield from parts
    yield "</main>\n</body>\n</html>\n"


def text(value: object) -> Html:
    """Any text, on one line and without anything that a browser would obey."""
    return Html(html.escape(plain(str(value))))


def inline(value: str) -> Html:
    """Like `text`, but white space at either end stays as one blank."""
    return Html(html.escape(plain(f"|{value}|")[1:-1]))


def lines(value: str) -> Html:
    """Like `inline`, but the ends of lines stay."""
    return Html("<br>".join(map(inline, value.split("\n"))))


def tag(name: str, *content: Html, **attributes: str) -> Html:
    """Content in an element. Attributes are escaped; ``class_`` is the attribute ``class``,
    ``data_label`` is ``data-label``."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(value)}"'
        for key, value in attributes.items()
    )
    return Html(f"<{name}{said}>{''.join(content)}</{name}>")


def joined(parts: Iterable[Html], between: str = "") -> Html:
    """The parts one after the other, with text between each two."""
    return Html(html.escape(between).join(parts))


def marked(words: str, kind: str) -> Html:
    """Words that lead back, marked as those of a phrase, or as others."""
    return mark(text(words), kind == "phrase")


def mark(words: Html, alone: bool) -> Html:
    """Words that lead back, marked as such that do so ``alone``, or with others."""
    return tag("mark", words) if alone else tag("mark", words, class_="term")


def facts(rows: Iterable[tuple[str, Html | None]]) -> Html:
    """Names and values below each other; those without a value are left out."""
    told = [(tag("dt", text(name)), tag("dd", value)) for name, value in rows if value is not None]
    return tag("dl", *(part for pair in told for part in pair))


def table(heads: Sequence[str], rows: Iterable[Sequence[Html | float]]) -> Html:
    """A table; numbers stand to the right, those that are not whole as shares. Where there is no
    room for columns, each cell stands below the one before, behind the name of its column."""
    body = [list(row) for row in rows]
    numbers = [bool(body) and isinstance(body[0][at], (int, float)) for at in range(len(heads))]
    head = joined(
        tag("th", text(name), scope="col", class_="number" if number else "words")
        for name, number in zip(heads, numbers, strict=True)
    )
    lines = [tag("tr", *(_cell(*one) for one in zip(heads, row, strict=True))) for row in body]
    return tag("table", tag("thead", tag("tr", head)), tag("tbody", *lines))


def _cell(head: str, value: Html | float) -> Html:
    if isinstance(value, (int, float)):
        said = f"{value:,}" if isinstance(value, int) else f"{value:.1%}"
        return tag("td", text(said), class_="number", data_label=head)
    return tag("td", value, data_label=head)


Shown = Callable[[Html], Html]
"""How words at a place are shown. At a place without words: what is put there."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")


def whole_text(text: str, places: Iterable[tuple[Span, Shown]]) -> Iterator[Html]:
    """The paragraphs of a text, its lines as they are. ``places``: in their order, none over
    another; one that runs over the end of a paragraph is shown in both."""
    pieces: list[Html] = []
    at = 0
    for span, shown in places:
        yield from _added(pieces, text[at : span.start], lambda words: words)
        yield from _added(pieces, text[span.start : span.end], shown)
        at = span.end
    yield from _added(pieces, text[at:], lambda words: words)
    if any(pieces):
        yield tag("p", *pieces)


def _added(pieces: list[Html], words: str, shown: Shown) -> Iterator[Html]:
    """Add words to the ``pieces`` of a paragraph; yields those paragraphs that end in them."""
    first, *others = _BLANK_LINE.split(words)
    pieces.append(shown(lines(first)))
    for other in others:
        if any(pieces):
            yield tag("p", *pieces)
        pieces[:] = [shown(lines(other))]
