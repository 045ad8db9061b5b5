"""What each word of a draft gives each original, when a searcher ranks them.

The yardstick is BM25 (Robertson & Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond,
2009) with the idf of Lucene: a word w that stands f times in a document of l words gives it
``idf(w) · f / (f + k1·(1 - b + b·l / average length))``, once for every time that the passage has
the word; ``idf(w) = ln(1 + (N - df + 0.5) / (df + 0.5))``. Works on numbers of words; knows nothing
of passages and of what is found in them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]
Queries = Sequence[tuple[Numbers, Numbers]]
"""Passages: the numbers of the different words of each, and how often each stands there."""

_TABLE = 1 << 26  # scores of words × documents that may be laid out
_AT_ONCE = 1 << 12  # documents
_FEW = 8  # passages for which that is not worth while


@dataclass(frozen=True)
class Bm25:
    """The two constants of the formula: how soon more of the same word counts no more (k1), and
    how much the length of a document counts against it (b, 0 to 1)."""

    k1: float = 1.2
    b: float = 0.75

    def idf(self, dfs: Numbers, documents: int) -> NDArray[np.float32]:
        """What a word weighs that is in so many of all ``documents``."""
        return np.log1p((documents - dfs + 0.5) / (dfs + 0.5)).astype(np.float32)

    def norms(self, lengths: NDArray[np.uint32], average: float) -> NDArray[np.float32]:
        """Of documents of so many words: how often a word must stand there to give half its idf."""
        relative = lengths / max(average, 1e-9)
        return (self.k1 * (1 - self.b + self.b * relative)).astype(np.float32)


class WordScores:
    """What each of some different words gives each document that has it.

    Word i gives ``scores[j]`` to ``documents[j]``, where it stands ``frequencies[j]`` times, for
    every j from ``bounds[i]`` to ``bounds[i + 1] - 1``. A word that no document has gives nothing.
    """

    def __init__(self, forms: Sequence[str], index: Index, formula: Bm25 | None = None) -> None:
        """Raises UserError when the index is damaged."""
        formula = formula or Bm25()
        keys = index.hasher.phrases(index.hasher.words(forms), 1)
        postings = index.word_postings(keys)
        self.count = index.documents
        self.bounds = postings.bounds
        self.documents = postings.documents
        self.frequencies = postings.frequencies
        often = postings.frequencies.astype(np.float32)
        divisors = formula.norms(index.lengths, index.average_length)[postings.documents]
        divisors += often  # in place: there are many
        often *= np.repeat(formula.idf(postings.dfs, index.documents), postings.dfs)
        often /= divisors
        self.scores: NDArray[np.float32] = often

    def of_documents(self, words: Numbers, times: Numbers) -> Scores:
        """The score of every document for a passage that has each of ``words`` so many times."""
        total: Scores = np.zeros(self.count)
        for word, often in zip(words.tolist(), times.tolist(), strict=True):
            part = slice(self.bounds[word], self.bounds[word + 1])
            total[self.documents[part]] += often * self.scores[part]
        return total

    def of_passages(self, queries: Queries) -> Iterator[Scores]:
        """The scores of every document for each of some passages."""
        words = len(self.bounds) - 1
        if len(queries) <= _FEW or words * self.count > _TABLE:
            yield from (self.of_documents(*query) for query in queries)
            return
        times = np.zeros((len(queries), words), dtype=np.float32)
        for row, (numbers, often) in enumerate(queries):
            times[row, numbers] = often
        found = np.empty((len(queries), self.count), dtype=np.float32)
        of_word = np.repeat(np.arange(words, dtype=np.min_scalar_type(words)), np.diff(self.bounds))
        part = (self.documents // _AT_ONCE).astype(np.uint16)
        table = np.zeros((words, min(self.count, _AT_ONCE)), dtype=np.float32)
        for first in range(0, self.count, _AT_ONCE):
            here = np.flatnonzero(part == first // _AT_ONCE)
            table.fill(0)
            table[of_word[here], self.documents[here] - first] = self.scores[here]
            some = found[:, first : first + _AT_ONCE]
            np.matmul(times, table[:, : some.shape[1]], out=some)
        yield from (scores.astype(np.float64) for scores in found)

    def table(self, words: Numbers, documents: Numbers) -> Scores:
        """What each of ``words`` gives each of ``documents`` (documents × words)."""
        return self._table(self.scores, words, documents)

    def often(self, documents: Numbers) -> Scores:
        """How often each word stands in each of ``documents`` (documents × words)."""
        return self._table(self.frequencies, np.arange(len(self.bounds) - 1), documents)

    def _table(self, values: NDArray[np.generic], words: Numbers, documents: Numbers) -> Scores:
        order = np.argsort(documents)
        rising = documents[order]
        found = np.zeros((len(documents), len(words)))
        for column, word in enumerate(words.tolist()):
            start, stop = self.bounds[word : word + 2].tolist()
            members = self.documents[start:stop]
            if len(members):
                places = np.searchsorted(members, rising.astype(members.dtype))
                places = np.minimum(places, len(members) - 1)
                has = members[places] == rising
                found[order[has], column] = values[start:stop][places[has]]
        return found
