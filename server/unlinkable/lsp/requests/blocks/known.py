"""What is known of a document by its paragraphs, put into the form that clients are told.

Knows analyses and places; must know nothing of when anything is told.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from unlinkable.draft import Span
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.diagnostics import message, underline_message
from unlinkable.lsp.published.left import Listed, listed
from unlinkable.lsp.published.shown import wanted
from unlinkable.lsp.published.underlines import Underline, underlines
from unlinkable.lsp.requests.blocks.messages import (
    BlockAnswer,
    BlockEdit,
    BlockFinding,
    BlockPassage,
    BlockUnderline,
    BlockWay,
    ProtectingEdit,
)
from unlinkable.lsp.requests.fixes.changes import splices
from unlinkable.lsp.requests.offers import masks_title
from unlinkable.lsp.text.documents import Splice
from unlinkable.lsp.text.edits import DocumentChange
from unlinkable.lsp.text.paragraphs import BlockSpan, Paragraphs

Worded = Mapping[Span, Sequence[tuple[str, Splice, bool]]]
"""The wordings at hand for the words that are underlined: title, edit, whether it ends them."""


class Known:
    """What is known of one version of a document."""

    def __init__(self, analysis: Analysis, paragraphs: Paragraphs, worded: Worded) -> None:
        self._analysis = analysis
        self._paragraphs = paragraphs
        self._worded = worded

    def blocks(self) -> dict[str, BlockAnswer]:
        """Of each block of which anything is known what that is."""
        known: dict[str, BlockAnswer] = defaultdict(nothing)
        for one in self._analysis.each:
            for found in wanted(one):
                for part in self._parts(found.span):
                    start, end = self._columns(part)
                    place: BlockFinding = {"start": start, "end": end, "code": found.kind.rule}
                    known[part.id]["findings"].append(place)
            underlined = underlines(one)
            passages = list(listed(one, one.left, underlined)) if one.left else []
            ends = {passage.place: passage for passage in passages}
            for line in underlined:
                for part, told in self._underline(one, line, ends.get(line.span)):
                    known[part.id]["underlines"].append(told)
            for passage in passages:
                for part in self._parts(passage.place)[:1]:
                    known[part.id]["passages"].append(self._passage(one, passage, part))
        for name, block in known.items():
            block["id"] = name
        return dict(known)

    def edits(self, edits: Iterable[Splice]) -> list[BlockEdit]:
        """Edits of the text as edits of blocks."""
        made: list[BlockEdit] = []
        for part, text in self._paragraphs.edits(edits):
            start, end = self._columns(part)
            made.append({"id": part.id, "start": start, "end": end, "text": text})
        return made

    def protecting(self, changes: Iterable[DocumentChange]) -> list[ProtectingEdit]:
        """Changes that protect the text as edits of blocks."""
        return [
            {**edit, "label": change.label, "why": change.why}
            for change in changes
            for edit in self.edits([change.splice])
        ]

    def _underline(
        self, analysis: Analysis, line: Underline, passage: Listed | None
    ) -> Iterable[tuple[BlockSpan, BlockUnderline]]:
        ways = self._ways(line.span, passage)
        for part in self._parts(line.span):
            start, end = self._columns(part)
            yield (
                part,
                {
                    "start": start,
                    "end": end,
                    "severity": line.level.value,
                    "code": line.finding.kind.rule,
                    "message": underline_message(line, analysis),
                    "range": self._range(line.span),
                    "ways": ways,
                },
            )

    def _passage(self, analysis: Analysis, passage: Listed, part: BlockSpan) -> BlockPassage:
        start, end = self._columns(part)
        return {
            "start": start,
            "end": end,
            "words": passage.words,
            "text": passage.text,
            "masked": passage.masked,
            "masks": len(passage.masks),
            "lead": passage.lead,
            "reasons": [message(finding, analysis) for finding in passage.reasons],
            "more": passage.more,
            "ways": self._ways(passage.place, passage),
        }

    def _ways(self, place: Span, passage: Listed | None) -> list[BlockWay]:
        """The replacements for what is underlined at a place: wordings, then the masks."""
        ways: list[BlockWay] = [
            {"kind": "reword", "title": title, "edits": self.edits([edit]), "ends": ends}
            for title, edit, ends in self._worded.get(place, ())
        ]
        if passage is not None and passage.masks:
            title = masks_title(passage.masks, place, len(passage.reasons) + passage.more)
            edits = self.edits(splices(passage.masks))
            ways.append({"kind": "mask", "title": title, "edits": edits, "ends": True})
        return ways

    def _parts(self, span: Span) -> list[BlockSpan]:
        return list(self._paragraphs.parts(span))

    def _columns(self, part: BlockSpan) -> tuple[int, int]:
        return self._paragraphs.columns(part, self._analysis.snapshot.encoding)

    def _range(self, span: Span) -> dict[str, Any]:
        where = self._analysis.snapshot.lines.range(*span)
        ends = (("start", where.start), ("end", where.end))
        return {name: {"line": at.line, "character": at.character} for name, at in ends}


def nothing(name: str = "") -> BlockAnswer:
    """That nothing is known of a block."""
    return {"id": name, "findings": [], "underlines": [], "passages": []}
