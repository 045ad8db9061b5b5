"""What searchers find out from a text, and what keeping each of them out would take, for other
Python programs. Must never know files of drafts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Unpack, overload

from unlinkable.attackers.attacker import AtMask, Attacked
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import Markup
from unlinkable.engine.protecting import price_draft
from unlinkable.interface.texts import (
    CheckOptions,
    ManyTexts,
    Marking,
    Record,
    Several,
    listed,
    marked_text,
    read_rulings,
    read_text,
    record,
    texts_of,
)
from unlinkable.pricing import Rows, Taken
from unlinkable.reporting.found import rounded
from unlinkable.reporting.page import joined, tag
from unlinkable.reporting.page import text as escaped
from unlinkable.reporting.prices_page import lost_words
from unlinkable_index.collection import GivenRecords
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

Originals = Texts | str | Path | Sequence[dict[str, str]]
"""The texts of originals: where they are, or mappings with "id" and "text"."""


@dataclass(frozen=True)
class MaskFoundOut:
    """What others find out at one mask.

    - ``number``: from 1; ``start``, ``end``: where it stands, in code points; ``text``: the mask;
    - ``read_off``: what stands there in the original; ``exact``: whether word for word;
    - ``guess``: what most other rulings say there; ``share``: of their votes (0 to 1);
      ``rulings``: how many say so; ``sure``: whether that is enough to rely on.
    """

    number: int
    start: int
    end: int
    text: str
    read_off: str | None
    exact: bool
    guess: str | None
    share: float
    rulings: int
    sure: bool


@dataclass(frozen=True)
class AttackResult:
    """What others find out from a text.

    - ``recognised``: whether a searcher who ranks the originals by the whole text finds one first,
      by more than chance; ``document``: its id; ``rank``, ``lead``: at which place it comes, and
      its score over the next one's;
    - ``masks``: what is found out at each mask.
    """

    text: str = field(repr=False)
    recognised: bool
    document: str | None
    rank: int | None
    lead: float | None
    masks: tuple[MaskFoundOut, ...]

    def to_records(self) -> list[Record]:
        """A row for each mask."""
        return [record(one) for one in self.masks]

    def _repr_html_(self) -> str:
        marks = [
            Marking(one.start, one.end, "phrase", said)
            for one in self.masks
            if (said := _said(one))
        ]
        first = f"{self.document} comes at place {self.rank:,}" if self.rank else "not recognised"
        told = "recognised: " if self.recognised else ""
        return joined([tag("p", escaped(f"{told}{first}.")), marked_text(self.text, marks)])


class AttackOptions(CheckOptions, total=False):
    """`CheckOptions`, the ``markup`` of texts, and what the attacker has: the ``originals``, and a
    ``background`` of other rulings (see `read_rulings`), or where they are."""

    markup: Markup
    originals: Originals | None
    background: Rulings | str | Path | None


@overload
def attack(text: str, index: Index, **options: Unpack[AttackOptions]) -> AttackResult: ...
@overload
def attack(
    text: ManyTexts, index: Index, **options: Unpack[AttackOptions]
) -> Several[AttackResult]: ...
def attack(
    text: str | ManyTexts,
    index: Index,
    *,
    markup: Markup = Markup.PLAIN,
    originals: Originals | None = None,
    background: Rulings | str | Path | None = None,
    **options: Unpack[CheckOptions],
) -> AttackResult | Several[AttackResult]:
    """What others find out from a text, or from each of several: whether its original is
    recognised, and what its masks hide. See `AttackOptions`. Raises UserError."""
    texts = texts_of(text, index)
    at_hand = _read(originals)
    rulings = read_rulings(background, index) if isinstance(background, str | Path) else background

    def attacked(one: str) -> AttackResult:
        engine, draft = read_text(one, index, markup, options)
        source = engine.question(draft).source
        return _result(engine.attacker(rulings, at_hand).attack(draft, source), index)

    return attacked(text) if isinstance(text, str) else Several(map(attacked, texts))


def _read(originals: Originals | None) -> Texts | None:
    if originals is None or isinstance(originals, Texts):
        return originals
    if isinstance(originals, str | Path):
        return Texts.read([Path(originals)])
    return Texts(GivenRecords(originals))


def _result(attacked: Attacked, index: Index) -> AttackResult:
    fares, source = attacked.recognition, attacked.source
    return AttackResult(
        text=attacked.draft.text,
        recognised=attacked.recognised,
        document=None if source is None else index.document(source).id,
        rank=None if fares is None else fares.words.rank,
        lead=None if fares is None else rounded(fares.words.lead),
        masks=tuple(_mask(attacked.draft.text, one) for one in attacked.masks),
    )


def _mask(text: str, one: AtMask) -> MaskFoundOut:
    best = one.guesses[0] if one.guesses else None
    return MaskFoundOut(
        number=one.number,
        start=one.mask.start,
        end=one.mask.end,
        text=text[one.mask.start : one.mask.end],
        read_off=one.read.at(one.place) if one.read else None,
        exact=bool(one.read and one.read.exact and one.read.parted),
        guess=best.text if best else None,
        share=round(best.share, 3) if best else 0.0,
        rulings=len(best.voters) if best else 0,
        sure=one.guessable is not None,
    )


def _said(one: MaskFoundOut) -> str:
    """What is found out at a mask, in words."""
    told = [f"read off: {one.read_off}"] if one.read_off is not None else []
    if one.sure:
        told.append(f"guessed: {one.guess}")
    return "; ".join(told)


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
    if rows not in [one.value for one in Rows]:
        raise UserError('rows must be "searchers" or "all"')
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
