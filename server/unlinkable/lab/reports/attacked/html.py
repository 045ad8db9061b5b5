"""What was found out from drafts, as a page: the answers, and the draft with the words in place of
its masks.

Holds drafts and what their masks hide, so it is as confidential as the originals.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from unlinkable import __version__
from unlinkable.attackers.attacker import AtMask
from unlinkable.draft import Lines, Span
from unlinkable.lab.reports.attacked.answers import AttackedDraft, answers, found_at, held
from unlinkable.reporting.page import Html, facts, inline, joined, page, table, tag, text
from unlinkable.reporting.whole_text import Shown, whole_text


def attack_page(drafts: Iterable[AttackedDraft], problems: Sequence[str]) -> Iterator[str]:
    """The page, piece by piece. ``problems`` says why drafts could not be attacked."""
    return page("What can be found out from a draft", _parts(list(drafts), problems))


def _parts(drafts: Sequence[AttackedDraft], problems: Sequence[str]) -> Iterator[Html]:
    now = datetime.now().astimezone()
    yield facts([("Attacked", text(f"{now:%Y-%m-%d %H:%M %Z}, by Unlinkable {__version__}"))])
    if problems:
        yield tag("h2", text("Could not be attacked"))
        yield tag("ul", *(tag("li", text(problem)) for problem in problems))
    for draft in drafts:
        yield tag("section", joined(_section(draft), "\n"))


def _section(draft: AttackedDraft) -> Iterator[Html]:
    yield tag("h2", text(draft.name))
    if draft.circumstances.doubts:
        yield tag("p", tag("strong", text("This result cannot be relied on:")))
        said = (tag("li", text(f"{doubt.message}.")) for doubt in draft.circumstances.doubts)
        yield tag("ul", *said)
    rows = [(text(one.question), text(one.who), text(one.said)) for one in answers(draft)]
    yield table(("Question", "Who could do it", "Answer"), rows)
    for sentence in held(draft.circumstances):
        yield tag("p", text(sentence))
    yield tag("h3", text("The draft, with what was found at its masks"))
    yield _text(draft)
    yield tag("h3", text("Masks"))
    yield _masks(draft)


def _text(draft: AttackedDraft) -> Html:
    """The draft; beside each mask, what was found there."""
    places = [(Span(one.mask.start, one.mask.end), _shown(one)) for one in draft.attacked.masks]
    read = draft.attacked.draft
    return tag("div", *whole_text(read.text, places), class_="text", lang=read.language.code)


def _shown(one: AtMask) -> Shown:
    best = next(found_at(one), None)
    if best is None:
        return lambda mask: mask
    how, words, sure = best
    found = tag("ins", text(words), title=f"{how}, {sure}")
    return lambda mask: tag("mark", mask, inline(" "), found)


def _masks(draft: AttackedDraft) -> Html:
    lines = Lines(draft.attacked.draft.text)
    rows: list[Sequence[Html | int]] = []
    for one in draft.attacked.masks:
        line, _ = lines.place(one.mask.start)
        rows += [
            (one.number, line, text(how), text(words), text(sure))
            for how, words, sure in found_at(one)
        ]
    return table(("Mask", "Line", "How", "Words", "How sure"), rows)
