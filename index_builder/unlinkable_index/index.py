"""The reader of an index: from keys of phrases to the documents that contain them.

Knows what the sections of the file mean (`storage` describes them). Knows nothing of drafts; a
posting number stands for a set of documents, and equal sets have equal numbers.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index import sieve
from unlinkable_index.block_array import BlockArray
from unlinkable_index.errors import UserError
from unlinkable_index.index_file import IndexFile, damaged
from unlinkable_index.keys import DocumentSeal, key_check
from unlinkable_index.storage import GROUP_BITS, Header
from unlinkable_index.windows import Keys, PhraseHasher
from unlinkable_index.words import ANALYZER

Postings = NDArray[np.int64]
ABSENT = -1
_SCANNED = 32  # entries of a bucket that are gone through one by one
_LONGEST_DOCUMENT_ROW = 64 << 20  # bytes; of ids and metadata


@dataclass(frozen=True)
class Document:
    """What the collection told of one document: its records, each with "id" and metadata."""

    records: tuple[dict[str, Any], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all its records, copies and parts of one group."""
        return tuple(record["id"] for record in self.records)

    @property
    def id(self) -> str:
        """The id of its first record."""
        return self.ids[0]

    @property
    def title(self) -> str | None:
        """The title of its first record, when that has one."""
        title = self.records[0].get("title")
        return title if isinstance(title, str) else None


