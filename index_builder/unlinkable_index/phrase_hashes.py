"""Phrase hashes: 64-bit keys of the words of every window of a text.

The hash of a word is a keyed BLAKE2b of its form, or of its stem; a phrase mixes the hashes of its
words along the window, so that their order matters. All constants come from the key, which makes
the keys of one index mean nothing to whoever lacks its key. Knows nothing of documents or files.
"""

import hashlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.keys import derived
from unlinkable_index.stems import stems_named

PhraseHashes = NDArray[np.uint64]

_CACHED_WORDS = 1_000_000  # forms remembered by a hasher; a large collection has fewer


class PhraseHasher:
    """The hash functions of one index.

    The phrase w1 … wn has the key ``mix(w1·p^(n-1) + … + wn + a_n)`` modulo 2^64, where p is an
    odd number, a_n a number for each length, and mix the invertible finaliser of MurmurHash3
    (A. Appleby, public domain) with multipliers drawn from the key. Two phrases share a key with
    a probability of about 2^-64.

    ``stems``: the name of the stems that stand for word forms, if any do (`name_of_stems`); raises
    UserError where they cannot be made here.
    """

    def __init__(self, key: bytes = b"", stems: tuple[str, ...] = ()) -> None:
        self._stems = [stems_named(name) for name in stems]
        self._word_key = derived(key, b"word", 32)
        self._multiplier = np.uint64(_number(key, b"window") | 1)
        self._mixers = (
            np.uint64(_number(key, b"mix 1") | 1),
            np.uint64(_number(key, b"mix 2") | 1),
        )
        self._key = key
        self._lengths: dict[int, np.uint64] = {}
        self._known: dict[str, int] = {}

    def words(self, forms: Iterable[str]) -> PhraseHashes:
        """The hash of every form."""
        known = self._known
        if len(known) > _CACHED_WORDS:
            known.clear()
        forms = tuple(forms)
        hashes = list(map(known.get, forms))
        if None in hashes:
            for at, form in enumerate(forms):
                if hashes[at] is None:
                    hashes[at] = known[form] = self.word(form)
        return np.array(hashes, dtype=np.uint64)

    def word(self, form: str) -> int:
        """The hash of one form."""
        for stems in self._stems:
            (form,) = stems.of((form,))
        digest = hashlib.blake2b(form.encode(), digest_size=8, key=self._word_key).digest()
        return int.from_bytes(digest, "little")

    def phrases(self, words: PhraseHashes, n: int) -> PhraseHashes:
        """The keys of all windows of ``n`` words: ``len(words) - n + 1`` of them, or none."""
        count = len(words) - n + 1
        if count <= 0:
            return np.empty(0, dtype=np.uint64)
        keys = words[:count].copy()
        for offset in range(1, n):
            keys *= self._multiplier
            keys += words[offset : offset + count]
        return self._mixed(keys, n)

    def words_of(self, keys: PhraseHashes) -> PhraseHashes:
        """The hash of each word, given by its key as a phrase of one word."""
        hashes = keys.copy()
        for mixer in reversed(self._mixers):
            hashes ^= hashes >> np.uint64(33)
            hashes *= np.uint64(pow(int(mixer), -1, 1 << 64))
        hashes ^= hashes >> np.uint64(33)
        hashes -= np.uint64(_number(self._key, b"length 1"))
        return hashes

    def _mixed(self, keys: PhraseHashes, n: int) -> PhraseHashes:
        length = self._lengths.get(n)
        if length is None:
            length = self._lengths[n] = np.uint64(_number(self._key, b"length %d" % n))
        keys += length
        for mixer in self._mixers:
            keys ^= keys >> np.uint64(33)
            keys *= mixer
        keys ^= keys >> np.uint64(33)
        return keys


def _number(key: bytes, purpose: bytes) -> int:
    return int.from_bytes(derived(key, purpose, 8), "little")
