"""What a reader sees of Markdown: its blocks and their inline markup put together.

Knows neither words nor sentences; of masks only where they are, so as to leave them alone.
"""

from collections.abc import Callable

from unlinkable_index.documents.markdown.blocks import Content, LeafBlock, leaf_blocks
from unlinkable_index.documents.markdown.inline import (
    Substitution,
    html_substitutions,
    inline_substitutions,
)
from unlinkable_index.documents.shared.rendered.rendering import Rendering, RenderingBuilder
from unlinkable_index.documents.shared.span import Span

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
