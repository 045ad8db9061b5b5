"""The sections on documents: their lengths, the ids they are asked for by, what is kept of each.

``documents`` is everywhere the number of each record's document. Knows nothing of words and
phrases.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.taking_in.records import Records
from unlinkable_index.file.hash_table import TableWriter
from unlinkable_index.keys import DocumentSeal, id_hash, id_key


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
