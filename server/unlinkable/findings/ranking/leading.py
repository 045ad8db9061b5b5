"""The passages of a draft that lead a searcher who ranks to the original.

A passage leads to a source when fewer than k - 1 other documents score at least 1 + margin times
what the source scores. Knows drafts, scores and sources; knows nothing of other findings.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from unlinkable.draft import Draft, Forms, Span
from unlinkable.findings.finding import RANKING, Kind, Moved, Names, Quoted, Words
from unlinkable.findings.ranking.bm25 import Scores, WordScores
from unlinkable.findings.ranking.hiding import Contest
from unlinkable.findings.ranking.passages import Passage, Unit, Vocabulary
from unlinkable.findings.ranking.recognition import standing
from unlinkable.stopping import Stop, never, unless

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
