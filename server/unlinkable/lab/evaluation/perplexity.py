"""How surprised a language model is by a text: its perplexity, masks and all.

The published table does not say how its windows lie; ours do as `model.surprise` says.
"""

import math

from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable.model.measuring.surprise import Surprise


def perplexity(model: Surprise, text: str) -> Tallies:
    """The perplexity of a text: e to the mean negative logarithm of the probability of a token;
    nothing for a text of less than two tokens."""
    surprise, tokens = model.of(text)
    if not tokens:
        return {}
    return {f"perplexity {model.name}": MeanTally(math.exp(surprise / tokens))}
