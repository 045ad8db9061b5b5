"""How texts are scored for a query: BM25, and BMX as the published infilling attack uses it.

Knows how often words stand in texts; knows nothing of drafts, indexes and what texts say.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.ranking.bm25 import Bm25
from unlinkable_index.index import WordPostings

Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Query:
    """The different words of a query, each asked for ``times`` times (int64, one a word).

    ``postings``: where each stands among the texts; ``lengths``: the words of every text (one a
    text, int64).
    """

    times: Numbers
    postings: WordPostings
    lengths: Numbers

    @property
    def texts(self) -> int:
        """How many texts there are."""
        return len(self.lengths)

    @property
    def average(self) -> float:
        """The mean number of words of a text."""
        return float(self.lengths.mean()) if len(self.lengths) else 0.0


Formula = Callable[[Query], Scores]
"""The score of every text for a query (float64, one a text)."""


def bm25(query: Query) -> Scores:
    """BM25 with the idf of Lucene, as everywhere in this program (`findings.ranking.bm25`)."""
    formula, postings = Bm25(), query.postings
    norms = formula.norms(query.lengths.astype(np.uint32), query.average)[postings.documents]
    weights = np.repeat(query.times * formula.idf(postings.dfs, query.texts), postings.dfs)
    often = postings.frequencies.astype(np.float64)
    return _summed(query, weights * often / (often + norms))


def bmx(query: Query) -> Scores:
    """BMX (Li & others, arXiv 2408.06643), with the parameters that its authors set by default.

    For each word t of the query, as often as it stands there, and each text d that has it f times:
    ``idf·f·(a + 1) / (f + a·|d| / average + a·E) + b·E_t·S``, where ``a = average / 100``, but 0.5
    to 1.5; ``b = 1 / ln(1 + N)``; ``E_t`` is the entropy of t, ``-Σ p·ln p`` over the texts that
    have it with ``p = 1 / (1 + e^-f)``, over the highest of the query; ``E`` the mean of ``E_t``
    and ``S`` the share of the words of the query that are in d.
    """
    postings, dfs = query.postings, query.postings.dfs
    known = dfs > 0
    asked = int(query.times[known].sum())
    if not asked:
        return np.zeros(query.texts)
    often = postings.frequencies.astype(np.float64)
    word = np.repeat(np.arange(len(dfs)), dfs)
    p = 1 / (1 + np.exp(-often))
    parts = np.bincount(word, -p * np.log(p), minlength=len(dfs)).astype(np.float64)
    entropies = parts / parts.max()
    mean = float((query.times * entropies)[known].sum()) / asked
    a = max(min(1.5, query.average / 100), 0.5)
    b = 1 / np.log(1 + query.texts)
    times = query.times[word].astype(np.float64)
    shares = _summed(query, times) / asked
    relative = query.lengths[postings.documents] / query.average
    idf = np.log1p((query.texts - dfs + 0.5) / (dfs + 0.5))[word]
    first = idf * often * (a + 1) / (often + a * relative + a * mean)
    return _summed(query, times * (first + b * entropies[word] * shares[postings.documents]))


def _summed(query: Query, given: NDArray[np.floating]) -> Scores:
    """What the words give every text together, ``given`` being what each entry of the postings
    gives."""
    total = np.bincount(query.postings.documents, given, minlength=query.texts)
    return total.astype(np.float64)
