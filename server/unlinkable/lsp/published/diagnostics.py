"""Findings as diagnostics, written out as JSON at once and remembered, and the page on each rule
(the pages lie in `rules/`). Knows the protocol's form of a diagnostic; must know nothing of when
to publish."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from lsprotocol.types import DiagnosticSeverity

from unlinkable.draft import Span
from unlinkable.findings.finding import RANKING, AnyFinding, Finding
from unlinkable.lsp.abilities import Abilities
from unlinkable.lsp.documents import Snapshot
from unlinkable.lsp.published.analysis import Analysis, Inquiry
from unlinkable.lsp.published.underlines import Underline
from unlinkable.reporting.found import disguised_word
from unlinkable.settings import Severity


@cache
def page(code: str) -> str | None:
    """The URI of the page on the rule with this code; None where there is none."""
    path = Path(__file__).parent / "rules" / f"{code}.md"
    return path.as_uri() if path.is_file() else None


SOURCE = "unlinkable"
DISGUISED_WORD = "disguised-word"
_SHOWN_IDS = 3
_MOST_LEADING = 200
_MOST_DISGUISES = 200
_KEPT = 50_000  # diagnostics that are remembered

SEVERITY = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFORMATION: DiagnosticSeverity.Information,
    Severity.HINT: DiagnosticSeverity.Hint,
}


def originals(count: int) -> str:
    """``count`` originals, in words."""
    return "1 original" if count == 1 else f"{count} originals"


def message(finding: AnyFinding, analysis: Analysis) -> str:
    """What a diagnostic says: which words, and how many originals share them."""

    def names(documents: tuple[int, ...]) -> str:
        if finding.kind is RANKING:
            return f"{analysis.task.index.document(documents[0]).id}{in_index(analysis)}"
        return f"{originals(len(documents))}{in_index(analysis)}"

    return f"{finding.sentence(lambda span: quoted(analysis.text(span)), names)}."


def underline_message(underline: Underline, analysis: Analysis) -> str:
    """What an underline says: its finding, and how much else leads back from its passage."""
    told = message(underline.finding, analysis)
    return f"{told} And {underline.more} more in this passage." if underline.more else told


def in_index(analysis: Analysis) -> str:
    """In which index, where there are several."""
    return f" of {analysis.task.index.path.name}" if analysis.task.among_several else ""


def quoted(text: str, limit: int = 60) -> str:
    """Words of a draft in quotation marks, on one line and not too long."""
    if len(text) > limit or not text.isprintable():
        text = " ".join(text.split())
        text = text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
    return f"“{text}”"


class _Told(NamedTuple):
    """Of a diagnostic all but where it stands, in JSON without braces; and what is said at each of
    the other places that it points at."""

    itself: str
    others: tuple[str, ...]


class DiagnosticWriter:
    """Writes the diagnostics of one draft checked against one index, with one set of severities."""

    def __init__(self, task: Inquiry, can: Abilities) -> None:
        self._index = task.index
        self._severities = task.settings.severity
        self._among_several = task.among_several
        self._related_information = can.related_information
        self._pages = can.code_pages
        self._known: dict[tuple[Any, ...], _Told] = {}

    def is_for(self, task: Inquiry) -> bool:
        """Whether the writer writes for this index, alone or not, and these severities."""
        return (
            self._index is task.index
            and self._severities == task.settings.severity
            and self._among_several == task.among_several
        )

    def items(self, analysis: Analysis, underlines: Sequence[Underline]) -> str:
        """The diagnostics of underlines and of the rest that is shown of an analysis, as the items
        of a list in JSON."""
        items = [*self._underlined(analysis, underlines), *self._disguised(analysis)]
        if self._severities.guessable in SEVERITY:
            items += self._guessable(analysis)
        return ",".join(items)

    def _underlined(self, analysis: Analysis, underlines: Sequence[Underline]) -> Iterator[str]:
        """The diagnostics of underlines, each in JSON."""
        uri = json.dumps(analysis.snapshot.uri)
        related = [self._related(one) for one in underlines]
        spans = [
            span
            for one, others in zip(underlines, related, strict=True)
            for span in (one.span, *others)
        ]
        ranges = iter(_ranges(analysis.snapshot, spans))
        for underline, others in zip(underlines, related, strict=True):
            where = next(ranges)
            told, messages = self._told(analysis, underline, others)
            item = f'{{"range":{where},{told}'
            if others:
                places = ",".join(
                    f'{{"location":{{"uri":{uri},"range":{next(ranges)}}},"message":{message}}}'
                    for message in messages
                )
                item += f',"relatedInformation":[{places}]'
            yield item + "}"

    def _guessable(self, analysis: Analysis) -> Iterator[str]:
        """The diagnostics of masks that other rulings tell."""
        found = (analysis.report.guessable or ())[:_MOST_LEADING]
        spans = [(finding.start, finding.end) for finding in found]
        for finding, where in zip(found, _ranges(analysis.snapshot, spans), strict=True):
            rest = {
                "severity": SEVERITY[self._severities.guessable].value,
                **self._code(finding.kind.rule),
                "message": message(finding, analysis),
            }
            yield f'{{"range":{where},{json.dumps(rest)[1:-1]}}}'

    def _told(self, analysis: Analysis, underline: Underline, related: Sequence[Span]) -> _Told:
        """What is told of an underline wherever it stands."""
        finding, text = underline.finding, analysis.snapshot.text
        elsewhere = tuple([text[start:end] for start, end in related])
        said = finding.sentence(analysis.text, str)
        key = (said, finding.typed(analysis.draft), elsewhere, underline.level, underline.more)
        told = self._known.get(key)
        if told is None:
            if len(self._known) > _KEPT:
                self._known.clear()
            fields = {"message": underline_message(underline, analysis)}
            fields |= self._fields(finding, underline.level)
            together = len(finding.others)
            told = _Told(
                json.dumps(fields)[1:-1],
                tuple(
                    json.dumps(_beside(other, number < together))
                    for number, other in enumerate(elsewhere)
                ),
            )
            self._known[key] = told
        return told

    def _related(self, underline: Underline) -> tuple[Span, ...]:
        """The places that the diagnostic of an underline points at, where the client shows them."""
        if not self._related_information:
            return ()
        return (*underline.finding.others, *underline.beside)

    def _fields(self, finding: AnyFinding, level: Severity) -> dict[str, Any]:
        told = {"severity": SEVERITY[level].value, **self._code(finding.kind.rule)}
        if not isinstance(finding, Finding):
            return told
        ids = [self._index.document(number).id for number in finding.documents[:_SHOWN_IDS]]
        return told | {"data": {"documents": ids, "df": finding.df, "words": finding.words}}

    def _code(self, code: str) -> dict[str, Any]:
        """Whose rule a diagnostic is about, which one, and the page on it."""
        address = page(code) if self._pages else None
        described = {"codeDescription": {"href": address}} if address else {}
        return {"code": code, "source": SOURCE, **described}

    def _disguised(self, analysis: Analysis) -> Iterator[str]:
        """The diagnostics of words that are not written as they are seen."""
        disguises = analysis.disguises[:_MOST_DISGUISES]
        spans = [(disguise.span.start, disguise.span.end) for disguise in disguises]
        for disguise, where in zip(disguises, _ranges(analysis.snapshot, spans), strict=True):
            rest = {
                "severity": DiagnosticSeverity.Information.value,
                **self._code(DISGUISED_WORD),
                "message": disguised_word(disguise),
            }
            yield f'{{"range":{where},{json.dumps(rest)[1:-1]}}}'


def _beside(words: str, together: bool) -> str:
    """What is said at another place of the passage, or of the text."""
    if together:
        return f"together with {quoted(words)}"
    return f"{quoted(words)} leads back as well"


def _ranges(snapshot: Snapshot, spans: Sequence[tuple[int, int]]) -> list[str]:
    """Spans as ranges in JSON."""
    offsets = np.array(spans, dtype=np.int64).reshape(-1)
    lines, columns = snapshot.lines.columns(offsets)
    ends = zip(lines.tolist(), columns.tolist(), strict=True)
    positions = [f'{{"line":{line},"character":{column}}}' for line, column in ends]
    return [
        f'{{"start":{start},"end":{end}}}'
        for start, end in zip(positions[::2], positions[1::2], strict=True)
    ]


def notification(uri: str, version: int | None, items: str) -> bytes:
    """The body of ``textDocument/publishDiagnostics``; ``items`` as the writer gives them."""
    versioned = "" if version is None else f'"version":{version},'
    return (
        '{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":'
        f'{{"uri":{json.dumps(uri)},{versioned}"diagnostics":[{items}]}}}}'
    ).encode()
