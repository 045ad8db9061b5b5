"""The words of a draft by sentence, as windows take them: which words stand together in one.

A window is a set of different words. Knows drafts and word numbers; nothing of documents.
"""

from dataclasses import dataclass
from functools import cached_property

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

    def in_one_sentence(self, word: int, among: Numbers) -> Flags:
        """Which two of the words ``among`` stand in one sentence with ``word`` (a square)."""
        sentences = self.together[word] > 0
        some = self.together[np.ix_(among, sentences)]
        together: Flags = some @ some.T > 0
        return together


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
