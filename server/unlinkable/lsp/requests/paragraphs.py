"""Documents as paragraphs, as word processors have them: the one place where their messages are
written down, and the text that paragraphs are checked as, with places there and back. Must know
nothing of findings."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypedDict

from lsprotocol.types import PositionEncodingKind

from unlinkable.draft import Span
from unlinkable.lsp.documents import Splice, width
from unlinkable.rewriting.edits import trimmed
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


BLOCKS = "unlinkable/blocks"
"""A request: a document, or what has changed in it, and what is found there."""
PROTECTED = "unlinkable/protectedBlocks"
"""A request: the edits that protect a document."""
WORDED = "unlinkable/worded"
"""A notification: more wordings are at hand; ask again."""


@dataclass(frozen=True)
class BlocksParams:
    """What is asked of a document, which is open from then on until ``textDocument/didClose``.

    - ``blocks``: those that are new or have changed; all of them in order when it is opened;
    - ``order``: the ids of all, where any was put in, taken out or moved; else absent;
    - ``fixed``: whether the change takes edits that were answered, as opposed to typing;
    - ``known``: the number of the latest answer that the client has: only blocks of which something
      else is known by now are told; 0: all.
    """

    uri: str
    version: int = 0
    blocks: list[ClientBlock] | None = None
    order: list[str] | None = None
    fixed: bool = False
    known: int = 0


@dataclass(frozen=True)
class BlocksRequest:
    """The whole message."""

    id: Any
    method: str
    params: BlocksParams
    jsonrpc: str = "2.0"


class BlockEdit(TypedDict):
    """``start`` up to ``end`` of the block ``id`` becomes ``text``."""

    id: str
    start: int
    end: int
    text: str


class BlockWay(TypedDict):
    """A replacement, ready to be made: "reword" or "mask", what it does in a few words, its edits,
    and whether what was found is surely gone with it."""

    kind: str
    title: str
    edits: list[BlockEdit]
    ends: bool


class BlockFinding(TypedDict):
    """Something found."""

    start: int
    end: int
    code: str


class BlockUnderline(TypedDict):
    """Words to underline: one passage, one underline. ``severity``: error, warning, information or
    hint; ``range``: what commands of the server take for the place."""

    start: int
    end: int
    severity: str
    code: str
    message: str
    range: Any
    ways: list[BlockWay]


class BlockPassage(TypedDict):
    """A passage of the list of what is left, told with the block that it begins in; as in
    ``unlinkable/left``. ``start`` and ``end``: the words that are underlined in it."""

    start: int
    end: int
    words: str
    text: str
    masked: str
    masks: int
    lead: float
    reasons: list[str]
    more: int
    ways: list[BlockWay]


class BlockAnswer(TypedDict):
    """What is known of one block; of a block that is not told of, as before."""

    id: str
    findings: list[BlockFinding]
    underlines: list[BlockUnderline]
    passages: list[BlockPassage]


class BlocksAnswer(TypedDict):
    """What is known of a document.

    - ``version``: of the document that was checked; ``answer``: the number of this answer;
    - ``whole``: whether all blocks are told that anything is known of, not only those that changed;
    - ``state``, ``message``: as in ``unlinkable/status``;
    - ``counted``: whether it is known what is left; ``sentences``, ``left``, ``unlisted``: as in
      ``unlinkable/left``; ``worded``: whether all wordings are at hand.
    """

    uri: str
    version: int
    answer: int
    whole: bool
    state: str
    message: str
    counted: bool
    worded: bool
    sentences: int
    left: int
    unlisted: int
    blocks: list[BlockAnswer]


class ProtectingEdit(BlockEdit):
    """An edit, what it does in a word, and why it is made."""

    label: str
    why: str


class ProtectedAnswer(TypedDict):
    """The edits that protect a version of a document, in the order of its text."""

    uri: str
    version: int
    edits: list[ProtectingEdit]
