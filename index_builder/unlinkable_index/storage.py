"""The index file: how it is laid out, written and mapped.

Knows bytes, sections and checksums; knows nothing of what the sections mean to a search (`index`)
or how they come about (`builder`).

The format, version 1
---------------------
The file is a stream of msgpack objects, in this order; all numbers in sections are little-endian.

1. A map, the *header* (below). Integers that are not known to be small may take any msgpack width.
2. A ``bin`` of 16 bytes: BLAKE2b-128 of the bytes of the header object.
3. The sections, each one ``bin`` object. In front of each stand as many ``nil`` objects (byte 0xc0)
   as bring the content of the ``bin`` to an offset that is a multiple of 4096.

The header has the keys ``magic`` ("unlinkable index"), ``format`` (1), ``analyzer`` (how words and
forms are made), ``unicode`` (the version of Unicode that it used), ``max_words`` (N), ``documents``,
``records``, ``words`` (of all records), ``phrases`` (for each length 1 … N the pair: phrases with
df ≥ 2, minimal rare phrases with df 1), ``fingerprint`` (hex, identifies the collection),
``key_check`` (hex, or nil when there is no key), ``sealed`` (document rows are encrypted),
``bucket_bits`` and ``posting_bits`` (b and s below), ``row_limit`` (r below), ``document_bytes``
(w below: 2 or 4), and ``sections``: a map from name to ``[offset, length, checksum]``, where offset
is that of the content in the file, and checksum the BLAKE2b-128 of the CRC-32s (each as uint32) of
the content's blocks of 4096 bytes, the last of which may be shorter.

The sections:

- ``blocks``: for every other section in the order of the header, the CRC-32s just named, so that a
  reader can check a block when it first reads it. Its own checksum is made of its own blocks.
- ``phrases``: an array of uint64, the *entries*, one for every stored phrase, sorted by phrase key.
  The highest 64 - s bits of an entry are the lowest 64 - s bits of the key (`windows` says how a
  key is made), its lowest s bits the number of the phrase's posting list. s ≤ b, so that with the
  bucket the whole key is known.
- ``buckets``: 2^b + 1 uint32: the entries whose key's highest b bits are i are those numbered from
  buckets[i] to buckets[i + 1].
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
import mmap
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError

MAGIC = "unlinkable index"
FORMAT = 1
BLOCK = 4096
SECTIONS = (
    "blocks",
    "phrases",
    "buckets",
    "dfs",
    "rows",
    "bitmaps",
    "bitmap_offsets",
    "documents",
    "document_offsets",
)
_LONGEST_BIN = 2**32 - 1
_LONGEST_HEADER = 1 << 20


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
    checks = {name: _block_checks(path) for name, path in contents.items()}
    blocks = b"".join(checks.values())
    checks = {"blocks": _checks_of(memoryview(blocks)), **checks}
    lengths = {"blocks": len(blocks), **{n: p.stat().st_size for n, p in contents.items()}}
    for name, length in lengths.items():
        if length > _LONGEST_BIN:
            raise UserError(
                f"the section {name!r} of the index would be longer than 4 GiB; "
                "split the collection, or choose a smaller --max-words"
            )
    table = {name: (0, length, _checksum(checks[name])) for name, length in lengths.items()}
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


class IndexFile:
    """An index file mapped into memory. Nothing of it is believed before its checksum fits.

    Raises UserError when the file can't be opened, is no index, of a newer format, or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise UserError(
                f"{path}: the index cannot be opened ({error.strerror}); check the path"
            ) from error
        except ValueError:
            raise UserError(f"{path}: this file is empty, not an index") from None
        self._view = memoryview(self._map)
        try:
            self.header, self.sections = self._read_header()
            self._unchecked: dict[str, NDArray[np.bool_]] = {}
            self._checks: dict[str, NDArray[np.uint32]] = {}
            self._read_blocks()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Unmap the file. Arrays made from it keep it mapped until they are gone."""
        self._view.release()
        try:
            self._map.close()
        except BufferError:  # an array still looks into it; the last one to go closes it
            pass

    def array(self, name: str, dtype: Any) -> NDArray[Any]:
        """A view of a section as an array; check the parts that are used with `check`."""
        section = self.sections[name]
        size = np.dtype(dtype).itemsize
        if section.length % size:
            raise self._damaged()
        return np.frombuffer(self._map, dtype, section.length // size, section.offset)

    def whole(self, name: str, dtype: Any) -> NDArray[Any]:
        """A view of a section as an array, every byte of it checked."""
        self.check(name, np.arange(len(self._unchecked[name])))
        return self.array(name, dtype)

    def slice(self, name: str, start: int, stop: int) -> bytes:
        """The bytes ``start`` to ``stop`` of a section, checked."""
        section = self.sections[name]
        if not 0 <= start <= stop <= section.length:
            raise self._damaged()
        self.check(name, np.arange(start // BLOCK, -(-stop // BLOCK)))
        return bytes(self._view[section.offset + start : section.offset + stop])

    def check(self, name: str, blocks: NDArray[np.int64]) -> None:
        """Make sure that the blocks numbered ``blocks`` of a section are as they were written.

        Raises UserError when they are not. A block is read once; later calls cost next to nothing.
        """
        unchecked = self._unchecked[name]
        pending = blocks[unchecked[blocks]]
        if not len(pending):
            return
        section, checks = self.sections[name], self._checks[name]
        end = section.offset + section.length
        for block in np.unique(pending).tolist():
            start = section.offset + block * BLOCK
            if zlib.crc32(self._view[start : min(start + BLOCK, end)]) != checks[block]:
                raise self._damaged()
            unchecked[block] = False

    def check_all(self) -> Iterator[int]:
        """Check every block of every section; yields the number of bytes checked."""
        done = 0
        for name, section in self.sections.items():
            if name != "blocks":
                count = len(self._unchecked[name])
                for start in range(0, count, 1024):
                    self.check(name, np.arange(start, min(start + 1024, count)))
                    yield done + min((start + 1024) * BLOCK, section.length)
                done += section.length

    def _read_header(self) -> tuple[Header, dict[str, Section]]:
        unpacker = msgpack.Unpacker(
            strict_map_key=True, max_buffer_size=_LONGEST_HEADER, max_array_len=4096
        )
        unpacker.feed(self._view[: _LONGEST_HEADER - 1])
        try:
            fields = unpacker.unpack()
            length = unpacker.tell()
            digest = unpacker.unpack()
        except Exception:  # msgpack raises many kinds, all meaning the same here
            raise self._foreign() from None
        if not isinstance(fields, dict) or fields.get("magic") != MAGIC:
            raise self._foreign()
        version = fields.get("format")
        if isinstance(version, int) and version > FORMAT:
            raise UserError(
                f"{self.path}: this index has format {version}, made by a newer Unlinkable than "
                f"this one, which reads format {FORMAT}; update Unlinkable or build the index anew"
            )
        if version != FORMAT or digest != _digest(self._view[:length]):
            raise self._damaged()
        try:
            sections = {
                name: Section(offset, size, checksum)
                for name, (offset, size, checksum) in fields.pop("sections").items()
            }
            del fields["magic"], fields["format"]
            fields["phrases"] = tuple((common, rare) for common, rare in fields["phrases"])
            header = Header(**fields)
            self._believable(header, sections)
        except (TypeError, ValueError, KeyError, AttributeError):
            raise self._damaged() from None
        return header, sections

    def _believable(self, header: Header, sections: dict[str, Section]) -> None:
        """Raise ValueError for a header that no builder wrote, however well its digest fits."""
        if tuple(sections) != SECTIONS:
            raise ValueError
        end = 0
        for section in sections.values():
            if not end < section.offset <= section.offset + section.length <= len(self._map):
                raise ValueError
            end = section.offset + section.length
        lengths = {name: section.length for name, section in sections.items()}
        if not (
            0 <= header.posting_bits <= header.bucket_bits <= 32
            and header.document_bytes in (2, 4)
            and 1 <= header.max_words == len(header.phrases)
            and 0 < header.documents <= header.records
            and 1 <= header.row_limit
            and lengths["buckets"] == 4 * (2**header.bucket_bits + 1)
            and lengths["document_offsets"] == 8 * (header.documents + 1)
            and lengths["phrases"] == 8 * sum(map(sum, header.phrases))
        ):
            raise ValueError

    def _read_blocks(self) -> None:
        section = self.sections["blocks"]
        content = self._view[section.offset : section.offset + section.length]
        if _checksum(_checks_of(content)) != section.checksum:
            raise self._damaged()
        checks = np.frombuffer(bytes(content), np.uint32)
        start = 0
        for name, section in self.sections.items():
            if name == "blocks":
                continue
            stop = start + -(-section.length // BLOCK)
            self._checks[name] = checks[start:stop]
            if _checksum(self._checks[name].tobytes()) != section.checksum:
                raise self._damaged()
            self._unchecked[name] = np.ones(stop - start, dtype=bool)
            start = stop
        if start != len(checks):
            raise self._damaged()

    def _foreign(self) -> UserError:
        return UserError(
            f"{self.path}: not an index of Unlinkable; make one with `unlinkable index`"
        )

    def _damaged(self) -> UserError:
        return damaged(self.path)


def damaged(path: Path) -> UserError:
    """What is said of an index whose content contradicts itself."""
    return UserError(f"{path}: the index is damaged or cut short; copy it again or build it anew")


def _packed_header(header: Header, table: Mapping[str, tuple[int, int, bytes]]) -> bytes:
    fields = {"magic": MAGIC, "format": FORMAT, **asdict(header), "sections": table}
    head: bytes = msgpack.packb(fields)
    return head + bytes(msgpack.packb(_digest(head)))


def _place(
    start: int, lengths: Mapping[str, int], table: Mapping[str, tuple[int, int, bytes]]
) -> dict[str, tuple[int, int, bytes]]:
    """The section table with the offsets that follow from a header of ``start`` bytes."""
    placed = {}
    for name, length in lengths.items():
        offset = -(-(start + 5) // BLOCK) * BLOCK
        placed[name] = (offset, length, table[name][2])
        start = offset + length
    return placed


def _block_checks(path: Path) -> bytes:
    checks = []
    with path.open("rb") as content:
        while piece := content.read(BLOCK * 1024):
            checks.append(_checks_of(memoryview(piece)))
    return b"".join(checks)


def _checks_of(content: memoryview) -> bytes:
    crcs = [zlib.crc32(content[at : at + BLOCK]) for at in range(0, len(content), BLOCK)]
    return np.array(crcs, dtype="<u4").tobytes()


def _checksum(checks: bytes) -> bytes:
    return _digest(checks)


def _digest(content: bytes | memoryview) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()
