"""An index as it would be if one more original were in its collection: the one beside the draft.

All look-ups of `Index` answer as if the original had been indexed. What the index does not tell
(`unstored`) is taken for what flags more: the phrase counts as one that the original alone has. An
original that is in the collection already, or another version of it, is not counted twice: what it
holds counts as held by that document. Knows phrases and documents; must know nothing of drafts.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.index import (
    ABSENT,
    Document,
    DocumentSets,
    Index,
    Postings,
    WordBounds,
    WordPostings,
)
from unlinkable_index.original import Original
from unlinkable_index.phrase_hashes import PhraseHashes
from unlinkable_index.unstored import Windows, resolved

Numbers = NDArray[np.int64]

SAME = 0.9
"""The share of an original's phrases of 5 words (or of the longest that the index knows) that a
document holds at least to be taken for a version of it. Another ruling in the same matter holds
less, and where one does not, counting the two as one flags more, not less."""
_PHRASE_WORDS = 5


class IndexWithOriginal(Index):
    """An index and one more original. A posting number of it is made of the df, the posting number
    of the index, and whether the original is in the set besides; so it rises with the df."""

    def __init__(self, index: Index, original: Original, same_as: int | None = None) -> None:
        """
        - ``index``: stays open, and is not closed with this one;
        - ``original``: read with the hasher of the index, for phrases as long as its own;
        - ``same_as``: the document that it is a version of; None: found out (`SAME`).

        Raises UserError when the index is damaged, as all methods do.
        """
        self._index = index
        self._original = original
        self.path = index.path
        self.header = index.header
        self.max_words = index.max_words
        self.fingerprint = index.fingerprint
        self.hasher = index.hasher
        self._bits = np.int64(index.header.posting_bits + 2)
        levels = resolved(index, original.words, original.segments, index.max_words)
        self.share: float | None = None
        """The share of the original's phrases that are in the document which it was found to be a
        version of, or else in the one that has most of them; None: not looked for."""
        if same_as is None:
            same_as, self.share = _version_among(index, levels, original)
        self.same_as = same_as
        self.source = index.documents if same_as is None else same_as
        """The number of the document that the original is."""
        self.documents = index.documents + (same_as is None)
        single = index.hasher.phrases(np.array(list(original.frequencies), dtype=np.uint64), 1)
        order = np.argsort(single)
        self._word_keys = single[order]
        self._often = np.array(list(original.frequencies.values()), dtype=np.int64)[order]
        if self._has_words_of(same_as):  # then all its phrases are in the collection
            levels = [windows._replace(certain=windows.postings >= 0) for windows in levels]
        self._keys, self._held = self._table(levels)

    @property
    def digest(self) -> str:
        """The same for the same words of the original."""
        return self._original.digest

    @property
    def source_id(self) -> str:
        """The id of the document that the original is."""
        return self.document(self.source).id

    @property
    def original_id(self) -> str:
        """What the original is called."""
        return self._original.id

    def lookup(self, keys: PhraseHashes, df_below: int | None = None) -> Postings:
        """As in `Index`."""
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        held = self._keys[at] == keys if len(self._keys) else np.zeros(len(keys), dtype=bool)
        found = np.empty(len(keys), dtype=np.int64)
        found[held] = self._held[at[held]]
        found[~held] = self._numbered(self._index.lookup(keys[~held], df_below))
        return found

    def df(self, postings: Postings) -> Numbers:
        """As in `Index`."""
        return np.where(postings < 0, 0, postings >> self._bits)

    def documents_of(self, posting: int) -> tuple[int, ...]:
        """As in `Index`."""
        return tuple(self.document_sets(np.array([posting])).documents.tolist())

    def document_sets(self, postings: Postings) -> DocumentSets:
        """As in `Index`."""
        inner, more = self._parted(postings)
        bounds, documents = self._index.document_sets(inner)
        places = self._places(bounds, documents, more)
        return DocumentSets(
            bounds + np.concatenate(([0], np.cumsum(more))),
            np.insert(documents, places, np.uint32(self.source)),
        )

    def posting(self, number: int) -> BitMap:
        """As in `Index`."""
        return self.postings(np.array([number]))[0]

    def postings(self, numbers: Postings) -> list[BitMap]:
        """As in `Index`."""
        inner, more = self._parted(numbers)
        found = self._index.postings(inner)
        for at in np.flatnonzero(more).tolist():
            found[at].add(self.source)
        return found

    def word_bounds(self, keys: PhraseHashes) -> WordBounds:
        """As in `Index`."""
        bounds, often = self._index.word_bounds(keys), self._often_of(keys)
        return WordBounds(self.df(self.lookup(keys)), np.maximum(bounds.highest, often))

    def word_postings(self, keys: PhraseHashes) -> WordPostings:
        """As in `Index`."""
        found, often = self._index.word_postings(keys), self._often_of(keys)
        _, more = self._parted(self.lookup(keys))
        places = self._places(found.bounds, found.documents, more)
        documents = np.insert(found.documents, places, np.uint32(self.source))
        frequencies = np.insert(found.frequencies, places, np.uint32(0))
        bounds = found.bounds + np.concatenate(([0], np.cumsum(more)))
        own = np.flatnonzero(documents == self.source)
        word = np.searchsorted(bounds, own, side="right") - 1
        frequencies[own] = np.maximum(frequencies[own], often[word])
        return WordPostings(bounds, documents, frequencies)

    def word_frequencies(self, key: int, documents: Numbers) -> NDArray[np.uint32]:
        """As in `Index`."""
        found = self._index.word_frequencies(key, documents)
        (often,) = self._often_of(np.array([key], dtype=np.uint64)).tolist()
        own = documents == self.source
        found[own] = np.maximum(found[own], often)
        return found

    @property
    def lengths(self) -> NDArray[np.uint32]:
        """As in `Index`."""
        return self._all_lengths

    @cached_property
    def _all_lengths(self) -> NDArray[np.uint32]:
        length, lengths = np.uint32(self._original.length), self._index.lengths
        if self.same_as is None:
            return np.append(lengths, length)
        longest = lengths.copy()
        longest[self.source] = max(lengths[self.source], length)
        return longest

    def document(self, number: int) -> Document:
        """As in `Index`."""
        if number == self._index.documents and self.same_as is None:
            return Document(({"id": self._original.id},))
        return self._index.document(number)

    def document_number(self, record_id: str) -> int | None:
        """As in `Index`."""
        if record_id == self._original.id:
            return self.source
        return self._index.document_number(record_id)

    def check_all(self) -> None:
        """As in `Index`."""
        self._index.check_all()

    @property
    def is_replaced(self) -> bool:
        """As in `Index`."""
        return self._index.is_replaced

    def close(self) -> None:
        """Nothing: the index is closed by whoever opened it."""

    def _numbered(self, postings: Postings) -> Postings:
        """Posting numbers of this index for sets that are those of the inner one."""
        numbers = (self._index.df(postings) << self._bits) | (postings + 1 << 1)
        return np.where(postings < 0, ABSENT, numbers)

    def _with_original(self, postings: Postings) -> Postings:
        """Posting numbers of this index for sets of the inner one and the original besides."""
        dfs = self._index.df(postings)
        numbers = (dfs + 1 << self._bits) | (postings + 1 << 1) | 1
        if self.same_as is None:
            return numbers
        different, where = np.unique(postings, return_inverse=True)
        bounds, documents = self._index.document_sets(different)
        has = np.zeros(len(different), dtype=bool)
        places = np.flatnonzero(documents == self.same_as)
        has[np.searchsorted(bounds, places, side="right") - 1] = True
        return np.where(has[where], self._numbered(postings), numbers)

    def _parted(self, numbers: Postings) -> tuple[Postings, NDArray[np.bool_]]:
        """The posting numbers of the index within, and whether the original is in besides."""
        inner = (numbers & (np.int64(1) << self._bits) - 1) >> 1
        return np.where(numbers < 0, ABSENT, inner - 1), (numbers >= 0) & (numbers & 1 == 1)

    def _places(
        self, bounds: Numbers, documents: NDArray[np.uint32], more: NDArray[np.bool_]
    ) -> Numbers:
        """Where the original's number is to be inserted in the sets that it is in besides."""
        if self.same_as is None:
            return bounds[1:][more]
        of_set = np.repeat(np.arange(len(more)), np.diff(bounds))
        order = of_set * self._index.documents + documents
        wanted = np.flatnonzero(more) * self._index.documents + self.source
        return np.searchsorted(order, wanted)

    def _table(self, levels: list[Windows]) -> tuple[PhraseHashes, Postings]:
        """The keys of the original's phrases, rising, and the posting number of each: `ABSENT`
        where an index would not store the phrase."""
        keys, numbers = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
        segments, below = self._original.segments, np.empty(0, dtype=np.int64)
        for n, windows in enumerate(levels, start=1):
            whole = segments[: len(windows.keys)] == segments[n - 1 :]
            known = np.where(windows.certain, windows.postings, ABSENT)
            level = self._with_original(known)
            stored = whole
            if n > 1:
                left, right = below[:-1], below[1:]
                common = (self.df(left) > 1) & (self.df(right) > 1)
                stored = whole & common & (level != left) & (level != right)
            keys.append(windows.keys[whole])
            numbers.append(np.where(stored, level, ABSENT)[whole])
            below = level
        every, once = np.unique(np.concatenate(keys), return_index=True)
        return every, np.concatenate(numbers)[once]

    def _often_of(self, keys: PhraseHashes) -> Numbers:
        """How often each word stands in the original."""
        if not len(self._word_keys):
            return np.zeros(len(keys), dtype=np.int64)
        at = np.minimum(np.searchsorted(self._word_keys, keys), len(self._word_keys) - 1)
        return np.where(self._word_keys[at] == keys, self._often[at], 0)

    def _has_words_of(self, document: int | None) -> bool:
        """Whether the original has just the words of a document, each as often."""
        if document is None or self._index.lengths[document] != self._original.length:
            return False
        one, index = np.array([document]), self._index
        pairs = zip(self._word_keys.tolist(), self._often.tolist(), strict=True)
        return all(index.word_frequencies(key, one)[0] == often for key, often in pairs)


def _version_among(
    index: Index, levels: list[Windows], original: Original
) -> tuple[int | None, float]:
    """The document that holds nearly all phrases of an original, and its share of them; of several
    that which is about as long."""
    if not levels:
        return None, 0.0
    n = min(_PHRASE_WORDS, len(levels))
    windows = levels[n - 1]
    whole = original.segments[: len(windows.keys)] == original.segments[n - 1 :]
    _, once = np.unique(windows.keys[whole], return_index=True)
    postings = windows.postings[whole][once]
    numbers, times = np.unique(postings[postings >= 0], return_counts=True)
    bounds, documents = index.document_sets(numbers)
    held = np.bincount(documents, np.repeat(times, np.diff(bounds)), minlength=index.documents)
    nearest = np.abs(index.lengths.astype(np.int64) - original.length)
    best = int(np.lexsort((nearest, -held))[0])
    share = float(held[best]) / max(len(once), 1)
    return (best, share) if share >= SAME else (None, share)
