"""Which token comes next: ranked by a model's logits, and the likeliest or one by chance.

Knows tokens as numbers; nothing of texts.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.decoding.grammar import Allowed

Logits = NDArray[np.float32]

_MANY = 4096  # tokens to rank; fewer are taken where more are near


@dataclass(frozen=True)
class RankedTokens:
    """The tokens that may come next, likeliest first, with their log-probabilities."""

    tokens: NDArray[np.int64]
    log_probabilities: NDArray[np.float64]

    @classmethod
    def of(cls, logits: Logits, allowed: Allowed, near: float) -> "RankedTokens":
        """The allowed tokens whose logits are within ``near`` of the highest of them; the
        log-probabilities are those of the softmax over all tokens."""
        relative = logits - logits.max()
        log_sum = np.log(np.exp(relative).sum(dtype=np.float64))
        relative[~allowed] = -np.inf
        highest = relative.max()
        tokens = np.flatnonzero(relative > highest - near)
        while len(tokens) > _MANY and 1.0 < near < np.inf:
            near /= 2
            tokens = np.flatnonzero(relative > highest - near)
        tokens = tokens[np.argsort(-relative[tokens], kind="stable")]
        return cls(tokens, relative[tokens].astype(np.float64) - log_sum)

    def best_without(self, tried: AbstractSet[int]) -> float:
        """The log-probability of the likeliest token that is not among ``tried``."""
        for token, log_probability in zip(
            self.tokens.tolist(), self.log_probabilities.tolist(), strict=True
        ):
            if token not in tried:
                return float(log_probability)
        return -np.inf


@dataclass(frozen=True)
class Sampling:
    """How a text is written: each token the likeliest at temperature 0, else sampled from the
    ``top_k`` likeliest that together have the probability ``top_p``.

    - ``begun``: how the text starts; it is given to the model and not sampled;
    - ``kept``: where the text has come back to the next of these parts, the rest of that part is
      taken as it is, and with the last of them the text is complete;
    - ``planned``: the model first notes what it will change.
    """

    temperature: float = 0.0
    top_k: int = 20
    top_p: float = 0.8
    seed: int = 0
    begun: str = ""
    kept: tuple[str, ...] = ()
    planned: bool = False

    def chosen(
        self, ranked: RankedTokens, forbidden: AbstractSet[int], random: np.random.Generator
    ) -> tuple[int, float] | None:
        """A token that is not forbidden, and its log-probability; None if there is none."""
        tokens = ranked.tokens
        places = np.arange(len(tokens))
        if forbidden:
            places = np.flatnonzero(~np.isin(tokens, list(forbidden)))
        if not len(places):
            return None
        place = places[0]
        if self.temperature > 0:
            places = places[: self.top_k]
            scores = ranked.log_probabilities[places] / self.temperature
            weights = np.exp(scores - scores[0])
            weights /= weights.sum()
            enough = int(np.searchsorted(np.cumsum(weights), self.top_p)) + 1
            weights = weights[:enough] / weights[:enough].sum()
            place = places[random.choice(len(weights), p=weights)]
        return int(tokens[place]), float(ranked.log_probabilities[place])
