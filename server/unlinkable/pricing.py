"""The prices of protecting one draft before anything is changed, a level of protection each: what
leads back now, and what masking takes. What masks hide from exact search is chosen once, and
taken for every level that asks for more on top of it. Knows how masks are chosen; must know
nothing of files and reports."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from unlinkable.draft import Span, overlapping
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.finding import RANKING
from unlinkable.findings.question import Question
from unlinkable.findings.report import Accepts, Report, check, with_near, with_overview
from unlinkable.rewriting.edits import Edit
from unlinkable.rewriting.masking.choosing import MaskingScope
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.mask_choice import (
    ExactChoice,
    choose_masks,
    exact_choice,
    robustness,
)
from unlinkable.rewriting.masking.masking import DEFAULT_MASK, masks_of, with_what_is_left
from unlinkable.rewriting.protection import masked_draft
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task, asked_against, suspects_of
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, never, unseen
from unlinkable_index.index import Index

EXACT = "exact"
_HIGHER = (3, 5, 10)
_LONGER_GAPS = (4, 6)


class Rows(Enum):
    """Which levels are asked about: those of the searchers by name, which are soon told, or all."""

    SEARCHERS = "searchers"
    ALL = "all"


@dataclass(frozen=True)
class Level:
    """A level: its ``name``, as in JSON; the ``question`` that is asked; and whether it sets out
    from the masks for exact search that the ``question`` of the first level takes."""

    name: str
    question: Question
    on_exact: bool = True


def levels(asked: Question, positions: bool, rows: Rows) -> Iterator[Level]:
    """The levels for a draft, exact search first, all searchers last.

    - ``asked``: what is asked of the draft; who else was to be searched for does not count;
    - ``positions``: whether the index knows where words stand; else no gaps are asked about;
    - ``rows``: which of them.
    """
    exact = replace(asked, ranked=None, guessing=False)
    yield Level(EXACT, exact)
    yield Level("ranking-sentence", replace(exact, ranked=Unit.SENTENCE))
    if rows is Rows.ALL:
        yield Level("ranking-paragraph", replace(exact, ranked=Unit.PARAGRAPH))
    yield Level("guessing", replace(exact, guessing=True))
    if rows is Rows.ALL:
        yield from _more_of_exact(exact, positions)
    yield Level("all", replace(exact, ranked=Unit.SENTENCE, guessing=True))


def _more_of_exact(exact: Question, positions: bool) -> Iterator[Level]:
    """The levels at which exact search asks for more."""
    if positions and exact.within and exact.max_terms > 1:
        for words in _LONGER_GAPS:
            if words > exact.gap_words:
                yield Level(f"gap-{words}", replace(exact, gap_words=words), on_exact=False)
    for k in _HIGHER:
        if k > exact.k:
            yield Level(f"k-{k}", replace(exact, k=k), on_exact=False)


GUESSED = "guessed"
"""What leads back once what is told of the masks for exact search is filled in."""
_MANY = 5  # masks of a sentence, from which on it is hard to read


@dataclass(frozen=True)
class Taken:
    """What of a draft is taken: ``words`` masked, ``masks`` set (neighbours are one), ``sentences``
    in which some are set, and ``crowded`` ones, with five masks or more, those of the draft
    counted; ``reworded``: wordings in their place, where there are any."""

    words: int = 0
    masks: int = 0
    sentences: int = 0
    crowded: int = 0
    reworded: int = 0

    def __add__(self, other: "Taken") -> "Taken":
        return Taken(
            self.words + other.words,
            self.masks + other.masks,
            self.sentences + other.sentences,
            self.crowded + other.crowded,
            self.reworded + other.reworded,
        )


@dataclass(frozen=True)
class Price:
    """The price of one level.

    - ``leads``: how much leads back now by what the level asks, by kind of finding; of guessing:
      what does once what other rulings tell of the masks for exact search is filled in;
    - ``of``: of how many passages, where passages lead;
    - ``masking``: what masking alone takes;
    - ``wordings``: what is taken where wordings of the tables may stand in for masks; None where
      that was not asked.
    """

    level: Level
    leads: Mapping[str, int]
    of: int | None
    masking: Taken
    wordings: Taken | None = None


@dataclass(frozen=True)
class Prices:
    """The prices for one draft. ``report``: what leads back in it by exact search, with how it
    fares before whoever ranks."""

    report: Report
    rows: tuple[Price, ...]

    @property
    def words(self) -> int:
        """How many words the draft has."""
        return len(self.report.draft.forms)

    @property
    def sentences(self) -> int:
        """How many sentences it has."""
        return len(self.report.draft.sentences)

    @property
    def recognised(self) -> bool:
        """Whether the whole of it, put to an engine that ranks, finds its likely original first."""
        seen = self.report.ranked.recognition if self.report.ranked else None
        return seen is not None and seen.recognised

    @property
    def exact(self) -> Price:
        """The price of the first level."""
        return self.rows[0]


def prices(
    task: Task,
    index: Index,
    tables: Tables | None = None,
    accepts: Accepts | None = None,
    stop: Stop = never,
    report: OnProgress = unseen,
    asked: Rows = Rows.SEARCHERS,
) -> Prices:
    """The prices of a draft; who else the question asks about does not count.

    - ``asked``: at which levels;
    - ``tables``: of wordings, for the price with these; None: by masking alone;
    - ``accepts``: findings that it is true of are left as they are.

    Raises StoppedError, and UserError when the index is damaged.
    """
    pricing = _Pricing(task, index, accepts, stop)
    rows: list[Price] = []
    some = list(levels(task.question, index.positions is not None, asked))
    for number, level in enumerate(some):
        report(Progress("working out prices", number / len(some)))
        rows.append(pricing.price(level))
    if tables is not None:
        report(Progress("with wordings", 0.95))
        rows[0] = replace(rows[0], wordings=pricing.with_wordings(tables))
    return Prices(pricing.report, tuple(rows))


class _Pricing:
    """A draft, what is found in it, and the masks for exact search, which several levels share."""

    def __init__(self, task: Task, index: Index, accepts: Accepts | None, stop: Stop) -> None:
        self._index = index
        self._stop = stop
        self._accepts = accepts
        self._exact, self.report = self._against_suspects(
            replace(task, question=replace(task.question, ranked=None, guessing=False))
        )
        self._whole = Span(0, len(task.draft.text))
        self._guessers = Attackers().before(self._exact, index, stop)
        self._choice: ExactChoice | None = None
        self._last: ExactChoice | None = None
        self.report = with_overview(self.report, index, stop)

    def price(self, level: Level) -> Price:
        """The price of a level."""
        question = level.question
        if level.on_exact:
            task = self._asking(self._exact, question)
            scope = MaskingScope(self._index, self._whole, self._stop)
            words = choose_masks(task, scope, self._guessers, exact=self._exact_choice().words)
            masks = masks_of(task.draft, words.tolist(), DEFAULT_MASK, task.markup)
            revision = with_what_is_left(task, scope, masks, DEFAULT_MASK)
            leads, of = self._leads(level)
            return Price(level, leads, of, _taken(task, revision.edits))
        known = question.k == self._exact.question.k
        if known:
            task = self._asking(self._exact, question)
            report = with_near(replace(self.report, near=(), question=question), self._index)
        else:
            asked = replace(self._exact, question=question, accepted=frozenset())
            task, report = self._against_suspects(asked)
        before = self._last or self._exact_choice()
        self._last = exact_choice(task, self._index, self._whole, self._stop, before)
        masks = masks_of(task.draft, self._last.words.tolist(), DEFAULT_MASK, task.markup)
        return Price(level, _by_kind(report), None, _taken(task, masks))

    def with_wordings(self, tables: Tables) -> Taken:
        """What exact search takes where wordings may stand in for masks."""
        task, rewriter = self._exact, Rewriter(self._index, tables=tables)
        reworded = rewriter.reword(task, stop=self._stop)
        done = masked_draft(
            task, self._index, rewriter, reworded, reworded.revision, Attackers(), self._stop
        )
        taken = _taken(done.unmasked, done.masks.edits)
        return replace(taken, reworded=len(done.reworded.taken))

    def _exact_choice(self) -> ExactChoice:
        if self._choice is None:
            self._choice = exact_choice(self._exact, self._index, self._whole, self._stop)
        return self._choice

    def _against_suspects(self, task: Task) -> tuple[Task, Report]:
        """The task as protecting takes it up, with what leads back in its draft."""
        found = check(task.draft, self._index, task.question, self._stop, self._accepts)
        if not found.complete:
            raise StoppedError
        question = task.question
        if question.source is None and not question.against:
            question = asked_against(question, suspects_of(found, self._index))
        return replace(task, question=question).accepting(found.accepted), found

    def _asking(self, task: Task, question: Question) -> Task:
        """The same task, asked another question by whoever it is judged against."""
        asked = task.question
        return replace(
            task, question=replace(question, suspects=asked.suspects, against=asked.against)
        )

    def _leads(self, level: Level) -> tuple[Mapping[str, int], int | None]:
        """What leads back by a level that asks for more on top of exact search, and of how many."""
        question, seen = level.question, self.report.ranked
        counts = {**_by_kind(self.report)} if not question.ranked or question.guessing else {}
        of = None
        if question.ranked is not None and seen is not None:
            share = seen.sentences if question.ranked is Unit.SENTENCE else seen.paragraphs
            counts[RANKING.name], of = share.leading, share.of
        if question.guessing and question.ranked is None:
            words = self._exact_choice().words
            counts = {GUESSED: robustness(self._exact, words, self._index, self._guessers).leading}
        return counts, of


def _by_kind(report: Report) -> dict[str, int]:
    """How much leads back by exact search, by kind."""
    return {kind.name: count for kind, count in report.counts.items()}


def _taken(task: Task, masks: Sequence[Edit]) -> Taken:
    """What some masks take of the draft of a task."""
    draft = task.draft
    words = sum(len(draft.words_in(Span(one.start, one.end))) for one in masks)
    ends = np.append(draft.sentence_ends, len(draft.text) + 1)
    of_new = np.searchsorted(ends, [one.start for one in masks], side="right")
    stay = [mask.start for mask in draft.masks if not overlapping(_spans(masks), mask)]
    of_all = np.concatenate([of_new, np.searchsorted(ends, stay, side="right")])
    crowded = int((np.bincount(of_all.astype(np.int64)) >= _MANY).sum()) if len(of_all) else 0
    return Taken(words, len(masks), len(np.unique(of_new)), crowded)


def _spans(masks: Sequence[Edit]) -> list[Span]:
    return [Span(one.start, one.end) for one in masks]
