"""Prices of protection: what each level is called and means, and the table as text for a terminal
and as JSON. Knows no page; must know nothing of how prices are found."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from unlinkable.pricing import Price, Prices, Taken
from unlinkable.printing import Style, counted, plain, strong, wrapped
from unlinkable.reporting import with_schema

_FEW = 4  # rows, where only the searchers by name were asked about
WITH_WORDINGS = "  with wordings"
_LEVELS = {
    "exact": (
        "exact search",
        "whoever types phrases, up to three words together, or words near each other; protected "
        "against by default",
    ),
    "ranking-sentence": (
        "+ ranking by sentence",
        "whoever pastes a sentence into a search box that ranks (--against ranking)",
    ),
    "ranking-paragraph": (
        "+ ranking by paragraph",
        "the same with a paragraph (--against ranking --ranked paragraph)",
    ),
    "guessing": (
        "+ guessing",
        "whoever fills in masks, as far as the index tells (--against guessing)",
    ),
    "gap": (
        "+ gap phrases, {} words",
        "whoever types up to {} words around a mask; a figure only, protect asks for 3",
    ),
    "k": (
        "exact search, k = {}",
        "every search leads to at least {0} originals; about what -k {0} takes",
    ),
    "all": ("all searchers", "exact search, ranking by sentence, and guessing (--against all)"),
}
"""What levels are called in a table, and what they mean."""


@dataclass(frozen=True)
class PricedDraft:
    """The prices of a draft, what it is called, and the ``doubts`` about its check, in sentences;
    ``k``: the threshold, ``originals``: how many the index has, ``notes``: what did not count."""

    name: str
    prices: Prices
    k: int
    originals: int
    index: str
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def called(name: str) -> str:
    """What a level is called in a table, by its name."""
    return _said(name, 0)


def meaning(name: str) -> str:
    """What a level means, as the rest of a line that begins with what it is called."""
    return _said(name, 1)


def _said(name: str, column: int) -> str:
    if name in _LEVELS:
        return _LEVELS[name][column]
    kind, _, number = name.partition("-")
    return _LEVELS[kind][column].format(number)


def share(taken: Taken, words: int) -> str:
    """The share of the words of a draft that is lost."""
    return f"{taken.words / words:.1%}" if words else "–"


class SummedPrice(NamedTuple):
    """A row of the table: the name of a level, what leads now, what is taken of how many ``words``,
    and whether that is with wordings."""

    level: str
    leads: str
    taken: Taken
    words: int
    worded: bool = False


def summed(drafts: Sequence[PricedDraft]) -> list[SummedPrice]:
    """The rows of several drafts in one; what a level takes with wordings comes right behind it."""
    rows = []
    names = dict.fromkeys(row.level.name for one in drafts for row in one.prices.rows)
    for name in names:
        some = [(one, row) for one in drafts for row in one.prices.rows if row.level.name == name]
        words = sum(one.prices.words for one, _ in some)
        leads = sum(sum(row.leads.values()) for _, row in some)
        of = [row.of for _, row in some if row.of is not None]
        alone = all(set(row.leads) <= {"ranking"} for _, row in some)
        said = f"{leads:,}"
        if of and alone:
            said = f"{leads:,} of {sum(of):,}" if sum(of) else "not known"
        taken = sum((row.masking for _, row in some), Taken())
        rows.append(SummedPrice(name, said, taken, words))
        worded = [(one, row.wordings) for one, row in some if row.wordings is not None]
        if worded:
            taken = sum((each for _, each in worded), Taken())
            of_words = sum(one.prices.words for one, _ in worded)
            rows.append(SummedPrice(name, "", taken, of_words, worded=True))
    return rows


def ending(drafts: Sequence[PricedDraft]) -> Iterator[str]:
    """What the columns are, and what no level changes, in sentences."""
    yield (
        "Findings now: what leads back while nothing is masked; of guessing, what does once "
        "others fill in the masks for exact search. Masks: new gaps that a reader meets, of one "
        "word or several; against guessing they grow wider, so there may be fewer. Sentences: "
        "those that get a mask."
    )
    if len(drafts[0].prices.rows) <= _FEW:
        yield "Paragraphs, longer gap phrases, higher k, and what wordings save: --rows all."
    first = sum(one.prices.recognised for one in drafts)
    if first:
        where = "" if len(drafts) == 1 else f" (of {first:,} of {len(drafts):,} drafts)"
        yield (
            f"Whoever has the whole draft to paste finds its original first{where}, whatever is "
            "masked: no level changes that."
        )


def prices_line(one: PricedDraft) -> str:
    """The prices of one draft, as one line."""
    told: dict[str, object] = {
        "draft": one.name,
        "index": {"file": one.index, "documents": one.originals},
        "words": one.prices.words,
        "sentences": one.prices.sentences,
        "recognised": one.prices.recognised,
        "prices": [_price(row, one.prices.words) for row in one.prices.rows],
        "doubts": list(one.doubts),
        "notes": list(one.notes),
    }
    return json.dumps(with_schema("price", told), ensure_ascii=False) + "\n"


def _price(price: Price, words: int) -> dict[str, Any]:
    question = price.level.question
    told: dict[str, Any] = {
        "level": price.level.name,
        "against": list(question.searchers),
        "k": question.k,
        "gap_words": question.gap_words,
        "ranked": question.ranked.value if question.ranked else None,
        "leads": dict(price.leads),
        "of": price.of,
        "masking": _taken(price.masking, words),
    }
    if price.wordings is not None:
        told["wordings"] = _taken(price.wordings, words)
    return told


def _taken(taken: Taken, words: int) -> dict[str, Any]:
    return asdict(taken) | {"share": round(taken.words / words, 4) if words else 0.0}


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
    for row in rows:
        taken, label = row.taken, WITH_WORDINGS if row.worded else called(row.level)
        numbers = (f"{taken.words:,}", share(taken, row.words), f"{taken.masks:,}")
        yield _row((label, row.leads, *numbers, f"{taken.sentences:,}"))
    if len(drafts) > 1:
        yield ""
        yield from _each(drafts)
    yield ""
    for level in dict.fromkeys(row.level for row in rows):
        yield from wrapped(f"{called(level)}: {meaning(level)}.", style, indent="  ")
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
