"""A few originals as an index, in memory: what `Index` answers, of every phrase that they hold.

For the original beside a draft. Knows words and documents; must know nothing of files and drafts.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.document_sets import DocumentSets
from unlinkable_index.file.phrase_table import ABSENT, Postings
from unlinkable_index.file.ranges import ranges
from unlinkable_index.file.word_postings import WordPostings
from unlinkable_index.index import Document
from unlinkable_index.original import Original
from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes
from unlinkable_index.positions import PositionsInMemory

Numbers = NDArray[np.int64]


class OriginalsInMemory:
    """Originals as an index of as many documents; each phrase has a posting number of its own."""

    def __init__(self, originals: Sequence[Original], hasher: PhraseHasher, max_words: int) -> None:
        """``originals``: read with ``hasher``, for phrases of up to ``max_words`` words."""
        self.documents = len(originals)
        self.ids = tuple(original.id for original in originals)
        self.lengths = np.array([original.length for original in originals], dtype=np.uint32)
        self.positions = PositionsInMemory(
            [
                np.split(original.words, np.flatnonzero(np.diff(original.segments)) + 1)
                for original in originals
            ]
        )
        keys, documents = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
        for document, original in enumerate(originals):
            for n in range(1, min(max_words, len(original.words)) + 1):
                some = hasher.phrases(original.words, n)
                whole = original.segments[: len(some)] == original.segments[n - 1 :]
                keys.append(np.unique(some[whole]))
                documents.append(np.full(len(keys[-1]), document))
        every, holders = np.concatenate(keys), np.concatenate(documents)
        order = np.lexsort((holders, every))
        self._holders = holders[order].astype(np.uint32)
        self._keys, sizes = np.unique(every[order], return_counts=True)
        self._bounds = np.concatenate(([0], np.cumsum(sizes)))
        self._often = self._frequencies(originals, hasher)

    def lookup(self, keys: PhraseHashes, _df_below: int | None = None) -> Postings:
        """As `Index.lookup`; nothing is left out."""
        if not len(self._keys):
            return np.full(len(keys), ABSENT, dtype=np.int64)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[at] == keys, at, ABSENT)

    def df(self, postings: Postings) -> Numbers:
        """As `Index.df`."""
        known = np.maximum(postings, 0)
        return np.where(postings < 0, 0, self._bounds[known + 1] - self._bounds[known])

    def document_sets(self, postings: Postings) -> DocumentSets:
        """As `Index.document_sets`."""
        sizes = self.df(postings)
        starts = self._bounds[np.maximum(postings, 0)]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        return DocumentSets(bounds, self._holders[ranges(starts, sizes)])

    def word_postings(self, keys: PhraseHashes) -> WordPostings:
        """As `Index.word_postings`."""
        bounds, documents = self.document_sets(self.lookup(keys))
        words = np.repeat(keys, np.diff(bounds)).tolist()
        often = [self._often[pair] for pair in zip(words, documents.tolist(), strict=True)]
        return WordPostings(bounds, documents, np.array(often, dtype=np.uint32))

    def document(self, number: int) -> Document:
        """As `Index.document`."""
        return Document(({"id": self.ids[number]},))

    def document_number(self, record_id: str) -> int | None:
        """As `Index.document_number`."""
        return self.ids.index(record_id) if record_id in self.ids else None

    @staticmethod
    def _frequencies(
        originals: Sequence[Original], hasher: PhraseHasher
    ) -> dict[tuple[int, int], int]:
        """How often each word stands in each original, by its key and the original's number."""
        found = {}
        for document, original in enumerate(originals):
            hashes = np.array(list(original.frequencies), dtype=np.uint64)
            keys = hasher.phrases(hashes, 1).tolist()
            for key, often in zip(keys, original.frequencies.values(), strict=True):
                found[key, document] = often
        return found
