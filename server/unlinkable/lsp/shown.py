"""Which findings of an analysis are shown, and which are not: accepted, switched off, held back.

Knows settings and findings; must know nothing of how they are shown.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from unlinkable.draft import Span
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.report import Finding
from unlinkable.lsp.analysis import Analysis
from unlinkable.lsp.documents import Edit
from unlinkable.settings import Severity
from unlinkable.settings.accepted import CONTEXT_WORDS, AcceptedRisks, Place
from unlinkable_index.words import word_pattern


@dataclass(frozen=True)
class Shown:
    """The findings to show, in the order of the text.

    ``accepted`` is how many were left out since someone answers for them, ``surplus`` how many
    since a document shows no more than so many.
    """

    findings: tuple[Finding, ...]
    accepted: int
    surplus: int


def shown(
    analysis: Analysis, accepted: AcceptedRisks, file: Path | None, held: Span | None
) -> Shown:
    """What is shown of ``analysis`` while the findings that touch ``held`` are held back."""
    settings = analysis.task.settings
    wanted: list[Finding] = []
    if settings.severity.phrase is not Severity.OFF:
        wanted.extend(analysis.phrases)
    if settings.severity.combination is not Severity.OFF:
        wanted.extend(analysis.combinations)
    left = [
        finding
        for finding in wanted
        if not (
            analysis.forms(finding) in accepted
            and accepted.covering(place_of(analysis, finding, file))
        )
    ]
    total = len(left)
    if held is not None:
        left = [f for f in left if f.end <= held.start or f.start >= held.end]
    left.sort(key=lambda finding: (finding.start, finding.end))
    limit = settings.max_findings
    return Shown(tuple(left[:limit]), len(wanted) - total, max(0, len(left) - limit))


def place_of(analysis: Analysis, finding: Finding, file: Path | None) -> Place:
    """The finding as accepted risks know it."""
    forms, first = analysis.draft.forms, finding.first_word
    last = first + finding.words
    return Place(
        words=forms[first:last],
        terms=frozenset(analysis.forms_at(other) for other in other_terms(finding)),
        file=file,
        around=forms[max(0, first - CONTEXT_WORDS) : last + CONTEXT_WORDS],
    )


def other_terms(finding: Finding) -> tuple[Span, ...]:
    """The other terms of a combination; none for a phrase."""
    return () if isinstance(finding, PhraseFinding) else finding.others


def typing_place(text: str, edits: Iterable[Edit]) -> Span | None:
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
