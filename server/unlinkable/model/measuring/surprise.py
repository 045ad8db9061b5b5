"""How likely a language model in a GGUF file finds a text, token by token.

For measuring only: it runs in the process that asks. Windows overlap by half, and of each only what
is new counts; the first token of a text is not predicted.
"""

from pathlib import Path

import numpy as np

from unlinkable.model.gguf.opening import name_of, opened

WINDOW = 1024
STRIDE = 512


class Surprise:
    """A model that says how surprised it is. Raises UserError when it can't be loaded.

    Keeps the logits of a window in memory: 1,024 times the vocabulary, 4 bytes each.
    """

    def __init__(self, path: Path, threads: int | None = None) -> None:
        self._llama = opened(path, n_ctx=WINDOW, n_batch=WINDOW, n_threads=threads, logits_all=True)
        self.name = name_of(self._llama, path)

    def of(self, text: str) -> tuple[float, int]:
        """The sum of the negative logarithms of the probabilities of all tokens but the first, and
        how many these are."""
        tokens = self._llama.tokenize(text.encode(), add_bos=False, special=False)
        total, done = 0.0, 1
        for start in range(0, len(tokens), STRIDE):
            part = tokens[start : start + WINDOW]
            if start + len(part) <= done:
                break
            self._llama.reset()  # type: ignore[no-untyped-call]
            self._llama.eval(part)
            first = done - start - 1  # the logits behind this token say how likely the next is
            logits = self._llama.scores[first : len(part) - 1].astype(np.float64)
            top = logits.max(axis=1)
            sums = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
            told = logits[np.arange(len(logits)), part[first + 1 :]]
            total += float((sums - told).sum())
            done = start + len(part)
        return total, max(0, len(tokens) - 1)
