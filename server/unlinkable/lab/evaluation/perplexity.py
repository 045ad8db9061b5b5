"""How surprised a language model is by a text: its perplexity, masks and all, and between masks.

A mask reads fluently to a model that has seen the masks before it, so the more a text is masked,
the lower is its perplexity as a whole. Between masks only the words count, each given all that
stands before it, masks too. The published table has the whole, and does not say how its windows
lie; ours do as `model.surprise` says.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Span
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable.model.measuring.surprise import Surprise, TokenSurprises

BETWEEN = ", between masks"
"""What the name of the measure ends with where masks don't count."""


def perplexity(model: Surprise, text: str, masks: Sequence[Span]) -> Tallies:
    """The perplexity of a text: e to the mean negative logarithm of the probability of a token;
    of all tokens, and of those that share no character with one of ``masks``. Nothing where there
    is no such token but the first."""
    found = model.of(text)
    named = {"": found.values, BETWEEN: found.values[_outside(found, text, masks)]}
    return {
        f"perplexity {model.name}{name}": MeanTally(math.exp(float(values.mean())))
        for name, values in named.items()
        if len(values)
    }


def _outside(found: TokenSurprises, text: str, masks: Sequence[Span]) -> NDArray[np.bool_]:
    """Which tokens have no byte of a mask."""
    outside = np.ones(len(found.values), dtype=bool)
    starts = found.starts
    for start, end in masks:
        first = len(text[:start].encode())
        behind = first + len(text[start:end].encode())
        outside &= (found.ends <= first) | (starts >= behind)
    return outside
