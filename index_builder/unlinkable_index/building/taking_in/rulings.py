"""Rulings without their texts: what a build takes of the records of a collection.

Knows how records are handed to several cores and come back as hashes of their words. From here on
no text is left. Knows nothing of documents or files.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.plan import BuildPlan
from unlinkable_index.building.running.workers import Workers
from unlinkable_index.building.taking_in.hashing import (
    BYTES_A_KNOWN_WORD,
    Hashed,
    HashedTexts,
    hash_texts,
)
from unlinkable_index.collection import Record

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
            for some in _batches(records):
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


def _batches(records: Iterable[Record]) -> Iterator[Sequence[Record]]:
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
