"""The index file: how it is laid out, and how it is written.

Knows bytes, sections and checksums (`index_file` reads them); knows nothing of what the sections
mean to a search (`index`) or how they come about (`builder`).

The format, version 2
---------------------
The file is a stream of msgpack objects, in this order; all numbers in sections are little-endian.

1. A map, the *header* (below). Integers that are not known to be small may take any msgpack width.
2. A ``bin`` of 16 bytes: BLAKE2b-128 of the bytes of the header object.
3. The sections, each one ``bin`` object. In front of each stand as many ``nil`` objects (byte 0xc0)
   as bring the content of the ``bin`` to an offset that is a multiple of 4096.

The header has the keys ``magic`` ("unlinkable index"), ``format`` (2), ``analyzer`` (how words and
forms are made), ``unicode`` (the version of Unicode that it used), ``max_words`` (N),
``documents``, ``records``, ``words`` (of all records), ``phrases`` (for each length 1 … N the pair:
stored phrases with df ≥ 2, stored phrases with df 1), ``fingerprint`` (hex, identifies the
collection), ``key_check`` (hex, or nil when there is no key), ``sealed`` (document rows are
encrypted), ``bucket_bits``, ``bucket_bytes`` and ``posting_bits`` (b, v and s below), ``row_limit``
(r below), ``document_bytes`` (w below: 2 or 4), and ``sections``: a map from name to ``[offset,
length, checksum]``, where offset is that of the content in the file, and checksum the BLAKE2b-128
of its *block sums*. These are one uint64 for every block of 512 bytes of the content, filled up
with zeros to whole blocks: the sum, modulo 2^64, of its 64 uint64, the one numbered i (from 0)
times (2·i + 1)·0x9e3779b97f4a7c15. (All factors are odd, so that no change of a single number goes
unseen; and unlike a CRC the sums of many blocks can be had at once.)

The sections:

- ``blocks``: for every other section in the order of the header, its block sums, so that a reader
  can check a block when it first reads it. Its own checksum is made of its own block sums.
- ``phrases``: an array of uint64, the *entries*, one for every stored phrase, sorted by phrase key
  (`levels` says which phrases are stored).
  The highest 64 - s bits of an entry are the lowest 64 - s bits of the key (`windows` says how a
  key is made), its lowest s bits the number of the phrase's posting list. s ≤ b, so that with the
  bucket the whole key is known.
- ``bucket_groups`` and ``buckets``: the entries whose key's highest b bits are i are those numbered
  from start(i) to start(i + 1), where start(i) = bucket_groups[i // 256] + buckets[i]. The first
  are uint32, the others, 2^b + 1 of them, numbers of v bytes: 2, or 4 where 2 do not hold them.
- ``sieve``: an array of uint64, a table that tells of most phrases that they are not rare (`sieve`
  describes it). It follows from the entries and dfs, so it reveals nothing that they do not.
- ``dfs``: pairs of uint32 (df, count), by rising df: how many posting lists have that df. Posting
  lists are numbered from 0 by rising df, so this gives the df of each. The lists of df 1 are
  {0}, {1}, … for all documents, and are not stored.
- ``rows``: the posting lists of df 2 … r, one after the other, each df document numbers of w bytes
  in rising order.
- ``bitmaps``: the posting lists of more than r documents, in the order of their numbers, each in
  the portable format of roaring bitmaps (https://github.com/RoaringBitmap/RoaringFormatSpec).
- ``bitmap_offsets``: uint64: where each bitmap begins in ``bitmaps``, and the end of the last.
- ``documents``: a row for each document, a msgpack array of its records, each a map with "id" and,
  where known, "group" and further fields of the record. When ``sealed``, each row is encrypted
  (`keys` says how).
- ``document_offsets``: uint64: where each row begins in ``documents``, and the end of the last.
"""

import hashlib
import struct
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError

