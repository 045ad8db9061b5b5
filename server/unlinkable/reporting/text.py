"""The report that a clerk reads in a terminal: the verdict, then each sentence with what to change
marked in it, then the verdict again; or only the verdict, or a line for each finding."""

from collections import Counter
from collections.abc import Iterator

from unlinkable.findings.narrowing import COMMAND_LINE
from unlinkable.printing import plain
from unlinkable.reporting.asked import against, protected_against, recognised, searches
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.disguised import MEANING, disguised_words
from unlinkable.reporting.found import described
from unlinkable.reporting.in_words import counted
from unlinkable.reporting.marked_sentences import MarkedSentences, named
from unlinkable.reporting.terminal import Style, quoted, strong, wrapped
from unlinkable.reporting.verdict import UNRELIABLE, verdict

_LEAST, _SHARE = 120, 0.38
"""Words that the sentences of a short draft may take; of a long one, the share of its own."""
_LONGEST = 120  # characters of a finding on a line of its own


def text_report(checked: Checked, style: Style) -> str:
    """The report on one draft, as lines that end with a newline."""
    return "".join(f"{line}\n" for line in _lines(checked, style))


def summary(checked: Checked, style: Style) -> str:
    """The verdict on one draft and what it rests on, as lines that end with a newline."""
    said = [*_doubts(checked), _verdict(checked), *_held(checked)]
    return "".join(f"{line}\n" for one in said for line in _wrapped(one, style))


def short_report(checked: Checked) -> str:
    """A line for each finding, "path:line:column: kind: words", and one for the verdict."""
    text, name = checked.report.draft.text, plain(checked.name)
    lines = [f"{name}: doubt: {plain(one.message)}" for one in checked.circumstances.doubts]
    for finding in sorted(checked.report.everything, key=lambda one: one.span):
        words = plain(text[finding.span.start : finding.span.end])
        words = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()}…"
        place = checked.where.in_file(checked.name, finding.span.start)
        lines.append(f"{place}: {finding.kind.name}: {words}")
    lines += [f"{name}: {said}" for said in _held(checked)]
    lines.append(f"{name}: {verdict(checked)}")
    return "".join(f"{line}\n" for line in lines)


def _lines(checked: Checked, style: Style) -> Iterator[str]:
    found = checked.report.everything
    for said in (*_doubts(checked), *_head(checked)):
        yield from _wrapped(said, style)
    if found:
        usual = _usual(checked)
        sentences = MarkedSentences(checked, style, found, None if usual is None else usual[0])
        yield ""
        yield from wrapped(sentences.legend(), style)
        yield ""
        yield from sentences.lines(max(_LEAST, int(_SHARE * len(checked.report.draft.forms))))
    if checked.accepted:
        yield ""
        for said in _accepted(checked):
            yield from wrapped(said, style)
    if found:
        yield ""
        yield from wrapped(_verdict(checked), style)


def _wrapped(said: str, style: Style) -> list[str]:
    return wrapped(said, style, indent="  " if said.startswith("- ") else "")


def _doubts(checked: Checked) -> Iterator[str]:
    doubts = checked.circumstances.doubts
    if doubts:
        said = "more may lead back than is shown" if checked.report.everything else UNRELIABLE
        yield strong(f"{plain(checked.name)}: {said}:")
        yield from (f"- {plain(doubt.message)}." for doubt in doubts)


def _verdict(checked: Checked) -> str:
    return strong(f"{plain(checked.name)}: {verdict(checked)}.")


def _head(checked: Checked) -> Iterator[str]:
    """The verdict, where most of it leads, and what it rests on."""
    report = checked.report
    yield _verdict(checked)
    if usual := _usual(checked):
        number, count, total = usual
        all_of = {1: "It leads", 2: "Both lead"}.get(total, f"All {total:,} lead")
        lead = all_of if count == total else f"{count:,} of {total:,} lead"
        yield f"{lead} to {named(checked.document(number))}."
    asked = searches(report.question, report.guessable is not None)
    yield (
        f"{counted(len(report.draft.forms), 'word')} checked {asked} "
        f"({plain(against(report.question, checked.index))})."
    )
    if not report.complete:
        yield "The search for combinations was stopped before its end: there may be more."
    told = list(disguised_words(report.draft, checked.where))
    yield from [*told, MEANING] if told else told
    if report.ranked is not None and (first := checked.ranked_first()):
        yield recognised(report.ranked, plain(first.id))
    if before := checked.before:
        found = len(report.findings) + len(report.leading_passages)
        yield plain(protected_against(before, found, checked.leading_to(before.source)))
    yield from _held(checked)


def _usual(checked: Checked) -> tuple[int, int, int] | None:
    """The number of the original that most findings lead to, how many do, and of how many that
    lead anywhere."""
    if checked.likely_source() is None and checked.report.findings:
        return None
    leading = [one.documents for one in checked.report.everything if one.documents]
    counts = Counter(number for documents in leading for number in documents)
    if not counts:
        return None
    number, count = min(counts.items(), key=lambda one: (-one[1], one[0]))
    return number, count, len(leading)


def _accepted(checked: Checked) -> Iterator[str]:
    text = checked.report.draft.text
    for finding, risk in checked.accepted:
        words = quoted(plain(text[finding.start : finding.end]))
        by = f" by {plain(risk.by)}" if risk.by else ""
        on = f" on {plain(risk.date)}" if risk.date else ""
        why = f": {plain(risk.reason)}" if risk.reason else ""
        what = f" ({said})" if (said := described(finding)) else ""
        yield f"accepted{by}{on}: {words}{what}{why}"


def _held(checked: Checked) -> Iterator[str]:
    """What narrowed the check, but for what the user just typed, and what was ignored."""
    held = checked.circumstances
    if not checked.reading.cross_sentences:
        yield "Phrases end with their sentence."
    if (source := checked.source()) and held.fit:
        where = held.source_named or ""
        by = "" if where == COMMAND_LINE else f", named in {plain(where)}"
        yield (
            f"Only what leads to its source counts, {named(source)}{by}; "
            f"it holds {held.fit.share:.0%} of the phrases."
        )
    if held.extent.elsewhere:
        yield (
            f"{counted(held.extent.elsewhere, 'word')} in code, commands, addresses, comments "
            "or front matter not checked."
        )
    narrowed = [one for one in held.narrowed if one.where != COMMAND_LINE]
    for where in dict.fromkeys(one.where for one in narrowed):
        settings = "; ".join(plain(str(one)) for one in narrowed if one.where == where)
        yield f"Narrowed by {plain(where)}: {settings}."
    yield from map(plain, held.ignored)
