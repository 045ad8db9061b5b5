"""Large collections made up by chance, of which only the postings of words are kept."""

import itertools

import numpy as np
from pyroaring import BitMap

from unlinkable_index.phrase_hashes import PhraseHasher


class LargeIndex:
    """What findings ask of an index: words only, common ones in most of ``documents``, rare ones in
    a few.

    Documents are of very different lengths; of ``terms`` words each next one is likelier.
    """

    def __init__(self, documents: int = 100_000, terms: int = 160) -> None:
        self.documents = documents
        self.max_words = 1
        self.hasher = PhraseHasher()
        chance = np.random.default_rng(1)
        lengths = chance.lognormal(0, 1, documents).astype(np.float32)
        postings = []
        for number in range(terms):
            likely = 1 - np.exp(-lengths * np.float32(10 ** (-3.5 + 4 * number / terms)))
            chosen = chance.random(documents, dtype=np.float32) < likely
            postings.append(BitMap(np.flatnonzero(chosen).tolist()))
        self._postings = sorted(postings, key=len)
        self.words = [f"w{number}" for number in range(terms)]
        keys = self.hasher.phrases(self.hasher.words(self.words), 1)
        self._numbers = dict(zip(keys.tolist(), itertools.count(), strict=False))

    def lookup(self, keys):
        return np.array([self._numbers.get(key, -1) for key in keys.tolist()])

    def df(self, postings):
        return np.array([len(self._postings[number]) for number in postings.tolist()])

    def posting(self, number: int) -> BitMap:
        return self._postings[number]

    def postings(self, numbers) -> list[BitMap]:
        return [self.posting(number) for number in numbers.tolist()]

    def documents_of(self, number: int) -> tuple[int, ...]:
        return tuple(self.posting(number))
