"""The frame of an HTML report: one file that needs nothing else, runs nothing, and prints well."""

import html
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from typing import NewType

from unlinkable.printing import plain

Html = NewType("Html", str)
"""Text that is HTML already; everything else is escaped on its way into a page."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(title: str, parts: Iterable[Html]) -> Iterator[str]:
    """A whole page, piece by piece."""
    style = files(__package__).joinpath("page.css").read_text("utf-8")
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n'
        f"<title>{text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<h1>{text(title)}</h1>\n"
        '<p class="confidential">Confidential: this page shows what leads back to originals.</p>\n'
    )
    yield from parts
    yield "</body>\n</html>\n"


def text(value: object) -> Html:
    """Any text, on one line and without anything that a browser would obey."""
    return Html(html.escape(plain(str(value))))


def inline(value: str) -> Html:
    """Like `text`, but white space at either end stays as one blank."""
    return Html(html.escape(plain(f"|{value}|")[1:-1]))


def tag(name: str, content: str, attributes: str = "") -> Html:
    """``content``, which is HTML, in an element."""
    return Html(f"<{name}{' ' + attributes if attributes else ''}>{content}</{name}>")


def facts(rows: Iterable[tuple[str, Html | None]]) -> Html:
    """Names and values below each other; those without a value are left out."""
    content = "".join(
        f"<dt>{text(name)}</dt><dd>{value}</dd>\n" for name, value in rows if value is not None
    )
    return Html(f"<dl>\n{content}</dl>\n")


def table(heads: Sequence[str], rows: Iterable[Sequence[Html | int]]) -> Html:
    """A table; numbers stand to the right."""

    def cell(name: str, value: Html | int) -> str:
        if isinstance(value, int):
            return f'<{name} class="number">{value:,}</{name}>'
        return f"<{name}>{value}</{name}>"

    body = [list(row) for row in rows]
    numbers = [bool(body) and isinstance(body[0][at], int) for at in range(len(heads))]
    head = "".join(
        f'<th class="number">{text(name)}</th>' if number else f"<th>{text(name)}</th>"
        for name, number in zip(heads, numbers, strict=True)
    )
    lines = "".join(f"<tr>{''.join(cell('td', value) for value in row)}</tr>\n" for row in body)
    return Html(f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n")
