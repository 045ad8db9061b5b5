"""Which word stands where: what is asked of positions, those of a few texts in memory, and those of
several indexes as one. Knows word hashes, places and numbers of documents; must never know
drafts or the layout of a file."""

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.packing import ranges
from unlinkable_index.phrase_hashes import PhraseHashes

GAP = 64
"""Places that are unused between texts, at least."""
NO_WORD = -1

Numbers = NDArray[np.int64]
Places = Numbers
WordNumbers = NDArray[np.int32]


class Positions(Protocol):
    """Which word stands where. Methods raise UserError where an index file is damaged."""

    @property
    def document_starts(self) -> Places:
        """Where each document begins, and the end of the last."""

    @property
    def vocabulary(self) -> int:
        """How many different words there are."""

    def hashes(self) -> PhraseHashes:
        """The hash of every word, in the order of their numbers."""

    def word_numbers(self, hashes: PhraseHashes) -> Numbers:
        """The number of each word, given by its hash (`PhraseHasher.words`); `NO_WORD` for one that
        is nowhere in the collection."""

    def count(self, word_numbers: Numbers) -> Numbers:
        """At how many places each word stands; 0 for `NO_WORD`."""

    def occurrences(self, word_number: int) -> Places:
        """All places of one word, rising. For the commonest words this goes over all texts."""

    def text(self, document: int) -> tuple[Places, WordNumbers]:
        """The places of a document at which words stand, rising, and the word at each."""
        start, stop = self.document_starts[document : document + 2].tolist()
        words = self.words_between(start, stop)
        at = np.flatnonzero(words >= 0)
        return at + start, words[at]

    def words_at(self, places: Places) -> WordNumbers:
        """The word at each place; `NO_WORD` where there is none, also outside of the collection."""

    def words_between(self, start: int, stop: int) -> WordNumbers:
        """The word at each place from ``start`` to ``stop`` - 1, all of the collection; much faster
        than `words_at`."""

    @property
    def commonest(self) -> int:
        """How many of the commonest words `commonest_between` tells."""

    def commonest_between(self, start: int, stop: int) -> NDArray[np.integer]:
        """As `words_between`, but faster, and `NO_WORD` or a number from `commonest` to 255 stands
        for all other words, too."""

    def occurrences_of(self, word_numbers: Sequence[int]) -> list[Places]:
        """As `occurrences`, for several words at once."""
        return [self.occurrences(number) for number in word_numbers]

    def documents_of(self, places: Places) -> Numbers:
        """The document of each place at which a word stands."""
        return np.searchsorted(self.document_starts, places, side="right") - 1


class PositionsInMemory(Positions):
    """Those of a few texts, kept in memory."""

    def __init__(self, documents: Sequence[Sequence[PhraseHashes]]) -> None:
        """``documents``: of each document the words of its texts, as hashes."""
        texts = [np.asarray(text, np.uint64) for texts in documents for text in texts]
        lengths = np.array([len(text) for text in texts], dtype=np.int64)
        starts = np.cumsum(lengths + GAP) - (lengths + GAP)
        ends = np.append(starts, (lengths + GAP).sum())
        self._document_starts: Places = ends[np.cumsum([0, *map(len, documents)])]
        every = np.concatenate([np.empty(0, np.uint64), *texts])
        hashes, words, counts = np.unique(every, return_inverse=True, return_counts=True)
        order = np.lexsort((hashes, -counts))
        number = np.empty(len(order), dtype=np.int32)
        number[order] = np.arange(len(order), dtype=np.int32)
        self._hashes, self._numbers, self._counts = hashes, number, counts[order]
        self._words = np.full(int(ends[-1]), NO_WORD, dtype=np.int32)
        self._words[ranges(starts, lengths)] = number[words.reshape(-1)]

    @property
    def document_starts(self) -> Places:
        return self._document_starts

    @property
    def vocabulary(self) -> int:
        return len(self._hashes)

    def hashes(self) -> PhraseHashes:
        in_order: PhraseHashes = self._hashes[np.argsort(self._numbers)]
        return in_order

    def word_numbers(self, hashes: PhraseHashes) -> Numbers:
        numbers = np.full(len(hashes), NO_WORD, dtype=np.int64)
        if len(self._hashes):
            at = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
            found = self._hashes[at] == hashes
            numbers[found] = self._numbers[at[found]]
        return numbers

    def count(self, word_numbers: Numbers) -> Numbers:
        return np.append(self._counts, 0)[word_numbers]

    def occurrences(self, word_number: int) -> Places:
        return np.flatnonzero(self._words == word_number)

    def words_at(self, places: Places) -> WordNumbers:
        inside = (places >= 0) & (places < len(self._words))
        words: WordNumbers = np.full(len(places), NO_WORD, dtype=np.int32)
        words[inside] = self._words[places[inside]]
        return words

    def words_between(self, start: int, stop: int) -> WordNumbers:
        return self._words[start:stop]

    @property
    def commonest(self) -> int:
        """As in `Positions`: all words."""
        return self.vocabulary

    def commonest_between(self, start: int, stop: int) -> NDArray[np.integer]:
        return self._words[start:stop]


