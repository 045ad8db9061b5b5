"""The blocks of a draft: parts that can be read one apart from the other.

A block begins where the text surely begins anew, whatever stands before or behind it, so that
a change in one block leaves the reading of the others as it was. What one block must know of
the rest, the targets that its links may name, goes with the outline.
"""

import re
from dataclasses import dataclass

from unlinkable.draft.front_matter import front_matter
from unlinkable.draft.sentences import paragraph_cuts
from unlinkable.draft.spans import Markup, Span

_NEW_LINE = r"(?>\r\n|[\n\r\x85\u2028\u2029])"
_BLANK = re.compile(rf"(?:[ \t\f\v\u00a0]*+{_NEW_LINE}){{2,}}+")
_PLAIN_BLANK = re.compile(r"\n(?:[ \t]*+\n)++")


@dataclass(frozen=True)
class Outline:
    """``blocks`` cover a draft from ``start``, the end of its front matter, to its end, in order.

    ``labels`` are the labels of its link targets, ``source`` the id that its front matter names.
    """

    blocks: tuple[Span, ...]
    start: int = 0
    labels: frozenset[str] = frozenset()
    source: str | None = None


def outline(text: str, markup: Markup) -> Outline:
    """The outline of a draft."""
    if markup is Markup.MARKDOWN:
        head = front_matter(text)
        return Outline(_blocks(text, head.end), start=head.end, source=head.source)
    return Outline(_blocks(text, 0))


def _blocks(text: str, start: int) -> tuple[Span, ...]:
    blocks: list[Span] = []
    for blank in blank_lines(text, start):
        if paragraph_cuts(text, blank.start, blank.end) and blank.end < len(text):
            blocks.append(Span(start, blank.end))
            start = blank.end
    if start < len(text):
        blocks.append(Span(start, len(text)))
    return tuple(blocks)


def blank_lines(text: str, start: int = 0) -> list[Span]:
    """The blank lines of ``text`` from ``start`` on, each from the end of a line on."""
    return [Span(*match.span()) for match in _BLANK.finditer(text, start)]
