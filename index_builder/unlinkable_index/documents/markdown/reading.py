"""What a reader sees of a Markdown draft or file: where its blocks begin, the link targets that
they share, and its blocks and inline markup put together. Must never know words; of masks only
where they are, so as to leave them alone."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from unlinkable_index.documents.markdown.blocks import Content, LeafBlock, leaf_blocks, link_labels
from unlinkable_index.documents.markdown.front_matter import front_matter
from unlinkable_index.documents.markdown.inline import (
    Substitution,
    html_substitutions,
    inline_substitutions,
)
from unlinkable_index.documents.markdown.syntax import closing_fences, fence_at
from unlinkable_index.documents.shared.rendering import Rendering, RenderingBuilder, Span
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.documents.text import decoded, flows

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


FindMasks = Callable[[str], list[Span]]
"""Finds where masks stand in a text."""
_MARKUP = frozenset("\\`<!&*_~[]=^")


def render_markdown(text: str, labels: frozenset[str], masks: FindMasks) -> Rendering:
    """What a reader sees of a block of Markdown whose links may name the targets ``labels``."""
    builder = RenderingBuilder(text)
    for leaf in leaf_blocks(text):
        builder.begin(leaf.lines[0].start)
        _Joined(text, leaf).render(builder, labels, masks)
        builder.finish(leaf.lines[-1].end)
    return builder.build()


class _Joined:
    """The lines of a leaf block as one text without margins, and where in the block they stand."""

    def __init__(self, block: str, leaf: LeafBlock) -> None:
        self._content = leaf.content
        # Runs of lines with nothing but line ends between them: (offset here, start, end).
        self._runs: list[tuple[int, int, int]] = []
        at = 0
        first, last = leaf.lines[0]
        for start, end in leaf.lines[1:]:
            if start - last <= 2 and block[last:start] in ("\n", "\r\n", "\r"):
                last = end
                continue
            self._runs.append((at, first, last))
            at += last - first + 1
            first, last = start, end
        self._runs.append((at, first, last))
        self._text = "\n".join(block[start:end] for _, start, end in self._runs)
        self._run = 0

    def render(self, builder: RenderingBuilder, labels: frozenset[str], masks: FindMasks) -> None:
        """Add what a reader sees to ``builder``."""
        at = 0
        for substitution in self._substitutions(labels, masks):
            self._copy(builder, at, substitution.start)
            start, end = self._source(substitution.start), self._source(substitution.end - 1) + 1
            builder.replace(start, end, substitution.seen, substitution.boundary)
            at = substitution.end
        self._copy(builder, at, len(self._text))

    def _substitutions(self, labels: frozenset[str], masks: FindMasks) -> list[Substitution]:
        if self._content is Content.LITERAL or _MARKUP.isdisjoint(self._text):
            return []
        masked = dict(masks(self._text))
        if self._content is Content.HTML:
            return html_substitutions(self._text, masked)
        return inline_substitutions(self._text, labels, masked)

    def _copy(self, builder: RenderingBuilder, at: int, end: int) -> None:
        while at < end:
            here, start, stop = self._run_at(at)
            inside = min(end, here + stop - start)
            if at < inside:
                builder.copy(start + at - here, start + inside - here)
                at = inside
            else:
                # The line end between two runs stands for the margin as well.
                builder.replace(stop, self._runs[self._run + 1][1], "\n")
                at += 1

    def _source(self, at: int) -> int:
        """Where in the block the character at ``at`` stands."""
        here, start, stop = self._run_at(at)
        return min(start + at - here, stop)

    def _run_at(self, at: int) -> tuple[int, int, int]:
        """The run that holds ``at`` or the line end before it; asked for in ascending order."""
        while self._run + 1 < len(self._runs) and at >= self._runs[self._run + 1][0]:
            self._run += 1
        return self._runs[self._run]


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it is not in UTF-8."""
    text = decoded(data, str(path))
    first = front_matter(text).end
    starts = [first, *markdown_starts(text, first), len(text)]
    blocks = [Span(start, end) for start, end in pairwise(starts) if start < end]
    labels = labels_in(text, blocks)
    rendered = (render_markdown(text[start:end], labels, lambda _: []) for start, end in blocks)
    return VisibleText(flows(rendered))
