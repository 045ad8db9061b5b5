"""A hasher that knows of which words it made its last keys: a key alone does not tell them."""

from collections import deque

import numpy as np

from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes

_REMEMBERED = 64  # calls of `phrases`


class RememberingHasher(PhraseHasher):
    """A hasher that can tell the words of the keys that it made last."""

    def __init__(self, hasher: PhraseHasher) -> None:
        """``hasher``: makes the same keys."""
        self.__dict__.update(hasher.__dict__)
        self._made: deque[tuple[int, PhraseHashes, PhraseHashes]] = deque(maxlen=_REMEMBERED)

    def phrases(self, words: PhraseHashes, n: int) -> PhraseHashes:
        """As `PhraseHasher.phrases`."""
        keys = super().phrases(words, n)
        if n > 1 and len(keys):
            self._made.appendleft((n, keys, words))
        return keys

    def windows(self, keys: PhraseHashes) -> dict[int, PhraseHashes]:
        """Of those of ``keys``, all different, that were made last from several words these words,
        a row for each, by their number."""
        found: dict[int, list[PhraseHashes]] = {}
        left = keys
        for n, made, words in tuple(self._made):
            if not len(left):
                break
            mine, at, _ = np.intersect1d(made, left, return_indices=True)
            if len(mine):
                found.setdefault(n, []).append(words[at[:, None] + np.arange(n)])
                left = np.setdiff1d(left, mine, assume_unique=True)
        return {n: np.concatenate(rows) for n, rows in found.items()}

    def keys_of(self, rows: PhraseHashes) -> PhraseHashes:
        """The keys of phrases, given by their words, a row for each."""
        keys = rows[:, 0].copy()
        for column in range(1, rows.shape[1]):
            keys *= self._multiplier
            keys += rows[:, column]
        return self._mixed(keys, rows.shape[1])
