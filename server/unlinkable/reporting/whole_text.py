"""A text shown whole in a report, with places in it marked.

Knows spans and how they are to look; nothing of why.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from unlinkable.draft import Span
from unlinkable.reporting.page import Html, lines, tag

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
