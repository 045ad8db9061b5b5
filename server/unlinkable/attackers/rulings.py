"""Rulings at hand, and which of them are nearest to a draft.

Those that the index holds are ranked by it; the words of all others are counted when they are read.
Knows texts, the index and drafts; knows nothing of what is done with the nearest.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.attackers.formulas import Formula, Numbers, Query, bm25
from unlinkable.attackers.texts import Texts
from unlinkable.draft import Draft
from unlinkable.findings.ranking.passages import Vocabulary
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, never, unseen
from unlinkable_index.index import Index, WordPostings
from unlinkable_index.phrase_hashes import PhraseHashes
from unlinkable_index.words import find_words

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
        without: Collection[str],
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
