"""The original beside a draft: read as a document of a collection is, answering in memory what an
index answers, and added to an index as one more document or a version of one. Must never know
drafts or how a collection is built."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.file.packing import ranges
from unlinkable_index.file.postings import ABSENT, DocumentSets, Postings, WordPostings
from unlinkable_index.index import Document, Index
from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes
from unlinkable_index.positions import PositionsInMemory
from unlinkable_index.together import IndexTogether
from unlinkable_index.windows import possible_postings
from unlinkable_index.words import form, written_words
from unlinkable_index.words.readings import other_runs

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Original:
    """- ``id``: what it is called;
    - ``words``, ``segments`` (int32): the hashes of its words, and then of runs of words in other
      readings, each a segment of its own;
    - ``frequencies``: how often each word stands in it, by the word's hash; a word that is in other
      readings only counts once;
    - ``length``: how many words it has;
    - ``digest``: the same for the same words.
    """

    id: str
    words: PhraseHashes
    segments: NDArray[np.int32]
    frequencies: dict[int, int]
    length: int
    digest: str

    @classmethod
    def in_file(cls, path: Path, hasher: PhraseHasher, max_words: int) -> "Original":
        """Read the file of one original, which is called by its name.

        Raises UserError where it cannot be read, or holds several originals or none.
        """
        from unlinkable_index.collection import Collection  # only here: checks start sooner

        if path.is_dir():
            raise UserError(f"{path}: this is a folder; name the file of the draft's original")
        records = list(islice(Collection([path]), 2))
        if len(records) != 1:
            raise UserError(f"{path}: this is not one original; name the file that holds it alone")
        original = cls.read(path.name, records[0].text, hasher, max_words)
        if not original.length:
            raise UserError(f"{path}: there are no words in this original; name another file")
        return original

    @classmethod
    def read(cls, name: str, text: str, hasher: PhraseHasher, max_words: int) -> "Original":
        """Read a text, for phrases of up to ``max_words`` words."""
        written, others = written_words(text)
        words = hasher.words(map(form, written)).tolist()
        ways = [way.read_as(hasher.words(map(form, way.words)).tolist()) for way in others]
        runs = [run.words for run in other_runs(words, ways, bytes(len(words)), max_words)]
        frequencies = Counter(words)
        frequencies.update({word for run in runs for word in run} - set(words))
        every = np.array([*words, *(word for run in runs for word in run)], dtype=np.uint64)
        lengths = [len(words), *map(len, runs)]
        return cls(
            name,
            every,
            np.repeat(np.arange(len(lengths), dtype=np.int32), lengths),
            dict(frequencies),
            len(words),
            hashlib.blake2b(every.tobytes(), digest_size=16).hexdigest(),
        )


class OriginalsInMemory:
    """Originals as an index of as many documents; each phrase has a posting number of its own."""

    def __init__(self, originals: Sequence[Original], hasher: PhraseHasher, max_words: int) -> None:
        """``originals``: read with ``hasher``, for phrases of up to ``max_words`` words."""
        self.documents = len(originals)
        self.ids = tuple(original.id for original in originals)
        self.lengths = np.array([original.length for original in originals], dtype=np.uint32)
        self.positions = PositionsInMemory(
            [
                np.split(original.words, np.flatnonzero(np.diff(original.segments)) + 1)
                for original in originals
            ]
        )
        keys, documents = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
        for document, original in enumerate(originals):
            for n in range(1, min(max_words, len(original.words)) + 1):
                some = hasher.phrases(original.words, n)
                whole = original.segments[: len(some)] == original.segments[n - 1 :]
                keys.append(np.unique(some[whole]))
                documents.append(np.full(len(keys[-1]), document))
        every, holders = np.concatenate(keys), np.concatenate(documents)
        order = np.lexsort((holders, every))
        self._holders = holders[order].astype(np.uint32)
        self._keys, sizes = np.unique(every[order], return_counts=True)
        self._bounds = np.concatenate(([0], np.cumsum(sizes)))
        self._often = self._frequencies(originals, hasher)

    def lookup(self, keys: PhraseHashes, _df_below: int | None = None) -> Postings:
        """As `Index.lookup`; nothing is left out."""
        if not len(self._keys):
            return np.full(len(keys), ABSENT, dtype=np.int64)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[at] == keys, at, ABSENT)

    def df(self, postings: Postings) -> Numbers:
        """As `Index.df`."""
        known = np.maximum(postings, 0)
        return np.where(postings < 0, 0, self._bounds[known + 1] - self._bounds[known])

    def document_sets(self, postings: Postings) -> DocumentSets:
        """As `Index.document_sets`."""
        sizes = self.df(postings)
        starts = self._bounds[np.maximum(postings, 0)]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        return DocumentSets(bounds, self._holders[ranges(starts, sizes)])

    def word_postings(self, keys: PhraseHashes) -> WordPostings:
        """As `Index.word_postings`."""
        bounds, documents = self.document_sets(self.lookup(keys))
        words = np.repeat(keys, np.diff(bounds)).tolist()
        often = [self._often[pair] for pair in zip(words, documents.tolist(), strict=True)]
        return WordPostings(bounds, documents, np.array(often, dtype=np.uint32))

    def document(self, number: int) -> Document:
        """As `Index.document`."""
        return Document(({"id": self.ids[number]},))

    def document_number(self, record_id: str) -> int | None:
        """As `Index.document_number`."""
        return self.ids.index(record_id) if record_id in self.ids else None

    @staticmethod
    def _frequencies(
        originals: Sequence[Original], hasher: PhraseHasher
    ) -> dict[tuple[int, int], int]:
        """How often each word stands in each original, by its key and the original's number."""
        found = {}
        for document, original in enumerate(originals):
            hashes = np.array(list(original.frequencies), dtype=np.uint64)
            keys = hasher.phrases(hashes, 1).tolist()
            for key, often in zip(keys, original.frequencies.values(), strict=True):
                found[key, document] = often
        return found