class Index:
    """An index file, open for look-ups. Use `Index.open`; also a context manager."""

    def __init__(self, file: IndexFile, key: bytes | None) -> None:
        header = file.header
        self.path = file.path
        self.header: Header = header
        self.documents = header.documents
        self.max_words = header.max_words
        self.fingerprint = header.fingerprint
        self.hasher = PhraseHasher(key or b"")
        self._file = file
        self._seal = DocumentSeal(key, header.fingerprint) if key and header.sealed else None
        self._entries = BlockArray(file, "phrases", "<u8")
        self._bucket_groups = BlockArray(file, "bucket_groups", "<u4")
        self._buckets = BlockArray(file, "buckets", f"<u{header.bucket_bytes}")
        table = file.whole("dfs", "<u4").reshape(-1, 2).astype(np.int64)
        self._dfs = table[:, 0]
        self._last_numbers = np.cumsum(table[:, 1])  # the first number of the next df
        self._bitmap_offsets = BlockArray(file, "bitmap_offsets", "<u8")
        self._document_offsets = BlockArray(file, "document_offsets", "<u8")
        self._check_sizes()

    @classmethod
    def open(cls, path: Path, key: bytes | None = None) -> "Index":
        """Open the index file ``path``, with the key it was made with, if any.

        Raises UserError when the file can't be read, is no index, is damaged, or of a newer
        format, and when the key is missing or wrong.
        """
        file = IndexFile(path)
        try:
            header = file.header
            if header.analyzer != ANALYZER:
                raise UserError(
                    f"{path}: this index cuts texts into words in another way than this "
                    "Unlinkable; build it anew"
                )
            if header.key_check is None:
                if key is not None:
                    raise UserError(
                        f"{path}: this index was built without a key, so anyone who has the file "
                        "can use it; build it with the key, or name no key for it"
                    )
            elif key is None:
                raise UserError(
                    f"{path}: this index is sealed with a key; name the key's file with "
                    "--key-file or the setting key_file"
                )
            elif key_check(key, header.fingerprint) != header.key_check:
                raise UserError(f"{path}: this is not the key that the index was sealed with")
            return cls(file, key)
        except BaseException:
            file.close()
            raise

    def lookup(self, keys: Keys, df_below: int | None = None) -> Postings:
        """The posting number of every phrase key, or -1 where the phrase is not stored.

        Not stored are phrases that no document contains, phrases that contain a shorter one of
        df 1, and phrases that are in the very documents of one of their halves (the phrase without
        its last or without its first word).

        With ``df_below``, stored phrases of that df or more may be told to be not stored, which
        saves most of the work.
        """
        if df_below is None:
            return self._searched(keys)
        postings = np.full(len(keys), ABSENT, dtype=np.int64)
        promising = sieve.let_through(self._sieve, keys, df_below)
        postings[promising] = self._searched(keys[promising])
        return postings

    def _searched(self, keys: Keys) -> Postings:
        """Goes through the bucket of each key, after a binary search in those that are long."""
        header = self.header
        postings = np.full(len(keys), ABSENT, dtype=np.int64)
        posting_bits = np.uint64(header.posting_bits)
        wanted = keys << posting_bits >> posting_bits
        bucket = (keys >> np.uint64(64 - header.bucket_bits)).astype(np.int64)
        edges = np.stack((bucket, bucket + 1))
        starts = self._bucket_groups.take(edges >> GROUP_BITS).astype(np.int64)
        low, high = starts + self._buckets.take(edges)
        if high.max(initial=0) > len(self._entries) or (low > high).any():
            raise damaged(self.path)
        while len(long := np.flatnonzero(high - low > _SCANNED)):
            middle = (low[long] + high[long]) >> 1
            below = self._entries.take(middle) >> posting_bits < wanted[long]
            low[long] = np.where(below, middle + 1, low[long])
            high[long] = np.where(below, high[long], middle + 1)
        sizes = high - low
        of_key = np.repeat(np.arange(len(keys)), sizes)
        before = np.cumsum(sizes) - sizes
        entries = self._entries.take(np.arange(len(of_key)) + (low - before)[of_key])
        found = np.flatnonzero(entries >> posting_bits == wanted[of_key])
        mask = (np.uint64(1) << posting_bits) - np.uint64(1)
        postings[of_key[found]] = entries[found] & mask
        if postings.max(initial=ABSENT) >= self._last_numbers[-1]:
            raise damaged(self.path)
        return postings

    def df(self, postings: Postings) -> NDArray[np.int64]:
        """The document frequency of every posting number; 0 for -1."""
        df = self._dfs[np.searchsorted(self._last_numbers, postings, side="right")]
        return np.where(postings < 0, 0, df)

    def posting(self, number: int) -> BitMap:
        """The documents of a posting number. Raises UserError when the file is damaged there."""
        df = int(self.df(np.array([number]))[0])
        if df == 1:
            return BitMap([number])
        width = self.header.document_bytes
        if df <= self.header.row_limit:
            row = int(self._row_starts[df] + (number - self._first_number(df)) * df)
            content = self._file.read("rows", row * width, (row + df) * width)
            documents = BitMap(np.frombuffer(content, f"<u{width}").tolist())
        else:
            at = number - self._first_number(self.header.row_limit + 1)
            content = self._file.read("bitmaps", *self._bounds(self._bitmap_offsets, at))
            try:
                documents = BitMap.deserialize(content)
            except (ValueError, IndexError):  # IndexError: no bytes at all
                raise damaged(self.path) from None
        if len(documents) != df or documents.max() >= self.documents:
            raise damaged(self.path)
        return documents

    def document(self, number: int) -> Document:
        """What is known of a document. Raises UserError when the file is damaged there."""
        start, stop = self._bounds(self._document_offsets, number)
        if stop - start > _LONGEST_DOCUMENT_ROW:
            raise damaged(self.path)
        content = self._file.read("documents", start, stop)
        try:
            if self._seal is not None:
                content = self._seal.open(number, content)
            # goes over it first without building anything, since what claims to be long may not be
            unpacker = msgpack.Unpacker(max_buffer_size=_LONGEST_DOCUMENT_ROW)
            unpacker.feed(content)
            unpacker.skip()
            records = msgpack.unpackb(content, strict_map_key=False)
            if not records or not all(isinstance(record["id"], str) for record in records):
                raise damaged(self.path)
        except (ValueError, TypeError, KeyError, msgpack.UnpackException):
            raise damaged(self.path) from None
        return Document(tuple(records))

    def document_number(self, record_id: str) -> int | None:
        """The document that the record ``record_id`` is part of, or None."""
        return self._numbers.get(record_id)

    def check_all(self) -> None:
        """Read every byte of the file and raise UserError when one is not as it was written."""
        for _ in self._file.check_all():
            pass

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> "Index":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @cached_property
    def _sieve(self) -> sieve.Sieve:
        return self._file.whole("sieve", "<u8")

    @cached_property
    def _numbers(self) -> dict[str, int]:
        offsets = self._file.whole("document_offsets", "<u8")
        if (offsets[1:] < offsets[:-1]).any():  # rows that overlap could take for ever to read
            raise damaged(self.path)
        return {
            record_id: number
            for number in range(self.documents)
            for record_id in self.document(number).ids
        }

    @cached_property
    def _row_starts(self) -> dict[int, int]:
        """For each df of a row: where its rows begin, in document numbers."""
        counts = np.diff(self._last_numbers, prepend=0)
        sizes = np.where(self._dfs > 1, self._dfs * counts, 0)
        starts = np.cumsum(sizes) - sizes
        return dict(zip(self._dfs.tolist(), starts.tolist(), strict=True))

    def _first_number(self, df: int) -> int:
        before = np.searchsorted(self._dfs, df)
        return int(self._last_numbers[before - 1]) if before else 0

    def _bounds(self, offsets: BlockArray, at: int) -> tuple[int, int]:
        if not 0 <= at < len(offsets) - 1:
            raise damaged(self.path)
        start, stop = offsets.take(np.array([at, at + 1])).tolist()
        return start, stop

    def _check_sizes(self) -> None:
        """Raise UserError when the table of dfs contradicts the other sections."""
        sections = self._file.sections
        rising = int(self._dfs[0]) == 1 and bool((np.diff(self._dfs) > 0).all())
        if not rising or self._last_numbers[0] != self.documents or self._dfs[-1] > self.documents:
            raise damaged(self.path)
        limit = self.header.row_limit
        counts = np.diff(self._last_numbers, prepend=0)
        in_row = (self._dfs > 1) & (self._dfs <= limit)
        rows = int((self._dfs * counts)[in_row].sum()) * self.header.document_bytes
        bitmaps = int(counts[self._dfs > limit].sum())
        if (
            sections["rows"].length != rows
            or sections["bitmap_offsets"].length != 8 * (bitmaps + 1)
            or self._last_numbers[-1] > 1 << self.header.posting_bits
        ):
            raise damaged(self.path)
