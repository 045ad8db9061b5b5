"""In which order masks are filled in, and what several runs agree on.

Knows numbers of masks and probabilities (arXiv 2510.09184); knows nothing of texts and models.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import Enum


class Order(Enum):
    """Which mask comes next. ENTROPY: by a first prediction of each, the surest first; DYNAMIC:
    the same, predicted anew after every mask that was filled in (which its authors leave for
    later)."""

    TOP = "top"
    BOTTOM = "bottom"
    RANDOM = "random"
    ENTROPY = "entropy"
    DYNAMIC = "dynamic"


def entropy(log_probabilities: Iterable[float]) -> float:
    """``-Σ p·ln p`` over the tokens of a predicted span, p being the probability given to each: how
    unsure the prediction is (no entropy in the strict sense; as published)."""
    return -sum(math.exp(one) * one for one in log_probabilities)


def in_order(
    masks: Sequence[int], order: Order, unsure: Callable[[int], float], seed: int = 0
) -> Iterable[int]:
    """``masks`` in an order; each is to be filled in before the next is asked for.

    - ``unsure``: how unsure the prediction of a mask is as things stand.
    """
    if order is Order.TOP:
        yield from masks
    elif order is Order.BOTTOM:
        yield from masks[::-1]
    elif order is Order.RANDOM:
        shuffled = list(masks)
        random.Random(seed).shuffle(shuffled)
        yield from shuffled
    elif order is Order.ENTROPY:
        yield from sorted(masks, key=unsure)
    else:
        left = list(masks)
        while left:
            surest = min(left, key=unsure)
            left.remove(surest)
            yield surest


def voted(predictions: Iterable[tuple[str, float]]) -> tuple[str, float] | None:
    """The prediction that several runs give most probability, summed, and its share of all; None
    where there is none. Of equals the first."""
    votes: dict[str, float] = defaultdict(float)
    for said, probability in predictions:
        votes[said] += probability
    if not votes:
        return None
    best = max(votes, key=lambda said: votes[said])
    whole = sum(votes.values())
    return best, votes[best] / whole if whole > 0 else 0.0
