"""An embedding model in a GGUF file, run by llama.cpp as the file says (mean or first place).

For measuring only: it runs in the process that asks.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.gguf.opening import name_of, opened

Vector = NDArray[np.float32]

_MOST = 8192  # places in memory at once


class GgufEmbedder:
    """The model in a file. Raises UserError when it can't be loaded."""

    def __init__(self, path: Path) -> None:
        small = opened(path, vocab_only=True)
        places = min(_MOST, _trained_places(small.metadata))
        small.close()
        self._llama = opened(path, embedding=True, n_ctx=places, n_batch=places, n_ubatch=places)
        self.name = name_of(self._llama, path)
        self._both_ends = len(self._llama.tokenize(b"", add_bos=True, special=True)) + 1
        self.longest = places - self._both_ends

    def pieces(self, text: str) -> list[int]:
        """The pieces of a text."""
        made: list[int] = self._llama.tokenize(text.encode(), add_bos=False, special=False)
        return made

    def vector(self, pieces: list[int]) -> Vector:
        """The vector of up to ``longest`` pieces."""
        text = self._llama.detokenize(pieces[: self.longest]).decode(errors="ignore")
        made = np.array(self._llama.embed(text, truncate=True), dtype=np.float32)
        pooled = made if made.ndim == 1 else made.mean(axis=0)
        vector: Vector = pooled / max(float(np.linalg.norm(pooled)), 1e-12)
        return vector

    def vectors(self, texts: Sequence[list[int]]) -> Vector:
        """The vectors of several texts (float32, texts by dimensions)."""
        return np.array([self.vector(text) for text in texts])


def _trained_places(metadata: dict[str, str]) -> int:
    return next(
        (int(value) for name, value in metadata.items() if name.endswith(".context_length")), 512
    )
