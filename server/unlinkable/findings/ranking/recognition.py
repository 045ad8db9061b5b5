"""Which original a searcher finds first who puts the whole draft to an engine, and how far ahead.

Two engines: BM25 over single words, and one that counts pairs of words. Knows drafts and the index;
knows nothing of passages and of what is done about it.
"""

from dataclasses import dataclass

import numpy as np

from unlinkable.draft import Draft
from unlinkable.findings.ranking.bm25 import Scores, WordScores
from unlinkable.findings.ranking.passages import Vocabulary
from unlinkable.findings.ranking.skipping import LargeCollection
from unlinkable_index.index import Index

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
