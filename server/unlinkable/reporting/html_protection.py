"""The report on protected drafts as a page for people, from the record that `protect` keeps.

Holds what was removed from drafts, so it is as confidential as the originals.
"""

from collections.abc import Iterator

from unlinkable.reporting import protected
from unlinkable.reporting.page import Html, facts, inline, page, table, tag, text
from unlinkable.reporting.protected import Part
from unlinkable.reporting.protection_record import (
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
                tag("a", text(one.draft), f'href="#draft-{number}"'),
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
        yield tag("section", "\n".join(_section(one)), f'id="draft-{number}"')


def _section(one: ProtectedDraft) -> Iterator[str]:
    yield tag("h2", text(one.draft))
    verdict = protected.verdict(one)
    look = "found" if verdict == "not clean" or one.doubts else "clean"
    shown = tag("span", text(verdict), f'class="verdict {look}"')
    yield tag("p", f"{shown} {text(protected.account(one))}")
    for said in protected.circumstances(one):
        yield tag("p", text(said))
    yield table(
        ("What leads back", "Before", "After"),
        [tuple(map(text, row)) for row in protected.balance(one)],
    )
    if one.accepted:
        yield tag("h3", "Accepted")
        yield _accepted(one)
    if one.passages:
        yield tag("h3", "Changed")
    for passage in one.passages:
        yield _passage(passage)


def _accepted(one: ProtectedDraft) -> Html:
    return table(
        ("What", "Line", "By", "On", "Why", "Leads to", "Now"),
        [
            (
                tag("mark", text(risk.text), "" if risk.kind == "phrase" else 'class="term"'),
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
    shown = "".join(_piece(text_, part) for text_, part in protected.compared(passage)).strip()
    items = [item for change in passage.changes for item in _why(change)]
    return tag(
        "div",
        tag("p", text(protected.place(passage)), 'class="place"')
        + tag("p", shown)
        + tag("ul", "".join(tag("li", item) for item in items)),
        'class="passage change"',
    )


def _piece(words: str, part: Part) -> str:
    if part is Part.SAME or not words.strip():
        return inline(words)
    return tag(_TAGS[part], text(words)) + (" " if words[-1].isspace() else "")


def _why(change: ChangeMade) -> Iterator[str]:
    masked = change.kind == "mask"
    what = f"{tag('del', text(change.before))} " if masked else ""
    yield what + text(" ".join(change.reasons))
    for refused in change.refused:
        reasons = text(" ".join(refused.reasons))
        yield f"refused: »{text(refused.after)}«: {reasons}" if refused.after else reasons
