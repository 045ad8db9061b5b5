"""What was found out from a draft, for a terminal: the answers, then each mask with its words."""

from collections.abc import Iterator

from unlinkable.draft import Lines
from unlinkable.lab.reports.attacked.answers import AttackedDraft, answers, found_at, held
from unlinkable.printing import plain
from unlinkable.reporting.in_words import counted
from unlinkable.reporting.terminal import Style, quoted, strong, wrapped
from unlinkable.reporting.verdict import UNRELIABLE


def attack_text(draft: AttackedDraft, style: Style) -> str:
    """The report on one draft, as lines that end with a newline."""
    return "".join(f"{line}\n" for line in _lines(draft, style))


def _lines(draft: AttackedDraft, style: Style) -> Iterator[str]:
    attacked, name = draft.attacked, plain(draft.name)
    if draft.circumstances.doubts:
        yield from wrapped(strong(f"{name}: {UNRELIABLE}:"), style)
        for doubt in draft.circumstances.doubts:
            yield from wrapped(f"{plain(doubt.message)}.", style, "  - ")
        yield ""
    lines = Lines(attacked.draft.text)
    for one in attacked.masks:
        found = list(found_at(one))
        if not found:
            continue
        line, column = lines.place(one.mask.start)
        mask = plain(attacked.draft.text[one.mask.start : one.mask.end])
        place = f"{name}:{line}:{column}"
        yield f"{style.faint}{place}{style.plain} {mask} (mask {one.number})"
        for how, words, sure in found:
            said = f"{how}: {quoted(plain(words))} ({plain(sure)})"
            yield from wrapped(said, style, "    - ")
    yield f"{name}, {counted(len(attacked.masks), 'mask')}:"
    for answer in answers(draft):
        told = f"{strong(answer.question)} ({answer.who}) {plain(answer.said)}"
        yield from wrapped(told, style, "  ")
    for sentence in held(draft.circumstances):
        yield from wrapped(plain(sentence), style, "  ")