class PositionsTogether(Positions):
    """Those of several indexes. The texts of documents that count as one follow each other."""

    def __init__(self, parts: Sequence[Positions], maps: Sequence[Numbers]) -> None:
        """``maps``: of each part the number that each of its documents has here; -1: none."""
        self._parts = parts
        self._maps = maps
        self._shifts = np.cumsum([0, *(int(part.document_starts[-1]) for part in parts)])
        self._counted_out: dict[int, Numbers] = {}
        self._documents = 1 + max(int(one.max(initial=-1)) for one in maps)

    @cached_property
    def document_starts(self) -> Places:
        """As in `Positions`; where the texts of a document lie apart, the first begins here."""
        starts = np.full(self._documents + 1, self._shifts[-1], dtype=np.int64)
        for part, shift, known in reversed(
            list(zip(self._parts, self._shifts.tolist(), self._maps, strict=False))
        ):
            stays = known >= 0
            starts[known[stays]] = part.document_starts[:-1][stays] + shift
        return starts

    @property
    def vocabulary(self) -> int:
        highest = max((int(some.max(initial=-1)) for some in self._numbers), default=-1)
        return max(self._parts[0].vocabulary, highest + 1)

    def hashes(self) -> PhraseHashes:
        hashes = np.zeros(self.vocabulary, dtype=np.uint64)
        hashes[: self._parts[0].vocabulary] = self._parts[0].hashes()
        for part, known in zip(self._parts[1:], self._numbers, strict=True):
            hashes[known] = part.hashes()
        return hashes

    def word_numbers(self, hashes: PhraseHashes) -> Numbers:
        numbers = self._parts[0].word_numbers(hashes)
        for part, known in zip(self._parts[1:], self._numbers, strict=True):
            missing = np.flatnonzero(numbers < 0)
            own = part.word_numbers(hashes[missing])
            numbers[missing] = np.append(known, NO_WORD)[own]
        return numbers

    def count(self, word_numbers: Numbers) -> Numbers:
        counts = np.zeros(len(word_numbers), dtype=np.int64)
        for at, part in enumerate(self._parts):
            own = self._own(at, word_numbers)
            counts += part.count(own)
            counts -= np.append(self._lost(at), 0)[own]
        return counts

    def occurrences(self, word_number: int) -> Places:
        return self.occurrences_of([word_number])[0]

    def text(self, document: int) -> tuple[Places, WordNumbers]:
        places, words = [np.empty(0, np.int64)], [np.empty(0, np.int32)]
        for at, part in enumerate(self._parts):
            for own in np.flatnonzero(self._maps[at] == document).tolist():
                some, text = part.text(own)
                places.append(some + self._shifts[at])
                words.append(self._here(at, text))
        return np.concatenate(places), np.concatenate(words)

    def words_at(self, places: Places) -> WordNumbers:
        words: WordNumbers = np.full(len(places), NO_WORD, dtype=np.int32)
        for at, part in enumerate(self._parts):
            mine = np.flatnonzero((places >= self._shifts[at]) & (places < self._shifts[at + 1]))
            own = places[mine] - self._shifts[at]
            stays = self._stays(at, own)
            words[mine[stays]] = self._here(at, part.words_at(own[stays]))
        return words

    def words_between(self, start: int, stop: int) -> WordNumbers:
        found = [np.empty(0, dtype=np.int32)]
        for at, (part, shift) in enumerate(zip(self._parts, self._shifts.tolist(), strict=False)):
            first = max(start - shift, 0)
            last = min(stop, int(self._shifts[at + 1])) - shift
            if first < last:
                words = self._here(at, part.words_between(first, last)).copy()
                for begin, end in self._gone_between(at, first, last):
                    words[begin:end] = NO_WORD
                found.append(words)
        return np.concatenate(found)

    @property
    def commonest(self) -> int:
        return self._parts[0].commonest

    def commonest_between(self, start: int, stop: int) -> NDArray[np.integer]:
        first, end = self._parts[0], min(stop, int(self._shifts[1]))
        if start >= end:
            words = self.words_between(start, stop)
            return np.where(words < self.commonest, words, NO_WORD)
        codes = first.commonest_between(start, end)
        other = NO_WORD if codes.dtype != np.uint8 else np.iinfo(np.uint8).max
        gone = self._gone_between(0, start, end)
        if gone:
            codes = codes.copy()
            for begin, behind in gone:
                codes[begin:behind] = other
        if stop > end:
            words = self.words_between(end, stop)
            common = np.where((words >= 0) & (words < self.commonest), words, other)
            codes = np.concatenate((codes, common.astype(codes.dtype)))
        return codes

    def occurrences_of(self, word_numbers: Sequence[int]) -> list[Places]:
        found: list[list[Places]] = [[] for _ in word_numbers]
        numbers = np.array(word_numbers, dtype=np.int64)
        for at, part in enumerate(self._parts):
            own = self._own(at, numbers)
            there = np.flatnonzero(own >= 0)
            every = part.occurrences_of(own[there].tolist())
            for place, places in zip(there.tolist(), every, strict=True):
                found[place].append(places[self._stays(at, places)] + self._shifts[at])
        return [np.concatenate([np.empty(0, np.int64), *some]) for some in found]

    def documents_of(self, places: Places) -> Numbers:
        documents = np.full(len(places), NO_WORD, dtype=np.int64)
        for at, part in enumerate(self._parts):
            mine = np.flatnonzero((places >= self._shifts[at]) & (places < self._shifts[at + 1]))
            documents[mine] = self._maps[at][part.documents_of(places[mine] - self._shifts[at])]
        return documents

    def _gone_between(self, at: int, first: int, last: int) -> list[tuple[int, int]]:
        """Where in a part the documents begin and end that do not count, from ``first`` on."""
        starts = self._parts[at].document_starts
        found = []
        for gone in np.flatnonzero(self._maps[at] < 0).tolist():
            begin, end = starts[gone : gone + 2].tolist()
            if begin < last and end > first:
                found.append((max(begin - first, 0), end - first))
        return found

    def _lost(self, at: int) -> Numbers:
        """How often each word of a part stands in its documents that do not count."""
        part = self._parts[at]
        if at not in self._counted_out:
            gone = np.flatnonzero(self._maps[at] < 0).tolist()
            words = [np.empty(0, np.int32), *(part.text(document)[1] for document in gone)]
            lost = np.bincount(np.concatenate(words), minlength=part.vocabulary)
            self._counted_out[at] = lost.astype(np.int64)
        return self._counted_out[at]

    @cached_property
    def _numbers(self) -> list[Numbers]:
        """Of each further part the number that each of its words has here."""
        first, found = self._parts[0], []
        base = first.vocabulary
        more: dict[int, int] = {}
        for part in self._parts[1:]:
            hashes = part.hashes()
            numbers = first.word_numbers(hashes)
            for at in np.flatnonzero(numbers < 0).tolist():
                numbers[at] = more.setdefault(int(hashes[at]), base + len(more))
            found.append(numbers)
        return found

    @cached_property
    def _orders(self) -> list[Numbers]:
        return [np.argsort(numbers) for numbers in self._numbers]

    def _own(self, at: int, word_numbers: Numbers) -> Numbers:
        """The numbers that words have in one part."""
        if not at:
            return np.where(word_numbers < self._parts[0].vocabulary, word_numbers, NO_WORD)
        known, order = self._numbers[at - 1], self._orders[at - 1]
        if not len(known):
            return np.full(len(word_numbers), NO_WORD, dtype=np.int64)
        place = np.searchsorted(known, word_numbers, sorter=order)
        found = order[np.minimum(place, len(order) - 1)]
        return np.where(known[found] == word_numbers, found, NO_WORD)

    def _here(self, at: int, words: WordNumbers) -> WordNumbers:
        """The numbers here of words of one part."""
        if not at:
            return words
        here: WordNumbers = np.append(self._numbers[at - 1], NO_WORD)[words].astype(np.int32)
        return here

    def _stays(self, at: int, places: Places) -> NDArray[np.bool_]:
        """Which places of a part are in documents that count."""
        known = self._maps[at]
        if not (known < 0).any():
            return np.ones(len(places), dtype=bool)
        stays: NDArray[np.bool_] = known[self._parts[at].documents_of(places)] >= 0
        return stays
