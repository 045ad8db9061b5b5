"""Whether some document of the index can be what a draft was made from: told by its phrases alone.

A draft made by masking has all its phrases from its original. Where no document holds nearly all of
them, the original is not in the index: then what only it has cannot be found. Knows phrases and
documents; must never know who named a source.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.kept import kept
from unlinkable_index.index import Index, Postings
from unlinkable_index.phrase_hashes import PhraseHashes

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
