"""Which phrases that an index does not store are nowhere, and which are in some documents.

Where they can be at all is told by `windows`: in just these documents, or nowhere. A phrase is in
them when a longer one that is stored contains it, and also when one of them has both halves of the
phrase, and a word that the halves share only once, since then they meet there (a word that is only
part of one broken at a line end is not counted, so that this may err where an original is full of
such words). What is left stays open: whoever asks must take it for what does no harm.

Knows phrases and sets of documents; must know nothing of drafts.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.index import Index, Postings
from unlinkable_index.phrase_hashes import PhraseHashes
from unlinkable_index.windows import possible_postings

Numbers = NDArray[np.int64]
_ASKED = 16  # documents of a set in which it is looked how often words stand


class Windows(NamedTuple):
    """All windows of so many words of a run of words, one element each.

    - ``keys``: the key of the phrase;
    - ``postings``: the only documents that may contain it, as a posting number; `ABSENT`: none;
    - ``certain`` (bool): whether just these documents contain it; else these, or none.
    """

    keys: PhraseHashes
    postings: Postings
    certain: NDArray[np.bool_]

    @property
    def open(self) -> Numbers:
        """The numbers of the windows that are not certain."""
        return np.flatnonzero(~self.certain)


def resolved(
    index: Index, words: PhraseHashes, segments: NDArray[np.int32], longest: int
) -> list[Windows]:
    """The windows of 1, 2, … ``longest`` words (as many as the index knows) of a run of words.

    ``segments`` is the segment of every word. A window that runs over the end of one counts as a
    phrase that is nowhere. Raises UserError when the index is damaged.
    """
    levels: list[Windows] = []
    for n, postings in enumerate(possible_postings(index, words, segments, longest), start=1):
        keys = index.hasher.phrases(words, n)
        certain = postings < 0
        certain[~certain] = index.lookup(keys[~certain]) >= 0
        levels.append(Windows(keys, postings, certain))
    _settle_by_longer(levels)
    _settle_by_single_words(levels, _single_words(index, levels))
    _settle_by_longer(levels)
    return levels


def _settle_by_longer(levels: Sequence[Windows]) -> None:
    """Make certain what is inside a longer phrase that is certainly somewhere."""
    for shorter, longer in reversed(list(pairwise(levels))):
        there = np.flatnonzero(longer.certain & (longer.postings >= 0))
        inside = np.unique(shorter.keys[np.concatenate((there, there + 1))])
        shorter.certain[np.isin(shorter.keys, inside)] = True


def _settle_by_single_words(levels: Sequence[Windows], single: set[tuple[int, int]]) -> None:
    """Make certain what halves make that certainly meet at a ``single`` word."""
    for n in range(3, len(levels) + 1):
        halves, wholes = levels[n - 2], levels[n - 1]
        for at in wholes.open.tolist():
            if halves.certain[at] and halves.certain[at + 1]:
                posting = int(wholes.postings[at])
                shared = levels[0].keys[at + 1 : at + n - 1].tolist()
                wholes.certain[at] = any((word, posting) in single for word in shared)


def _single_words(index: Index, levels: Sequence[Windows]) -> set[tuple[int, int]]:
    """The words (by key) that stand only once in one of the documents of a posting number, among
    those that could make an open window certain."""
    asked: dict[int, set[int]] = {}
    for n, windows in enumerate(levels[2:], start=3):
        for at in windows.open.tolist():
            posting = int(windows.postings[at])
            for word in levels[0].keys[at + 1 : at + n - 1].tolist():
                asked.setdefault(word, set()).add(posting)
    numbers = np.unique([windows.postings[at] for windows in levels for at in windows.open])
    bounds, documents = index.document_sets(numbers.astype(np.int64))
    some = {
        number: documents[start : min(stop, start + _ASKED)].astype(np.int64)
        for number, (start, stop) in zip(numbers.tolist(), pairwise(bounds.tolist()), strict=True)
    }
    single = set()
    for word, postings in asked.items():
        of_each = [some[posting] for posting in postings]
        often = index.word_frequencies(word, np.concatenate(of_each))
        ends = np.cumsum([len(documents) for documents in of_each])[:-1]
        for posting, counts in zip(postings, np.split(often, ends), strict=True):
            if (counts == 1).any():
                single.add((word, posting))
    return single
