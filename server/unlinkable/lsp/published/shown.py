"""Which underlines of an analysis are shown, and which are not: held back, too many.

Knows settings and findings; must know nothing of how they are shown.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from unlinkable.draft import Span
from unlinkable.findings.finding import Finding
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.levels import Levels
from unlinkable.lsp.published.underlines import Underline, underlines
from unlinkable.lsp.text.documents import Splice
from unlinkable.settings import Severity
from unlinkable_index.words import word_pattern


@dataclass(frozen=True)
class ShownUnderlines:
    """The underlines to show, in the order of the text.

    ``surplus`` is how many were left out since a client shows no more than so many.
    """

    underlines: tuple[Underline, ...]
    surplus: int

    def without(self, held: Span) -> "ShownUnderlines":
        """The same while the underlines that touch ``held`` are held back."""
        apart = [u for u in self.underlines if u.end <= held.start or u.start >= held.end]
        return replace(self, underlines=tuple(apart))


def wanted(analysis: Analysis) -> list[Finding]:
    """All findings but those of kinds that are switched off, in the order of the text."""
    levels = Levels(analysis)
    findings: list[Finding] = list(analysis.report.findings)
    if Severity.OFF in levels.possible:
        findings = [finding for finding in findings if levels.of(finding) is not Severity.OFF]
    findings.sort(key=attrgetter("start", "end"))
    return findings


def shown(analysis: Analysis, most: int, in_view: Span | None) -> ShownUnderlines:
    """What is shown of ``analysis`` in the text: at most so many underlines, those ``in_view``
    first, the others evenly over the text."""
    if analysis.task.is_long:
        return _shown_of_long(analysis, most, in_view)
    every = underlines(analysis)
    surplus = max(0, len(every) - most)
    return ShownUnderlines(tuple(_thinned(every, most, in_view) if surplus else every), surplus)


def _shown_of_long(analysis: Analysis, most: int, in_view: Span | None) -> ShownUnderlines:
    """Of a long text only what is in view; the beginning, where that is not known."""
    phrases = analysis.report.phrases
    if in_view is None:
        in_view = Span(0, _FIRST_VIEW)
    near = [one for one in phrases if one.start < in_view.end and one.end > in_view.start]
    report = replace(analysis.report, phrases=tuple(near[:most]))
    every = underlines(replace(analysis, report=report))
    return ShownUnderlines(tuple(every), len(phrases) - len(report.phrases))


_FIRST_VIEW = 20_000  # characters


def _thinned(every: Sequence[Underline], most: int, in_view: Span | None) -> list[Underline]:
    seen = [u for u in every if in_view and u.start < in_view.end and u.end > in_view.start]
    seen = seen[:most]
    known = set(map(id, seen))
    others = [underline for underline in every if id(underline) not in known]
    room = most - len(seen)
    seen += [others[number * len(others) // room] for number in range(room)]
    return sorted(seen, key=lambda underline: underline.span)


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
