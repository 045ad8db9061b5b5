"""An index as it would be if one more original were in its collection: the one beside the draft.

An original that is in the collection already, or another version of it, is not counted twice: what
it holds counts as held by that document. Knows phrases and documents; must know nothing of drafts.
"""

import numpy as np

from unlinkable_index.in_memory import OriginalsInMemory
from unlinkable_index.index import Index
from unlinkable_index.original import Original
from unlinkable_index.together import IndexTogether
from unlinkable_index.windows import possible_postings

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
