"""What each word of a draft gives each original, when a searcher ranks them.

The yardstick is BM25 (Robertson & Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond,
2009) with the idf of Lucene: a word w that stands f times in a document of l words gives it
``idf(w) · f / (f + k1·(1 - b + b·l / average length))``, once for every time that the passage has
the word; ``idf(w) = ln(1 + (N - df + 0.5) / (df + 0.5))``. Works on numbers of words; knows nothing
of passages and of what is found in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]

_BLOCK = 1 << 22  # scores added up at once


@dataclass(frozen=True)
class Bm25:
    """The two constants of the formula: how soon more of the same word counts no more (k1), and
    how much the length of a document counts against it (b, 0 to 1)."""

    k1: float = 1.2
    b: float = 0.75

    def idf(self, dfs: Numbers, documents: int) -> Scores:
        """What a word weighs that is in so many of all ``documents``."""
        weights: Scores = np.log1p((documents - dfs + 0.5) / (dfs + 0.5))
        return weights

    def saturation(self, frequencies: NDArray[np.uint32], lengths: Scores) -> Scores:
        """The part of its idf that a word gives; ``lengths``: by the average."""
        norms: Scores = frequencies / (frequencies + self.k1 * (1 - self.b + self.b * lengths))
        return norms


class WordScores:
    """What each of some different words gives each document that has it.

    Word i gives ``scores[j]`` to ``documents[j]``, for every j from ``bounds[i]`` to
    ``bounds[i + 1] - 1``. A word that no document has gives nothing.
    """

    def __init__(self, forms: Sequence[str], index: Index, formula: Bm25 | None = None) -> None:
        """Raises UserError when the index is damaged."""
        formula = formula or Bm25()
        keys = index.hasher.phrases(index.hasher.words(forms), 1)
        postings = index.word_postings(keys)
        self.count = index.documents
        self.bounds = postings.bounds
        self.documents = postings.documents
        self.dfs = postings.dfs
        lengths = index.lengths / max(index.average_length, 1e-9)
        idf = np.repeat(formula.idf(self.dfs, index.documents), self.dfs)
        within = lengths[postings.documents]
        self.scores: Scores = idf * formula.saturation(postings.frequencies, within)

    def of_documents(self, words: Numbers, times: Numbers) -> Scores:
        """The score of every document for a passage that has each of ``words`` so many times."""
        total: Scores = np.zeros(self.count)
        for word, often in zip(words.tolist(), times.tolist(), strict=True):
            part = slice(self.bounds[word], self.bounds[word + 1])
            total[self.documents[part]] += often * self.scores[part]
        return total

    def table(self, words: Numbers, documents: Numbers) -> Scores:
        """What each of ``words`` gives each of ``documents`` (documents × words)."""
        found = np.zeros((len(documents), len(words)))
        for column, word in enumerate(words.tolist()):
            start, stop = self.bounds[word : word + 2].tolist()
            members = self.documents[start:stop]
            places = np.minimum(np.searchsorted(members, documents), max(len(members) - 1, 0))
            if len(members):
                has = members[places] == documents
                found[has, column] = self.scores[start:stop][places[has]]
        return found

    @cached_property
    def highest(self) -> Scores:
        """The most that each word gives any document."""
        found = np.zeros(len(self.dfs))
        has = np.flatnonzero(self.dfs)
        if len(has):
            found[has] = np.maximum.reduceat(self.scores, self.bounds[:-1][has])
        return found
