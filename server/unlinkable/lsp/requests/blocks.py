"""One open document that a client has as paragraphs: its blocks, its wordings, what was told of it,
and what is known of it in the form that clients are told. Lives on the event loop; must not know
how findings and wordings come about."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from unlinkable.draft import Span
from unlinkable.engine.method import rewords
from unlinkable.findings.finding import Finding
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import DocumentChange, Splice
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.diagnostics import message, underline_message
from unlinkable.lsp.published.left import Listed, listed, sentences_of, unlisted
from unlinkable.lsp.published.underlines import Underline, underlines, wanted
from unlinkable.lsp.requests.fixes import suggested, tables_to_choose_from
from unlinkable.lsp.requests.offers import (
    WORDINGS_OFFERED,
    ends_finding,
    masks_title,
    reworded_title,
)
from unlinkable.lsp.requests.paragraphs import (
    WORDED,
    BlockAnswer,
    BlockEdit,
    BlockFinding,
    BlockPassage,
    BlocksAnswer,
    BlockSpan,
    BlockUnderline,
    BlockWay,
    ClientBlock,
    Paragraphs,
    ProtectingEdit,
)
from unlinkable.lsp.requests.rewriting import splice, splices
from unlinkable.lsp.requests.view import View

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


_AT_ONCE = 10  # wordings are told of for so many passages together
_BESIDE = 200  # characters beside words that decide which wordings there are for them

Wording = tuple[str, Splice, bool]
"""What it says, its edit in offsets of the words that it is for, and whether it ends them."""


class BlockDocument:
    """A document by its paragraphs."""

    def __init__(self, paragraphs: Paragraphs) -> None:
        self.paragraphs = paragraphs
        self.turn = asyncio.Lock()
        """Held while a change is taken in."""
        self._number = 0
        self._told: dict[str, BlockAnswer] = {}
        self._changed = True
        """Whether anything is known that the blocks told do not say."""
        self._lines: Sequence[Underline] = ()
        """What is underlined in `_seen`."""
        self._seen: Analysis | None = None
        self._counted: dict[str, tuple[ClientBlock, BlockAnswer]] = {}
        """What was known of each block when it was last counted what is left, and how it read."""
        self._wordings: dict[tuple[str, int], Sequence[Wording]] = {}
        self._worded_for: tuple[Any, ...] = ()
        self._wording: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Give up all work."""
        if self._wording is not None:
            self._wording.cancel()

    def unanswered(self, uri: str, version: int, state: str, message: str) -> BlocksAnswer:
        """What is told of a document that is not checked."""
        self._told, self._changed = {}, True
        return self._answer(uri, version, state, message)

    def answer(self, view: View, status: dict[str, Any], known: int) -> BlocksAnswer:
        """What is told to a client that has the answer ``known``: what differs from that one."""
        analysis = view.analysis
        self._look_at(analysis)
        blocks, before = self._told, self._told if known == self._number else None
        if self._changed:
            blocks = Known(analysis, self.paragraphs, self._worded(analysis)).blocks()
            self._changed = False
            if analysis.left is None:
                self._carry(blocks)
            else:
                now = self.paragraphs.blocks
                self._counted = {name: (now[name], block) for name, block in blocks.items()}
        answer = self._answer(analysis.snapshot.uri, analysis.snapshot.version)
        answer["state"], answer["message"] = status["state"], status["message"]
        if analysis.left is not None:
            answer["counted"] = True
            answer["left"], answer["sentences"] = sentences_of(analysis, analysis.left)
            answer["unlisted"] = unlisted(analysis.left)
        answer["worded"] = not rewords(analysis.task.settings) or (
            analysis.left is not None and not any(self._unworded(analysis))
        )
        if before is not None:
            answer["whole"] = False
            gone = [nothing(name) for name in before if name not in blocks]
            news = (block for name, block in blocks.items() if before.get(name) != block)
            answer["blocks"] = [*news, *gone]
        else:
            answer["blocks"] = list(blocks.values())
        self._told = blocks
        return answer

    def word(self, view: View, client: Client) -> None:
        """Look for the wordings that are not at hand yet, the worst passages first; the client is
        told each time that there are some more."""
        busy = self._wording is not None and not self._wording.done()
        if view.analysis.left is None or busy or not rewords(view.analysis.task.settings):
            return
        self._look_at(view.analysis)
        if any(self._unworded(view.analysis)):
            self._wording = asyncio.create_task(self._word(view, client))

    async def _word(self, view: View, client: Client) -> None:
        analysis, lines = view.analysis, list(self._unworded(view.analysis))
        tables = await tables_to_choose_from(view, client)
        missing = sorted(lines, key=lambda line: -_lead(analysis, line))
        for number, line in enumerate(missing, 1):
            if not view.current():
                break
            assert isinstance(line.finding, Finding)
            found = await asyncio.to_thread(suggested, analysis, line.finding, tables)
            made = [
                (
                    reworded_title(one, line.finding),
                    _moved(splice(one.wording.edit), -line.span.start),
                    ends_finding(one, line.finding),
                )
                for one in found[:WORDINGS_OFFERED]
            ]
            self._wordings[_key(analysis, line)] = made
            self._changed = True
            if number % _AT_ONCE == 0 or number == len(missing):
                version = analysis.snapshot.version
                client.notify(WORDED, {"uri": analysis.snapshot.uri, "version": version})

    def _carry(self, blocks: dict[str, BlockAnswer]) -> None:
        """Until it is counted again what is left, that stays listed which stood in blocks that read
        as before, and so do the replacements that are all in such blocks."""
        now = self.paragraphs.blocks
        same = {name for name, (block, _) in self._counted.items() if now.get(name) == block}
        for name in same:
            before, block = self._counted[name][1], blocks.setdefault(name, nothing(name))
            block["passages"] = [
                {**one, "ways": [way for way in one["ways"] if _is_in(way, same)]}
                for one in before["passages"]
            ]
            ways = {(line["start"], line["end"]): line["ways"] for line in before["underlines"]}
            for line in block["underlines"]:
                line["ways"] = line["ways"] or [
                    way for way in ways.get((line["start"], line["end"]), ()) if _is_in(way, same)
                ]

    def _look_at(self, analysis: Analysis) -> None:
        """Have at hand what is underlined; wordings of other settings are forgotten, and once it is
        counted what is left, those for what is no longer underlined."""
        if analysis is self._seen:
            return
        asked = analysis.task.index, analysis.task.settings, analysis.report.question
        if asked != self._worded_for:
            self._wordings, self._worded_for = {}, asked
        self._lines = [line for one in analysis.each for line in underlines(one)]
        if analysis.left is not None:
            keys = {_key(analysis, line) for line in self._lines}
            self._wordings = {key: made for key, made in self._wordings.items() if key in keys}
        self._seen, self._changed = analysis, True

    def _worded(self, analysis: Analysis) -> dict[Span, Sequence[Wording]]:
        """The wordings at hand for what is underlined."""
        return {
            line.span: [
                (title, _moved(edit, line.span.start), ends)
                for title, edit, ends in self._wordings.get(_key(analysis, line), ())
            ]
            for line in self._lines
        }

    def _unworded(self, analysis: Analysis) -> Iterator[Underline]:
        """What is underlined of which it is not known whether there are wordings for it."""
        for line in self._lines:
            if isinstance(line.finding, Finding) and _key(analysis, line) not in self._wordings:
                yield line

    def _answer(
        self, uri: str, version: int, state: str = "checking", message: str = ""
    ) -> BlocksAnswer:
        self._number += 1
        return {
            "uri": uri,
            "version": version,
            "answer": self._number,
            "whole": True,
            "state": state,
            "message": message,
            "counted": False,
            "worded": False,
            "sentences": 0,
            "left": 0,
            "unlisted": 0,
            "blocks": [],
        }


def _key(analysis: Analysis, line: Underline) -> tuple[str, int]:
    """The same for the same words among the same words."""
    text, (first, end) = analysis.snapshot.text, line.span
    start = max(0, first - _BESIDE)
    return text[start : end + _BESIDE], first - start


def _is_in(way: BlockWay, blocks: Collection[str]) -> bool:
    """Whether a replacement changes nothing but some blocks."""
    return all(edit["id"] in blocks for edit in way["edits"])


def _lead(analysis: Analysis, line: Underline) -> float:
    passage = analysis.left.passage_at(line.span) if analysis.left else None
    return passage.lead if passage else 0.0


def _moved(edit: Splice, by: int) -> Splice:
    return Splice(edit.start + by, edit.end + by, edit.text)
