"""The blocks of a draft: parts that can be read one apart from the other.

A block begins where the text surely begins anew, whatever stands before or behind it, so that
a change in one block leaves the reading of the others as it was. What one block must know of
the rest, the targets that its links may name, goes with the outline. Knows nothing of words.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise

from unlinkable.draft.fences import closing_fences, fence_at
from unlinkable.draft.front_matter import front_matter
from unlinkable.draft.lines import blank_lines
from unlinkable.draft.markdown_blocks import link_labels
from unlinkable.draft.sentences import paragraph_cuts
from unlinkable.draft.spans import Markup, Span

_BLANK = re.compile(r"(?>\r\n?|\n)(?:[ \t]*+(?>\r\n?|\n))++")
_BLANK_LF = re.compile(r"\n(?:[ \t]*+\n)++")
_FENCE = re.compile(r"(?:(?<=[\r\n])|\A) {0,3}(?=```|~~~)")
_COMMENT = re.compile(r"(?:(?<=[\r\n])|\A) {0,3}<!--")


@dataclass(frozen=True)
class Outline:
    """The ``blocks`` of a draft, in order and without gaps from the end of its front matter on.

    ``labels`` are the labels of its link targets, ``source`` the id that its front matter names.
    """

    blocks: tuple[Span, ...]
    labels: frozenset[str] = frozenset()
    source: str | None = None


def outline(text: str, markup: Markup) -> Outline:
    """The outline of a draft."""
    if markup is Markup.PLAIN:
        return Outline(_between(_paragraph_starts(text), 0, len(text)))
    head = front_matter(text)
    blocks = _between(_markdown_starts(text, head.end), head.end, len(text))
    labels: frozenset[str] = frozenset()
    if "]:" in text:
        labels = labels.union(*(link_labels(text[start:end]) for start, end in blocks))
    return Outline(blocks, labels, head.source)


def _between(starts: list[int], first: int, end: int) -> tuple[Span, ...]:
    bounds = [first, *starts, end]
    return tuple(Span(a, b) for a, b in pairwise(bounds) if a < b)


def _paragraph_starts(text: str) -> list[int]:
    return [end for start, end in blank_lines(text) if paragraph_cuts(text, start, end)]


def _markdown_starts(text: str, first: int) -> list[int]:
    pattern = _BLANK if "\r" in text else _BLANK_LF
    behind_blanks = (match.end() for match in pattern.finditer(text, first))
    # A margin may be that of a list item that goes on.
    starts = [start for start in behind_blanks if not text[start : start + 1].isspace()]
    return _outside(starts, _closed(text, first))


def _outside(starts: list[int], closed: list[tuple[int, int]]) -> list[int]:
    """Those of ``starts`` not in the spans ``closed``, whose ends count as well; all in order."""
    ends = [end for _, end in closed]
    outside: list[int] = []
    for start in starts:
        index = bisect_left(ends, start)
        if index == len(closed) or start <= closed[index][0]:
            outside.append(start)
    return outside


def _closed(text: str, first: int) -> list[tuple[int, int]]:
    """Where code within fences and comments go on over blank lines, in order."""
    opened: list[tuple[int, int]] = []
    if "```" in text or "~~~" in text:
        found = (fence_at(text, match.end(), match.end()) for match in _FENCE.finditer(text, first))
        opened += closing_fences([fence for fence in found if fence]).items()
    if "<!--" in text:
        # The end is looked for below: for those that stand in a comment it is never needed.
        opened += [(match.end(), -1) for match in _COMMENT.finditer(text, first)]
    closed: list[tuple[int, int]] = []
    last = first
    for start, end in sorted(opened):
        if start < last:
            continue
        if end < 0:
            end = text.find("-->", start)
            if end < 0:
                # Neither has any comment behind it an end.
                break
        closed.append((start, end))
        last = end + 1
    return closed
