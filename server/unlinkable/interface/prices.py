"""Prices for other Python programs: what protecting a text would take. Knows no files of drafts."""

from dataclasses import dataclass
from typing import Literal, Unpack, overload

from unlinkable.draft import Markup
from unlinkable.engine.pricing import price_draft
from unlinkable.interface.shown import Record, Several, listed, record
from unlinkable.interface.texts import CheckOptions, ManyTexts, read_text, texts_of
from unlinkable.pricing.levels import Rows
from unlinkable.pricing.prices import Taken
from unlinkable.reporting.page import joined
from unlinkable.reporting.prices.plot import lost_words
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Price:
    """What protecting a text at one level would take.

    - ``level``: its name, such as "exact", "ranking-sentence", "guessing", "k-3", "all";
    - ``leads``: how much leads back now, by kind;
    - ``words``, ``masks``, ``sentences``: how many words masking alone would mask, with how many
      masks, in how many sentences;
    - ``share``: of the words of the text, those masked (0 to 1);
    - ``words_with_wordings``: words masked where wordings may stand in for masks, where known.
    """

    level: str
    leads: dict[str, int]
    words: int
    masks: int
    sentences: int
    share: float
    words_with_wordings: int | None = None


class PriceList(tuple[Price, ...]):
    """The prices of one text."""

    __slots__ = ()

    def to_records(self) -> list[Record]:
        """A row for each level."""
        return [record(one) for one in self]

    def _repr_html_(self) -> str:
        plot = lost_words([(one.level, one.share) for one in self])
        return joined([listed(self.to_records()), plot])


class PriceOptions(CheckOptions, total=False):
    """`CheckOptions`, the ``markup`` of texts, and ``rows``: "searchers", which are soon priced, or
    "all" levels, and exact search with wordings, too."""

    markup: Markup
    rows: Literal["searchers", "all"]


@overload
def price(text: str, index: Index, **options: Unpack[PriceOptions]) -> PriceList: ...
@overload
def price(text: ManyTexts, index: Index, **options: Unpack[PriceOptions]) -> Several[PriceList]: ...
def price(
    text: str | ManyTexts,
    index: Index,
    *,
    markup: Markup = Markup.PLAIN,
    rows: Literal["searchers", "all"] = "searchers",
    **options: Unpack[CheckOptions],
) -> PriceList | Several[PriceList]:
    """What protecting a text, or each of several, against each searcher would take, exact search
    first, all searchers last; nothing is changed. See `PriceOptions`. Raises UserError."""
    texts = texts_of(text, index)
    priced = Several(_priced(one, index, markup, Rows(rows), options) for one in texts)
    return priced[0] if isinstance(text, str) else priced


def _priced(
    text: str, index: Index, markup: Markup, rows: Rows, options: CheckOptions
) -> PriceList:
    engine, draft = read_text(text, index, markup, options)
    found = price_draft(engine, engine.task(draft, markup), "", rows).prices

    def share(taken: Taken) -> float:
        return taken.words / found.words if found.words else 0.0

    return PriceList(
        Price(
            row.level.name,
            dict(row.leads),
            row.masking.words,
            row.masking.masks,
            row.masking.sentences,
            share(row.masking),
            None if row.wordings is None else row.wordings.words,
        )
        for row in found.rows
    )
