"""Prices as a table for a terminal of 80 columns, and what each line of it means."""

from collections.abc import Iterator, Sequence

from unlinkable.printing import plain
from unlinkable.reporting.in_words import counted
from unlinkable.reporting.prices.in_words import (
    WITH_WORDINGS,
    PricedDraft,
    called,
    ending,
    meaning,
    share,
    summed,
)
from unlinkable.reporting.terminal import Style, strong, wrapped

_HEAD = ("To hold against", "Findings now", "Words lost", "Share", "Masks", "Sentences")
_WIDTHS = (26, 13, 11, 8, 8, 11)
_NAME = 40


def prices_text(drafts: Sequence[PricedDraft], style: Style) -> str:
    """The table for some drafts, several with a line each and their sums."""
    return "".join(f"{line}\n" for line in _lines(drafts, style))


def _lines(drafts: Sequence[PricedDraft], style: Style) -> Iterator[str]:
    for one in drafts:
        for doubt in one.doubts:
            yield from wrapped(f"{plain(one.name)}: not to be relied on: {plain(doubt)}", style)
    yield from wrapped(_beginning(drafts), style)
    yield ""
    yield _row(_HEAD)
    rows = summed(drafts)
    for name, leads, taken, words in rows:
        label = WITH_WORDINGS if name == "exact-wordings" else called(name)
        numbers = (f"{taken.words:,}", share(taken, words), f"{taken.masks:,}")
        yield _row((label, leads, *numbers, f"{taken.sentences:,}"))
    if len(drafts) > 1:
        yield ""
        yield from _each(drafts)
    yield ""
    for name, _, _, _ in rows:
        if name != "exact-wordings":
            said = f"{called(name)}: {meaning(name)}."
            yield from wrapped(said, style, indent="  ")
    yield ""
    for said in (*ending(drafts), *dict.fromkeys(n for one in drafts for n in one.notes)):
        yield from wrapped(plain(said), style)


def _beginning(drafts: Sequence[PricedDraft]) -> str:
    first = drafts[0]
    words = counted(sum(one.prices.words for one in drafts), "word")
    sentences = counted(sum(one.prices.sentences for one in drafts), "sentence")
    which = plain(first.name) if len(drafts) == 1 else counted(len(drafts), "draft")
    against = f"k {first.k}, {counted(first.originals, 'original')}"
    said = f"What it would take to protect {which}"
    return f"{strong(said)} ({words} in {sentences}; {against}). Nothing was changed."


def _each(drafts: Sequence[PricedDraft]) -> Iterator[str]:
    """A line a draft: words lost at the levels that protect can be asked for."""
    yield f"{'Words lost':<{_NAME}}{'exact':>9}{'ranking':>10}{'guessing':>10}{'all':>9}"
    for one in drafts:
        lost = {row.level.name: share(row.masking, one.prices.words) for row in one.prices.rows}
        name = plain(one.name)
        name = name if len(name) < _NAME else f"…{name[-_NAME + 2 :]}"
        yield (
            f"{name:<{_NAME}}{lost['exact']:>9}{lost['ranking-sentence']:>10}"
            f"{lost['guessing']:>10}{lost['all']:>9}"
        )


def _row(cells: Sequence[str]) -> str:
    first, *others = zip(cells, _WIDTHS, strict=True)
    line = f"{first[0]:<{first[1]}}" + "".join(f"{cell:>{width}}" for cell, width in others)
    return line.rstrip()
