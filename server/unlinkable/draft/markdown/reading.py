"""What a reader sees of Markdown: its blocks and their inline markup put together.

Knows neither words nor sentences; of masks only where they are, so as to leave them alone.
"""

from unlinkable.draft.markdown.blocks import Kind, Part, parts
from unlinkable.draft.markdown.inline import Edit, html_edits, inline_edits
from unlinkable.draft.masks import Masks
from unlinkable.draft.rendering import Rendering, RenderingBuilder

_MARKUP = frozenset("\\`<!&*_~[]=^")


def render_markdown(text: str, labels: frozenset[str], masks: Masks) -> Rendering:
    """What a reader sees of a block of Markdown whose links may name the targets ``labels``."""
    builder = RenderingBuilder(text)
    for part in parts(text):
        builder.begin(part.lines[0].start)
        _Joined(text, part).render(builder, labels, masks)
        builder.finish(part.lines[-1].end)
    return builder.build()


class _Joined:
    """The lines of a part as one text without margins, and where in the block they stand."""

    def __init__(self, block: str, part: Part) -> None:
        self._kind = part.kind
        # Runs of lines with nothing but line ends between them: (offset here, start, end).
        self._runs: list[tuple[int, int, int]] = []
        at = 0
        first, last = part.lines[0]
        for start, end in part.lines[1:]:
            if start - last <= 2 and block[last:start] in ("\n", "\r\n", "\r"):
                last = end
                continue
            self._runs.append((at, first, last))
            at += last - first + 1
            first, last = start, end
        self._runs.append((at, first, last))
        self._text = "\n".join(block[start:end] for _, start, end in self._runs)
        self._run = 0

    def render(self, builder: RenderingBuilder, labels: frozenset[str], masks: Masks) -> None:
        """Add what a reader sees to ``builder``."""
        at = 0
        for edit in self._edits(labels, masks):
            self._copy(builder, at, edit.start)
            start, end = self._source(edit.start), self._source(edit.end - 1) + 1
            builder.replace(start, end, edit.seen, edit.boundary)
            at = edit.end
        self._copy(builder, at, len(self._text))

    def _edits(self, labels: frozenset[str], masks: Masks) -> list[Edit]:
        if self._kind is Kind.LITERAL or _MARKUP.isdisjoint(self._text):
            return []
        masked = dict(masks.find(self._text))
        if self._kind is Kind.HTML:
            return html_edits(self._text, masked)
        return inline_edits(self._text, labels, masked)

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
