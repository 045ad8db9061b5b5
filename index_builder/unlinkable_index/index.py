"""The reader of an index: from keys of phrases to the documents that contain them.

Puts together what the parts of the file mean (`postings`, `texts`). Knows nothing of drafts; a
posting number stands for a set of documents, and equal sets have equal numbers.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import msgpack
import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.errors import UserError
from unlinkable_index.file.index_file import BlockArray, damaged
from unlinkable_index.file.index_files import IndexFiles
from unlinkable_index.file.key_tables import HashTable
from unlinkable_index.file.postings import (
    ABSENT,
    DocumentSets,
    PhraseTable,
    PostingLists,
    Postings,
    WordBounds,
    WordPostings,
    WordTable,
)
from unlinkable_index.file.texts import PositionsInFile
from unlinkable_index.keys import DocumentSeal, id_hash, id_key, key_check
from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes, stems_named
from unlinkable_index.positions import Positions
from unlinkable_index.words import ANALYZER

_KEPT = 1 << 20  # bytes of a section of which only a few numbers are ever asked for
_LONGEST_DOCUMENT_ROW = 64 << 20  # bytes; of ids and metadata


class Windows(NamedTuple):
    """Phrases of a run of words, shortest first, then leftmost (int64, one a phrase): the first
    word of each, how many it has, and its posting number."""

    first_words: NDArray[np.int64]
    lengths: NDArray[np.int64]
    postings: Postings


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
    """An index, open for look-ups. Use `Index.open`; also a context manager.

    Opening reads the header only; everything else is read, and checked, when it is first needed. So
    any method may raise UserError: the file is damaged there, or has changed since it was opened.
    """

    def __init__(self, files: IndexFiles, key: bytes | None) -> None:
        header = files.header
        self.path = files.main.path
        self.header = header
        self.documents = header.documents
        self.max_words = header.max_words
        self.fingerprint = header.fingerprint
        self.hasher = PhraseHasher(key or b"", header.stems)
        self.positions: Positions | None = None
        """Which word stands where; None: the index was built without (`--no-positions`)."""
        if header.has_positions:
            self.positions = PositionsInFile(files.main, header, self.hasher)
        self._files = files
        self._id_key = id_key(key or b"")
        self._seal = DocumentSeal(key, header.fingerprint) if key and header.sealed else None
        self._tables = [
            PhraseTable(file, header, number) for number, file in enumerate(files.ranges)
        ]
        self._lists = PostingLists(files.main, header)
        self._words = WordTable(files.main, header, self._lists)
        self._document_offsets = BlockArray(files.main, "document_offsets", "<u8", _KEPT)
        ids = BlockArray(files.main, "ids", "<u8", _KEPT)
        self._ids = HashTable(ids.take, len(ids), header.layout.ids)

    @classmethod
    def open(cls, path: Path, key: bytes | None = None) -> "Index":
        """Open the index file ``path``, with the key it was made with, if any.

        Raises UserError when the file can't be read, is no index, is damaged, or of another
        format, and when the key is missing or wrong.
        """
        files = IndexFiles(path)
        try:
            header = files.header
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
            try:
                for name in header.stems:
                    stems_named(name)  # may not be known here
            except UserError as error:
                raise UserError(f"{path}: {error}") from None
            return cls(files, key)
        except BaseException:
            files.close()
            raise

    def lookup(self, keys: PhraseHashes, df_below: int | None = None) -> Postings:
        """The posting number of every phrase key, or -1 where the phrase is not stored.

        Not stored are phrases that no document contains, phrases that contain a shorter one of
        df 1, and phrases that are in the very documents of one of their halves (the phrase without
        its last or without its first word).

        With ``df_below``, stored phrases of that df or more may be told to be not stored, which
        saves most of the work.
        """
        if len(self._tables) == 1:
            postings = self._tables[0].lookup(keys, df_below)
        else:
            postings = np.full(len(keys), ABSENT, dtype=np.int64)
            ranges = keys >> np.uint64(64 - self.header.layout.range_bits)
            for number in np.unique(ranges).tolist():
                mine = np.flatnonzero(ranges == number)
                postings[mine] = self._tables[number].lookup(keys[mine], df_below)
        if postings.max(initial=ABSENT) >= self._lists.count:
            raise damaged(self.path)
        return postings

    def rare_windows(self, words: PhraseHashes, segments: NDArray[np.integer], k: int) -> Windows:
        """The phrases of a run of words, each within one of ``segments``, that fewer than ``k``
        documents have, and some others: all that hold no other phrase of so few documents are
        there."""
        keys, starts = self._within(words, segments)
        postings = self.lookup(np.concatenate([words[:0], *keys]), df_below=k)
        lengths = np.repeat(np.arange(1, len(keys) + 1), [len(at) for at in starts])
        found = np.flatnonzero(postings >= 0)
        every = np.concatenate([found[:0], *starts])
        return Windows(every[found], lengths[found], postings[found])

    def _within(
        self, words: PhraseHashes, segments: NDArray[np.integer]
    ) -> tuple[list[PhraseHashes], list[NDArray[np.int64]]]:
        """The keys of the phrases of 1, 2, … words that lie within a segment, and where they
        begin."""
        lengths = range(1, min(self.max_words, len(words)) + 1)
        starts = [
            np.flatnonzero(segments[: len(words) - n + 1] == segments[n - 1 :]) for n in lengths
        ]
        return [
            self.hasher.phrases(words, n)[at] for n, at in zip(lengths, starts, strict=True)
        ], starts

    def df(self, postings: Postings) -> NDArray[np.int64]:
        """The document frequency of every posting number; 0 for -1."""
        return self._lists.df(postings)

    def documents_of(self, posting: int) -> tuple[int, ...]:
        """The document numbers of a posting number, rising."""
        return self._lists.documents(posting)

    def document_sets(self, postings: Postings) -> DocumentSets:
        """The document numbers of every posting number; much faster than one by one."""
        return self._lists.sets(postings)

    def posting(self, number: int) -> BitMap:
        """The documents of a posting number, as a bitmap."""
        return self.postings(np.array([number]))[0]

    def postings(self, numbers: Postings) -> list[BitMap]:
        """As `posting`, for several numbers; much faster than one by one."""
        return self._lists.bitmaps(numbers)

    def word_bounds(self, keys: PhraseHashes) -> WordBounds:
        """How many documents have each word, and how often one has it at most.

        ``keys`` are those of phrases of one word. Reads no posting list: with it a ranker can tell
        which words can't change an order, and leave their documents unread.
        """
        return self._words.bounds(keys, self.lookup(keys))

    def word_postings(self, keys: PhraseHashes) -> WordPostings:
        """The documents of each word, and how often it stands in each.

        ``keys`` are those of phrases of one word. A word that stands in several readings of one
        place counts there once, for the first reading.
        """
        return self._words.postings(keys, self.lookup(keys))

    def word_frequencies(self, key: int, documents: NDArray[np.int64]) -> NDArray[np.uint32]:
        """How often one word, given by its key, stands in each of ``documents``, 0 included.

        For words of many documents and few ``documents``: only their frequencies are unpacked.
        """
        keys = np.array([key], dtype=np.uint64)
        return self._words.frequencies(keys, self.lookup(keys), documents)

    @property
    def lengths(self) -> NDArray[np.uint32]:
        """The number of words of every document (not to be written to); read once.

        Copies of a record count once, and so do several readings of one place.
        """
        return self._words.lengths

    @cached_property
    def average_length(self) -> float:
        """The mean number of words of all documents."""
        return float(self.lengths.mean(dtype=np.float64))

    def document(self, number: int) -> Document:
        """What is known of a document. Raises UserError when the file is damaged there."""
        if not 0 <= number < self.documents:
            raise damaged(self.path)
        start, stop = self._document_offsets.take(np.array([number, number + 1])).tolist()
        if stop - start > _LONGEST_DOCUMENT_ROW:
            raise damaged(self.path)
        content = self._files.main.read("documents", start, stop)
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
        hashed = id_hash(self._id_key, record_id)
        try:
            for number in self._ids.all_of(hashed):
                if record_id in self.document(number).ids:
                    return number
        except ValueError:
            raise damaged(self.path) from None
        return None

    def check_all(self) -> None:
        """Read every byte of the file and raise UserError when one is not as it was written."""
        for _ in self._files.check_all():
            pass

    @property
    def is_replaced(self) -> bool:
        """Whether there is another index at its path by now: this one goes on as it was."""
        return self._files.main.is_replaced

    def close(self) -> None:
        """Let go of the file."""
        self._files.close()

    def __enter__(self) -> "Index":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
