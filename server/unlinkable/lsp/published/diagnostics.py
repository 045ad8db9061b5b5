"""Findings as diagnostics, written out as JSON at once.

A draft may have thousands of findings, and every keystroke publishes them all. What does not
change from one keystroke to the next (all but the ranges) is written once and kept. Knows the
protocol's form of a diagnostic; must know nothing of when to publish.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from lsprotocol.types import DiagnosticSeverity

from unlinkable.draft import Span
from unlinkable.findings.guessable_mask import GuessableMask
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.ranking.leading import RankingFinding
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.report import Finding
from unlinkable.lsp.client.abilities import Abilities
from unlinkable.lsp.published import rules
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.levels import Levels
from unlinkable.lsp.text.documents import Snapshot
from unlinkable.reporting.disguised import disguised_word
from unlinkable.settings import Severities, Severity
from unlinkable_index.index import Index

SOURCE = "unlinkable"
RARE_PHRASE = "rare-phrase"
RARE_COMBINATION = "rare-combination"
DISGUISED_WORD = "disguised-word"
LEADING_PASSAGE = "leading-passage"
GUESSABLE_MASK = "guessable-mask"
_SHOWN_IDS = 3
_MOST_LEADING = 200
_MOST_DISGUISES = 200

SEVERITY = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFORMATION: DiagnosticSeverity.Information,
    Severity.HINT: DiagnosticSeverity.Hint,
}


def code(finding: Finding) -> str:
    """The code of the diagnostic of a finding."""
    return RARE_PHRASE if isinstance(finding, PhraseFinding) else RARE_COMBINATION


def originals(count: int) -> str:
    """``count`` originals, in words."""
    return "1 original" if count == 1 else f"{count} originals"


def message(finding: Finding, analysis: Analysis) -> str:
    """What a diagnostic says: which words, and how many originals share them."""
    words = quoted(analysis.text(finding))
    if isinstance(finding, PhraseFinding):
        return f"Rare phrase {words}: only in {originals(finding.df)}."
    others = " and ".join(quoted(analysis.text(other)) for other in finding.others)
    return f"Rare combination {words} with {others}: only in {originals(finding.joint_df)}."


def leading_message(finding: RankingFinding, analysis: Analysis) -> str:
    """What a diagnostic says of a passage that leads a searcher who ranks."""
    document = analysis.task.index.document(finding.source).id
    carry = ", ".join(quoted(analysis.text(span)) for span in finding.terms)
    unit = {Unit.DRAFT: "text"}.get(finding.passage.unit, finding.passage.unit.value)
    return f"Whoever searches with this {unit} is led to {document}. What leads there: {carry}."


def guessable_message(finding: GuessableMask) -> str:
    """What a diagnostic says of a mask that other rulings tell."""
    return (
        f"Other rulings tell what this mask hides: {quoted(finding.guess)} "
        f"({finding.share:.0%} of the votes, {finding.rulings} rulings)."
    )


def quoted(text: str, limit: int = 60) -> str:
    """Words of a draft in quotation marks, on one line and not too long."""
    if len(text) > limit or not text.isprintable():
        text = " ".join(text.split())
        text = text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
    return f"“{text}”"


class DiagnosticWriter:
    """Writes the diagnostics of drafts checked against one index, with one set of severities."""

    def __init__(self, index: Index, severities: Severities, can: Abilities) -> None:
        self._index = index
        self._severities = severities
        self._related_information = can.related_information
        self._pages = can.code_pages
        self._rests: dict[tuple[Any, ...], str] = {}

    def is_for(self, index: Index, severities: Severities) -> bool:
        """Whether the writer writes for this index and these severities."""
        return self._index is index and self._severities == severities

    def items(self, analysis: Analysis, findings: Sequence[Finding]) -> str:
        """The diagnostics of these findings and of the rest that is shown of an analysis, as the
        items of a list in JSON."""
        snapshot = analysis.snapshot
        related = _others if self._related_information else _none
        spans = [span for f in findings for span in ((f.start, f.end), *related(f))]
        ranges = iter(_ranges(snapshot, spans))
        items, level = [], Levels(analysis).of
        for finding in findings:
            told = json.dumps(message(finding, analysis))
            item = (
                f'{{"range":{next(ranges)},"message":{told},{self._rest(finding, level(finding))}'
            )
            if others := related(finding):
                places = ",".join(
                    self._place(analysis.snapshot.uri, next(ranges), analysis.text(other))
                    for other in others
                )
                item += f',"relatedInformation":[{places}]'
            items.append(item + "}")
        items += self._disguised(analysis)
        if self._severities.ranking in SEVERITY:
            items += self._leading(analysis)
        if self._severities.guessable in SEVERITY:
            items += self._guessable(analysis)
        return ",".join(items)

    def _leading(self, analysis: Analysis) -> Iterator[str]:
        """The diagnostics of passages that lead a searcher who ranks: one for each, at the first of
        the words that carry the lead."""
        found = analysis.report.leading_passages[:_MOST_LEADING]
        spans = [(finding.terms[0].start, finding.terms[0].end) for finding in found]
        for finding, where in zip(found, _ranges(analysis.snapshot, spans), strict=True):
            rest = {
                "severity": SEVERITY[self._severities.ranking].value,
                **self._code(LEADING_PASSAGE),
                "message": leading_message(finding, analysis),
            }
            yield f'{{"range":{where},{json.dumps(rest)[1:-1]}}}'

    def _guessable(self, analysis: Analysis) -> Iterator[str]:
        """The diagnostics of masks that other rulings tell."""
        found = (analysis.report.guessable or ())[:_MOST_LEADING]
        spans = [(finding.start, finding.end) for finding in found]
        for finding, where in zip(found, _ranges(analysis.snapshot, spans), strict=True):
            rest = {
                "severity": SEVERITY[self._severities.guessable].value,
                **self._code(GUESSABLE_MASK),
                "message": guessable_message(finding),
            }
            yield f'{{"range":{where},{json.dumps(rest)[1:-1]}}}'

    def _rest(self, finding: Finding, level: Severity) -> str:
        """All of a diagnostic that does not depend on where it stands, without braces."""
        joint = 0 if isinstance(finding, PhraseFinding) else finding.joint_df
        key = (joint, len(finding.others), finding.df, finding.words, finding.documents, level)
        rest = self._rests.get(key)
        if rest is None:
            rest = json.dumps(self._fields(finding, level))[1:-1]
            self._rests[key] = rest
        return rest

    def _fields(self, finding: Finding, level: Severity) -> dict[str, Any]:
        ids = [self._index.document(number).id for number in finding.documents[:_SHOWN_IDS]]
        return {
            "severity": SEVERITY[level].value,
            **self._code(code(finding)),
            "data": {"documents": ids, "df": finding.df, "words": finding.words},
        }

    def _code(self, code: str) -> dict[str, Any]:
        """Whose rule a diagnostic is about, which one, and the page on it."""
        page = rules.page(code) if self._pages else None
        described = {"codeDescription": {"href": page}} if page else {}
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

    @staticmethod
    def _place(uri: str, where: str, text: str) -> str:
        """Another term of a combination, as related information."""
        told = json.dumps(f"together with “{text}”")
        return f'{{"location":{{"uri":{json.dumps(uri)},"range":{where}}},"message":{told}}}'


def _others(finding: Finding) -> tuple[Span, ...]:
    return finding.others


def _none(_: Finding) -> tuple[Span, ...]:
    return ()


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
