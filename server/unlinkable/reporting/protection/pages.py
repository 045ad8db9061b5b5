"""The report on protected drafts for people, as a page and as Markdown, from the record that
`protect` keeps. Holds what was removed, so it is as confidential as the originals. Says nothing
that `summary` does not."""

import re
from collections.abc import Iterable, Iterator, Sequence

from unlinkable.printing import plain
from unlinkable.reporting.page import Html, facts, inline, joined, marked, page, table, tag, text
from unlinkable.reporting.protection import summary
from unlinkable.reporting.protection.as_json import seal
from unlinkable.reporting.protection.record import (
    AcceptedFinding,
    Asked,
    ChangeMade,
    PassageChanged,
    ProtectedDraft,
    ProtectionRecord,
)
from unlinkable.reporting.protection.summary import PieceFate

_TAGS = {PieceFate.GONE: "del", PieceFate.NEW: "ins"}


def protection_page(record: ProtectionRecord) -> str:
    """The page as one string."""
    return "".join(page(summary.TITLE, _parts(record)))


def _parts(record: ProtectionRecord) -> Iterator[Html]:
    said = [*summary.run_facts(record), ("SHA-256 of this record", seal(record))]
    digests = ("Fingerprint", "SHA-256 of this record")
    yield facts(
        (name, tag("code", text(value)) if name in digests else text(value)) for name, value in said
    )
    drafts = record.drafts
    yield _overview(drafts)
    for number, one in enumerate(drafts):
        section = joined(_section(one, record.run.settings), "\n")
        yield tag("section", section, id=f"draft-{number}", class_="ruling")


def _overview(drafts: Sequence[ProtectedDraft]) -> Html:
    return table(
        ("Draft", "Written to", "Changes", "Findings before", "After", "Accepted"),
        [
            (
                tag("a", text(one.called), href=f"#draft-{number}"),
                text(one.output),
                len(one.changes),
                one.balance.before.total,
                one.balance.after.total,
                one.balance.after.accepted,
            )
            for number, one in enumerate(drafts)
        ],
    )


def _section(one: ProtectedDraft, settings: Asked) -> Iterator[Html]:
    question = summary.question_asked(settings)
    yield tag("h2", text(one.called))
    leads = any(standing.found for standing in one.standings)
    look = "found" if leads or one.reservations.doubts else "clean"
    if (
        look == "clean"
        and one.ranked.ranked_after is not None
        and one.ranked.ranked_after.found_first
    ):
        look = "partly"  # no tick above "finds it first"
    shown = tag("span", text(summary.verdict(one)), class_=f"verdict {look}")
    yield tag("p", joined((shown, text(f"; {summary.account(one, question)}"))))
    for said in (*summary.circumstances(one), *summary.recognition(one, settings)):
        yield tag("p", text(said))
    yield table(
        ("What leads back", "Before", "After"),
        [tuple(map(text, row)) for row in summary.balance(one)],
    )
    if costs := summary.paid(one):
        yield table(summary.PAID_HEADS, [tuple(map(text, row)) for row in costs])
    yield facts(
        (f"SHA-256 of {name}", tag("code", text(digest))) for name, digest in summary.digests(one)
    )
    if one.guessed.guessable:
        yield tag("h3", text("Masks that other rulings tell"))
        rows = [tuple(map(text, row)) for row in summary.told_masks(one)]
        yield table(summary.TOLD_HEADS, rows)
    if guessed := summary.guessed_words(one):
        yield tag("h3", text("What the model guessed"))
        yield table(summary.GUESSED_HEADS, [tuple(map(text, row)) for row in guessed])
    if one.accepted:
        yield tag("h3", text("Accepted"))
        yield _accepted(one)
    if one.passages:
        yield tag("h3", text("Changed"))
    for passage in one.passages:
        yield _passage(passage)


def _accepted(one: ProtectedDraft) -> Html:
    return table(
        ("What", "Line", "By", "On", "Why", "Leads to", "Now"),
        [
            (
                marked(risk.text, risk.kind),
                risk.line,
                text(risk.accepted.by or "–"),
                text(risk.accepted.date or "–"),
                text(risk.accepted.reason or "–"),
                text(summary.led_to(risk)),
                text(summary.fate(risk)),
            )
            for risk in one.accepted
        ],
    )


def _passage(passage: PassageChanged) -> Html:
    shown = [_piece(words, part) for words, part in summary.compared(passage)]
    reasons = [tag("li", item) for change in passage.changes for item in _why(change)]
    place = tag("p", text(summary.place(passage)), class_="place")
    return tag("div", place, tag("p", *shown), tag("ul", *reasons), class_="passage change")


