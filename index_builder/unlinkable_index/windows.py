"""All windows of a run of words, and the only documents that each can be in, stored or not.

A phrase that is in some document but not stored is in the very documents of the rarer of its
halves (see `Index.lookup`). So where these are not all among the documents of the other half, the
phrase is nowhere; else it is in just these, or nowhere. Knows phrases and sets of documents; must
know nothing of drafts.
"""

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.ranges import ranges
from unlinkable_index.index import ABSENT, Index, Postings
from unlinkable_index.phrase_hashes import PhraseHashes


def possible_postings(
    index: Index, words: PhraseHashes, segments: NDArray[np.integer], longest: int
) -> list[Postings]:
    """The windows of 1, 2, … ``longest`` words (as many as the index knows) of a run of words, for
    each the posting number of the only documents that may contain it; `ABSENT`: none does.

    A window whose number is another one than `Index.lookup` gives may still be in no document.
    ``segments`` is the segment of every word; a window that runs over the end of one counts as a
    phrase that is nowhere. Raises UserError when the index is damaged.
    """
    levels: list[Postings] = []
    for n in range(1, min(longest, index.max_words, len(words)) + 1):
        keys = index.hasher.phrases(words, n)
        whole = segments[: len(keys)] == segments[n - 1 :]
        postings = np.full(len(keys), ABSENT, dtype=np.int64)
        postings[whole] = index.lookup(keys[whole])
        if levels:
            left, right = levels[-1][:-1], levels[-1][1:]
            at = np.flatnonzero(whole & (postings < 0) & (left >= 0) & (right >= 0))
            postings[at] = rarer(index, left[at], right[at])
        levels.append(postings)
    return levels


def rarer(index: Index, one: Postings, other: Postings) -> Postings:
    """The smaller of each two sets; `ABSENT` where it is not in the other."""
    first = index.df(one) <= index.df(other)
    small, large = np.where(first, one, other), np.where(first, other, one)
    different = np.flatnonzero(small != large)
    pairs, pair_of = np.unique(
        np.stack((small[different], large[different])), axis=1, return_inverse=True
    )
    fits = inside(index, *pairs)[pair_of.reshape(-1)]
    found = small.copy()
    found[different[~fits]] = ABSENT
    return found


def inside(index: Index, small: Postings, large: Postings) -> NDArray[np.bool_]:
    """Whether each set of ``small`` is in that of ``large``, which is no smaller."""
    found: NDArray[np.bool_] = small == large
    open_pairs = np.flatnonzero(index.df(small) < index.df(large))
    if not len(open_pairs):
        return found
    small, large = small[open_pairs], large[open_pairs]
    numbers, places = np.unique(np.concatenate((small, large)), return_inverse=True)
    bounds, documents = index.document_sets(numbers)
    sizes = np.diff(bounds)
    rows = np.arange(len(numbers)) * index.documents
    members = np.repeat(rows, sizes) + documents  # rising
    of_small, of_large = places[: len(small)], places[len(small) :]
    counts = sizes[of_small]
    wanted = documents[ranges(bounds[of_small], counts)] + np.repeat(rows[of_large], counts)
    at = np.minimum(np.searchsorted(members, wanted), len(members) - 1)
    starts = np.cumsum(counts) - counts
    found[open_pairs] = np.logical_and.reduceat(members[at] == wanted, starts)
    return found
