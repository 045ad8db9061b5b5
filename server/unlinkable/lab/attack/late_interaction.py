"""Late interaction (ColBERT; Khattab & Zaharia, SIGIR 2020): texts compared token by token.

Every token of a query is compared with every token of a text; the score is the sum of the best
match of each (MaxSim). Knows vectors; knows nothing of how they are made.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row a token."""


def of_unit_length(vectors: Vectors) -> Vectors:
    """The vectors scaled to length 1; those of length 0 stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def max_sim(query: Vectors, text: Vectors) -> float:
    """The sum, over the tokens of ``query``, of the highest cosine with a token of ``text``."""
    if not len(query) or not len(text):
        return 0.0
    return float((of_unit_length(query) @ of_unit_length(text).T).max(axis=1).sum())


def nearest(query: Vectors, texts: Sequence[Vectors], count: int) -> tuple[int, ...]:
    """The numbers of the ``count`` texts that score highest, the highest first."""
    scores = np.array([max_sim(query, text) for text in texts])
    order = np.argsort(-scores, kind="stable")[:count]
    return tuple(order.tolist())
