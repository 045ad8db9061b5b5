"""Whether a document can be what a draft was made from, told by its phrases alone: the one that
holds most of them, the one that is named as the source, or a copy of the draft itself. Must
never know who named a source, nor files."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.kept import kept
from unlinkable_index.file.postings import Postings
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHashes
from unlinkable_index.words import find_words

PHRASE_WORDS = 3
NEARLY_ALL = 0.95
"""The share of a draft's phrases that its original holds at least. Of 128 drafts of European
rulings the originals held 99.9 % and more; with these taken out of the index, the best of the other
11,347 rulings held 32 % in the median, and in 4 of the 128 as much as this: rulings of the same
words in sister cases (`tests/unlinkable/findings/test_plausible_original.py`)."""
FEWEST = 50
"""Different phrases: of a draft with fewer nothing is said."""
_MOST = 500  # phrases that are looked at

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class BestHolder:
    """The document that holds most of the phrases of a draft, and their share."""

    document: int
    share: float

    @property
    def plausible(self) -> bool:
        """Whether the draft can have been made from it."""
        return self.share >= NEARLY_ALL


@kept
def best_holder(draft: Draft, index: Index) -> BestHolder | None:
    """The document that holds most of the stored phrases of 3 words of a draft, and its share of
    all of them; None where these are too few to say.

    A phrase that the index does not store counts where the document has both its halves. Raises
    UserError when the index is damaged.
    """
    words = min(PHRASE_WORDS, index.max_words)
    hashes, segments = index.hasher.words(draft.forms), draft.segments
    keys = [index.hasher.phrases(hashes, n) for n in range(1, words + 1)]
    within = segments[: len(keys[-1])] == segments[words - 1 :]
    _, once = np.unique(keys[-1][within], return_index=True)
    if len(once) < FEWEST:
        return None
    asked = np.flatnonzero(within)[once[:_MOST]]  # in the order of their keys: drawn by lot
    best = _holding_most(index, index.lookup(keys[-1][asked]))
    return BestHolder(best, float(_held(index, keys, asked, best).mean()))


def _held(
    index: Index, keys: Sequence[PhraseHashes], at: Numbers, document: int
) -> NDArray[np.bool_]:
    """Whether a document has the phrases at some places of the last of ``keys``, which are those of
    one word, of two and so on, or else both halves of them."""
    postings = index.lookup(keys[-1][at])
    held = _members(index, postings, document)
    unstored = np.flatnonzero(postings < 0)
    if len(keys) > 1 and len(unstored):
        left, right = (_held(index, keys[:-1], at[unstored] + n, document) for n in (0, 1))
        held[unstored] = left & right
    return held


def _holding_most(index: Index, postings: Postings) -> int:
    """The document that is in most of some sets."""
    numbers, times = np.unique(postings[postings >= 0], return_counts=True)
    bounds, documents = index.document_sets(numbers)
    counts = np.repeat(times, np.diff(bounds))
    return int(np.bincount(documents, counts, minlength=index.documents).argmax())


def _members(index: Index, postings: Postings, document: int) -> NDArray[np.bool_]:
    """Which sets a document is in."""
    numbers, where = np.unique(postings, return_inverse=True)
    sets = index.document_sets(numbers)
    of_set = np.repeat(np.arange(len(numbers)), np.diff(sets.bounds))
    inside = np.bincount(of_set[sets.documents == document], minlength=len(numbers)) > 0
    return inside[where]


ENOUGH = 0.5
"""The share of a draft's phrases that its source holds at least. On 128 drafts of European rulings
the sources held 100 %, the best of the other 11,410 rulings 34 % in the median, and one drawn by
lot 52 % at most (`tests/unlinkable/findings/test_source_fit.py`). What was rewritten needs room."""


@dataclass(frozen=True)
class SourceFit:
    """How well a named source fits a draft.

    - ``share``: of the draft's stored phrases, those that the source holds;
    - ``best``: the document that holds most of them, the source where none holds more;
    - ``best_share``: its share.
    """

    source: int
    share: float
    best: int
    best_share: float

    @property
    def fits(self) -> bool:
        """Whether the source holds enough of the draft, and no other document more."""
        return self.share >= ENOUGH and self.best == self.source


def source_fit(draft: Draft, index: Index, source: int) -> SourceFit:
    """How well the document ``source`` fits a draft, by the distinct phrases of 3 words that the
    index stores; where it stores none, by shorter ones.

    Raises UserError when the index is damaged.
    """
    shared = np.zeros(index.documents, dtype=np.int64)
    count = 0
    for words in range(min(PHRASE_WORDS, index.max_words), 0, -1):
        for posting in _stored(draft, index, words).tolist():
            shared[np.array(index.documents_of(posting))] += 1
            count += 1
        if count:
            break
    shares = shared / max(count, 1)
    best = source if shares[source] >= shares.max() else int(shares.argmax())
    return SourceFit(source, float(shares[source]), best, float(shares[best]))


def _stored(draft: Draft, index: Index, words: int) -> NDArray[np.int64]:
    """The posting numbers of the draft's distinct phrases of so many words that are stored."""
    hashes, segments = index.hasher.words(draft.forms), draft.segments
    within = segments[: len(hashes) - words + 1] == segments[words - 1 :]
    if not len(within):
        return np.empty(0, dtype=np.int64)
    keys = np.unique(index.hasher.phrases(hashes, words)[np.flatnonzero(within)])
    postings = index.lookup(keys)
    return postings[postings >= 0]


