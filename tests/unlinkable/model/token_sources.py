"""Token sources for tests: one that writes at random, and one that follows a script."""

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from unlinkable.model.decoding.tokens import Logits, TokenVocabulary, inside


class Random:
    """Logits that depend on the context alone, and on a seed: a model that knows nothing."""

    def __init__(self, pieces: Sequence[bytes], seed: int) -> None:
        self.vocabulary = TokenVocabulary(pieces)
        self.context: list[int] = []
        self.fed = 0
        self._seed = seed

    @property
    def length(self) -> int:
        return len(self.context)

    def tokens(self, text: str) -> list[int]:
        return [self.vocabulary.pieces.index(piece) for piece in _split(text)]

    def feed(self, tokens: Sequence[int]) -> None:
        self.context += tokens
        self.fed += len(tokens)

    def rewind(self, length: int) -> None:
        assert length <= len(self.context)
        del self.context[length:]

    def logits(self) -> Logits:
        digest = hashlib.blake2b(repr((self._seed, self.context)).encode(), digest_size=8).digest()
        random = np.random.default_rng(int.from_bytes(digest, "little"))
        return random.normal(size=len(self.vocabulary)).astype(np.float32)

    def log_probabilities(self, tokens: Sequence[int]) -> list[float]:
        here, found = self.length, []
        for token in tokens:
            logits = self.logits().astype(np.float64)
            found.append(float(logits[token] - np.logaddexp.reduce(logits)))
            self.feed([token])
        self.rewind(here)
        return found


class Scripted(Random):
    """Wants to write each of some texts, the first most, then the next where it is stopped."""

    def __init__(self, texts: Sequence[str], extra: Sequence[bytes] = ()) -> None:
        pieces = sorted({piece for text in texts for piece in pieces_of(text)} | {b'"', *extra})
        super().__init__(pieces, 0)
        self._scripts = [pieces_of(text) for text in texts]

    def logits(self) -> Logits:
        logits = np.zeros(len(self.vocabulary), dtype=np.float32)
        written = b"".join(self.vocabulary.pieces[token] for token in self.context)
        for rank, script in enumerate(self._scripts):
            for place in range(len(script)):
                if b"".join(script[:place]) == written:
                    token = self.vocabulary.pieces.index(script[place])
                    logits[token] = max(logits[token], 20 - rank)
            if b"".join(script) == written:
                token = self.vocabulary.pieces.index(b'"')
                logits[token] = max(logits[token], 20 - rank)
        return logits


def pieces_of(text: str) -> list[bytes]:
    """Words with the space before them, and marks; quotes and backslashes escaped."""
    return _split(inside(text))


def _split(escaped: str) -> list[bytes]:
    return [piece.encode() for piece in re.findall(r"\\.| ?\w+|[^\w]", escaped)]