SAME = 0.9
"""The share of an original's phrases of 5 words (or of the longest that the index knows) that a
document holds at least to be taken for a version of it. Another ruling in the same matter holds
less, and where one does not, counting the two as one flags more, not less."""
_PHRASE_WORDS = 5


class IndexWithOriginal(IndexTogether):
    """An index and one more original."""

    def __init__(self, index: Index, original: Original, same_as: int | None = None) -> None:
        """
        - ``index``: stays open, and is not closed with this one;
        - ``original``: read with the hasher of the index, for phrases as long as its own;
        - ``same_as``: the document that it is a version of; None: found out (`SAME`).

        Raises UserError when the index is damaged, as all methods do.
        """
        self._original = original
        self.share: float | None = None
        """The share of the original's phrases that are in the document which it was found to be a
        version of, or else in the one that has most of them; None: not looked for."""
        if same_as is None:
            same_as, self.share = _version_among(index, original)
        self.same_as = same_as
        self.source = index.documents if same_as is None else same_as
        """The number of the document that the original is."""
        alone = OriginalsInMemory([original], index.hasher, index.max_words)
        maps = [np.arange(index.documents), np.array([self.source])]
        super().__init__(index, [index, alone], maps)

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


def _version_among(index: Index, original: Original) -> tuple[int | None, float]:
    """The document that holds nearly all phrases of an original, and its share of them; of several
    that which is about as long."""
    levels = possible_postings(index, original.words, original.segments, _PHRASE_WORDS)
    if not levels:
        return None, 0.0
    n = len(levels)
    keys = index.hasher.phrases(original.words, n)
    whole = original.segments[: len(keys)] == original.segments[n - 1 :]
    _, once = np.unique(keys[whole], return_index=True)
    postings = levels[-1][whole][once]
    numbers, times = np.unique(postings[postings >= 0], return_counts=True)
    bounds, documents = index.document_sets(numbers)
    held = np.bincount(documents, np.repeat(times, np.diff(bounds)), minlength=index.documents)
    nearest = np.abs(index.lengths.astype(np.int64) - original.length)
    best = int(np.lexsort((nearest, -held))[0])
    share = float(held[best]) / max(len(once), 1)
    return (best, share) if share >= SAME else (None, share)
