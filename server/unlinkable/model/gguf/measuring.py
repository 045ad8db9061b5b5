"""GGUF models that measure texts in the process that asks: opened safely, a vector of a text, how
likely a text is token by token. Must never know what is measured for, nor be loaded by the
model's process."""

import atexit
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.gguf.model_file import inspect
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from llama_cpp import Llama


def opened(path: Path, **options: Any) -> "Llama":
    """The model in a GGUF file, with ``options`` of llama.cpp.

    Raises UserError when llama-cpp-python is not installed, or the file is no model that it loads
    safely.
    """
    try:
        from unlinkable.model.gguf.llama import load
    except ImportError:
        raise UserError(
            "GGUF models need llama-cpp-python; install it with: pip install 'unlinkable[llm]'"
        ) from None
    try:
        inspect(path)
        model: Llama = load(str(path), **options)
    except (UserError, ValueError, RuntimeError, OSError) as error:
        raise UserError(f"{path}: this model cannot be loaded; try another one") from error
    atexit.register(_close, ref(model))  # by itself it would close when its module is gone
    return model


def _close(model: "ref[Llama]") -> None:
    if (still := model()) is not None:
        still.close()


def name_of(model: "Llama", path: Path) -> str:
    """As the model calls itself, else its file."""
    return str(model.metadata.get("general.name") or path.stem)


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
