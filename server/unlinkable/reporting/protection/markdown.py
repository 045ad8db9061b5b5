"""The report on protected drafts as Markdown, from the record that `protect` keeps.

Holds what was removed from drafts, so it is as confidential as the originals.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from unlinkable.printing import plain
from unlinkable.reporting.protection import masks, passages, summary
from unlinkable.reporting.protection.passages import PieceFate
from unlinkable.reporting.protection.record import (
    AcceptedFinding,
    PassageChanged,
    ProtectionRecord,
)

_MARKS = re.compile(r"[\\`*_\[\]<>#|~&]")
_BEGINS_A_BLOCK = re.compile(r"^(\d+)([.)])|^([-+=])")
_TAGS = {PieceFate.GONE: "del", PieceFate.NEW: "ins"}


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
        verdict = summary.verdict(one, question)
        yield f"{_escaped(verdict[0].upper() + verdict[1:])} {summary.account(one)}"
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
            yield from _table(masks.TOLD_HEADS, masks.told_masks(one))
        if guessed := masks.guessed_words(one):
            yield from ("", "### What the model guessed", "")
            yield from _table(masks.GUESSED_HEADS, guessed)
        if one.accepted:
            yield from ("", "### Accepted", "")
            yield from _table(
                ("What", "Line", "By", "On", "Why", "Leads to", "Now"),
                map(_accepted, one.accepted),
            )
        if one.passages:
            yield from ("", "### Changed")
        for passage in one.passages:
            yield from _passage(passage)


def _accepted(risk: AcceptedFinding) -> Sequence[str]:
    who = (said or "–" for said in (risk.accepted.by, risk.accepted.date, risk.accepted.reason))
    where = summary.led_to(risk)
    return (f"“{risk.text}”", f"{risk.line:,}", *who, where, summary.fate(risk))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(map(_escaped, row))} |"


def _passage(passage: PassageChanged) -> Iterator[str]:
    place = passages.place(passage)
    shown = "".join(_piece(text, part) for text, part in passages.compared(passage))
    yield from ("", f"**{place[0].upper()}{place[1:]}**", "", f"> {_unblocked(shown.strip())}", "")
    for change in passage.changes:
        masked = change.kind == "mask"
        what = f"<del>{_escaped(change.before)}</del> " if masked else ""
        yield f"- {what}{_escaped(' '.join(change.reasons))}"
        for refused in change.refused:
            reasons = _escaped(" ".join(refused.reasons))
            after = f"refused: »{_escaped(refused.after)}«: " if refused.after else ""
            yield f"- {after}{reasons}"


def _piece(words: str, part: PieceFate) -> str:
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
