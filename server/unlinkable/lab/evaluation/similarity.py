"""How alike two texts are to an embedding model: the cosine of their vectors.

Twice: as published (Lison & Anderson call the models plainly, which read the first some hundred
pieces and no more), and whole (pieces of the model's length; the mean of their vectors). Masks are
left out of both texts, so that they make them neither more nor less alike; the paper does not say.
"""

import re

import numpy as np

from unlinkable.draft import Draft
from unlinkable.lab.evaluation.embedding import Embedder
from unlinkable.lab.evaluation.embedding.embedder import Vector, vectors_of_parts
from unlinkable.lab.evaluation.pair import Pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies

_SPACES = re.compile(r"\s+")


class Similarity:
    """The measure by one model; vectors of drafts are kept, since all methods have the same."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, tuple[Vector, Vector]] = {}

    def of(self, pair: Pair) -> Tallies:
        """The cosine, cut and whole; nothing where a text is empty."""
        before, after = (without_masks(one) for one in (pair.draft, pair.result))
        if not (before and after):
            return {}
        if before not in self._known:
            self._known = {before: self._vectors(before)}
        (cut, whole), (other_cut, other_whole) = self._known[before], self._vectors(after)
        name = self._embedder.name
        return {
            f"similarity {name}, cut": MeanTally(float(cut @ other_cut)),
            f"similarity {name}, whole": MeanTally(float(whole @ other_whole)),
        }

    def _vectors(self, text: str) -> tuple[Vector, Vector]:
        vectors = vectors_of_parts(self._embedder, text)
        mean = vectors.mean(axis=0)
        return vectors[0], mean / max(float(np.linalg.norm(mean)), 1e-12)


def without_masks(draft: Draft) -> str:
    """The text of a draft without its masks, white space folded."""
    parts, last = [], 0
    for start, end in draft.masks:
        parts.append(draft.text[last:start])
        last = end
    return _SPACES.sub(" ", " ".join([*parts, draft.text[last:]])).strip()
