"""The report that a clerk reads in a terminal: each sentence with its findings marked in it."""

import shutil
import textwrap
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from unlinkable.draft import Span
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.report import Finding
from unlinkable.reporting.checked import Checked
from unlinkable_index.index import Document


@dataclass(frozen=True)
class Style:
    """How things are marked; nothing is told by colour alone."""

    width: int
    open: str = "»"
    close: str = "«"
    strong: str = ""
    faint: str = ""
    plain: str = ""

    @classmethod
    def of_terminal(cls, colours: bool) -> "Style":
        """The style for the terminal at hand, as wide as it is."""
        width = min(max(shutil.get_terminal_size((88, 24)).columns, 40), 120)
        if not colours:
            return cls(width)
        return cls(width, strong="\033[1;33m", faint="\033[2m", plain="\033[0m")


def text_report(checked: Checked, style: Style) -> str:
    """The report on one draft, as lines that end with a newline."""
    return "".join(f"{line}\n" for line in _lines(checked, style))


def _lines(checked: Checked, style: Style) -> Iterator[str]:
    report = checked.report
    text = report.draft.text
    line_starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    sentences = report.draft.sentences
    starts = [sentence.start for sentence in sentences]
    in_order = sorted(report.findings, key=lambda finding: (finding.start, -finding.end))
    names = _Names()
    by_sentence = groupby(in_order, key=lambda finding: bisect_right(starts, finding.start) - 1)
    for number, found in by_sentence:
        findings = list(found)
        line = bisect_right(line_starts, findings[0].start)
        column = findings[0].start - line_starts[line - 1] + 1
        yield f"{style.faint}{checked.name}:{line}:{column}{style.plain}"
        span = sentences[number] if number >= 0 else Span(0, findings[0].end)
        span = Span(span.start, max(span.end, *(finding.end for finding in findings)))
        yield from _wrapped(_marked(text, span, findings, style), style, "  ")
        for together in _leading_alike(findings):
            yield from _wrapped(_explained(checked, together, names, style), style, "    - ")
        yield ""
    yield from _summary(checked, style)


def _marked(text: str, span: Span, findings: Iterable[Finding], style: Style) -> str:
    parts = []
    at = span.start
    for finding in findings:
        if finding.start < at:
            continue  # inside one that is marked already
        marked = f"{style.strong}{style.open}{text[finding.start : finding.end]}{style.close}"
        parts += [text[at : finding.start], marked, style.plain]
        at = finding.end
    return " ".join("".join([*parts, text[at : span.end]]).split())


def _leading_alike(findings: list[Finding]) -> list[list[Finding]]:
    """Phrase findings that lead to the same documents, together; every combination apart."""
    alike: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        key = finding.documents if isinstance(finding, PhraseFinding) else number
        alike.setdefault(key, []).append(finding)
    return list(alike.values())


def _explained(checked: Checked, findings: list[Finding], names: "_Names", style: Style) -> str:
    text = checked.report.draft.text

    def quoted(start: int, end: int) -> str:
        return f"{style.open}{' '.join(text[start:end].split())}{style.close}"

    first = findings[0]
    documents = names.of(checked, first)
    subject = ", ".join(quoted(finding.start, finding.end) for finding in findings)
    if isinstance(first, PhraseFinding):
        return f"{subject}: {'each ' if len(findings) > 1 else ''}only in {documents}"
    others = " and ".join(quoted(span.start, span.end) for span in first.others)
    return (
        f"{subject} (in {_counted(first.df, 'original')}) together with {others}: "
        f"only in {documents}"
    )


class _Names:
    """How originals are named: with their title the first time, then by id."""

    def __init__(self) -> None:
        self._introduced: set[str] = set()

    def of(self, checked: Checked, finding: Finding) -> str:
        """The originals that a finding leads to."""
        listed = [self._name(document) for document in checked.documents(finding)]
        more = len(finding.documents) - len(listed)
        names = "; ".join(listed) + (f" and {more} more" if more else "")
        return f"{_counted(len(finding.documents), 'original')}, {names}"

    def _name(self, document: Document) -> str:
        known = document.id in self._introduced
        self._introduced.add(document.id)
        return document.id if known else _named(document)


def _summary(checked: Checked, style: Style) -> Iterator[str]:
    report = checked.report
    question = report.question
    asked = f"k = {question.k}"
    if question.max_terms > 1:
        asked += (
            f", up to {question.max_terms} search terms of {_counted(question.term_words, 'word')}"
        )
    about = f"{checked.name}: {_counted(len(report.draft.forms), 'word')}"
    if report.findings:
        kinds = [_counted(len(report.phrases), "phrase")]
        if question.max_terms > 1:
            kinds.append(_counted(len(report.combinations), "word") + " in combinations")
        verdict = f"not clean ({asked}): {' and '.join(kinds)} to rewrite or mask."
    else:
        verdict = f"clean ({asked})." if report.complete else f"nothing found so far ({asked})."
    yield from _wrapped(f"{style.strong}{about}, {verdict}{style.plain}", style, "")
    if not report.complete:
        yield "The search for combinations was stopped before its end: there may be more."
    if checked.accepted:
        yield f"{_counted(len(checked.accepted), 'finding')} accepted earlier and not shown."
    if source := checked.likely_source():
        document, count = source
        total = len(report.findings)
        yield from _wrapped(
            f"Likely source: {_named(document)}; {count} of {_counted(total, 'finding')} "
            f"lead{'s' if total == 1 else ''} there.",
            style,
            "",
        )


def _named(document: Document) -> str:
    name = f"{document.id} ({document.title})" if document.title else document.id
    copies = len(document.ids) - 1
    return f"{name}, with {_counted(copies, 'further record')}" if copies else name


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _wrapped(text: str, style: Style, lead: str) -> list[str]:
    indent = " " * len(lead)
    return textwrap.wrap(
        text,
        style.width,
        initial_indent=lead,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [lead.rstrip()]
