"""Whether a draft itself is among the originals: an index built from the folder of the drafts.

Each phrase of such a draft is in two documents at least, so that nothing in it is rare. Told by its
masks: an original has other words where the draft has masks, a copy of the draft has the same masks
between the same words. Knows phrases and documents; must know nothing of files.
"""

from collections import Counter

import numpy as np

from unlinkable.draft import Draft
from unlinkable.findings.doubts.source_fit import source_fit
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

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
