"""Which findings of an analysis are shown, and which are not: switched off, held back, too many.

Knows settings and findings; must know nothing of how they are shown.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import attrgetter

from unlinkable.draft import Span
from unlinkable.findings.finding import Finding
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.levels import Levels
from unlinkable.lsp.published.thinning import thinned
from unlinkable.lsp.text.documents import Splice
from unlinkable.settings import Severity
from unlinkable_index.words import word_pattern


@dataclass(frozen=True)
class Shown:
    """The findings to show, in the order of the text.

    ``surplus`` is how many were left out since a document shows no more than so many.
    """

    findings: tuple[Finding, ...]
    surplus: int

    def without(self, held: Span) -> "Shown":
        """The same while the findings that touch ``held`` are held back."""
        return replace(
            self,
            findings=tuple(
                [f for f in self.findings if f.end <= held.start or f.start >= held.end]
            ),
        )


def wanted(analysis: Analysis) -> list[Finding]:
    """All findings but those of kinds that are switched off, in the order of the text."""
    return _without(analysis, Severity.OFF)


def shown(analysis: Analysis, most: int, in_view: Span | None) -> Shown:
    """What is shown of ``analysis`` in the text: at most so many, those ``in_view`` first."""
    findings = _without(analysis, Severity.OFF, Severity.LIST)
    left = thinned(analysis.draft, findings, most, in_view)
    return Shown(left, len(findings) - len(left))


def _without(analysis: Analysis, *hidden: Severity) -> list[Finding]:
    """The findings at none of these levels, in the order of the text."""
    levels = Levels(analysis)
    findings: list[Finding] = list(analysis.report.findings)
    if not levels.possible.isdisjoint(hidden):
        findings = [finding for finding in findings if levels.of(finding) not in hidden]
    findings.sort(key=attrgetter("start", "end"))
    return findings


def typing_place(text: str, edits: Iterable[Splice]) -> Span | None:
    """The words being typed after ``edits``; None when they were no typing but, say, a paste.

    Typing is one edit that puts in no more than one word or white space; the place is what it put
    in, with the words that it touches.
    """
    edits = tuple(edits)
    if len(edits) != 1 or len(edits[0].text.split()) > 1:
        return None
    start, end = edits[0].start, edits[0].start + len(edits[0].text)
    word = word_pattern(text[max(0, start - _WORD) : end + _WORD])
    new = text[start:end]
    if not new or word.match(new[0]):
        start -= _run(word, text[max(0, start - _WORD) : start][::-1])
    if not new or word.match(new[-1]):
        end += _run(word, text[end : end + _WORD])
    return Span(start, end) if start < end else None


_WORD = 100  # characters; a word that is longer is no word someone is typing


def _run(word: re.Pattern[str], text: str) -> int:
    match = word.match(text)
    return match.end() if match else 0
