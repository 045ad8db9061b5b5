"""The report that a clerk reads in a terminal: each sentence with its findings marked in it."""

import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.report import Finding
from unlinkable.printing import plain
from unlinkable.reporting.asked import against, protected_against, recognised, searches
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.disguised import MEANING, disguised_words
from unlinkable.reporting.found import described, guessed_by
from unlinkable.reporting.in_words import counted, listed
from unlinkable.reporting.passages import PassageShown, passages
from unlinkable_index.index import Document

UNRELIABLE = "this result cannot be relied on"
_LONGEST = 500  # characters between findings that are shown


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
    text = checked.report.draft.text
    names = _Names()
    yield from _doubts(checked, style)
    for passage in passages(checked.report.draft, checked.report.findings):
        place = checked.where.in_file(checked.name, passage.findings[0].start)
        yield f"{style.faint}{place}{style.plain}"
        yield from wrapped(_marked(passage, text, style), style, "  ")
        for together in passage.leading_alike():
            yield from wrapped(_explained(checked, together, names, style), style, "    - ")
        yield ""
    yield from _leading(checked, style)
    yield from _guessable(checked, style)
    yield from _accepted(checked, style)
    yield from _summary(checked, style)


def _doubts(checked: Checked, style: Style) -> Iterator[str]:
    doubts = checked.circumstances.doubts
    if doubts:
        said = "more may lead back than is shown" if checked.report.findings else UNRELIABLE
        first = f"{plain(checked.name)}: {said}:"
        yield from wrapped(f"{style.strong}{first}{style.plain}", style, "")
        for doubt in doubts:
            yield from wrapped(f"{plain(doubt.message)}.", style, "  - ")
        yield ""


def _marked(passage: PassageShown, text: str, style: Style) -> str:
    parts = []
    for piece in passage.pieces(text):
        # outer white space stays, for `_wrapped` to fold
        shown = plain(f"|{piece.text}|")[1:-1]
        if piece.finding is None:
            shown = _shortened(shown)
        else:
            shown = f"{style.strong}{style.open}{shown}{style.close}{style.plain}"
        parts.append(shown)
    return " ".join("".join(parts).split())


