"""Rulings at hand, kept in memory and compressed, and which of them are nearest to a draft, by BM25
or as the published attack ranks (BMX). Nothing is written. Must know nothing of what is done
with the nearest."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import zstandard
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.bm25 import Bm25, Vocabulary
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, never, unseen
from unlinkable_index.collection import Collection
from unlinkable_index.collection.record import USUAL_SOURCES, Record, SourceOptions
from unlinkable_index.file.postings import WordPostings
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHashes
from unlinkable_index.words import find_words

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
    """BM25 with the idf of Lucene, as everywhere in this program (`findings.bm25`)."""
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


class Texts:
    """The texts of some records."""

    def __init__(
        self, records: Iterable[Record], stop: Stop = never, report: OnProgress = unseen
    ) -> None:
        """Raises UserError as reading ``records`` does, and StoppedError."""
        pack = zstandard.ZstdCompressor(level=1).compress
        self._texts: dict[str, bytes] = {}
        size = getattr(records, "size", 0)
        for record in records:
            if stop():
                raise StoppedError
            self._texts[record.id] = pack(record.text.encode())
            done = getattr(records, "bytes_read", 0) / size if size else None
            report(Progress("reading texts", done))

    @classmethod
    def read(
        cls,
        sources: Sequence[Path],
        stop: Stop = never,
        report: OnProgress = unseen,
        options: SourceOptions | None = None,
    ) -> "Texts":
        """The texts of folders and files, such as an index is built from; ``options``: how they are
        read. Raises UserError when they cannot be read, and StoppedError."""
        return cls(Collection(sources, options or USUAL_SOURCES), stop, report)

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        """The ids of all records."""
        return iter(self._texts)

    def __contains__(self, record_id: str) -> bool:
        return record_id in self._texts

    def of(self, ids: Iterable[str]) -> str | None:
        """The texts of those of some records that are at hand, with blank lines between them; None
        where none is."""
        packed = [self._texts[one] for one in ids if one in self._texts]
        if not packed:
            return None
        unpack = zstandard.ZstdDecompressor().decompress
        return "\n\n".join(dict.fromkeys(unpack(one).decode() for one in packed))


NEAREST = 100
"""Rulings that are looked into for one draft."""


@dataclass(frozen=True)
class Near:
    """A ruling, and its score for a draft. ``ids``: of its records."""

    ids: tuple[str, ...]
    text: str
    score: float

    @property
    def id(self) -> str:
        """The id of its first record."""
        return self.ids[0]


@dataclass(frozen=True)
class _Counted:
    """Words of texts that no index holds: for each word and text how often; by hash, rising."""

    words: PhraseHashes
    texts: Numbers
    frequencies: Numbers
    lengths: Numbers


class Rulings:
    """Texts that can be ranked. Records that the index takes for one document are one ruling."""

    def __init__(
        self, texts: Texts, index: Index, stop: Stop = never, report: OnProgress = unseen
    ) -> None:
        """Raises UserError when the index is damaged, and StoppedError."""
        self._texts = texts
        self._index = index
        held: dict[int, list[str]] = defaultdict(list)
        others: list[str] = []
        for record_id in texts:
            number = index.document_number(record_id)
            if number is None:
                others.append(record_id)
            else:
                held[number].append(record_id)
        self._ids = {number: tuple(ids) for number, ids in held.items()}
        self._ids |= {index.documents + at: (one,) for at, one in enumerate(others)}
        self._counted = self._count(others, stop, report)
        self._lengths: Numbers = np.concatenate([index.lengths, self._counted.lengths])
        self._absent = np.ones(len(self._lengths), dtype=bool)
        self._absent[list(self._ids)] = False

    def __len__(self) -> int:
        return len(self._ids)

    def nearest(
        self,
        draft: Draft,
        without: Iterable[str],
        count: int = NEAREST,
        formula: Formula = bm25,
    ) -> tuple[Near, ...]:
        """The ``count`` rulings that score highest for the whole draft, the highest first.

        - ``without``: ids of records; the rulings that these are part of are left out.

        Raises UserError when the index is damaged.
        """
        vocabulary = Vocabulary(draft)
        _, times = vocabulary.counted(range(len(draft.forms)))
        scores = formula(Query(times, self._postings(vocabulary.forms), self._lengths))
        left_out = set(without)
        scores[self._absent] = -np.inf
        order = np.argsort(-scores, kind="stable")
        found: list[Near] = []
        for number in order.tolist():
            if len(found) == count or not scores[number] > 0:
                break
            ids = self._ids[number]
            known = self._index.document(number).ids if number < self._index.documents else ids
            text = self._texts.of(ids)
            if text is not None and left_out.isdisjoint(known):
                found.append(Near(ids, text, float(scores[number])))
        return tuple(found)

    def _count(self, ids: list[str], stop: Stop, report: OnProgress) -> _Counted:
        parts: list[tuple[PhraseHashes, Numbers]] = []
        lengths: list[int] = []
        for at, record_id in enumerate(ids):
            if stop():
                raise StoppedError
            report(Progress("counting words", at / len(ids)))
            forms = find_words(self._texts.of([record_id]) or "").forms
            words, often = np.unique(self._index.hasher.words(forms), return_counts=True)
            parts.append((words, often.astype(np.int64)))
            lengths.append(len(forms))
        sizes = [len(words) for words, _ in parts]
        words = np.concatenate([np.empty(0, np.uint64), *(words for words, _ in parts)])
        often = np.concatenate([np.empty(0, np.int64), *(often for _, often in parts)])
        texts = np.repeat(np.arange(len(ids)), sizes).astype(np.int64)
        order = np.argsort(words, kind="stable")
        counted = np.array(lengths, dtype=np.int64)
        return _Counted(words[order], texts[order], often[order], counted)

    def _postings(self, forms: tuple[str, ...]) -> WordPostings:
        """Where words stand: in the documents of the index, and after these in the other texts."""
        hasher = self._index.hasher
        hashes = hasher.words(forms)
        known = self._index.word_postings(hasher.phrases(hashes, 1))
        if not len(self._counted.words):
            return known
        first = np.searchsorted(self._counted.words, hashes, side="left")
        end = np.searchsorted(self._counted.words, hashes, side="right")
        documents: list[NDArray[np.integer]] = []
        often: list[NDArray[np.integer]] = []
        for word in range(len(forms)):
            mine = slice(known.bounds[word], known.bounds[word + 1])
            others = slice(first[word], end[word])
            documents += [
                known.documents[mine],
                self._counted.texts[others] + self._index.documents,
            ]
            often += [known.frequencies[mine], self._counted.frequencies[others]]
        return WordPostings(
            known.bounds + np.concatenate([[0], np.cumsum(end - first)]),
            np.concatenate(documents).astype(np.uint32),
            np.concatenate(often).astype(np.uint32),
        )

    @property
    def indexed(self) -> bool:
        """Whether most of them are originals that the index holds."""
        held = sum(number < self._index.documents for number in self._ids)
        return 2 * held > len(self._ids)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        """The ids of the records of every ruling."""
        return iter(self._ids.values())
