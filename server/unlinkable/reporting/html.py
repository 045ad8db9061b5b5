"""The report on checked drafts for people: when, against what, what was found and what accepted.

A page for all drafts, a section each. Holds passages of drafts and ids of originals, so it is as
confidential as these.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from unlinkable import __version__
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.reporting.asked import (
    against,
    asked,
    protected_against,
    recognised,
    searches,
)
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.disguised import MEANING, disguised_words
from unlinkable.reporting.found import described, guessed_by
from unlinkable.reporting.in_words import listed
from unlinkable.reporting.page import Html, facts, inline, joined, marked, page, table, tag, text
from unlinkable.reporting.passages import PassageShown, passages
from unlinkable_index.index import Document


def html_report(
    checked: Iterable[Checked], problems: Sequence[str], left_out: Sequence[str]
) -> Iterator[str]:
    """The page, piece by piece. ``problems`` says why drafts could not be checked, ``left_out``
    which files were not looked at."""
    return page("What leads back to an original", _parts(list(checked), problems, left_out))


def _parts(
    drafts: Sequence[Checked], problems: Sequence[str], left_out: Sequence[str]
) -> Iterator[Html]:
    yield facts(_run(drafts))
    called = list(zip(drafts, _called(drafts), strict=True))
    if drafts:
        yield tag("h3", text("Drafts"))
        yield table(
            ("Draft", "Result", "Phrases", "Terms", "Leading", "Accepted", "Ranked first"),
            [_row(number, one, name) for number, (one, name) in enumerate(called)],
        )
    if problems:
        yield tag("h3", text("Could not be checked"))
        yield tag("ul", *(tag("li", text(problem)) for problem in problems))
    if left_out:
        yield tag("h3", text("Not looked at"))
        yield tag("ul", *(tag("li", text(said)) for said in left_out))
    for number, (one, name) in enumerate(called):
        yield tag("section", joined(_section(one, name), "\n"), id=f"draft-{number}")


def _called(drafts: Sequence[Checked]) -> list[str]:
    """What drafts are called: by their names, and their indexes where there are several."""
    if len({one.index.fingerprint for one in drafts}) < 2:
        return [one.name for one in drafts]
    return [f"{one.name} in {one.index.path.name}" for one in drafts]


def _run(drafts: Sequence[Checked]) -> Iterator[tuple[str, Html | None]]:
    now = datetime.now().astimezone()
    yield "Checked", text(f"{now:%Y-%m-%d %H:%M %Z}, by Unlinkable {__version__}")
    if not drafts:
        return
    first = drafts[0]
    for index in {one.index.fingerprint: one.index for one in drafts}.values():
        yield "Index", text(f"{index.path.name}, {index.header.documents:,} originals")
        yield "Fingerprint", tag("code", text(index.fingerprint))
    longest, question = first.index.max_words, first.report.question
    yield "Asked", text(asked(question, longest, first.reading.cross_sentences))


def _row(number: int, one: Checked, called: str) -> Sequence[Html | int]:
    first = one.ranked_first()
    source = one.likely_source()
    link = tag("a", text(called), href=f"#draft-{number}")
    accepted, report = len(one.accepted), one.report
    named = first or (source and source[0])
    where = text(named.id) if named else text("–")
    counts = len(report.phrases), len(report.combinations), len(report.leading_passages)
    return link, _verdict(one), *counts, accepted, where


def _verdict(one: Checked) -> Html:
    report = one.report
    if one.circumstances.doubts:
        look = "not clean, and not to be relied on" if report.findings else "not to be relied on"
        return tag("span", text(look), class_="verdict found")
    if report.clean:
        return tag("span", text("nothing leads back"), class_="verdict clean")
    if report.findings or report.leading_passages or report.guessable:
        return tag("span", text("not clean"), class_="verdict found")
    return tag("span", text("nothing found so far"), class_="verdict found")


def _section(one: Checked, called: str) -> Iterator[Html]:
    report, names = one.report, _Names()
    yield tag("h2", text(called))
    if one.circumstances.doubts:
        yield tag("p", tag("strong", text("This result cannot be relied on:")))
        said = (tag("li", text(f"{doubt.message}.")) for doubt in one.circumstances.doubts)
        yield tag("ul", *said)
    kinds = [f"{len(report.phrases):,} rare phrases"]
    if report.question.max_terms > 1:
        kinds.append(f"{len(report.combinations):,} terms in linking combinations")
    if report.question.ranked is not None:
        unit = report.question.ranked.value
        kinds.append(f"{len(report.leading_passages):,} leading passages ({unit})")
    if report.guessable is not None:
        kinds.append(f"{len(report.guessable):,} masks that can be guessed")
    counts = listed(kinds, "and")
    searched = searches(report.question, report.guessable is not None)
    by = f"{searched} ({against(report.question, one.index)})"
    told = text(f": {counts} in {len(report.draft.forms):,} words, {by}.")
    yield tag("p", _verdict(one), told)
    if not report.complete:
        yield tag("p", text("The search for combinations was stopped early: there may be more."))
    for line in _held(one):
        yield tag("p", line)
    if report.ranked is not None and (first := one.ranked_first()):
        yield tag("p", text(recognised(report.ranked, first.id)))
    if before := one.before:
        found = len(report.findings) + len(report.leading_passages)
        yield tag("p", text(protected_against(before, found, one.leading_to(before.source))))
    if source := one.likely_source():
        document, count = source
        total = len(report.findings)
        share = text(f"; {count:,} of {total:,} lead there.")
        yield tag("p", inline("Likely source: "), names.of(document), share)
    elif one.accepted and report.clean:
        yield tag("p", text("What was found is accepted; nothing else remains."))
    if disguised := list(disguised_words(report.draft, one.where)):
        yield tag("p", text(" ".join([*disguised, MEANING])))
    if report.findings:
        yield tag("h3", text("Found"))
        for passage in passages(report.draft, report.findings):
            yield _passage(one, passage, names)
    if report.leading_passages:
        yield tag("h3", text("Leads a searcher who ranks"))
        yield _leading(one, names)
    if report.guessable:
        yield tag("h3", text("Masks that other rulings tell"))
        yield _guessable(one)
    if one.accepted:
        yield tag("h3", text("Accepted"))
        yield _accepted(one, names)


def _held(one: Checked) -> Iterator[Html]:
    """What narrowed the check, and what was ignored."""
    held = one.circumstances
    if (source := one.source()) and held.fit:
        yield text(
            f"Only what leads to its source, {source.id}, was counted. It is named in "
            f"{held.source_named}, and holds {held.fit.share:.0%} of the phrases."
        )
    if held.extent.elsewhere:
        yield text(
            f"{held.extent.elsewhere:,} words in code, commands, addresses, comments or front "
            "matter were "
            "not checked."
        )
    for narrowing in held.narrowed:
        yield text(f"Narrowed by {narrowing.where}: {narrowing}.")
    yield from map(text, held.ignored)


class _Names:
    """How originals are named in a section: with their title the first time, then by id."""

    def __init__(self) -> None:
        self._introduced: set[str] = set()

    def of(self, document: Document) -> Html:
        """The name of one original."""
        known = document.id in self._introduced
        self._introduced.add(document.id)
        return text(document.id) if known else _named(document)

    def all_of(self, one: Checked, finding: AnyFinding) -> Html:
        """The names of those that a finding leads to."""
        listed = [self.of(document) for document in one.documents(finding)]
        more = len(finding.documents) - len(listed)
        return joined((joined(listed, "; "), inline(f" and {more:,} more" if more else "")))


def _passage(one: Checked, passage: PassageShown[Finding], names: _Names) -> Html:
    draft = one.report.draft.text
    place = tag("p", text(one.where.in_words(passage.start)), class_="place")
    shown = [
        inline(piece.text) if piece.finding is None else marked(piece.text, piece.finding.kind.name)
        for piece in passage.pieces(draft)
    ]
    reasons = [tag("li", _reason(one, found, names)) for found in passage.alike(_same_reason)]
    return tag("div", place, tag("p", *shown), tag("ul", *reasons), class_="passage")


def _same_reason(finding: Finding) -> object:
    """Phrases that lead to the same documents are explained together."""
    return id(finding) if finding.others else finding.documents


def _reason(one: Checked, findings: Sequence[Finding], names: _Names) -> Html:
    draft, first = one.report.draft.text, findings[0]
    words = joined((marked(draft[f.start : f.end], f.kind.name) for f in findings), ", ")
    if not first.others:
        only = inline(f": {'each ' if len(findings) > 1 else ''}only in ")
        return joined((words, only, names.all_of(one, first)))
    terms = (marked(draft[span.start : span.end], "combination") for span in first.others)
    among, only = inline(f", in {first.df:,} originals, with "), inline(": only in ")
    return joined((words, among, joined(terms, " and "), only, names.all_of(one, first)))


def _leading(one: Checked, names: _Names) -> Html:
    draft = one.report.draft.text
    rows = []
    for finding in one.report.leading_passages:
        terms = (marked(draft[start:end], "combination") for start, end in finding.marks)
        lead = "far" if math.isinf(finding.lead) else f"{finding.lead:.2f} times"
        where = names.of(one.source_of(finding))
        passage = inline(draft[finding.start : finding.end])
        carried = joined(terms, ", ")
        rows.append((_where(one, finding.start), passage, where, text(lead), carried))
    return table(("Where", "Passage", "Leads to", "Ahead", "Carried by"), rows)


def _where(one: Checked, offset: int) -> Html:
    return text(one.where.in_words(offset))


def _guessable(one: Checked) -> Html:
    draft = one.report.draft.text
    rows = [
        (
            _where(one, found.start),
            text(draft[found.start : found.end]),
            tag("ins", text(found.guess)),
            text(guessed_by(found)),
        )
        for found in one.report.guessable or ()
    ]
    return table(("Where", "Mask", "Words", "How sure"), rows)


def _named(document: Document) -> Html:
    named = f"{document.id} ({document.title})" if document.title else document.id
    copies = len(document.ids) - 1
    return text(f"{named}, with {copies} further records" if copies else named)


def _accepted(one: Checked, names: _Names) -> Html:
    draft = one.report.draft.text
    return table(
        ("What", "By", "On", "Why", "Leads to"),
        [
            (
                _what(draft[finding.start : finding.end], finding),
                text(risk.by or "–"),
                text(risk.date or "–"),
                text(risk.reason or "–"),
                _whither(one, finding, names),
            )
            for finding, risk in one.accepted
        ],
    )


def _what(words: str, finding: AnyFinding) -> Html:
    said = described(finding)
    shown = marked(words, finding.kind.name)
    return joined((shown, text(f"({said})")), " ") if said else shown


def _whither(one: Checked, finding: AnyFinding, names: _Names) -> Html:
    return names.all_of(one, finding) if finding.documents else text("–")
