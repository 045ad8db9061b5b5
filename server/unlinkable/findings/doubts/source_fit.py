"""Whether a draft can have been made from the source that is named for it: told by the index alone.

A draft made by masking has nearly all its phrases from its source. Knows phrases and documents;
must never know who named the source.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable_index.index import Index

PHRASE_WORDS = 3
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
