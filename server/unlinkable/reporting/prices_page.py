"""Prices as a page, or as a part of one: the table, a small plot of words lost, and what each line
means. Must know nothing of how prices are found."""

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

from unlinkable import __version__
from unlinkable.printing import counted
from unlinkable.reporting.page import Html, facts, joined, page, table, tag, text
from unlinkable.reporting.prices import (
    WITH_WORDINGS,
    PricedDraft,
    SummedPrice,
    called,
    ending,
    meaning,
    summed,
)

_LEFT, _RIGHT, _LINE, _TOP, _WIDTH = 12, 60, 40, 4, 400  # narrow, so that a phone shows all of it
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
_MOST_TICKS = 7


def lost_words(points: Sequence[tuple[str, float]]) -> Html:
    """The plot: names of levels and the share of the words that each takes (0 to 1), which stand
    from the least to the most."""
    order = sorted(points, key=lambda point: point[1])
    most = max((share for _, share in order), default=0.0)
    step = next((step for step in _STEPS if most / step < _MOST_TICKS), _STEPS[-1])
    ticks = max(1, math.ceil(most / step))
    bottom = _TOP + _LINE * len(order) + 6
    parts = [
        *_axis(ticks, step, bottom),
        *(part for row, one in enumerate(order) for part in _point(row, one, ticks * step)),
    ]
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {bottom + 44}",
        class_="plot",
        role="img",
        aria_label="Share of the words lost at each level of protection, as in the table",
    )


def _at(share: float, most: float) -> float:
    """Where a share stands, from the left."""
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * share / most, 1)


def _axis(ticks: int, step: float, bottom: int) -> Iterator[Html]:
    for tick in range(ticks + 1):
        x = str(_at(tick, ticks))
        yield tag("line", x1=x, x2=x, y1=str(_TOP), y2=str(bottom))
        yield _text(x, bottom + 16, f"{tick * step:.0%}", "middle")
    yield _text(str(_at(ticks / 2, ticks)), bottom + 36, "share of the words masked", "middle")


def _point(row: int, one: tuple[str, float], most: float) -> Iterator[Html]:
    """A level: its name, and below that its point at the end of a line."""
    name, share = one
    y = _TOP + _LINE * row + 28
    x = _at(share, most)
    yield _text(str(_LEFT + 4), y - 12, name, "start")
    yield tag("line", x1=str(_LEFT), x2=str(x), y1=str(y), y2=str(y), class_="reach")
    yield tag("circle", cx=str(x), cy=str(y), r="4.5")
    yield _text(str(x + 9), y + 4, f"{share:.1%}", "start")


def _text(x: str, y: int, said: str, anchor: str) -> Html:
    return tag("text", text(said), x=x, y=str(y), text_anchor=anchor, font_size="12")


TITLE = "What protection would take"
_HEAD = ("To hold against", "Findings now", "Words lost", "Share", "Masks", "Sentences", "Crowded")


def prices_page(drafts: Sequence[PricedDraft]) -> Iterator[str]:
    """The page for some drafts, piece by piece: of several first their sums, and what the lines
    mean, then a table for each."""
    return page(TITLE, _parts(drafts))


def _parts(drafts: Sequence[PricedDraft]) -> Iterator[Html]:
    first = drafts[0]
    now = datetime.now().astimezone()
    of = ("Drafts", f"{len(drafts):,}") if len(drafts) > 1 else ("Draft", first.name)
    yield facts(
        (
            (of[0], text(of[1])),
            ("Worked out", text(f"{now:%Y-%m-%d %H:%M %Z}, by Unlinkable {__version__}")),
            ("Index", text(f"{first.index}, {counted(first.originals, 'original')}")),
            ("Asked", text(f"k = {first.k}; nothing was changed")),
        )
    )
    if len(drafts) == 1:
        yield from priced(drafts)
        return
    yield tag("h2", text(f"All {len(drafts):,} drafts"))
    yield from priced(drafts)
    for one in drafts:
        yield tag("section", tag("h2", text(one.name)), joined(_costs([one]), "\n"))


def priced(drafts: Sequence[PricedDraft]) -> Iterator[Html]:
    """The prices of some drafts together: table, plot, and what the lines mean."""
    yield from _costs(drafts)
    rows = summed(drafts)
    yield lost_words([(_label(row), row.taken.words / max(1, row.words)) for row in rows])
    levels = dict.fromkeys(row.level for row in rows)
    told = ((tag("dt", text(called(one))), tag("dd", text(f"{meaning(one)}."))) for one in levels)
    yield tag("dl", *chain(*told))
    yield tag("p", text("Crowded: sentences with five masks or more, which are hard to read."))
    for said in ending(drafts):
        yield tag("p", text(said), class_="small")


def _costs(drafts: Sequence[PricedDraft]) -> Iterator[Html]:
    """The table for some drafts, with what makes it doubtful and what did not count."""
    words = sum(one.prices.words for one in drafts)
    sentences = sum(one.prices.sentences for one in drafts)
    yield tag("p", text(f"{counted(words, 'word')} in {counted(sentences, 'sentence')}."))
    for said in dict.fromkeys(doubt for one in drafts for doubt in one.doubts):
        yield tag("p", tag("strong", text(f"Not to be relied on: {said}")))
    yield table(_HEAD, [_row(row) for row in summed(drafts)])
    for said in dict.fromkeys(note for one in drafts for note in one.notes):
        yield tag("p", text(said), class_="small")


def _row(row: SummedPrice) -> Sequence[Html | float]:
    taken = row.taken
    numbers = (taken.words, taken.words / max(1, row.words), taken.masks, taken.sentences)
    return text(_label(row)), text(row.leads), *numbers, taken.crowded


def _label(row: SummedPrice) -> str:
    level = called(row.level)
    return f"{level},{WITH_WORDINGS[1:]}" if row.worded else level