_WORDS = 3  # of a phrase at most: a mask of one word, with one on either side
_FEWEST = 3  # masks that must be found, so that chance says nothing
_NEARLY_ALL = 0.95  # of the masks, and of the draft's phrases
_CANDIDATES = 20  # documents that hold most of the masks; in a folder of drafts, many hold many
_RARE_ENOUGH = 100  # documents; what more of them share tells nothing


def own_copy(draft: Draft, index: Index) -> int | None:
    """The document that has the draft's masks where the draft has them; None where none has.

    Masks without words, such as ``(...)``, tell nothing, nor does a draft with few masks. An
    original that was masked itself counts where the draft has no masks beside those. Raises
    UserError when the index is damaged.
    """
    if len(draft.masks) < _FEWEST:
        return None
    words = find_words(draft.text)
    bounds = np.array(draft.masks, dtype=np.int64).reshape(-1, 2)
    mask = np.searchsorted(bounds[:, 0], words.starts, side="right") - 1
    mask[(mask >= 0) & (words.starts >= bounds[mask, 1])] = -1
    every = set(mask[mask >= 0].tolist())
    if len(every) < _FEWEST:
        return None
    holders: dict[int, set[int]] = {number: set() for number in every}
    hashes = index.hasher.words(words.forms)
    for count in range(1, min(_WORDS, index.max_words, len(hashes)) + 1):
        keys = index.hasher.phrases(hashes, count)
        touching = np.max([mask[at : len(keys) + at] for at in range(count)], axis=0) >= 0
        near = np.flatnonzero(touching)
        postings = index.lookup(keys[near])
        dfs = index.df(postings)
        few = (dfs > 0) & (dfs <= (1 if count == 1 else _RARE_ENOUGH))
        bounds, documents = index.document_sets(postings[few])
        for first, start, stop in zip(near[few].tolist(), bounds[:-1], bounds[1:], strict=True):
            for number in set(mask[first : first + count].tolist()) - {-1}:
                holders[number].update(documents[start:stop].tolist())
    held = Counter(document for documents in holders.values() for document in documents)
    for document, masks in held.most_common(_CANDIDATES):
        enough = masks >= _NEARLY_ALL * len(every)
        if enough and source_fit(draft, index, document).share >= _NEARLY_ALL:
            return int(document)
    return None
