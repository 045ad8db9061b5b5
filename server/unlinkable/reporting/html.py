"""The report on checked drafts for people: when, against what, what was found and what accepted.

A page for all drafts, a section each. Holds passages of drafts and ids of originals, so it is as
confidential as these.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from unlinkable import __version__
from unlinkable.draft import Span
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.findings.leading import RankingFinding
from unlinkable.findings.report import Report
from unlinkable.printing import counted, listed
from unlinkable.reporting.checked import Checked, passages
from unlinkable.reporting.found import MEANING, described, disguised_words
from unlinkable.reporting.page import (
    Html,
    Shown,
    facts,
    inline,
    joined,
    mark,
    marked,
    page,
    table,
    tag,
    text,
    whole_text,
)
from unlinkable.reporting.verdict import (
    against,
    asked,
    asked_about,
    not_known,
    protected_against,
    recognised,
    searches,
    standings,
)
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
    called = [(one, one.called) for one in drafts]
    if drafts:
        yield tag("h2", text("Drafts"))
        yield table(
            ("Draft", "Result", "Findings", "Accepted", "Ranked first"),
            [_row(number, one, name) for number, (one, name) in enumerate(called)],
        )
    if problems:
        yield tag("h2", text("Could not be checked"))
        yield tag("ul", *(tag("li", text(problem)) for problem in problems))
    if left_out:
        yield tag("h2", text("Not looked at"))
        yield tag("ul", *(tag("li", text(said)) for said in left_out))
    for number, (one, name) in enumerate(called):
        yield tag(
            "section", joined(_section(one, name, f"draft-{number}"), "\n"), id=f"draft-{number}"
        )


def _run(drafts: Sequence[Checked]) -> Iterator[tuple[str, Html | None]]:
    now = datetime.now().astimezone()
    yield "Checked", text(f"{now:%Y-%m-%d %H:%M %Z}, by Unlinkable {__version__}")
    if not drafts:
        return
    first = drafts[0]
    for index in {one.index.fingerprint: one.index for one in drafts}.values():
        yield "Index", text(f"{index.path.name}, {counted(index.header.documents, 'original')}")
        yield "Fingerprint", tag("code", text(index.fingerprint))
    longest, question = first.index.max_words, first.report.question
    yield "Asked", text(asked(question, longest, first.reading.cross_sentences))


def _row(number: int, one: Checked, called: str) -> Sequence[Html | int]:
    first = one.ranked_first()
    source = one.likely_source()
    link = tag("a", text(called), href=f"#draft-{number}")
    named = first or (source and source[0])
    where = text(named.id) if named else text("–")
    return link, _verdict(one), text(_counts(one.report)), len(one.accepted), where


def _counts(report: Report) -> str:
    """How much was found, by kind."""
    found = [kind.counted(count) for kind, count in report.counts.items()]
    return listed(found, "and") if found else "nothing"


def _verdict(one: Checked) -> Html:
    """Never a tick where somebody finds the original first, if only by the whole draft."""
    report = one.report
    if one.circumstances.doubts:
        look = "not clean, and not to be relied on" if report.everything else "not to be relied on"
        return tag("span", text(look), class_="verdict found")
    if report.clean:
        look = "partly" if _found_first(one) else "clean"
        return tag("span", text(f"holds against {asked_about(report)}"), class_=f"verdict {look}")
    said = "not clean" if report.everything else "nothing found so far"
    return tag("span", text(said), class_="verdict found")


def _found_first(one: Checked) -> bool:
    fares = one.report.ranked and one.report.ranked.recognition
    return bool(fares and fares.found_first)


def _section(one: Checked, called: str, anchor: str) -> Iterator[Html]:
    report, names = one.report, _Names()
    yield tag("h2", text(called))
    if one.circumstances.doubts:
        yield tag("p", tag("strong", text("This result cannot be relied on:")))
        said = (tag("li", text(f"{doubt.message}.")) for doubt in one.circumstances.doubts)
        yield tag("ul", *said)
    searched = searches(report.question, report.guessable is not None)
    by = f"{searched} ({against(report.question, one.index)})"
    unknown = not_known(list(standings(report)))
    words = counted(len(report.draft.forms), "word")
    told = text(f": {_counts(report)} found in {words}, {by}{unknown and f'; {unknown}'}.")
    yield tag("p", _verdict(one), told)
    if not report.complete:
        yield tag("p", text("The search for combinations was stopped early: there may be more."))
    for line in _held(one):
        yield tag("p", line)
    if report.ranked is not None and (first := one.ranked_first()):
        yield tag("p", text(recognised(report.ranked, first.id)))
    if before := one.before:
        led = one.leading_to(before.source)
        yield tag("p", text(protected_against(before, len(report.everything), led)))
    if source := one.likely_source():
        document, count = source
        total = len(report.findings)
        share = text(f"; {count:,} of {counted(total, 'finding')} by exact search lead there.")
        yield tag("p", inline("Likely source: "), names.of(document), share)
    elif one.accepted and report.clean:
        yield tag("p", text("What was found is accepted; nothing else remains."))
    if disguised := list(disguised_words(report.draft, one.where)):
        yield tag("p", text(" ".join([*disguised, MEANING])))
    yield tag("h3", text("The draft, with what was found in it"))
    reasons = _reasons(one, names)
    yield from _draft(one, [found for found, _ in reasons], anchor)
    if reasons:
        yield tag("h3", text("Why"))
        items = (tag("li", said, id=f"{anchor}-{at}") for at, (_, said) in enumerate(reasons, 1))
        yield tag("ol", *items)
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
            "matter were not checked."
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


def _draft(one: Checked, reasons: Sequence[Sequence[AnyFinding]], anchor: str) -> Iterator[Html]:
    """The whole draft, what was found and what was accepted marked in its place. The number behind
    a mark is that of its reason; where others have taken all its words, it ends the sentence."""
    accepted = [finding for finding, _ in one.accepted]
    numbers = {id(found): at for at, group in enumerate(reasons, 1) for found in group}
    places: list[tuple[Span, Shown]] = []
    at, shown = 0, set[int]()
    for passage in passages(one.report.draft, [*one.report.everything, *accepted]):
        for span, finding in passage.marks:
            if span.start < at:
                continue  # words of a mark that began in the passage before
            at = span.end
            number = numbers.get(id(finding))
            places.append((span, _marked(finding, number)))
            if number is not None:
                places.append((Span(at, at), _number(number, anchor)))
                shown.add(number)
        at = max(at, passage.span.end)
        for number in sorted({numbers.get(id(finding), 0) for finding in passage.findings}):
            if number and number not in shown:
                places.append((Span(at, at), _number(number, anchor)))
                shown.add(number)
    whole = whole_text(one.report.draft.text, places)
    yield tag("div", *whole, class_="text", lang=one.report.draft.language.code)
    yield tag("p", *_legend(one), class_="small")


def _marked(finding: AnyFinding, number: int | None) -> Shown:
    if number is None:
        return lambda words: tag("mark", words, class_="accepted")
    return lambda words: mark(words, finding.any_word)


def _number(number: int, anchor: str) -> Shown:
    link = tag("a", text(number), href=f"#{anchor}-{number}", aria_label=f"leads back: {number}")
    return lambda _: tag("sup", link)


def _legend(one: Checked) -> Iterator[Html]:
    found = one.report.everything
    if any(finding.any_word for finding in found):
        yield joined((mark(text("marked so"), alone=True), inline(": leads back by itself. ")))
    if not all(finding.any_word for finding in found):
        yield joined((mark(text("marked so"), alone=False), inline(": leads with other words. ")))
    if one.accepted:
        said = tag("mark", text("marked so"), class_="accepted")
        yield joined((said, inline(": leads back, and was accepted. ")))
    yield text("The numbers lead to the reasons." if found else "Nothing else is marked.")


def _reasons(one: Checked, names: _Names) -> list[tuple[list[AnyFinding], Html]]:
    """Why each finding leads back, in the order of the draft: findings that share a reason, and
    the reason."""
    return [
        (together, joined((_place(one, passage.start), _reason(one, together, names)), " "))
        for passage in passages(one.report.draft, one.report.everything)
        for together in passage.alike(_same_reason)
    ]


def _place(one: Checked, offset: int) -> Html:
    return tag("span", text(f"{one.where.in_words(offset)}:"), class_="place")


def _same_reason(finding: AnyFinding) -> object:
    """Phrases of a sentence that lead to the same documents are explained together."""
    alone = isinstance(finding, Finding) and not finding.others
    return finding.documents if alone else id(finding)


def _reason(one: Checked, findings: Sequence[AnyFinding], names: _Names) -> Html:
    draft, first = one.report.draft.text, findings[0]
    if isinstance(first, Finding):
        words = joined((marked(draft[f.start : f.end], f.kind.name) for f in findings), ", ")
        terms = (marked(draft[span.start : span.end], "combination") for span in first.others)
        among = (
            inline(f", in {counted(first.df, 'original')}, with ") if first.others else inline("")
        )
        near = f" {first.note(str)}" if first.within else ""
        only = inline(f"{near}: {'each ' if len(findings) > 1 else ''}only in ")
        return joined((words, among, joined(terms, " and "), only, names.all_of(one, first)))
    said = first.sentence(
        lambda span: draft[span.start : span.end],
        lambda numbers: ", ".join(one.document(number).id for number in numbers),
    )
    if isinstance(first, RankingFinding) and math.isfinite(first.lead):
        said += f". It scores {first.lead:.2f} times as high as the next"
    return text(f"{said}.")


def _named(document: Document) -> Html:
    named = f"{document.id} ({document.title})" if document.title else document.id
    copies = len(document.ids) - 1
    return text(f"{named}, with {counted(copies, 'further record')}" if copies else named)


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
                names.all_of(one, finding) if finding.documents else text("–"),
            )
            for finding, risk in one.accepted
        ],
    )


def _what(words: str, finding: AnyFinding) -> Html:
    said = described(finding)
    shown = marked(words, finding.kind.name)
    return joined((shown, text(f"({said})")), " ") if said else shown
