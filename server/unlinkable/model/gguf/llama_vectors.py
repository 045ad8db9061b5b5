"""A GGUF model that embeds, run by llama.cpp: a vector for every token of a text.

Imported by the process of `vectors_worker` alone. Knows texts and vectors, not what they are for.
"""

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from unlinkable.model.gguf.llama import load

Vectors = NDArray[np.float32]
_TOKENS = 512  # of a text; longer ones are cut


class LlamaVectors:
    """A loaded model. Raises ValueError or RuntimeError when llama.cpp cannot load the file, and
    BadTemplateError for one whose chat template takes much."""

    def __init__(self, path: str) -> None:
        self._llama = load(
            path,
            embedding=True,
            pooling_type=llama_cpp.LLAMA_POOLING_TYPE_NONE,
            n_ctx=_TOKENS,
            n_batch=_TOKENS,
            n_ubatch=_TOKENS,
        )

    def of(self, text: str) -> Vectors:
        """The vectors of the tokens of a text, one a row."""
        found = self._llama.embed(text, normalize=False, truncate=True)
        return np.array(found, dtype=np.float32).reshape(len(found), -1)
