"""From texts to the hashes of their words, in every reading.

The only step of building that sees texts; it runs on the machine that reads them. Knows nothing of
documents or files.
"""

import hashlib
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.words.readings import other_runs
from unlinkable_index.words.words import form, written_words

BYTES_A_KNOWN_WORD = 200
"""Of memory, for each written word whose hash is remembered."""


class HashedTexts(NamedTuple):
    """Some texts, the key to hash their words with, and the length of the longest phrase.

    ``known``: the hashes of how many written words may be remembered; ``stems``: as for
    `PhraseHasher`.
    """

    key: bytes
    max_words: int
    known: int
    texts: list[str]
    stems: tuple[str, ...] = ()


class Hashed(NamedTuple):
    """The hashes of the words of some texts (uint64), and for each text its length and digest.

    ``other_words`` are the hashes of runs of words in other readings, with the length of each run
    and the number of its text.
    """

    words: bytes
    lengths: list[int]
    digests: list[bytes]
    other_words: bytes
    run_lengths: list[int]
    run_texts: list[int]


def hash_texts(task: HashedTexts) -> Hashed:
    """The hashes of the words of some texts."""
    known = _hashes(task.key, task.known, task.stems)
    parts: list[bytes] = []
    other_words: list[int] = []
    run_lengths: list[int] = []
    run_texts: list[int] = []
    for number, text in enumerate(task.texts):
        found, others = written_words(text)
        hashes = np.fromiter(map(known.__getitem__, found), dtype="<u8", count=len(found))
        parts.append(hashes.tobytes())
        if others:
            ways = [way.read_as(map(known.__getitem__, way.words)) for way in others]
            one_segment = bytes(len(found))
            for run in other_runs(hashes.tolist(), ways, one_segment, task.max_words):
                other_words += run.words
                run_lengths.append(len(run.words))
                run_texts.append(number)
    return Hashed(
        words=b"".join(parts),
        lengths=[len(part) // 8 for part in parts],
        digests=[hashlib.blake2b(part, digest_size=16).digest() for part in parts],
        other_words=np.array(other_words, dtype="<u8").tobytes(),
        run_lengths=run_lengths,
        run_texts=run_texts,
    )


class _Hashes(dict[str, int]):
    """The hash of every word, as written, that was seen so far."""

    def __init__(self, key: bytes, most: int, stems: tuple[str, ...]) -> None:
        super().__init__()
        self._hasher = PhraseHasher(key, stems)
        self._most = most

    def __missing__(self, word: str) -> int:
        value = self._hasher.word(form(word))
        if len(self) < self._most:
            self[word] = value
        return value


_hashes = lru_cache(maxsize=1)(_Hashes)
