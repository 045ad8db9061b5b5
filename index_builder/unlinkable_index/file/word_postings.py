"""Where single words stand, and how often: what ranking needs.

Knows the tables "words", "frequencies" and "lengths" (`FORMAT.md` describes them); knows nothing of
how documents are ranked.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file import frequencies
from unlinkable_index.file.block_array import BlockArray
from unlinkable_index.file.document_sets import PostingLists
from unlinkable_index.file.hash_table import EMPTY, HashTable
from unlinkable_index.file.header import Header
from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.file.phrase_table import Postings
from unlinkable_index.phrase_hashes import PhraseHashes

Numbers = NDArray[np.int64]

START_BITS = 48  # of a number of the table "words"; above it stands the highest frequency
HIGHEST = (1 << 64 - START_BITS) - 1
"""What stands for a highest frequency of so many or more."""
_MOST = 2**32 - 1


@dataclass(frozen=True)
class WordPostings:
    """The documents of some words, and how often each word stands in each.

    Word i stands ``frequencies[j]`` times (at least once) in the document ``documents[j]``, for
    every j from ``bounds[i]`` to ``bounds[i + 1] - 1``; document numbers of one word are rising. A
    word that is in no document has none.
    """

    bounds: Numbers
    documents: NDArray[np.uint32]
    frequencies: NDArray[np.uint32]

    @property
    def dfs(self) -> Numbers:
        """The document frequency of every word."""
        return np.diff(self.bounds)


@dataclass(frozen=True)
class WordBounds:
    """What can be said of some words before their documents are read.

    ``dfs``: the document frequency of every word (int64; 0: in no document). ``highest``: no
    document has the word more often (int64); exact up to 65,534.
    """

    dfs: Numbers
    highest: Numbers


class WordTable:
    """The words of an index with their frequencies. Methods raise UserError for a damaged file."""

    def __init__(self, file: IndexFile, header: Header, lists: PostingLists) -> None:
        self._file = file
        self._lists = lists
        words = BlockArray(file, "words", "<u8")
        self._words = HashTable(words.take, len(words), header.layout.counted_words)
        self._frequencies = BlockArray(file, "frequencies", "u1")

    @cached_property
    def lengths(self) -> NDArray[np.uint32]:
        """The number of words of every document."""
        lengths: NDArray[np.uint32] = self._file.whole("lengths", "<u4")
        lengths.flags.writeable = False
        return lengths

    def bounds(self, keys: PhraseHashes, postings: Postings) -> WordBounds:
        """Of some words, given by key and posting number."""
        dfs = self._lists.df(postings)
        entries = self._entries(keys)
        highest = (entries >> np.uint64(START_BITS)).astype(np.int64)
        highest[highest == HIGHEST] = _MOST
        highest[entries == EMPTY] = 1
        return WordBounds(dfs, np.where(dfs > 0, highest, 0))

    def postings(self, keys: PhraseHashes, postings: Postings) -> WordPostings:
        """Of some words, given by key and posting number."""
        bounds, documents = self._lists.sets(postings)
        try:
            numbers = frequencies.unpack(
                self._frequencies.take,
                len(self._frequencies),
                _starts(self._entries(keys)),
                np.diff(bounds),
            )
        except ValueError:
            raise damaged(self._file.path) from None
        return WordPostings(bounds, documents, numbers)

    def frequencies(
        self, key: PhraseHashes, posting: Postings, documents: Numbers
    ) -> NDArray[np.uint32]:
        """How often one word stands in each of ``documents``; 0 where it does not."""
        members = self._lists.sets(posting).documents
        found = np.zeros(len(documents), dtype=np.uint32)
        if not len(members):
            return found
        places = np.minimum(np.searchsorted(members, documents), len(members) - 1)
        inside = np.flatnonzero(members[places] == documents)
        found[inside] = 1
        entries = self._entries(key)
        if entries[0] != EMPTY:
            start = int(_starts(entries)[0])
            try:
                found[inside] = frequencies.unpack_some(
                    self._frequencies.take,
                    len(self._frequencies),
                    start,
                    len(members),
                    places[inside],
                )
            except ValueError:
                raise damaged(self._file.path) from None
        return found

    def _entries(self, keys: PhraseHashes) -> NDArray[np.uint64]:
        try:
            return self._words.find(keys)
        except ValueError:
            raise damaged(self._file.path) from None


def _starts(entries: NDArray[np.uint64]) -> Numbers:
    """Where frequencies begin; -1 where there are none, since all are 1."""
    starts = (entries & np.uint64((1 << START_BITS) - 1)).astype(np.int64)
    return np.where(entries == EMPTY, -1, starts)
