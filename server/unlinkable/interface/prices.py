"""Prices for other Python programs: what protecting a text would take. Knows no files of drafts."""

from dataclasses import dataclass
from typing import Unpack

from unlinkable.draft import Markup
from unlinkable.engine.pricing import price_draft
from unlinkable.interface.texts import CheckOptions, read_text
from unlinkable.pricing.prices import Taken
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


def price(
    text: str,
    index: Index,
    *,
    markup: Markup = Markup.PLAIN,
    wordings: bool = True,
    **options: Unpack[CheckOptions],
) -> tuple[Price, ...]:
    """What protecting a text against each searcher would take, exact search first, all searchers
    last; nothing is changed.

    ``wordings``: whether exact search is priced with wordings, too. See `CheckOptions` for the
    others. Raises UserError.
    """
    engine, draft = read_text(text, index, markup, options)
    found = price_draft(engine, draft, markup, "", wordings).prices

    def share(taken: Taken) -> float:
        return taken.words / found.words if found.words else 0.0

    return tuple(
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
