"""From the forms of words, or their stems (Snowball), to 64-bit keys of the words of every window
of a text; all constants come from the key; with a hasher that remembers of which words it made its
last keys. Loads the stemmer only where an index holds stems.
Must never know documents or files."""

import hashlib
import re
from collections import deque
from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.keys import derived

if TYPE_CHECKING:
    import Stemmer


_NAMED = re.compile(r"([a-z_]{2,30}) (\d{1,4}\.\d{1,4})")


class Stems:
    """The stems of one language. Safe to use from several threads."""

    def __init__(self, stemmer: "Stemmer.Stemmer") -> None:
        self._stemmer = stemmer
        self._one_at_a_time = Lock()

    def of(self, forms: Iterable[str]) -> tuple[str, ...]:
        """The stem of every form."""
        with self._one_at_a_time:
            return tuple(self._stemmer.stemWords(list(forms)))


@cache
def stems_of(language: str) -> Stems:
    """The stems of a language, by Snowball's name for it. Raises KeyError where it has none."""
    import Stemmer  # here, since most indexes hold none

    return Stems(Stemmer.Stemmer(language))


def name_of_stems(language: str) -> str:
    """What an index calls the stems of a language: with the version that made them.

    Raises UserError for a language that has none.
    """
    import Stemmer

    known = Stemmer.algorithms()
    if language not in known:
        raise UserError(f"there are no stems for {language!r}; there are for {', '.join(known)}")
    return f"{language} {'.'.join(Stemmer.version().split('.')[:2])}"


def stems_named(name: str) -> Stems:
    """The stems that an index calls so. Raises UserError where those here may be others."""
    named = _NAMED.fullmatch(name)
    if named is None or name_of_stems(named[1]) != name:
        raise UserError(
            f"this index holds stems ({name}) that the stemmer installed here does not make; "
            "build it anew, or install the version of PyStemmer that it names"
        )
    return stems_of(named[1])


def may_be_stems(name: object) -> bool:
    """Whether an index may call its stems so."""
    return isinstance(name, str) and _NAMED.fullmatch(name) is not None


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


def _number(key: bytes, purpose: bytes) -> int:
    return int.from_bytes(derived(key, purpose, 8), "little")
