"""Prices as a page, or as a part of one: the table, a plot, and what each line means."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from unlinkable import __version__
from unlinkable.pricing.prices import Taken
from unlinkable.reporting.in_words import counted
from unlinkable.reporting.page import Html, facts, joined, page, table, tag, text
from unlinkable.reporting.prices.in_words import (
    WITH_WORDINGS,
    PricedDraft,
    called,
    ending,
    meaning,
    summed,
)
from unlinkable.reporting.prices.plot import lost_words

TITLE = "What protection would take"
_HEAD = (
    "To hold against",
    "Findings now",
    "Words lost",
    "Share",
    "Masks",
    "Sentences",
    "Crowded",
)


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
    yield lost_words([(_name(name), taken.words / max(1, of)) for name, _, taken, of in rows])
    yield tag(
        "dl",
        *(
            part
            for name, _, _, _ in rows
            if name != "exact-wordings"
            for part in (tag("dt", text(called(name))), tag("dd", text(f"{meaning(name)}.")))
        ),
    )
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
    yield table(_HEAD, [_row(*row) for row in summed(drafts)])
    for said in dict.fromkeys(note for one in drafts for note in one.notes):
        yield tag("p", text(said), class_="small")


def _row(name: str, leads: str, taken: Taken, words: int) -> Sequence[Html | float]:
    numbers = (taken.masks, taken.sentences, taken.crowded)
    return text(_name(name)), text(leads), taken.words, taken.words / max(1, words), *numbers


def _name(name: str) -> str:
    return f"exact search,{WITH_WORDINGS[1:]}" if name == "exact-wordings" else called(name)
