"""Which original a searcher who ranks finds first with the whole draft, which passages lead to it,
and which few cheap words carry a passage's lead. A passage leads when fewer than k - 1 other
documents score at least 1 + margin times what the source scores. Knows drafts, scores and
sources; must know nothing of other findings."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Forms, Span
from unlinkable.findings.bm25 import LargeCollection, Passage, Scores, Unit, Vocabulary, WordScores
from unlinkable.findings.finding import RANKING, Kind, Moved, Names, Quoted, Words
from unlinkable.stopping import Stop, never, unless
from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
ROUNDING = 1e-9  # of a score, in favour of the searcher


@dataclass(frozen=True)
class Contest:
    """The words of one passage, and what they give a few documents.

    ``gains`` (documents × words): what each word gives each other document less what it gives the
    source, times 1 + margin. Words that stand in the passage twice are two. ``costs``: of changing
    each word.
    """

    gains: Scores
    costs: Scores

    def high_enough(self, changed: NDArray[np.bool_]) -> int:
        """How many of the documents score high enough without the ``changed`` words."""
        sums = self.gains[:, ~changed].sum(axis=1)
        return int((sums >= ROUNDING).sum())

    def words_to_change(self, needed: int) -> Numbers:
        """The words to change so that ``needed`` documents score high enough, rising; all words
        where the documents are too few for that."""
        count = self.gains.shape[1]
        changed = np.zeros(count, dtype=bool)
        if len(self.gains) < needed:
            return np.arange(count)
        open_documents = np.ones(len(self.gains), dtype=bool)
        while self.high_enough(changed) < needed:
            found = self._cheapest(changed, open_documents)
            if found is None:
                return np.arange(count)
            document, words = found
            open_documents[document] = False
            changed[words] = True
        return np.flatnonzero(self._without_needless(changed, needed))

    def _cheapest(
        self, changed: NDArray[np.bool_], documents: NDArray[np.bool_]
    ) -> tuple[int, Numbers] | None:
        """Of the documents one that scores high enough at the least cost, and the words for it."""
        rows = np.flatnonzero(documents)
        words = np.flatnonzero(~changed)
        if not len(rows) or not len(words):
            return None
        gains, costs = self.gains[np.ix_(rows, words)], self.costs[words]
        order = np.argsort(gains / costs, axis=1, kind="stable")
        ordered = np.take_along_axis(gains, order, axis=1)
        left = gains.sum(axis=1)[:, None] - np.cumsum(ordered, axis=1)
        left[:, -1] = ROUNDING  # without any word all are as high
        steps = np.argmax(left >= ROUNDING, axis=1)
        spent = np.take_along_axis(np.cumsum(costs[order], axis=1), steps[:, None], axis=1)[:, 0]
        best = int(np.argmin(np.where(gains.sum(axis=1) >= ROUNDING, np.inf, spent)))
        if gains[best].sum() >= ROUNDING:  # all of them score high enough
            return None
        return int(rows[best]), words[order[best, : steps[best] + 1]]

    def _without_needless(self, changed: NDArray[np.bool_], needed: int) -> NDArray[np.bool_]:
        """``changed`` without what need not change, dearest first."""
        changed = changed.copy()
        chosen = np.flatnonzero(changed)
        for word in chosen[np.argsort(-self.costs[chosen], kind="stable")].tolist():
            changed[word] = False
            if self.high_enough(changed) < needed:
                changed[word] = True
        return changed


_SMALL = 1 << 15  # documents: of fewer, all that words give is read faster than sifted


@dataclass(frozen=True)
class RankAndLead:
    """How a document fares: its rank, and its score over that of the best other (infinite when no
    other scores)."""

    document: int
    rank: int
    lead: float


@dataclass(frozen=True)
class Recognition:
    """How the source of a draft, or else the document ranked first, fares for the whole draft.

    ``words`` by BM25, ``pairs`` by pairs of neighbouring words (None where no pair says anything).
    """

    words: RankAndLead
    pairs: RankAndLead | None

    @property
    def document(self) -> int:
        """The document that is spoken of."""
        return self.words.document

    @property
    def recognised(self) -> bool:
        """Whether the whole draft ranks it first."""
        return self.words.rank == 1

    @property
    def found_first(self) -> bool:
        """Whether it comes first for whoever ranks by words, or by pairs of them."""
        return self.recognised or (self.pairs is not None and self.pairs.rank == 1)


def standing(scores: Scores, document: int) -> RankAndLead:
    """How ``document`` fares by the ``scores`` of all documents; ties are for the searcher."""
    return _standing(document, float(scores[document]), np.delete(scores, document))


def recognition(
    draft: Draft,
    index: Index,
    vocabulary: Vocabulary,
    source: int | None,
    words: WordScores | None = None,
) -> Recognition | None:
    """How ``source`` fares for the whole draft, or where none is named the document ranked first;
    None where no document has a word of the draft.

    - ``words``: what each word of the ``vocabulary`` gives, where that is known; without it, only
      what can change the order is read of a large collection.

    Raises UserError when the index is damaged.
    """
    different, times = vocabulary.counted(range(len(draft.forms)))
    if words is None and index.documents <= _SMALL:
        words = WordScores(vocabulary.forms, index)
    if words is not None:
        scores = words.of_documents(different, times)
        if not scores.any():
            return None
        by_words = standing(scores, int(np.argmax(scores)) if source is None else source)
    else:
        first = LargeCollection(vocabulary.forms, times, index).first(2, source)
        if not first.scores.any():
            return None
        best = int(first.documents[np.argmax(first.scores)]) if source is None else source
        others = first.documents != best
        by_words = _standing(best, float(first.scores[~others][0]), first.scores[others])
    pairs = pair_scores(draft, index)
    by_pairs = standing(pairs, by_words.document) if pairs.any() else None
    return Recognition(by_words, by_pairs)


def _standing(document: int, own: float, others: Scores) -> RankAndLead:
    best = float(others.max(initial=0.0))
    lead = own / best if best > 0 else float("inf") if own > 0 else 0.0
    return RankAndLead(document, int((others > own).sum()) + 1, lead)


def pair_scores(draft: Draft, index: Index) -> Scores:
    """What the pairs of neighbouring words give every document: the sum of ``ln(N / df)`` over the
    different pairs that it has, as far as the index stores them (a pair that is in the very
    documents of one of its words is not counted twice).

    Raises UserError when the index is damaged.
    """
    total: Scores = np.zeros(index.documents)
    if len(draft.forms) < 2 or index.max_words < 2:
        return total
    keys = index.hasher.phrases(index.hasher.words(draft.forms), 2)
    whole = draft.segments[:-1] == draft.segments[1:]
    postings = index.lookup(np.unique(keys[whole]))
    postings = postings[postings >= 0]
    sets = index.document_sets(postings)
    dfs = np.diff(sets.bounds)
    weights = np.repeat(np.log(index.documents / np.maximum(dfs, 1)), dfs)
    total += np.bincount(sets.documents, weights, minlength=index.documents)
    return total


MARGIN = 0.05
"""How far ahead others must be, so that what holds for BM25 holds for other engines too."""
_RIVALS = 256  # other documents among which the cheapest to fall behind is sought


@dataclass(frozen=True)
class RankingFinding:
    """A passage that leads to the document ``source``.

    - ``rank``: that of the source for it;
    - ``lead``: its score over that of the best other document (infinite when no other scores);
    - ``words``: the numbers of the words that carry the lead: the passage leads no longer once they
      are changed;
    - ``terms``: where these stand; ``marks``: those of them that are no function words.
    """

    passage: Passage
    source: int
    rank: int
    lead: float
    words: tuple[int, ...]
    terms: tuple[Span, ...]
    marks: tuple[Span, ...] = ()
    kind: ClassVar[Kind] = RANKING
    any_word: ClassVar[bool] = False
    others: ClassVar[tuple[Span, ...]] = ()

    @property
    def span(self) -> Span:
        """Where the passage stands."""
        return self.passage.span

    @property
    def documents(self) -> tuple[int, ...]:
        """The source alone."""
        return (self.source,)

    def note(self, quoted: Quoted) -> str:
        """What is searched with, where no word tells more."""
        del quoted
        return "" if self.marks else f"the whole {self.passage.unit.value} leads whoever ranks"

    @property
    def places(self) -> tuple[Span, ...]:
        """Where the words stand that carry the lead."""
        return self.terms

    def typed(self, draft: Draft) -> int:
        """All words of the passage: whoever ranks types them."""
        return max(1, len(draft.words_in(self.span)))

    def moved(self, at: Moved) -> "RankingFinding":
        """The same after a change of the text elsewhere."""
        passage = replace(self.passage, span=at(self.span))
        terms, marks = tuple(map(at, self.terms)), tuple(map(at, self.marks))
        return replace(self, passage=passage, terms=terms, marks=marks)

    def words_in(self, draft: Draft) -> tuple[Forms, frozenset[Forms]]:
        """All words of the passage."""
        inside = self.passage.words
        return draft.forms[inside.start : inside.stop], frozenset()

    def sentence(self, words: Words, names: Names) -> str:
        """What it is and where it leads, for people, without a full stop."""
        unit = "text" if self.passage.unit is Unit.DRAFT else self.passage.unit.value
        carried = ", ".join(map(words, self.marks))
        what = f". What leads there: {carried}" if carried else ""
        return f"Whoever searches with this {unit} is led to {names(self.documents)}{what}"

    def details(self) -> dict[str, Any]:
        """How much of the draft it is, at which place its source comes, and how far ahead."""
        lead = round(self.lead, 3) if math.isfinite(self.lead) else None
        return {"unit": self.passage.unit.value, "rank": self.rank, "lead": lead}

    def spans(self) -> dict[str, tuple[Span, ...]]:
        """The words that carry the lead."""
        return {"terms": self.terms}

    @property
    def start(self) -> int:
        """Where the passage begins."""
        return self.passage.span.start

    @property
    def end(self) -> int:
        """Where the passage ends."""
        return self.passage.span.end


@dataclass(frozen=True, eq=False)
class Leading:
    """A passage that leads to a source, by the scores of all documents."""

    passage: Passage
    source: int
    scores: Scores
    margin: float


def is_led(scores: Scores, source: int, k: int, margin: float = MARGIN) -> bool:
    """Whether a passage leads to ``source``, by the ``scores`` of all documents."""
    own = float(scores[source])
    if own <= 0:
        return False
    high = scores >= (1 + margin) * own
    return int(high.sum()) - int(high[source]) < k - 1


class Ranking:
    """The passages of one draft before a searcher who ranks.

    ``costs`` (float64, one a word): of changing each word of the draft; ``k``: as in a question.
    """

    def __init__(
        self, draft: Draft, scores: WordScores, vocabulary: Vocabulary, costs: Scores, k: int = 2
    ) -> None:
        self._draft = draft
        self._scores = scores
        self._vocabulary = vocabulary
        self._costs = costs
        self._k = k

    def leading(
        self,
        passages: Sequence[Passage],
        sources: Sequence[int],
        margin: float = MARGIN,
        stop: Stop = never,
    ) -> Iterator[Leading]:
        """The leading ones of ``passages``, once for each of ``sources`` that they lead to. Raises
        StoppedError once ``stop`` is true."""
        queries = [self._vocabulary.counted(passage.words) for passage in passages]
        for passage, scores in zip(passages, self._scores.of_passages(queries), strict=True):
            unless(stop)
            for source in sources:
                if is_led(scores, source, self._k, margin):
                    yield Leading(passage, source, scores, margin)

    def finding(self, leading: Leading) -> RankingFinding:
        """What there is to say of a leading passage."""
        fares = standing(leading.scores, leading.source)
        words = self._carrying(leading)
        return RankingFinding(
            leading.passage,
            leading.source,
            fares.rank,
            fares.lead,
            tuple(words),
            tuple(self._draft.span_of(range(word, word + 1)) for word in words),
        )

    def _carrying(self, leading: Leading) -> list[int]:
        """The words of the draft that carry the lead."""
        scores, source = leading.scores, leading.source
        rivals = np.argpartition(-scores, min(_RIVALS, len(scores) - 1))[: _RIVALS + 1]
        rivals = rivals[rivals != source]
        words = leading.passage.words
        numbers = self._vocabulary.numbers[words.start : words.stop]
        different, number = np.unique(numbers, return_inverse=True)
        own = self._scores.table(different, np.array([source]))
        gains = self._scores.table(different, rivals) - (1 + leading.margin) * own
        contest = Contest(gains[:, number], self._costs[words.start : words.stop])
        changed: list[int] = (words.start + contest.words_to_change(self._k - 1)).tolist()
        return changed
