"""An embedding model in a GGUF file, run by llama.cpp as the file says (mean or first place).

For measuring only: it runs in the process that asks.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError

Vector = NDArray[np.float32]

_MOST = 8192  # places in memory at once


class GgufEmbedder:
    """The model in a file. Raises UserError when it can't be loaded."""

    def __init__(self, path: Path) -> None:
        try:
            import llama_cpp
        except ImportError:
            raise UserError(
                "GGUF models need llama-cpp-python; install it with: pip install 'unlinkable[llm]'"
            ) from None
        try:
            small = llama_cpp.Llama(str(path), vocab_only=True, verbose=False)
            places = min(_MOST, _trained_places(small.metadata))
            small.close()
            self._llama = llama_cpp.Llama(
                str(path),
                embedding=True,
                n_ctx=places,
                n_batch=places,
                n_ubatch=places,
                verbose=False,
            )
        except (ValueError, RuntimeError, OSError) as error:
            raise UserError(f"{path}: this model cannot be loaded; try another one") from error
        self.name = self._llama.metadata.get("general.name") or path.stem
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


def _trained_places(metadata: dict[str, str]) -> int:
    return next(
        (int(value) for name, value in metadata.items() if name.endswith(".context_length")), 512
    )
