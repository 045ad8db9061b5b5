"""Rulings without their texts: how records are handed to several cores and come back as hashes of
their words, in every reading. The only step of a build that sees texts; must never know
documents or files."""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Any, NamedTuple

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.plan import BuildPlan
from unlinkable_index.building.workers import Workers
from unlinkable_index.collection.record import Record
from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.words import form, written_words
from unlinkable_index.words.readings import other_runs

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


_BATCH = 1 << 19  # characters
_LONGEST_BATCH = 512  # records


class Ruling(NamedTuple):
    """A record without its text. ``content``: a digest of its text, group and metadata."""

    id: str
    group: str | None
    metadata: dict[str, Any]
    content: bytes

    @classmethod
    def of(cls, record: Record) -> "Ruling":
        """That of a record."""
        text = record.text.encode("utf-8", "surrogatepass")
        parts = msgpack.packb((record.group, record.metadata), unicode_errors="surrogatepass")
        content = hashlib.blake2b(text, digest_size=16, salt=b"text")
        content.update(hashlib.blake2b(parts, digest_size=16).digest())
        return cls(record.id, record.group, record.metadata, content.digest())


class Batch(NamedTuple):
    """Some rulings, and the hashes of their words."""

    rulings: list[Ruling]
    hashed: Hashed

    def only(self, wanted: Sequence[bool]) -> "Batch":
        """Those of them that are ``wanted``."""
        hashed = self.hashed
        some = np.array(wanted, dtype=bool)
        number = np.cumsum(some) - 1  # of each ruling, among those wanted
        of_run = np.array(hashed.run_texts, dtype=np.int64)
        runs = some[of_run]
        return Batch(
            list(compress(self.rulings, wanted)),
            Hashed(
                words=_parts(hashed.words, hashed.lengths, some),
                lengths=list(compress(hashed.lengths, wanted)),
                digests=list(compress(hashed.digests, wanted)),
                other_words=_parts(hashed.other_words, hashed.run_lengths, runs),
                run_lengths=list(compress(hashed.run_lengths, runs)),
                run_texts=number[of_run[runs]].tolist(),
            ),
        )


@dataclass(frozen=True)
class Hashing:
    """How words are hashed: with which key, as which stems if any, for phrases of how many words,
    by which workers."""

    key: bytes
    stems: tuple[str, ...]
    max_words: int
    plan: BuildPlan
    workers: Workers

    def batches(self, records: Iterable[Record]) -> Iterator[Batch]:
        """The rulings of some records, in their order, with the hashes of their words.

        Raises UserError for a record that the memory does not do for.
        """
        known = self.plan.data // 2 // BYTES_A_KNOWN_WORD
        pending: deque[list[Ruling]] = deque()

        def texts() -> Iterator[HashedTexts]:
            for some in batches_of(records):
                for record in some:
                    self.plan.demand_memory_for_text(len(record.text), record.place)
                pending.append([Ruling.of(record) for record in some])
                contents = [record.text for record in some]
                yield HashedTexts(self.key, self.max_words, known, contents, self.stems)

        for hashed in self.workers.map(hash_texts, texts()):
            yield Batch(pending.popleft(), hashed)


def _parts(content: bytes, lengths: Sequence[int], wanted: NDArray[np.bool_]) -> bytes:
    """Of runs of so many numbers of 8 bytes each, those that are wanted."""
    every = np.frombuffer(content, "<u8")
    return every[np.repeat(wanted, np.array(lengths, dtype=np.int64))].tobytes()


def batches_of(records: Iterable[Record]) -> Iterator[Sequence[Record]]:
    """Records, as many at a time as are handed to a core."""
    batch: list[Record] = []
    size = 0
    for record in records:
        batch.append(record)
        size += len(record.text)
        if size >= _BATCH or len(batch) >= _LONGEST_BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