def _piece(words: str, part: PieceFate) -> Html:
    if part is PieceFate.SAME or not words.strip():
        return inline(words)
    space = inline(" " if words[-1].isspace() else "")
    return joined((tag(_TAGS[part], text(words)), space))


def _why(change: ChangeMade) -> Iterator[Html]:
    reasons = text(" ".join(change.reasons))
    masked = change.kind == "mask"
    yield joined((tag("del", text(change.before)), reasons), " ") if masked else reasons
    for refused in change.refused:
        why = " ".join(refused.reasons)
        yield text(f"refused: “{refused.after}”: {why}" if refused.after else why)


_MARKS = re.compile(r"[\\`*_\[\]<>#|~&]")
_BEGINS_A_BLOCK = re.compile(r"^(\d+)([.)])|^([-+=])")


def protection_markdown(record: ProtectionRecord) -> str:
    """The whole report."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: ProtectionRecord) -> Iterator[str]:
    yield from (f"# {summary.TITLE}", "", "Confidential: this report shows what was removed.", "")
    for name, value in summary.run_facts(record):
        yield f"- {name}: {_escaped(value)}"
    question = summary.question_asked(record.run.settings)
    for one in record.drafts:
        yield from ("", f"## {_escaped(one.called)}", "")
        verdict = summary.verdict(one)
        account = summary.account(one, question)
        yield f"{_escaped(verdict[:1].upper() + verdict[1:])}; {account}"
        said = "".join(
            f" {_escaped(sentence)}"
            for sentence in (
                *summary.circumstances(one),
                *summary.recognition(one, record.run.settings),
            )
        )
        yield f"Written to {_escaped(one.output)}.{said}"
        yield ""
        yield from _table(("What leads back", "Before", "After"), summary.balance(one))
        if costs := summary.paid(one):
            yield from ("", *_table(summary.PAID_HEADS, costs))
        if one.guessed.guessable:
            yield from ("", "### Masks that other rulings tell", "")
            yield from _table(summary.TOLD_HEADS, summary.told_masks(one))
        if guessed := summary.guessed_words(one):
            yield from ("", "### What the model guessed", "")
            yield from _table(summary.GUESSED_HEADS, guessed)
        if one.accepted:
            yield from ("", "### Accepted", "")
            yield from _table(
                ("What", "Line", "By", "On", "Why", "Leads to", "Now"),
                map(_accepted_row, one.accepted),
            )
        if one.passages:
            yield from ("", "### Changed")
        for passage in one.passages:
            yield from _passage_lines(passage)


def _accepted_row(risk: AcceptedFinding) -> Sequence[str]:
    who = (said or "–" for said in (risk.accepted.by, risk.accepted.date, risk.accepted.reason))
    where = summary.led_to(risk)
    return (f"“{risk.text}”", f"{risk.line:,}", *who, where, summary.fate(risk))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(map(_escaped, row))} |"


def _passage_lines(passage: PassageChanged) -> Iterator[str]:
    place = summary.place(passage)
    shown = "".join(_marked_piece(text, part) for text, part in summary.compared(passage))
    yield from ("", f"**{place[0].upper()}{place[1:]}**", "", f"> {_unblocked(shown.strip())}", "")
    for change in passage.changes:
        masked = change.kind == "mask"
        what = f"<del>{_escaped(change.before)}</del> " if masked else ""
        yield f"- {what}{_escaped(' '.join(change.reasons))}"
        for refused in change.refused:
            reasons = _escaped(" ".join(refused.reasons))
            after = f"refused: “{_escaped(refused.after)}”: " if refused.after else ""
            yield f"- {after}{reasons}"


def _marked_piece(words: str, part: PieceFate) -> str:
    if part is PieceFate.SAME or not words.strip():
        return _escaped(f"|{words}|")[2:-2]
    name = _TAGS[part]
    return f"<{name}>{_escaped(words)}</{name}>" + (" " if words[-1].isspace() else "")


def _escaped(text: str) -> str:
    """Text of a draft inside a line of Markdown."""
    return _MARKS.sub(lambda mark: f"\\{mark[0]}", plain(text))


def _unblocked(line: str) -> str:
    """A line that begins no list, number, heading or rule."""
    return _BEGINS_A_BLOCK.sub(
        lambda begin: f"{begin[1]}\\{begin[2]}" if begin[1] else f"\\{begin[3]}", line
    )
