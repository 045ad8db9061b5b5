"""Prices in words: what each level is called, what it means, what leads back. Knows no layout."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from unlinkable.pricing.prices import Prices, Taken

_FEW = 4  # rows, where only the searchers by name were asked about
WITH_WORDINGS = "  with wordings"
_CALLED = {
    "exact": "exact search",
    "ranking-sentence": "+ ranking by sentence",
    "ranking-paragraph": "+ ranking by paragraph",
    "guessing": "+ guessing",
    "gap": "+ gap phrases, {} words",
    "k": "exact search, k = {}",
    "all": "all searchers",
}
_MEANS = {
    "exact": "whoever types phrases, up to three words together, or words near each other; "
    "protected against by default",
    "ranking-sentence": "whoever pastes a sentence into a search box that ranks "
    "(--against ranking)",
    "ranking-paragraph": "the same with a paragraph (--against ranking --ranked paragraph)",
    "guessing": "whoever fills in masks, as far as the index tells (--against guessing)",
    "gap": "whoever types up to {} words around a mask; a figure only, protect asks for 3",
    "k": "every search leads to at least {0} originals; about what -k {0} takes",
    "all": "exact search, ranking by sentence, and guessing (--against all)",
}


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
    return _said(_CALLED, name)


def meaning(name: str) -> str:
    """What a level means, as the rest of a line that begins with what it is called."""
    return _said(_MEANS, name)


def _said(texts: Mapping[str, str], name: str) -> str:
    if name in texts:
        return texts[name]
    kind, _, number = name.partition("-")
    return texts[kind].format(number)


def share(taken: Taken, words: int) -> str:
    """The share of the words of a draft that is lost."""
    return f"{taken.words / words:.1%}" if words else "–"


def summed(drafts: Sequence[PricedDraft]) -> list[tuple[str, str, Taken, int]]:
    """The rows of several drafts in one: name of the level, what leads now, what is taken, and of
    how many words. With wordings, "exact-wordings" comes behind "exact"."""
    rows: list[tuple[str, str, Taken, int]] = []
    names = dict.fromkeys(row.level.name for one in drafts for row in one.prices.rows)
    for name in names:
        some = [(one, row) for one in drafts for row in one.prices.rows if row.level.name == name]
        words = sum(one.prices.words for one, _ in some)
        leads = sum(sum(row.leads.values()) for _, row in some)
        of = [row.of for _, row in some if row.of is not None]
        alone = all(set(row.leads) <= {"ranking"} for _, row in some)
        said = f"{leads:,} of {sum(of):,}" if of and alone else f"{leads:,}"
        taken = sum((row.masking for _, row in some), Taken())
        rows.append((name, said, taken, words))
        worded = [(one, row.wordings) for one, row in some if row.wordings is not None]
        if worded:
            taken = sum((each for _, each in worded), Taken())
            of_words = sum(one.prices.words for one, _ in worded)
            rows.append(("exact-wordings", "", taken, of_words))
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
