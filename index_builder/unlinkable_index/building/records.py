"""The records of a collection while its index is built: a table on disk, sealed with the secret of
the build; which of them are one document; and the sections that are made of them (lengths, ids,
what is kept of each). Must never know words and phrases."""

import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.rulings import Ruling
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.errors import UserError
from unlinkable_index.file.key_tables import TableWriter
from unlinkable_index.groups import Units
from unlinkable_index.keys import DocumentSeal, derived, id_hash, id_key

_ROW = np.dtype(
    [
        ("id", "<u8"),
        ("words", "<u8", 2),
        ("group", "<u8", 2),  # zeros: none
        ("length", "<u4"),
        ("end", "<u8"),  # of its metadata
    ]
)
_PIECE = 1 << 15  # rows read at once
_BYTES_A_ROW = 120  # of memory, in one pass

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Secret:
    """What hides the records of a build on disk."""

    key: bytes = field(repr=False)

    @classmethod
    def forgotten(cls) -> "Secret":
        """One that ends with this process: nobody can ever read what it hid."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def of_kept_work(cls, key: bytes) -> "Secret":
        """That of work which another process may go on with, drawn from the key of the index.

        Without a key it hides nothing, no more than the index itself will.
        """
        return cls(derived(key, b"work", 32))

    def seal(self) -> DocumentSeal:
        """What the metadata of records is sealed with."""
        return DocumentSeal(self.key, "this build")

    def digest(self, name: str) -> bytes:
        """16 bytes that stand for a name."""
        return hashlib.blake2b(
            name.encode("utf-8", "surrogatepass"),
            digest_size=16,
            key=derived(self.key, b"group", 32),
        ).digest()


class RecordWriter:
    """Writes the records of a collection, in order."""

    def __init__(self, folder: Path, key: bytes, secret: Secret) -> None:
        self._id_key = id_key(key)
        self._secret = secret
        self._seal = secret.seal()
        self._rows: IO[bytes] = (folder / "rows").open("wb")
        self._table: IO[bytes] = (folder / "records").open("wb")
        self._packer = msgpack.Packer()
        self._count = 0
        self._end = 0

    def __enter__(self) -> "RecordWriter":
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._rows, self._table):
            file.flush()
            os.fsync(file.fileno())
            file.close()

    def write(
        self, batch: Sequence[Ruling], lengths: Sequence[int], digests: Sequence[bytes]
    ) -> None:
        """Write the next records, with the number of words of each, and a digest of these."""
        table = np.zeros(len(batch), dtype=_ROW)
        groups = b""
        ids, ends = [], []
        for record in batch:
            row = self._packer.pack(_metadata(record))
            self._end += self._rows.write(self._seal.close(self._count, row))
            self._count += 1
            ends.append(self._end)
            ids.append(id_hash(self._id_key, record.id))
            groups += bytes(16) if record.group is None else self._secret.digest(record.group)
        table["id"], table["end"] = ids, ends
        table["group"] = np.frombuffer(groups, "<u8").reshape(-1, 2)
        table["length"] = lengths
        table["words"] = np.frombuffer(b"".join(digests), "<u8").reshape(-1, 2)
        self._table.write(table.tobytes())


@dataclass(frozen=True)
class Records:
    """The records that were written to a folder, once all are there.

    ``memory``: about how many bytes a pass may take.
    """

    folder: Path
    key: bytes
    secret: Secret
    memory: int

    def __len__(self) -> int:
        return (self.folder / "records").stat().st_size // _ROW.itemsize

    def demand_different_ids(self, places: Iterable[tuple[str, str]]) -> None:
        """Raise UserError where two records have the same id.

        ``places``: of each record its id and where it is; gone through only where need be.
        """
        doubtful: list[int] = []
        for hashes, records in self.passes("id"):
            for same in _repeated(hashes, records):
                doubtful += same.tolist()
        if not doubtful:
            return
        found: dict[str, str] = {}
        sought = set(doubtful)
        for number, (name, place) in enumerate(places):
            if number in sought and name in found:
                raise UserError(
                    f"{place}: the id {name!r} was already used at {found[name]}; every record "
                    "needs an id of its own (give copies and parts of one case different ids and "
                    'the same "group")'
                )
            if number in sought:
                found[name] = place

    def find_documents(self, scratch: Scratch, file: str) -> int:
        """Write the document of every record, and whether it is no copy ("documents", "own").

        Returns how many documents there are.
        """
        units = Units(len(self))
        own = np.ones(len(self), dtype=np.uint8)
        for digests, records in self.passes("words"):
            for same in _repeated(digests, records):
                own[same[1:]] = 0
                _join(units, same)
        for digests, records in self.passes("group"):
            for same in _repeated(digests, records):
                _join(units, same)
        documents = units.documents()
        scratch.write(file, documents=documents, own=own)
        return int(documents.max(initial=0)) + 1

    def without_words(self) -> int:
        """How many records have no words."""
        return sum(int(np.count_nonzero(rows["length"] == 0)) for rows in self.rows())

    def of_documents(self, documents: NDArray[np.uint32]) -> Iterator[tuple[int, bytes]]:
        """Of each document, how many records it has and what is kept of them (msgpack).

        ``documents``: that of each record.
        """
        seal = self.secret.seal()
        record_ends = np.concatenate([rows["end"] for rows in self.rows()])
        order = np.argsort(documents, kind="stable")
        with (self.folder / "rows").open("rb") as sealed:
            content, count = b"", 0
            for place, record in enumerate(order):
                start = int(record_ends[record - 1]) if record else 0
                sealed.seek(start)
                content += seal.open(int(record), sealed.read(int(record_ends[record]) - start))
                count += 1
                following = order[place + 1] if place + 1 < len(order) else None
                if following is None or documents[following] != documents[record]:
                    yield count, content
                    content, count = b"", 0

    def rows(self) -> Iterator[NDArray[Any]]:
        """All rows, in pieces, with the columns of the table."""
        with (self.folder / "records").open("rb") as table:
            while len(rows := np.fromfile(table, _ROW, _PIECE)):
                yield rows

    def passes(self, column: str) -> Iterator[tuple[NDArray[np.uint64], Numbers]]:
        """A column and the numbers of its records, pass by pass, each of higher values.

        Records without words are left out of their digests, those without group of groups.
        """
        bits = (len(self) * _BYTES_A_ROW // self.memory).bit_length()
        for number in range(1 << bits):
            columns, records = [], []
            at = 0
            for rows in self.rows():
                values = rows[column]
                highest = values if values.ndim == 1 else values[:, 0]
                mine = np.ones(len(rows), dtype=bool)
                if bits:
                    mine = highest >> np.uint64(64 - bits) == number
                if column == "words":
                    mine &= rows["length"] > 0
                elif column == "group":
                    mine &= values.any(axis=1)
                columns.append(values[mine])
                records.append(np.flatnonzero(mine) + at)
                at += len(rows)
            if columns:
                yield np.concatenate(columns), np.concatenate(records)


def _repeated(values: NDArray[np.uint64], records: Numbers) -> Iterator[Numbers]:
    """The records, rising, of each value that more than one has."""
    columns = values if values.ndim == 2 else values[:, None]
    order = np.lexsort((records, *columns.T))
    columns, records = columns[order], records[order]
    starts = np.flatnonzero(np.concatenate(([True], (columns[1:] != columns[:-1]).any(axis=1))))
    sizes = np.diff(starts, append=len(records))
    for run in np.flatnonzero(sizes > 1).tolist() if len(records) else ():
        yield records[starts[run] : starts[run] + sizes[run]]


def _join(units: Units, records: Numbers) -> None:
    first, *others = records.tolist()
    for other in others:
        units.join(first, other)


def _metadata(record: Ruling) -> dict[str, object]:
    """What is kept of a record, beside its words."""
    group = {} if record.group is None else {"group": record.group}
    return {"id": record.id, **group, **record.metadata}


def write_lengths(
    path: Path, records: Records, documents: NDArray[np.uint32], own: NDArray[Any]
) -> None:
    """Write the section "lengths"; words of copies do not count."""
    lengths = np.zeros(int(documents.max()) + 1, dtype="<u4")
    at = 0
    for rows in records.rows():
        here = slice(at, at + len(rows))
        np.add.at(lengths, documents[here], rows["length"] * own[here])
        at = here.stop
    lengths.tofile(path)


def write_ids(path: Path, records: Records, documents: NDArray[np.uint32], identities: bool) -> int:
    """Write the section "ids", which leads from the hash of an id to a document.

    Without ``identities`` documents are asked for by their numbers. Returns its entries.
    """
    with path.open("wb") as out:
        if identities:
            table = TableWriter(out, len(records))
            for hashes, numbers in records.passes("id"):
                found = documents[numbers].astype(np.uint64)
                order = np.lexsort((found, hashes))
                table.put(hashes[order], found[order])
            table.close()
            return len(records)
        count = int(documents.max()) + 1
        key = id_key(records.key)
        numbered = np.fromiter((id_hash(key, _numbered(n)) for n in range(count)), "<u8", count)
        order = np.argsort(numbered)
        table = TableWriter(out, count)
        table.put(numbered[order], order.astype(np.uint64))
        table.close()
        return count


def write_documents(
    section: Path,
    offsets: Path,
    records: Records,
    documents: NDArray[np.uint32],
    seal: DocumentSeal | None,
    identities: bool,
) -> None:
    """Write the sections "documents" and "document_offsets"."""
    packer = msgpack.Packer()
    end = 0
    with section.open("wb") as out, offsets.open("wb") as ends:
        ends.write(bytes(8))
        rows = records.of_documents(documents) if identities else _numbers(documents)
        for document, (count, content) in enumerate(rows):
            row: bytes = packer.pack_array_header(count) + content
            if seal is not None:
                row = seal.close(document, row)
            end += out.write(row)
            ends.write(end.to_bytes(8, "little"))


def _numbers(documents: NDArray[np.uint32]) -> Iterator[tuple[int, bytes]]:
    """What stands for the records of each document when their ids are not kept."""
    for document in range(int(documents.max()) + 1):
        yield 1, msgpack.packb({"id": _numbered(document)})


def _numbered(document: int) -> str:
    return f"#{document + 1}"
