"""The report on protected drafts as a page for people, from the record that `protect` keeps.

Holds what was removed from drafts, so it is as confidential as the originals.
"""

from collections.abc import Iterator

from unlinkable.reporting import protected
from unlinkable.reporting.page import Html, facts, inline, joined, marked, page, table, tag, text
from unlinkable.reporting.protected import Part
from unlinkable.reporting.protection_record import (
    Asked,
    ChangeMade,
    PassageChanged,
    ProtectedDraft,
    ProtectionRecord,
)

_TAGS = {Part.GONE: "del", Part.NEW: "ins"}


def protection_page(record: ProtectionRecord) -> str:
    """The page as one string."""
    return "".join(page(protected.TITLE, _parts(record)))


def _parts(record: ProtectionRecord) -> Iterator[Html]:
    said = protected.run_facts(record)
    yield facts(
        (name, tag("code", text(value)) if name == "Fingerprint" else text(value))
        for name, value in said
    )
    drafts = record.drafts
    yield table(
        ("Draft", "Written to", "Changes", "Findings before", "After", "Accepted"),
        [
            (
                tag("a", text(one.called), href=f"#draft-{number}"),
                text(one.output),
                len(one.changes),
                one.before.phrases + one.before.combinations,
                one.after.phrases + one.after.combinations,
                one.after.accepted,
            )
            for number, one in enumerate(drafts)
        ],
    )
    for number, one in enumerate(drafts):
        yield tag("section", joined(_section(one, record.run.settings), "\n"), id=f"draft-{number}")


def _section(one: ProtectedDraft, settings: Asked) -> Iterator[Html]:
    question = protected.question_asked(settings)
    yield tag("h2", text(one.called))
    look = "clean" if protected.is_clean(one, question) and not one.doubts else "found"
    shown = tag("span", text(protected.verdict(one, question)), class_=f"verdict {look}")
    yield tag("p", joined((shown, text(protected.account(one))), " "))
    for said in (*protected.circumstances(one), *protected.recognition(one, settings)):
        yield tag("p", text(said))
    yield table(
        ("What leads back", "Before", "After"),
        [tuple(map(text, row)) for row in protected.balance(one)],
    )
    if one.guessable:
        yield tag("h3", text("Masks that other rulings tell"))
        rows = [tuple(map(text, row)) for row in protected.told_masks(one)]
        yield table(protected.TOLD_HEADS, rows)
    if guessed := protected.guessed_words(one):
        yield tag("h3", text("What the model guessed"))
        yield table(protected.GUESSED_HEADS, [tuple(map(text, row)) for row in guessed])
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
                text(risk.by or "–"),
                text(risk.date or "–"),
                text(risk.reason or "–"),
                text(protected.led_to(risk)),
                text(protected.fate(risk)),
            )
            for risk in one.accepted
        ],
    )


def _passage(passage: PassageChanged) -> Html:
    shown = [_piece(words, part) for words, part in protected.compared(passage)]
    reasons = [tag("li", item) for change in passage.changes for item in _why(change)]
    place = tag("p", text(protected.place(passage)), class_="place")
    return tag("div", place, tag("p", *shown), tag("ul", *reasons), class_="passage change")


def _piece(words: str, part: Part) -> Html:
    if part is Part.SAME or not words.strip():
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
