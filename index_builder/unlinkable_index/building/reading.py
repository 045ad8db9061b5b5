"""The first step of building: reading every record once, into the arrays of the spool.

Knows how texts become hashes of words, on several cores, and which records are one document.
After this step no text is left, only hashes; ids and metadata wait on disk, encrypted with a key
that this process forgets, so that a build that was killed leaves nothing to read.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.spool import Spool
from unlinkable_index.building.units import Units
from unlinkable_index.building.workers import Workers
from unlinkable_index.collection import Collection, Record
from unlinkable_index.keys import DocumentSeal, normalised
from unlinkable_index.windows import PhraseHasher
from unlinkable_index.words import form, word_pattern

READING_SHARE = 0.45  # of the time of a whole build, as measured
_BATCH = 1 << 19  # characters
_LONGEST_BATCH = 512  # records


@dataclass(frozen=True)
class Reading:
    """The collection after it was read: its words in ``spool``, its records packed on disk.

    ``words`` are those of all records, copies included; ``lengths`` the words of each document,
    in which copies of one record count once.
    """

    spool: Spool
    documents: int
    records: int
    records_without_words: int
    words: int
    lengths: NDArray[np.int64]
    fingerprint: str
    _document_of: list[int]
    _row_ends: list[int]
    _row_seal: DocumentSeal

    def write_documents(self, seal: DocumentSeal | None, identities: bool) -> dict[str, Path]:
        """Write the sections "documents" and "document_offsets"; returns their files."""
        folder = self.spool.folder
        rows: list[list[int]] = [[] for _ in range(self.documents)]
        for record, document in enumerate(self._document_of):
            rows[document].append(record)
        offsets = np.zeros(self.documents + 1, dtype="<u8")
        packer = msgpack.Packer()
        section = folder / "section-documents"
        with (folder / "records").open("rb") as packed, section.open("wb") as out:
            for document, records in enumerate(rows):
                if identities:
                    row = packer.pack_array_header(len(records))
                    for record in records:
                        start = self._row_ends[record - 1] if record else 0
                        packed.seek(start)
                        sealed = packed.read(self._row_ends[record] - start)
                        row += self._row_seal.open(record, sealed)
                else:
                    row = packer.pack([{"id": f"#{document + 1}"}])
                if seal is not None:
                    row = seal.close(document, row)
                offsets[document + 1] = offsets[document] + out.write(row)
        offsets.tofile(folder / "section-document_offsets")
        return {"documents": section, "document_offsets": folder / "section-document_offsets"}


def read_collection(
    collection: Collection,
    folder: Path,
    key: bytes,
    workers: Workers,
    progress: Callable[[str, float], None],
) -> Reading:
    """Read the whole collection into ``folder``."""
    units = Units()
    fingerprint = hashlib.blake2b(digest_size=16, key=normalised(key), person=b"unlinkable")
    packer = msgpack.Packer()
    lengths: list[int] = []
    own_lengths: list[int] = []  # 0 for a copy of an earlier record
    row_ends: list[int] = []
    row_seal = DocumentSeal(secrets.token_bytes(32), "this build")
    row_end = 0
    names: list[tuple[str, str | None]] = []

    def batches() -> Iterator[tuple[bytes, list[str]]]:
        nonlocal row_end
        with (folder / "records").open("wb") as rows:
            for batch in _batches(collection):
                for record in batch:
                    row = row_seal.close(len(row_ends), packer.pack(_row(record)))
                    row_end += rows.write(row)
                    row_ends.append(row_end)
                    names.append((record.id, record.group))
                yield key, [record.text for record in batch]

    with (folder / "words").open("wb") as words, (folder / "room").open("wb") as room:
        for hashed in workers.map(_hash_texts, batches()):
            left = memoryview(hashed.words)
            batch = len(own_lengths)
            for length, digest in zip(hashed.lengths, hashed.digests, strict=True):
                identity, group = names[len(lengths)]
                own = 0 if units.knows(("same words", digest)) else length
                words.write(left[: 8 * own])
                left = left[8 * length :]
                own_lengths.append(own)
                fingerprint.update(msgpack.packb((identity, group, digest)))
                # a text without words leads nowhere: it is no copy of another such text
                copies = [("same words", digest)] if length else []
                units.add(*copies, *([("group", group)] if group is not None else []))
                lengths.append(length)
            room.write(_room(own_lengths[batch:]))
            progress("reading", READING_SHARE * collection.bytes_read / (collection.size or 1))
    document_of = units.documents()
    spool = Spool(folder, sum(own_lengths), sum(own_lengths))
    _write_documents_of_words(folder, document_of, own_lengths)
    return Reading(
        spool=spool,
        documents=max(document_of, default=-1) + 1,
        records=len(lengths),
        records_without_words=lengths.count(0),
        words=sum(lengths),
        lengths=np.bincount(document_of, own_lengths).astype(np.int64),
        fingerprint=fingerprint.hexdigest(),
        _document_of=document_of,
        _row_ends=row_ends,
        _row_seal=row_seal,
    )


class _Hashed(NamedTuple):
    """The hashes of the words of some texts, and for each text its length and digest."""

    words: bytes
    lengths: list[int]
    digests: list[bytes]


class _Hashes(dict[str, int]):
    """The hash of every word, as written, that was seen so far."""

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._hasher = PhraseHasher(key)

    def __missing__(self, word: str) -> int:
        value = self._hasher.word(form(word))
        if len(self) < 2_000_000:
            self[word] = value
        return value


_hashes = lru_cache(maxsize=1)(_Hashes)


def _hash_texts(task: tuple[bytes, list[str]]) -> _Hashed:
    key, texts = task
    known = _hashes(key)
    parts = []
    for text in texts:
        found = word_pattern(text).findall(text)
        hashes = np.fromiter(map(known.__getitem__, found), dtype="<u8", count=len(found))
        parts.append(hashes.tobytes())
    digests = [hashlib.blake2b(part, digest_size=16).digest() for part in parts]
    return _Hashed(b"".join(parts), [len(part) // 8 for part in parts], digests)


def _batches(collection: Collection) -> Iterator[list[Record]]:
    batch: list[Record] = []
    size = 0
    for record in collection:
        batch.append(record)
        size += len(record.text)
        if size >= _BATCH or len(batch) >= _LONGEST_BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _row(record: Record) -> dict[str, object]:
    group = {} if record.group is None else {"group": record.group}
    return {"id": record.id, **group, **record.metadata}


def _room(lengths: list[int]) -> bytes:
    left: list[NDArray[np.uint8]] = [
        np.minimum(np.arange(length, 0, -1), 255).astype(np.uint8) for length in lengths
    ]
    return b"".join(part.tobytes() for part in left)


def _write_documents_of_words(folder: Path, document_of: list[int], lengths: list[int]) -> None:
    """Write the spool's ``documents``."""
    with (folder / "documents").open("wb") as documents:
        for start in range(0, len(lengths), 1000):
            some = np.array(document_of[start : start + 1000], dtype="<u4")
            np.repeat(some, lengths[start : start + 1000]).tofile(documents)