def _shortened(text: str) -> str:
    """``text``, its middle left out when it is too long for anyone to read on for a finding."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"


def _leading(checked: Checked, style: Style) -> Iterator[str]:
    """The passages that lead a searcher who ranks, one a line."""
    found = checked.report.leading_passages
    if not found:
        return
    text = checked.report.draft.text
    unit = found[0].passage.unit.value
    yield f"A searcher who ranks is led to the original by {counted(len(found), unit)}:"
    for finding in found:
        carry = ", ".join(
            f"{style.open}{plain(text[start:end])}{style.close}" for start, end in finding.terms
        )
        place = checked.where.in_file(checked.name, finding.start)
        name = plain(checked.source_of(finding).id)
        yield from wrapped(f"{place} to {name}, carried by {carry}", style, "  ")
    yield ""


def _guessable(checked: Checked, style: Style) -> Iterator[str]:
    """The masks that other rulings tell, one a line."""
    found = checked.report.guessable
    if not found:
        return
    text = checked.report.draft.text
    hide = "hides" if len(found) == 1 else "hide"
    yield f"Other rulings tell what {counted(len(found), 'mask')} {hide}:"
    for finding in found:
        place = checked.where.in_file(checked.name, finding.start)
        mask = plain(text[finding.start : finding.end])
        guess = f"{style.open}{plain(finding.guess)}{style.close}"
        yield from wrapped(f"{place} {mask}: {guess}, {plain(guessed_by(finding))}", style, "  ")
    yield ""


def _accepted(checked: Checked, style: Style) -> Iterator[str]:
    text = checked.report.draft.text
    for finding, risk in checked.accepted:
        words = plain(text[finding.start : finding.end])
        by = f" by {plain(risk.by)}" if risk.by else ""
        on = f" on {plain(risk.date)}" if risk.date else ""
        why = f": {plain(risk.reason)}" if risk.reason else ""
        what = f" ({said})" if (said := described(finding)) else ""
        told = f"accepted{by}{on}: {style.open}{words}{style.close}{what}{why}"
        yield from wrapped(told, style, "")
    if checked.accepted:
        yield ""


def _explained(checked: Checked, findings: list[Finding], names: "_Names", style: Style) -> str:
    text = checked.report.draft.text

    def quoted(start: int, end: int) -> str:
        return f"{style.open}{plain(text[start:end])}{style.close}"

    first = findings[0]
    documents = names.of(checked, first)
    subject = ", ".join(quoted(finding.start, finding.end) for finding in findings)
    if isinstance(first, PhraseFinding):
        return f"{subject}: {'each ' if len(findings) > 1 else ''}only in {documents}"
    others = " and ".join(quoted(span.start, span.end) for span in first.others)
    return (
        f"{subject} (in {counted(first.df, 'original')}) together with {others}: "
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
        return f"{counted(len(finding.documents), 'original')}, {names}"

    def _name(self, document: Document) -> str:
        known = document.id in self._introduced
        self._introduced.add(document.id)
        return plain(document.id) if known else _named(document)


def _summary(checked: Checked, style: Style) -> Iterator[str]:
    report, question = checked.report, checked.report.question
    about = f"{plain(checked.name)}, {counted(len(report.draft.forms), 'word')}"
    asked_guesses = report.guessable is not None
    by, where = searches(question, asked_guesses), plain(against(question, checked.index))
    if report.findings or report.leading_passages or report.guessable:
        kinds = [counted(len(report.phrases), "phrase")]
        if question.max_terms > 1:
            kinds.append(counted(len(report.combinations), "word") + " in combinations")
        if question.ranked is not None:
            kinds.append(counted(len(report.leading_passages), f"leading {question.ranked.value}"))
        if asked_guesses:
            kinds.append(counted(len(report.guessable or ()), "guessable mask"))
        verdict = f"not clean: {listed(kinds, 'and')} to rewrite or mask, {by} ({where})."
    elif report.complete:
        verdict = f"nothing leads back {by} ({where})."
    else:
        verdict = f"nothing found so far {by} ({where})."
    yield from wrapped(f"{style.strong}{about}: {verdict}{style.plain}", style, "")
    if checked.circumstances.doubts and not report.findings:
        yield from wrapped("Do not rely on that: the reasons stand above.", style, "")
    if not report.complete:
        yield "The search for combinations was stopped before its end: there may be more."
    told = list(disguised_words(report.draft, checked.where))
    for sentence in [*told, MEANING] if told else told:
        yield from wrapped(sentence, style, "")
    if checked.accepted:
        yield f"{counted(len(checked.accepted), 'finding')} accepted earlier, not counted."
    for line in _held(checked):
        yield from wrapped(line, style, "")
    if report.ranked is not None and (first := checked.ranked_first()):
        yield from wrapped(recognised(report.ranked, _named(first)), style, "")
    if before := checked.before:
        total = len(report.findings) + len(report.leading_passages)
        leading = checked.leading_to(before.source)
        yield from wrapped(plain(protected_against(before, total, leading)), style, "")
    if source := checked.likely_source():
        document, count = source
        total = len(report.findings)
        yield from wrapped(
            f"Likely source: {_named(document)}; {count} of {counted(total, 'finding')} "
            f"lead{'s' if total == 1 else ''} there.",
            style,
            "",
        )


def _held(checked: Checked) -> Iterator[str]:
    """What narrowed the check, and what was ignored."""
    held = checked.circumstances
    if (source := checked.source()) and held.fit:
        yield (
            f"Only what leads to its source counts, {_named(source)}, named in "
            f"{plain(held.source_named or '')}; it holds {held.fit.share:.0%} of the phrases."
        )
    if held.extent.elsewhere:
        yield (
            f"{counted(held.extent.elsewhere, 'word')} in code, commands, addresses, comments "
            "or front matter not checked."
        )
    for where in dict.fromkeys(one.where for one in held.narrowed):
        settings = "; ".join(plain(str(one)) for one in held.narrowed if one.where == where)
        yield f"Narrowed by {plain(where)}: {settings}."
    yield from map(plain, held.ignored)


def _named(document: Document) -> str:
    identity = plain(document.id)
    name = f"{identity} ({plain(document.title)})" if document.title else identity
    copies = len(document.ids) - 1
    return f"{name}, with {counted(copies, 'further record')}" if copies else name


def wrapped(text: str, style: Style, lead: str) -> list[str]:
    """``text`` in lines of the width of ``style``; the first begins with ``lead``."""
    indent = " " * len(lead)
    return textwrap.wrap(
        text,
        style.width,
        initial_indent=lead,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [lead.rstrip()]
