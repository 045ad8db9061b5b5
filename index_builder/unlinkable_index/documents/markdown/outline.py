"""Where the blocks of a Markdown draft begin, and the link targets that all of them share.

A block begins where no list, quote, code or comment can be open. Knows nothing of what is in it.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from unlinkable_index.documents.markdown.blocks import link_labels
from unlinkable_index.documents.markdown.fences import closing_fences, fence_at
from unlinkable_index.documents.shared.span import Span

_BLANK = re.compile(r"(?>\r\n?|\n)(?:[ \t]*+(?>\r\n?|\n))++")
_BLANK_LF = re.compile(r"\n(?:[ \t]*+\n)++")
_FENCE = re.compile(r"(?:(?<=[\r\n])|\A) {0,3}(?=```|~~~)")
_COMMENT = re.compile(r"(?:(?<=[\r\n])|\A) {0,3}<!--")


def labels_in(text: str, blocks: Sequence[Span]) -> frozenset[str]:
    """The labels of the link targets that the blocks of ``text`` define."""
    if "]:" not in text:
        return frozenset()
    return frozenset().union(*(link_labels(text[start:end]) for start, end in blocks))


def markdown_starts(text: str, first: int) -> list[int]:
    """Where blocks begin in ``text`` behind ``first``: without a margin, behind a blank line, and
    not within code or a comment."""
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
