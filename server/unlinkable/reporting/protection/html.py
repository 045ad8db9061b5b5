"""The report on protected drafts as a page for people, from the record that `protect` keeps.

Holds what was removed from drafts, so it is as confidential as the originals.
"""

from collections.abc import Iterator, Sequence

from unlinkable.reporting.page import Html, facts, inline, joined, marked, page, table, tag, text
from unlinkable.reporting.protection import masks, passages, summary
from unlinkable.reporting.protection.as_json import seal
from unlinkable.reporting.protection.passages import PieceFate
from unlinkable.reporting.protection.record import (
    Asked,
    ChangeMade,
    PassageChanged,
    ProtectedDraft,
    ProtectionRecord,
)

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
                one.balance.before.phrases + one.balance.before.combinations,
                one.balance.after.phrases + one.balance.after.combinations,
                one.balance.after.accepted,
            )
            for number, one in enumerate(drafts)
        ],
    )


def _section(one: ProtectedDraft, settings: Asked) -> Iterator[Html]:
    question = summary.question_asked(settings)
    yield tag("h2", text(one.called))
    look = "clean" if summary.is_clean(one, question) and not one.reservations.doubts else "found"
    if (
        look == "clean"
        and one.ranked.ranked_after is not None
        and one.ranked.ranked_after.found_first
    ):
        look = "partly"  # no tick above "finds it first"
    shown = tag("span", text(summary.verdict(one, question)), class_=f"verdict {look}")
    yield tag("p", joined((shown, text(summary.account(one))), " "))
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
        rows = [tuple(map(text, row)) for row in masks.told_masks(one)]
        yield table(masks.TOLD_HEADS, rows)
    if guessed := masks.guessed_words(one):
        yield tag("h3", text("What the model guessed"))
        yield table(masks.GUESSED_HEADS, [tuple(map(text, row)) for row in guessed])
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
    shown = [_piece(words, part) for words, part in passages.compared(passage)]
    reasons = [tag("li", item) for change in passage.changes for item in _why(change)]
    place = tag("p", text(passages.place(passage)), class_="place")
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
        yield text(f"refused: »{refused.after}«: {why}" if refused.after else why)
