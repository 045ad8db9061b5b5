"""Documents that clients have as paragraphs, as word processors do: each with an id of its own.

Such a document is read as a file of its kind is: paragraphs of one flow one after the other, and no
phrase goes on from one flow into the next. Knows texts and places; must know nothing of findings.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lsprotocol.types import PositionEncodingKind

from unlinkable.draft import Span
from unlinkable.lsp.text.documents import Splice
from unlinkable.lsp.text.positions import width
from unlinkable.rewriting.edits.editing import trimmed
from unlinkable_index.documents.shared.visible_text import (
    FLOW_END,
    Paragraph,
    Piece,
    Place,
    VisibleText,
)
from unlinkable_index.errors import UserError


@dataclass(frozen=True)
class ClientBlock:
    """A paragraph as the client has it: what stands in it, and in which flow it is read, such as
    the body up to a table, one cell, one note, one text box."""

    id: str
    text: str
    flow: str = ""


class BlockSpan(NamedTuple):
    """A part of one block, in code points of its text."""

    id: str
    start: int
    end: int


class Paragraphs:
    """The paragraphs of one version of a document, and the text that they are checked as."""

    def __init__(self, blocks: Sequence[ClientBlock]) -> None:
        """Raises UserError where two blocks have the same id."""
        shown = [replace(block, text=block.text.replace(FLOW_END, " ")) for block in blocks]
        self.blocks = {block.id: block for block in shown}
        if len(self.blocks) < len(blocks):
            raise UserError("Two paragraphs of the document have the same id.")
        flows: dict[str, list[Paragraph]] = {}
        for block in shown:
            paragraph = Paragraph((Piece(block.text, block.id),), Place())
            flows.setdefault(block.flow, []).append(paragraph)
        seen = VisibleText(flows.values())
        self.text = seen.text
        self._starts = seen.starts
        self._ids: list[str] = [one.pieces[0].origin for one in seen.paragraphs]

    def changed(self, blocks: Iterable[ClientBlock], order: Sequence[str] | None) -> "Paragraphs":
        """With some blocks put in or changed, and all in an ``order`` (None: as they were, and new
        ones behind). Raises UserError where the order names a block that is not there."""
        known = self.blocks | {block.id: block for block in blocks}
        missing = [name for name in order or () if name not in known]
        if missing:
            raise UserError("The order names a paragraph that was not sent: send all of them.")
        return Paragraphs([known[name] for name in (known if order is None else order)])

    def splices(self, then: "Paragraphs") -> list[Splice]:
        """What makes this version that one, one after the other: each changed paragraph by itself
        where none was put in, taken out or moved."""
        if self._ids != then._ids or self._flows() != then._flows():
            return list(_splice(0, self.text, then.text))
        return [
            splice
            for name, start in reversed(list(zip(self._ids, self._starts, strict=True)))
            for splice in _splice(start, self.blocks[name].text, then.blocks[name].text)
        ]

    def parts(self, span: Span) -> Iterator[BlockSpan]:
        """The parts of blocks that a span of the text covers; of what stands between blocks none.
        An empty span is in the block that it touches."""
        number = max(0, bisect_right(self._starts, span.start) - 1)
        while number < len(self._ids) and self._starts[number] <= span.end:
            name, begin = self._ids[number], self._starts[number]
            length = len(self.blocks[name].text)
            start, end = max(0, span.start - begin), min(length, span.end - begin)
            if start < end or (span.start == span.end and start == end):
                yield BlockSpan(name, start, end)
            number += 1

    def edits(self, edits: Iterable[Splice]) -> list[tuple[BlockSpan, str]]:
        """Edits of the text as edits of its blocks: over the end of one, the new text stands in the
        first."""
        made = []
        for edit in edits:
            text = edit.text
            for part in self.parts(Span(edit.start, edit.end)):
                made.append((part, text))
                text = ""
        return made

    def columns(self, part: BlockSpan, encoding: PositionEncodingKind) -> tuple[int, int]:
        """Where a part of a block begins and ends, in units of the protocol."""
        text = self.blocks[part.id].text
        start = width(text[: part.start], encoding)
        return start, start + width(text[part.start : part.end], encoding)

    def _flows(self) -> Mapping[str, str]:
        return {name: self.blocks[name].flow for name in self._ids}


def _splice(start: int, before: str, after: str) -> Iterator[Splice]:
    """The edit that makes ``before``, which stands at ``start``, into ``after``; none if equal."""
    if before == after:
        return
    ahead, behind = trimmed(before, after)
    yield Splice(start + ahead, start + len(before) - behind, after[ahead : len(after) - behind])
