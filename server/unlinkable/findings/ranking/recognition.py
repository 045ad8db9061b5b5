"""Which original a searcher finds first who puts the whole draft to an engine, and how far ahead.

Two engines: BM25 over single words, and one that counts pairs of words. Knows drafts and the index;
knows nothing of passages and of what is done about it.
"""

from dataclasses import dataclass

import numpy as np

from unlinkable.draft import Draft
from unlinkable.findings.ranking.bm25 import Scores, WordScores
from unlinkable.findings.ranking.passages import Vocabulary
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Standing:
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

    words: Standing
    pairs: Standing | None

    @property
    def document(self) -> int:
        """The document that is spoken of."""
        return self.words.document

    @property
    def recognised(self) -> bool:
        """Whether the whole draft ranks it first."""
        return self.words.rank == 1


def standing(scores: Scores, document: int) -> Standing:
    """How ``document`` fares by the ``scores`` of all documents; ties are for the searcher."""
    own = float(scores[document])
    others = np.delete(scores, document)
    best = float(others.max(initial=0.0))
    lead = own / best if best > 0 else float("inf") if own > 0 else 0.0
    return Standing(document, int((others > own).sum()) + 1, lead)


def recognition(
    draft: Draft, index: Index, words: WordScores, vocabulary: Vocabulary, source: int | None
) -> Recognition | None:
    """How ``source`` fares for the whole draft, or where none is named the document ranked first;
    None where no document has a word of the draft. Raises UserError when the index is damaged.
    """
    scores = words.of_documents(*vocabulary.counted(range(len(draft.forms))))
    if not scores.any():
        return None
    document = int(np.argmax(scores)) if source is None else source
    pairs = pair_scores(draft, index)
    by_pairs = standing(pairs, document) if pairs.any() else None
    return Recognition(standing(scores, document), by_pairs)


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
