"""How likely a language model in a GGUF file finds a text, token by token.

For measuring only: it runs in the process that asks. Windows overlap by half, and of each only what
is new counts; the first token of a text is not predicted.
"""

from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.gguf.opening import name_of, opened

WINDOW = 1024
STRIDE = 512


@dataclass(frozen=True, eq=False)
class TokenSurprises:
    """What a model makes of the tokens of a text, but the first.

    - ``ends`` (int64): where each token ends in the text, in bytes of UTF-8; it begins where the
      one before it ends, the first of these at ``start``;
    - ``values`` (float64): the negative natural logarithm of its probability, given all that
      stands before it in its window.
    """

    start: int
    ends: NDArray[np.int64]
    values: NDArray[np.float64]

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each token begins, in bytes."""
        return np.concatenate([[self.start], self.ends[:-1]]).astype(np.int64)


class Surprise:
    """A model that says how surprised it is. Raises UserError when it can't be loaded.

    Keeps the logits of a window in memory: 1,024 times the vocabulary, 4 bytes each.
    """

    def __init__(self, path: Path, threads: int | None = None) -> None:
        self._llama = opened(path, n_ctx=WINDOW, n_batch=WINDOW, n_threads=threads, logits_all=True)
        self.name = name_of(self._llama, path)

    def of(self, text: str) -> TokenSurprises:
        """The surprise at each token of a text but the first."""
        told = text.encode()
        tokens = self._llama.tokenize(told, add_bos=False, special=False)
        values, done = [np.empty(0)], 1
        for start in range(0, len(tokens), STRIDE):
            part = tokens[start : start + WINDOW]
            if start + len(part) <= done:
                break
            values.append(self._window(part, done - start))
            done = start + len(part)
        ends = self._ends(tokens, len(told))
        return TokenSurprises(ends[0] if ends else 0, np.array(ends[1:]), np.concatenate(values))

    def _window(self, tokens: list[int], first: int) -> NDArray[np.float64]:
        """The surprise at the tokens of a window from the ``first`` on, each given those before."""
        self._llama.reset()  # type: ignore[no-untyped-call]
        self._llama.eval(tokens)
        # the logits behind a token say how likely the next is
        logits = self._llama.scores[first - 1 : len(tokens) - 1].astype(np.float64)
        top = logits.max(axis=1)
        sums = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
        surprises: NDArray[np.float64] = sums - logits[np.arange(len(logits)), tokens[first:]]
        return surprises

    def _ends(self, tokens: list[int], size: int) -> list[int]:
        """Where each token ends in a text of ``size`` bytes. Some tokenizers put a blank before a
        text, which is none of its bytes."""
        ends = list(accumulate(len(self._llama.detokenize([token])) for token in tokens))
        before = ends[-1] - size if ends else 0
        return [max(0, end - before) for end in ends]
