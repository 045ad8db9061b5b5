"""What was found out from drafts, as a page: the answers, and the draft with the words in place of
its masks.

Holds drafts and what their masks hide, so it is as confidential as the originals.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from unlinkable import __version__
from unlinkable.draft import Lines
from unlinkable.lab.reports.attacked.answers import AttackedDraft, answers, found_at, held
from unlinkable.reporting.page import Html, facts, inline, joined, page, table, tag, text


def attack_page(drafts: Iterable[AttackedDraft], problems: Sequence[str]) -> Iterator[str]:
    """The page, piece by piece. ``problems`` says why drafts could not be attacked."""
    return page("What can be found out from a draft", _parts(list(drafts), problems))


def _parts(drafts: Sequence[AttackedDraft], problems: Sequence[str]) -> Iterator[Html]:
    now = datetime.now().astimezone()
    yield facts([("Attacked", text(f"{now:%Y-%m-%d %H:%M %Z}, by Unlinkable {__version__}"))])
    if problems:
        yield tag("h3", text("Could not be attacked"))
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
    yield from _text(draft)
    yield tag("h3", text("Masks"))
    yield _masks(draft)


def _text(draft: AttackedDraft) -> Iterator[Html]:
    """The paragraphs of the draft; beside each mask, what was found there."""
    whole = draft.attacked.draft.text
    pieces: list[Html] = []
    at = 0
    for one in draft.attacked.masks:
        yield from _with_paragraphs(pieces, whole[at : one.mask.start])
        best = next(found_at(one), None)
        mask = inline(whole[one.mask.start : one.mask.end])
        if best is None:
            pieces.append(mask)
        else:
            how, words, sure = best
            pieces.append(
                tag("mark", mask, inline(" "), tag("ins", text(words), title=f"{how}, {sure}"))
            )
        at = one.mask.end
    yield from _with_paragraphs(pieces, whole[at:])
    if pieces:
        yield tag("p", *pieces)


def _with_paragraphs(pieces: list[Html], between: str) -> Iterator[Html]:
    """Add text to the ``pieces`` of a paragraph; yields those that end in it."""
    first, *others = between.split("\n\n")
    pieces.append(inline(first))
    for other in others:
        yield tag("p", *pieces)
        pieces[:] = [inline(other)]


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
