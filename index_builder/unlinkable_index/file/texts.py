"""The words of all documents in their order, and the places of each word: positions, in a file.

Knows the sections of positions (`FORMAT.md` describes them); knows nothing of what words mean.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file import packing
from unlinkable_index.file.header import TEXT_GROUP, Header
from unlinkable_index.file.index_file import BlockArray, IndexFile, damaged
from unlinkable_index.file.key_tables import EMPTY, HashTable
from unlinkable_index.file.packing import BLOCK, COMMON
from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes

Places = NDArray[np.int64]
WordNumbers = NDArray[np.int32]

_NO_WORD = -1
_GROUP = TEXT_GROUP // BLOCK
_PIECE = 504 << 12  # bytes of texts gone through at once


class PositionsInFile:
    """Those of an index file, as `unlinkable_index.positions.Positions`.

    What was read of texts is kept, up to some 50 MB. Methods raise UserError for a damaged file.
    """

    def __init__(self, file: IndexFile, header: Header, hasher: PhraseHasher) -> None:
        self._file = file
        self._hasher = hasher
        self.vocabulary = self._vocabulary = header.layout.vocabulary
        self._length = header.layout.places
        self._documents = header.documents
        numbers = BlockArray(file, "word_numbers", "<u8")
        self._numbers = HashTable(numbers.take, len(numbers), header.layout.vocabulary)
        self._counts = BlockArray(file, "word_counts", "<u8")
        self._codes = BlockArray(file, "text", "u1")
        self._further = BlockArray(file, "text_further", "u1")
        self._groups = BlockArray(file, "text_groups", "<u8")
        self._blocks = BlockArray(file, "text_blocks", "<u2")
        self._list_offsets = BlockArray(file, "place_offsets", "<u8")

    @cached_property
    def document_starts(self) -> Places:
        """Where each document begins, and the end of the last."""
        starts = self._file.whole("document_starts", "<u8").astype(np.int64)
        if starts[0] != 0 or starts[-1] > self._length or (np.diff(starts) < 0).any():
            raise damaged(self._file.path)
        return starts

    def hashes(self) -> PhraseHashes:
        """The hash of every word, in the order of their numbers."""
        slots = self._file.whole("word_numbers", "<u8").reshape(-1, 2)
        used = slots[slots[:, 1] != EMPTY]
        hashes = np.zeros(self._vocabulary, dtype=np.uint64)
        if len(used) != self._vocabulary or used[:, 1].max(initial=0) >= self._vocabulary:
            raise damaged(self._file.path)
        hashes[used[:, 1].astype(np.int64)] = self._hasher.words_of(used[:, 0])
        return hashes

    def word_numbers(self, hashes: PhraseHashes) -> NDArray[np.int64]:
        """The number of each word, given by its hash; -1 for one that is nowhere."""
        try:
            found = self._numbers.find(self._hasher.phrases(hashes, 1))
        except ValueError:
            raise damaged(self._file.path) from None
        known = found != EMPTY
        if found[known].max(initial=0) >= self._vocabulary:
            raise damaged(self._file.path)
        numbers = np.full(len(hashes), _NO_WORD, dtype=np.int64)
        numbers[known] = found[known]
        return numbers

    def count(self, word_numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """At how many places each word stands; 0 for -1."""
        counts = np.zeros(len(word_numbers), dtype=np.int64)
        known = np.flatnonzero(word_numbers >= 0)
        counts[known] = self._counts.take(word_numbers[known])
        return counts

    def occurrences(self, word_number: int) -> Places:
        """All places of one word, rising. For the commonest words this goes over all texts."""
        if word_number < COMMON:
            return np.concatenate([*self._scanned(word_number), np.empty(0, np.int64)])
        return self.occurrences_of([word_number])[0]

    def occurrences_of(self, word_numbers: Sequence[int]) -> list[Places]:
        """All places of several words, rising."""
        listed = np.array([number for number in word_numbers if number >= COMMON], dtype=np.int64)
        starts, stops = (
            self._list_offsets.take(listed - COMMON + more).astype(np.int64) for more in (0, 1)
        )
        bounds = list(zip(starts.tolist(), stops.tolist(), strict=True))
        content = b"".join(self._file.read_many("place_lists", bounds))
        counts = self.count(listed)
        try:
            steps = packing.unpacked_numbers(np.frombuffer(content, np.uint8))
        except ValueError:
            raise damaged(self._file.path) from None
        if len(steps) != counts.sum():
            raise damaged(self._file.path)
        found = iter(np.split(steps, np.cumsum(counts)[:-1]) if len(listed) else [])
        return [
            np.cumsum(next(found)) - 1 if number >= COMMON else self.occurrences(number)
            for number in word_numbers
        ]

    def text(self, document: int) -> tuple[Places, WordNumbers]:
        """The places of a document at which words stand, rising, and the word at each."""
        start, stop = self.document_starts[document : document + 2].tolist()
        words = self.words_between(start, stop)
        at = np.flatnonzero(words >= 0)
        return at + start, words[at]

    def words_between(self, start: int, stop: int) -> WordNumbers:
        """The word at each place from ``start`` to ``stop`` - 1; -1 where there is none."""
        if start >= stop:
            return np.empty(0, dtype=np.int32)
        block = start // BLOCK
        codes = self.commonest_between(block * BLOCK, stop)
        number = np.array([block])
        begin = int(self._groups.take(number // _GROUP)[0]) + int(self._blocks.take(number)[0])
        size = packing.further_bytes(codes)
        if begin + size > len(self._further):
            raise damaged(self._file.path)
        further = self._file.read("text_further", begin, begin + size)
        words = packing.unpacked_run_of_words(codes, np.frombuffer(further, np.uint8))
        if words.max(initial=0) >= self._vocabulary:
            raise damaged(self._file.path)
        return words[start - block * BLOCK :]

    @property
    def commonest(self) -> int:
        """How many words have a code of their own."""
        return COMMON

    def commonest_between(self, start: int, stop: int) -> NDArray[np.uint8]:
        """The code of each place."""
        return np.frombuffer(self._file.read("text", start, stop), np.uint8)

    def words_at(self, places: Places) -> WordNumbers:
        """The word at each place; -1 where there is none, also outside of the collection."""
        words: WordNumbers = np.full(len(places), _NO_WORD, dtype=np.int32)
        inside = np.flatnonzero((places >= 0) & (places < self._length))
        blocks, row = np.unique(places[inside] // BLOCK, return_inverse=True)
        words[inside] = self._unpacked(blocks)[row.reshape(-1), places[inside] % BLOCK]
        return words

    def documents_of(self, places: Places) -> NDArray[np.int64]:
        """The document of each place at which a word stands."""
        return np.searchsorted(self.document_starts, places, side="right") - 1

    def _unpacked(self, blocks: NDArray[np.int64]) -> WordNumbers:
        """The words of some blocks of places; shape (blocks, `BLOCK`)."""
        codes = self._codes.take_rows(blocks, BLOCK)
        starts = self._groups.take(blocks // _GROUP).astype(np.int64) + self._blocks.take(blocks)
        try:
            words = packing.unpacked_words(codes, starts, self._further.take, len(self._further))
        except ValueError:
            raise damaged(self._file.path) from None
        if words.max(initial=0) >= self._vocabulary:
            raise damaged(self._file.path)
        return words

    def _scanned(self, word: int) -> list[Places]:
        """The places of one of the commonest words, piece by piece."""
        found = []
        for start in range(0, self._length, _PIECE):
            content = self._file.read("text", start, min(start + _PIECE, self._length))
            found.append(np.flatnonzero(np.frombuffer(content, np.uint8) == word) + start)
        return found