MAGIC = "unlinkable index"
FORMAT = 2
LONGEST_PHRASE = 64  # words
BLOCK = 512
ALIGNMENT = 4096
GROUP_BITS = 8  # of bucket numbers: 256 buckets are a group
SECTIONS = (
    "blocks",
    "phrases",
    "bucket_groups",
    "buckets",
    "sieve",
    "dfs",
    "rows",
    "bitmaps",
    "bitmap_offsets",
    "documents",
    "document_offsets",
)
LONGEST_BIN = 2**32 - 1
_FACTORS = np.arange(1, BLOCK // 4, 2, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Header:
    """What the header says of the index, without its section table."""

    analyzer: str
    unicode: str
    max_words: int
    documents: int
    records: int
    words: int
    phrases: tuple[tuple[int, int], ...]
    fingerprint: str
    key_check: str | None
    sealed: bool
    bucket_bits: int
    bucket_bytes: int
    posting_bits: int
    row_limit: int
    document_bytes: int


@dataclass(frozen=True)
class Section:
    """Where a section's content lies in the file, in bytes, and its checksum."""

    offset: int
    length: int
    checksum: bytes


def write_index(out: IO[bytes], header: Header, contents: Mapping[str, Path]) -> Iterator[int]:
    """Write the index file whose sections (but "blocks") are the files ``contents``.

    Yields the number of bytes written, now and then. Raises UserError when a section is longer
    than msgpack allows (4 GiB).
    """
    checks = {name: _sums_of_file(path) for name, path in contents.items()}
    blocks = b"".join(checks.values())
    checks = {"blocks": block_sums(blocks).tobytes(), **checks}
    lengths = {"blocks": len(blocks), **{n: p.stat().st_size for n, p in contents.items()}}
    for name, length in lengths.items():
        if length > LONGEST_BIN:
            raise UserError(
                f"the section {name!r} of the index would be longer than 4 GiB; "
                "split the collection, or choose a smaller --max-words"
            )
    table = {name: (0, length, digest(checks[name])) for name, length in lengths.items()}
    # Offsets depend on the header's length, and that on the offsets: repeat until they agree.
    while True:
        head = _packed_header(header, table)
        placed = _place(len(head), lengths, table)
        if placed == table:
            break
        table = placed
    out.write(head)
    for name, (offset, length, _) in table.items():
        prefix = b"\xc6" + struct.pack(">I", length)
        out.write(b"\xc0" * (offset - out.tell() - len(prefix)) + prefix)
        if name == "blocks":
            out.write(blocks)
        else:
            with contents[name].open("rb") as content:
                while piece := content.read(1 << 22):
                    out.write(piece)
                    yield out.tell()


def _packed_header(header: Header, table: Mapping[str, tuple[int, int, bytes]]) -> bytes:
    fields = {"magic": MAGIC, "format": FORMAT, **asdict(header), "sections": table}
    head: bytes = msgpack.packb(fields)
    mark: bytes = msgpack.packb(digest(head))
    return head + mark


def _place(
    start: int, lengths: Mapping[str, int], table: Mapping[str, tuple[int, int, bytes]]
) -> dict[str, tuple[int, int, bytes]]:
    """The section table with the offsets that follow from a header of ``start`` bytes."""
    placed = {}
    for name, length in lengths.items():
        offset = -(-(start + 5) // ALIGNMENT) * ALIGNMENT
        placed[name] = (offset, length, table[name][2])
        start = offset + length
    return placed


def _sums_of_file(path: Path) -> bytes:
    sums = []
    with path.open("rb") as content:
        while piece := content.read(BLOCK << 13):
            sums.append(block_sums(piece).tobytes())
    return b"".join(sums)


def block_sums(content: bytes) -> NDArray[np.uint64]:
    """The block sums of ``content``, which begins with a block."""
    missing = -len(content) % BLOCK
    numbers = np.frombuffer(content + bytes(missing) if missing else content, "<u8")
    return sums_of_blocks(numbers.reshape(-1, BLOCK // 8))


def sums_of_blocks(blocks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The block sums of blocks given as numbers; shape (blocks, 64)."""
    sums: NDArray[np.uint64] = blocks @ _FACTORS
    return sums


def digest(content: bytes | memoryview) -> bytes:
    """BLAKE2b-128."""
    return hashlib.blake2b(content, digest_size=16).digest()
