"""Which word stands where: the sequence of all words of a collection, and the places of each word.

The words of the first document stand at the places 0, 1, 2, … in their order, then those of the
next. Between the records of a document, its texts in other readings and documents at least `GAP`
places are unused, so that nothing that is near another thing is in another text. Words are numbered
from 0 by falling collection frequency. Knows word hashes; must know nothing of drafts.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.ranges import ranges
from unlinkable_index.phrase_hashes import PhraseHashes

GAP = 64
"""Places that are unused between texts, at least."""
NO_WORD = -1

Places = NDArray[np.int64]
WordNumbers = NDArray[np.int32]


class Positions(Protocol):
    """Which word stands where. Methods raise UserError where an index file is damaged.

    ``document_starts``: where each document begins, and the end of the last: one more element than
    there are documents.
    """

    @property
    def document_starts(self) -> Places: ...

    @property
    def vocabulary(self) -> int:
        """How many different words there are."""
        ...

    def hashes(self) -> PhraseHashes:
        """The hash of every word, in the order of their numbers."""
        ...

    def word_numbers(self, hashes: PhraseHashes) -> NDArray[np.int64]:
        """The number of each word, given by its hash (`PhraseHasher.words`); `NO_WORD` for one that
        is nowhere in the collection."""
        ...

    def count(self, word_numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """At how many places each word stands; 0 for `NO_WORD`."""
        ...

    def occurrences(self, word_number: int) -> Places:
        """All places of one word, rising. For the commonest words this goes over all texts."""
        ...

    def text(self, document: int) -> tuple[Places, WordNumbers]:
        """The places of a document at which words stand, rising, and the word at each."""
        ...

    def words_at(self, places: Places) -> WordNumbers:
        """The word at each place; `NO_WORD` where there is none, also outside of the collection."""
        ...

    def words_between(self, start: int, stop: int) -> WordNumbers:
        """The word at each place from ``start`` to ``stop`` - 1, all of the collection; much faster
        than `words_at`."""
        ...

    @property
    def commonest(self) -> int:
        """How many of the commonest words `commonest_between` tells."""
        ...

    def commonest_between(self, start: int, stop: int) -> NDArray[np.integer]:
        """As `words_between`, but faster, and `NO_WORD` or a number from `commonest` to 255 stands
        for all other words, too."""
        ...

    def occurrences_of(self, word_numbers: Sequence[int]) -> list[Places]:
        """As `occurrences`, for several words at once."""
        ...

    def documents_of(self, places: Places) -> NDArray[np.int64]:
        """The document of each place at which a word stands."""
        ...


class PositionsInMemory:
    """Those of a few texts, kept in memory. As `Positions`."""

    def __init__(self, documents: Sequence[Sequence[PhraseHashes]]) -> None:
        """``documents``: of each document the words of its texts, as hashes."""
        texts = [np.asarray(text, np.uint64) for texts in documents for text in texts]
        lengths = np.array([len(text) for text in texts], dtype=np.int64)
        starts = np.cumsum(lengths + GAP) - (lengths + GAP)
        ends = np.append(starts, (lengths + GAP).sum())
        self.document_starts: Places = ends[np.cumsum([0, *map(len, documents)])]
        every = np.concatenate([np.empty(0, np.uint64), *texts])
        hashes, words, counts = np.unique(every, return_inverse=True, return_counts=True)
        order = np.lexsort((hashes, -counts))
        number = np.empty(len(order), dtype=np.int32)
        number[order] = np.arange(len(order), dtype=np.int32)
        self._hashes, self._numbers, self._counts = hashes, number, counts[order]
        self._words = np.full(int(ends[-1]), NO_WORD, dtype=np.int32)
        self._words[ranges(starts, lengths)] = number[words.reshape(-1)]

    @property
    def vocabulary(self) -> int:
        """As in `Positions`."""
        return len(self._hashes)

    def hashes(self) -> PhraseHashes:
        """As in `Positions`."""
        in_order: PhraseHashes = self._hashes[np.argsort(self._numbers)]
        return in_order

    def word_numbers(self, hashes: PhraseHashes) -> NDArray[np.int64]:
        """As in `Positions`."""
        numbers = np.full(len(hashes), NO_WORD, dtype=np.int64)
        if len(self._hashes):
            at = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
            found = self._hashes[at] == hashes
            numbers[found] = self._numbers[at[found]]
        return numbers

    def count(self, word_numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """As in `Positions`."""
        return np.append(self._counts, 0)[word_numbers]

    def occurrences(self, word_number: int) -> Places:
        """As in `Positions`."""
        return np.flatnonzero(self._words == word_number)

    def text(self, document: int) -> tuple[Places, WordNumbers]:
        """As in `Positions`."""
        start, stop = self.document_starts[document : document + 2].tolist()
        words = self._words[start:stop]
        at = np.flatnonzero(words >= 0)
        return at + start, words[at]

    def words_at(self, places: Places) -> WordNumbers:
        """As in `Positions`."""
        inside = (places >= 0) & (places < len(self._words))
        words: WordNumbers = np.full(len(places), NO_WORD, dtype=np.int32)
        words[inside] = self._words[places[inside]]
        return words

    def words_between(self, start: int, stop: int) -> WordNumbers:
        """As in `Positions`."""
        return self._words[start:stop]

    @property
    def commonest(self) -> int:
        """As in `Positions`: all words."""
        return self.vocabulary

    def commonest_between(self, start: int, stop: int) -> NDArray[np.integer]:
        """As in `Positions`."""
        return self._words[start:stop]

    def occurrences_of(self, word_numbers: Sequence[int]) -> list[Places]:
        """As in `Positions`."""
        return [self.occurrences(number) for number in word_numbers]

    def documents_of(self, places: Places) -> NDArray[np.int64]:
        """As in `Positions`."""
        return np.searchsorted(self.document_starts, places, side="right") - 1
