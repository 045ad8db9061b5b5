"""The first step of building: every ruling once, into chunks of hashed words. Must never hold text;
ids and metadata wait on disk, sealed with the secret of the build."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.levels import DOCUMENTS_FILE, words_file
from unlinkable_index.building.plan import BuildPlan, Options
from unlinkable_index.building.records import Records, RecordWriter, Secret
from unlinkable_index.building.rulings import Batch, Hashed
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.groups import Regrouping
from unlinkable_index.keys import normalised

READING_SHARE = 0.45  # of the time of a whole build, as measured
_FILE = "reading"


@dataclass(frozen=True)
class CollectionRead:
    """What is known of a collection that was read.

    - ``words``: those of all records, copies included;
    - ``spooled``: those in the ``chunks`` of words on disk, other readings included.
    """

    documents: int
    records: int
    records_without_words: int
    words: int
    spooled: int
    chunks: int
    fingerprint: str

    @classmethod
    def earlier(cls, scratch: Scratch) -> "CollectionRead | None":
        """That of an earlier build which was interrupted after it."""
        if not scratch.has(_FILE):
            return None
        found = scratch.file(_FILE)
        documents, records, without_words, words, spooled, chunks = found.read("counts").tolist()
        fingerprint = found.read("fingerprint").tobytes().hex()
        return cls(documents, records, without_words, words, spooled, chunks, fingerprint)

    @staticmethod
    def forget(scratch: Scratch) -> None:
        """Let no later build go on from here: the files may soon be incomplete."""
        scratch.remove(_FILE)

    def keep(self, scratch: Scratch) -> None:
        """Write down that the collection was read."""
        *counts, _ = vars(self).values()
        fingerprint = np.frombuffer(bytes.fromhex(self.fingerprint), np.uint8)
        scratch.write(_FILE, counts=np.array(counts), fingerprint=fingerprint)


def read_rulings(
    batches: Iterable[Batch],
    places: Iterable[tuple[str, str]],
    lines: Mapping[str, int],
    scratch: Scratch,
    options: Options,
    secret: Secret,
    plan: BuildPlan,
) -> CollectionRead:
    """Take in all rulings, for phrases as long as ``options`` say.

    - ``places``: of each ruling its id, and where it was read, for messages;
    - ``lines``: the line of the groups file on which an id stands (`read_groups`).

    Raises UserError for a broken collection, and for one that the memory does not do for.
    """
    key = options.key or b""
    fingerprint = hashlib.blake2b(digest_size=16, key=normalised(key), person=b"unlinkable")
    regrouping = Regrouping(lines)
    words = 0
    with RecordWriter(scratch.folder, key, secret) as records:
        chunks = _Chunks(scratch, plan.chunk, options.max_words)
        for rulings, hashed in batches:
            grouped = [
                ruling._replace(group=regrouping.group(ruling.id, ruling.group))
                for ruling in rulings
            ]
            for ruling, digest in zip(grouped, hashed.digests, strict=True):
                fingerprint.update(msgpack.packb((ruling.id, ruling.group, digest)))
            chunks.put(hashed)
            words += sum(hashed.lengths)
            records.write(grouped, hashed.lengths, hashed.digests)
        chunks.close()
    regrouping.demand_all()
    found = Records(scratch.folder, key, secret, plan.data // 2)
    plan.demand_memory_for_records(len(found))
    found.demand_different_ids(places)
    return CollectionRead(
        documents=found.find_documents(scratch, DOCUMENTS_FILE),
        records=len(found),
        records_without_words=found.without_words(),
        words=words,
        spooled=chunks.spooled,
        chunks=chunks.count,
        fingerprint=fingerprint.hexdigest(),
    )


class _Chunks:
    """Writes the chunks of words, each of at most ``size`` words."""

    def __init__(self, scratch: Scratch, size: int, max_words: int) -> None:
        self._scratch = scratch
        self._size = max(size, 2 * max_words)
        self._overlap = max_words - 1
        self._records = 0
        self._words: list[NDArray[np.uint64]] = []
        # rows: record, length, uncounted, repeated
        self._runs: list[NDArray[np.int64]] = []
        self._held = 0  # words
        self.count = 0
        self.spooled = 0

    def put(self, hashed: Hashed) -> None:
        """Add the words of the next records."""
        own = np.array(hashed.lengths, dtype=np.int64)
        other = np.array(hashed.run_lengths, dtype=np.int64)
        records = self._records + np.arange(len(own))
        of_other = self._records + np.array(hashed.run_texts, dtype=np.int64)
        self._records += len(own)
        self._put(np.frombuffer(hashed.words, "<u8"), records, own, np.zeros_like(own))
        self._put(np.frombuffer(hashed.other_words, "<u8"), of_other, other, other)

    def _put(
        self,
        words: NDArray[np.uint64],
        records: NDArray[np.int64],
        lengths: NDArray[np.int64],
        uncounted: NDArray[np.int64],
    ) -> None:
        """Add runs of words of some records."""
        repeated = np.zeros_like(records)
        runs = np.column_stack((records, lengths, uncounted, repeated))[lengths > 0]
        if self._held + len(words) > self._size:
            self._flush()
        if len(words) <= self._size:
            self._hold(words, runs)
            return
        for record, length, not_counted, _ in runs.tolist():
            start = 0
            while True:
                stop = min(start + self._size, length)
                if self._held + stop - start > self._size:
                    self._flush()
                held, again = stop - start, self._overlap if start else 0
                silent = min(max(not_counted, again), held)
                run = np.array([[record, held, silent, again]])
                self._hold(words[start:stop], run)
                if stop == length:
                    break
                start = stop - self._overlap
            words = words[length:]

    def close(self) -> None:
        """Write the last chunk."""
        self._flush()

    def _hold(self, words: NDArray[np.uint64], runs: NDArray[np.int64]) -> None:
        self._words.append(words)
        self._runs.append(runs)
        self._held += len(words)

    def _flush(self) -> None:
        if self._held:
            runs = np.concatenate(self._runs).astype("<u4")
            self._scratch.write(
                words_file(self.count),
                words=np.concatenate(self._words),
                records=runs[:, 0],
                lengths=runs[:, 1],
                uncounted=runs[:, 2],
                repeated=runs[:, 3],
            )
            self.count += 1
            self.spooled += self._held
        self._words, self._runs, self._held = [], [], 0
