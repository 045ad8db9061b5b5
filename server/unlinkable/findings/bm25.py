"""What is put to an engine that ranks, a sentence, a paragraph or the whole draft without its
masks, and what each of its words gives each original.

The yardstick is BM25 (Robertson & Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond,
2009) with the idf of Lucene: a word w that stands f times in a document of l words gives it
``idf(w) · f / (f + k1·(1 - b + b·l / average length))``, once for every time that the passage has
the word; ``idf(w) = ln(1 + (N - df + 0.5) / (df + 0.5))``. In a large collection what cannot change
the order is not read (MaxScore: Turtle & Flood, Query evaluation: strategies and
optimizations, 1995). Must know nothing of what is found in passages.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable_index.documents.shared.rendering import blank_lines
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


FEWEST_WORDS = 5
"""A passage of fewer words is not put to an engine."""


class Unit(Enum):
    """How much of a draft is put to an engine at once."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DRAFT = "draft"


@dataclass(frozen=True)
class Passage:
    """Consecutive words of a draft, as numbers; ``span`` is where the passage stands."""

    unit: Unit
    words: range
    span: Span


def passages(draft: Draft, unit: Unit) -> list[Passage]:
    """The passages of a draft that have words enough, in order."""
    found = (Passage(unit, draft.words_in(span), span) for span in _spans(draft, unit))
    return [passage for passage in found if len(passage.words) >= FEWEST_WORDS]


def _spans(draft: Draft, unit: Unit) -> list[Span]:
    if unit is Unit.SENTENCE:
        return list(draft.sentences)
    if unit is Unit.DRAFT:
        return [Span(0, len(draft.text))]
    bounds = blank_lines(draft.text)
    if not bounds:  # no blank lines: every line is a paragraph
        ends = [place for place, character in enumerate(draft.text) if character == "\n"]
        bounds = [Span(end, end + 1) for end in ends]
    starts = [0, *(blank.end for blank in bounds)]
    ends = [*(blank.start for blank in bounds), len(draft.text)]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


class Vocabulary:
    """The different words of a draft, numbered; ``numbers`` is that of every word in turn."""

    def __init__(self, draft: Draft) -> None:
        known: dict[str, int] = {}
        numbers = [known.setdefault(form, len(known)) for form in draft.forms]
        self.forms = tuple(known)
        self.numbers: Numbers = np.array(numbers, dtype=np.int64)

    def counted(self, words: range) -> tuple[Numbers, Numbers]:
        """The different words among ``words``, rising, and how often each stands there."""
        return np.unique(self.numbers[words.start : words.stop], return_counts=True)


_READ = 1 << 20  # documents of words that are read at once
_FEW_DOCUMENTS = 1 << 14  # documents for which words are looked up one by one
_NEAR = 1e-4  # of a score: what rounding may take from a bound


@dataclass(frozen=True)
class FirstDocuments:
    """Documents and their scores, in no order; all that score at least as high as was asked."""

    documents: Numbers
    scores: Scores


class LargeCollection:
    """The different ``forms`` of a query, each asked for ``times`` times, in a large collection."""

    def __init__(
        self, forms: Sequence[str], times: Numbers, index: Index, formula: Bm25 | None = None
    ) -> None:
        """Raises UserError when the index is damaged, as all methods do."""
        self._index = index
        self._formula = formula or Bm25()
        self._keys = index.hasher.phrases(index.hasher.words(forms), 1)
        bounds = index.word_bounds(self._keys)
        self._idf = self._formula.idf(bounds.dfs, index.documents) * times
        # No document is shorter than its words are many.
        shortest = np.maximum(bounds.highest, 1)
        highest = self._formula.norms(shortest.astype(np.uint32), index.average_length)
        self._most = self._idf * shortest / (shortest + highest) * (bounds.dfs > 0)
        self._dfs = bounds.dfs
        self._norms = self._formula.norms(index.lengths, index.average_length)

    def first(self, places: int, document: int | None = None) -> FirstDocuments:
        """The documents that may come at one of the first ``places``, and all that score as high as
        ``document``."""
        floor = np.inf if document is None else self.score(document)
        scores = np.zeros(self._index.documents)
        candidates = np.arange(self._index.documents)
        unread = np.argsort(self._dfs, kind="stable")
        while len(unread) and len(candidates) > _FEW_DOCUMENTS:
            count = int(np.searchsorted(np.cumsum(self._dfs[unread]), _READ)) + 1
            scores += self._read(unread[:count])
            unread = unread[count:]
            candidates = np.flatnonzero(self._may_reach(scores, places, floor, unread))
        scores = scores[candidates]
        unread = unread[np.argsort(-self._most[unread], kind="stable")]
        for number, word in enumerate(unread.tolist(), start=1):
            scores += self._gives(word, candidates)
            keep = self._may_reach(scores, places, floor, unread[number:])
            candidates, scores = candidates[keep], scores[keep]
        return FirstDocuments(candidates, scores)

    def _may_reach(
        self, scores: Scores, places: int, floor: float, unread: Numbers
    ) -> NDArray[np.bool_]:
        """Which scores may still come to be high enough, by what ``unread`` words could add."""
        count = min(places, len(scores))
        bar = min(float(np.partition(scores, -count)[-count]), floor)
        return scores + float(self._most[unread].sum()) >= bar * (1 - _NEAR)

    def score(self, document: int) -> float:
        """The score of one document."""
        one = np.array([document])
        return sum(float(self._gives(word, one)[0]) for word in range(len(self._keys)))

    def often(self, documents: Numbers) -> Scores:
        """How often each word stands in each of ``documents`` (documents × words)."""
        found = [self._index.word_frequencies(key, documents) for key in self._keys.tolist()]
        return np.array(found, dtype=np.float64).reshape(len(found), len(documents)).T

    def _read(self, words: Numbers) -> Scores:
        """What some words give every document."""
        found = self._index.word_postings(self._keys[words])
        often = found.frequencies.astype(np.float32)
        weights = np.repeat(self._idf[words], found.dfs)
        given = weights * often / (often + self._norms[found.documents])
        total: Scores = np.zeros(self._index.documents)
        total += np.bincount(found.documents, given, minlength=len(total))
        return total

    def _gives(self, word: int, documents: Numbers) -> NDArray[np.float64]:
        """What one word gives each of ``documents``."""
        often = self._index.word_frequencies(int(self._keys[word]), documents).astype(np.float64)
        given: NDArray[np.float64] = self._idf[word] * often / (often + self._norms[documents])
        return given
