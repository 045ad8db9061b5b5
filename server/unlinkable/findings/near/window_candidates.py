"""Which words of a draft may make a window: different words of one sentence, near each other in a
document that counts. Of a pair or a triple the rarest comes first. Must know nothing of how many
documents have them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.positions import Positions

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class WordsOfSentences:
    """The different words of a draft that the collection has, the commonest first.

    - ``numbers`` (one a word): their numbers in the collection; ``counts``: at how many places
      they stand there;
    - ``places``, ``word_of``, ``sentence_of`` (one an occurrence in the draft): the number of the
      word in the draft's first reading, which of the words it is, and its sentence;
    - ``together`` (words × sentences): which sentence has which word.
    """

    numbers: Numbers
    counts: Numbers
    places: Numbers
    word_of: Numbers
    sentence_of: Numbers
    together: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def sentence_bits(self) -> NDArray[np.uint64]:
        """The sentences that have each word, as bits (a row a word)."""
        sentences = self.together.shape[1]
        bits = np.zeros((len(self), -(-sentences // 64) * 8), dtype=np.uint8)
        bits[:, : -(-sentences // 8)] = np.packbits(self.together > 0, axis=1)
        return bits.view(np.uint64)


def sentence_words(
    draft: Draft, hasher: PhraseHasher, positions: Positions, masked: Flags | None = None
) -> WordsOfSentences:
    """The words of ``draft`` in all readings but for those that are ``masked`` (one a word)."""
    readings = draft.readings(1)
    numbers = positions.word_numbers(hasher.words(readings.forms))
    usable = numbers >= 0
    if masked is not None:
        gone = np.concatenate([[0], np.cumsum(masked)])
        usable &= gone[readings.stops] == gone[readings.firsts]
    places = readings.firsts[usable]
    different, word_of = np.unique(numbers[usable], return_inverse=True)
    sentences = np.searchsorted(draft.sentence_starts, draft.starts[places], side="right") - 1
    sentences = np.maximum(sentences, 0)
    together = np.zeros((len(different), len(draft.sentence_starts) or 1), dtype=np.float32)
    together[word_of, sentences] = 1
    return WordsOfSentences(
        numbers=different,
        counts=positions.count(different),
        places=places,
        word_of=word_of,
        sentence_of=sentences,
        together=together,
    )


_MANY = 400_000  # triples that are looked at together


@dataclass(frozen=True, eq=False)
class Candidates:
    """Some pairs (n × 2) and triples (n × 3) of words, as their places among the words.

    All whose first word is the same are here together. ``found``: rows (window, document), the
    windows being all pairs, then all triples: which of the documents that count have which.
    """

    pairs: NDArray[np.int64]
    triples: NDArray[np.int64]
    found: NDArray[np.int64]

    def those(self, which: Flags) -> "Candidates":
        """Some of the windows (a flag each)."""
        number = np.cumsum(which) - 1
        count = len(self.pairs)
        found = self.found[which[self.found[:, 0]]]
        found = np.column_stack([number[found[:, 0]], found[:, 1]])
        return Candidates(self.pairs[which[:count]], self.triples[which[count:]], found)


def candidates_in(
    words: WordsOfSentences, most: int, positions: Positions, documents: list[int], within: int
) -> Iterator[Candidates]:
    """The windows of 2 to ``most`` words of a sentence that one of ``documents`` has at most
    ``within`` words apart, some at a time."""
    places, local = _texts(words, positions, documents)
    document = positions.documents_of(places)
    often = np.cumsum(np.bincount(local, minlength=len(words)))
    step = max(1, _MANY // (within * within))
    bounds = np.searchsorted(often, np.arange(0, len(local), step), side="right")
    bounds = np.unique(np.append(bounds, len(words)))
    for low, high in zip(np.append(0, bounds[:-1]).tolist(), bounds.tolist(), strict=True):
        pairs: list[Numbers] = []
        triples: list[Numbers] = []
        # what stands left of some others of which the rarest is one of these words
        for size, steps in _steps(most, within):
            standing = _standing(words, places, local, steps, within, (low, high))
            (pairs if size == 2 else triples).append(
                np.column_stack([document[standing[0]], *standing[1]])
            )
        yield _different(pairs, triples)


def _texts(
    words: WordsOfSentences, positions: Positions, documents: list[int]
) -> tuple[Numbers, Numbers]:
    """The places in some documents at which words of the draft stand, rising, and which stand."""
    highest = int(words.numbers.max(initial=-1))
    table = np.full(highest + 2, len(words), dtype=np.int64)
    table[words.numbers] = np.arange(len(words))
    places = [np.empty(0, dtype=np.int64)]
    local = [np.empty(0, dtype=np.int64)]
    for one in documents:
        at, there = positions.text(one)
        some = table[np.minimum(there, highest + 1)]
        places.append(at[some < len(words)])
        local.append(some[some < len(words)])
    at, some = np.concatenate(places), np.concatenate(local)
    order = np.argsort(at, kind="stable")
    return at[order], some[order]


def _steps(most: int, within: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    for size in range(2, most + 1):
        for steps in combinations(range(1, within + 1), size - 1):
            yield size, (0, *steps)


def _standing(
    words: WordsOfSentences,
    places: Numbers,
    local: Numbers,
    steps: tuple[int, ...],
    within: int,
    firsts: tuple[int, int],
) -> tuple[Numbers, list[Numbers]]:
    """Where words stand so many ``steps`` (words of the draft) from each other that are together
    in a sentence, near each other, and of which the rarest is one of ``firsts``: the place (its
    number), and the words, the rarest first."""
    count = len(places) - steps[-1]
    left = np.flatnonzero(places[steps[-1] :] - places[: max(count, 0)] <= within)
    chosen = np.sort(np.stack([local[left + step] for step in steps]), axis=0)[::-1]
    good = (chosen[0] >= firsts[0]) & (chosen[0] < firsts[1]) & (chosen[0] > chosen[1])
    together = words.sentence_bits[chosen[0]]
    for one, before in zip(chosen[1:], chosen, strict=False):
        good &= before > one
        together = together & words.sentence_bits[one]
    good &= together.any(axis=1)
    return left[good], list(chosen[:, good])


def _different(pairs: list[Numbers], triples: list[Numbers]) -> Candidates:
    """The different windows of rows (document, words …), and which document has which."""
    found = []
    windows: list[Numbers] = []
    before = 0
    for size, rows in ((2, pairs), (3, triples)):
        every = np.concatenate([np.empty((0, size + 1), dtype=np.int64), *rows])
        width = int(every.max(initial=0)) + 1
        keys = np.zeros(len(every), dtype=np.int64)
        for column in every.T[1:]:
            keys = keys * width + column
        different, window = np.unique(keys, return_inverse=True)
        columns = [different // width**power % width for power in range(size - 1, -1, -1)]
        windows.append(np.column_stack(columns))
        documents = int(every[:, 0].max(initial=0)) + 1
        held = np.unique((window.reshape(-1) + before) * documents + every[:, 0])
        found.append(np.column_stack(np.divmod(held, documents)))
        before += len(different)
    return Candidates(windows[0], windows[1], np.concatenate(found))
