"""The first step of building: reading every record once, into the arrays of the spool.

Knows how texts become hashes of words, on several cores, and which records are one document.
After this step no text is left, only hashes; ids and metadata wait on disk, encrypted with a key
that this process forgets, so that a build that was killed leaves nothing to read.
"""

import hashlib
import secrets
import shutil
from array import array
from collections.abc import Callable, Iterator, Sequence
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
from unlinkable_index.keys import DocumentSeal, id_hash, id_key, normalised
from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.words import form, written_words
from unlinkable_index.words.readings import other_runs

READING_SHARE = 0.45  # of the time of a whole build, as measured
_BATCH = 1 << 19  # characters
_LONGEST_BATCH = 512  # records


@dataclass(frozen=True)
class Reading:
    """The collection after it was read, its records packed on disk.

    - ``spool``: its words;
    - ``words``: how many all records have, copies included;
    - ``lengths``: the words of each document, in which copies of one record count once;
    - ``document_of``: the document of each record.
    """

    spool: Spool
    documents: int
    records: int
    records_without_words: int
    words: int
    lengths: NDArray[np.int64]
    fingerprint: str
    document_of: list[int]
    id_hashes: "array[int]"
    _id_key: bytes
    _row_ends: list[int]
    _row_seal: DocumentSeal

    def hashed_ids(self, identities: bool) -> tuple[Sequence[int], Sequence[int]]:
        """The hash of every id by which a document can be asked for, and the document of each."""
        if identities:
            return self.id_hashes, self.document_of
        documents = range(self.documents)
        return [id_hash(self._id_key, _numbered(document)) for document in documents], documents

    def write_documents(self, seal: DocumentSeal | None, identities: bool) -> None:
        """Write the sections "documents" and "document_offsets"."""
        folder = self.spool.folder
        rows: list[list[int]] = [[] for _ in range(self.documents)]
        for record, document in enumerate(self.document_of):
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
                    row = packer.pack([{"id": _numbered(document)}])
                if seal is not None:
                    row = seal.close(document, row)
                offsets[document + 1] = offsets[document] + out.write(row)
        offsets.tofile(folder / "section-document_offsets")


def read_collection(
    collection: Collection,
    folder: Path,
    key: bytes,
    max_words: int,
    workers: Workers,
    progress: Callable[[str, float], None],
) -> Reading:
    """Read the whole collection into ``folder``, for phrases of up to ``max_words`` words."""
    units = Units()
    fingerprint = hashlib.blake2b(digest_size=16, key=normalised(key), person=b"unlinkable")
    packer = msgpack.Packer()
    lengths: list[int] = []
    own_lengths: list[int] = []  # 0 for a copy of an earlier record
    row_ends: list[int] = []
    row_seal = DocumentSeal(secrets.token_bytes(32), "this build")
    row_end = 0
    names: list[tuple[str, str | None]] = []
    run_lengths: list[int] = []  # of the runs of other readings
    run_records: list[int] = []
    id_hashes = array("Q")
    ids_key = id_key(key)

    def batches() -> Iterator[_Texts]:
        nonlocal row_end
        with (folder / "records").open("wb") as rows:
            for batch in _batches(collection):
                for record in batch:
                    row = row_seal.close(len(row_ends), packer.pack(_row(record)))
                    row_end += rows.write(row)
                    row_ends.append(row_end)
                    names.append((record.id, record.group))
                    id_hashes.append(id_hash(ids_key, record.id))
                yield _Texts(key, max_words, [record.text for record in batch])

    with (
        (folder / "words").open("wb") as words,
        (folder / "room").open("wb") as room,
        (folder / "other-words").open("w+b") as other_words,
    ):
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
            other_words.write(hashed.other_words)
            run_lengths += hashed.run_lengths
            run_records += (batch + text for text in hashed.run_texts)
            progress("reading", READING_SHARE * collection.bytes_read / (collection.size or 1))
        room.write(_room(run_lengths))
        other_words.seek(0)
        shutil.copyfileobj(other_words, words)
    (folder / "other-words").unlink()
    document_of = units.documents()
    counted = sum(own_lengths)
    spool = Spool(folder, counted + sum(run_lengths), counted)
    of_runs = [document_of[record] for record in run_records]
    _write_documents_of_words(folder, [*document_of, *of_runs], [*own_lengths, *run_lengths])
    return Reading(
        spool=spool,
        documents=max(document_of, default=-1) + 1,
        records=len(lengths),
        records_without_words=lengths.count(0),
        words=sum(lengths),
        lengths=np.bincount(document_of, own_lengths).astype(np.int64),
        fingerprint=fingerprint.hexdigest(),
        document_of=document_of,
        id_hashes=id_hashes,
        _id_key=ids_key,
        _row_ends=row_ends,
        _row_seal=row_seal,
    )


class _Texts(NamedTuple):
    """Some texts, the key to hash their words with, and the length of the longest phrase."""

    key: bytes
    max_words: int
    texts: list[str]


class _Hashed(NamedTuple):
    """The hashes of the words of some texts, and for each text its length and digest.

    ``other_words`` are the hashes of runs of words in other readings, with the length of each run
    and the number of its text.
    """

    words: bytes
    lengths: list[int]
    digests: list[bytes]
    other_words: bytes
    run_lengths: list[int]
    run_texts: list[int]


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


def _hash_texts(task: _Texts) -> _Hashed:
    known = _hashes(task.key)
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
    return _Hashed(
        words=b"".join(parts),
        lengths=[len(part) // 8 for part in parts],
        digests=[hashlib.blake2b(part, digest_size=16).digest() for part in parts],
        other_words=np.array(other_words, dtype="<u8").tobytes(),
        run_lengths=run_lengths,
        run_texts=run_texts,
    )


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


def _numbered(document: int) -> str:
    """What stands for the id of a document whose ids are not kept."""
    return f"#{document + 1}"


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
