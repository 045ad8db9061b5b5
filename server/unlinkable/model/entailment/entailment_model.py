"""A model for natural language inference (NLI): how probable it is that a text entails another.

Runs ONNX files that the user brings, on the processor, with onnxruntime. Never fetches anything,
and writes nothing down. Knows two texts at a time; nothing of drafts and of who asks.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.onnx_files import PIECES, WEIGHTS, opened_onnx, weights_in
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_CONFIG = "config.json"
_LABEL = "entailment"
_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}


@dataclass(frozen=True)
class _Loaded:
    """``label``: the number of "entailment" among what is told; ``longest``: the pieces of both
    texts together that can be read at most, None where the folder does not say so."""

    session: "InferenceSession"
    tokenizer: "Tokenizer"
    label: int
    longest: int | None


class EntailmentModel:
    """The model in ``folder``, loaded when it is first asked: `model.onnx` (or `onnx/model.onnx`),
    `tokenizer.json` and `config.json`, as Hugging Face's optimum writes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()

    def load(self) -> None:
        """Load it now. Raises UserError where it cannot be used."""
        with self._lock:
            self._loaded  # noqa: B018 - remembered from here on

    def both_ways(self, text: str, other: str) -> float:
        """The probability that each of the texts follows from the other: that of the less probable
        direction. 0 where they are too long to be read whole.

        Raises UserError where the model cannot be used.
        """
        return min(self.entailed(text, other), self.entailed(other, text))

    def entailed(self, premise: str, hypothesis: str) -> float:
        """The probability that ``hypothesis`` follows from ``premise``. Otherwise as `both_ways`"""
        self.load()
        loaded = self._loaded
        pieces = loaded.tokenizer.encode(premise, hypothesis)
        if loaded.longest is not None and len(pieces.ids) > loaded.longest:
            return 0.0
        given = {
            "input_ids": pieces.ids,
            "attention_mask": pieces.attention_mask,
            "token_type_ids": pieces.type_ids,
        }
        wanted = [one.name for one in loaded.session.get_inputs()]
        feed = {name: np.array([given[name]], dtype=np.int64) for name in wanted}
        try:
            (told,) = loaded.session.run([loaded.session.get_outputs()[0].name], feed)
            scores: NDArray[np.float64] = np.asarray(told, dtype=np.float64).reshape(-1)
            weights = np.exp(scores - scores.max())
            probability = float(weights[loaded.label] / weights.sum())
        except Exception as error:  # onnxruntime raises kinds of its own, which may quote a text
            raise UserError(_unusable(self.folder)) from error
        if not 0 <= probability <= 1:  # also what is no number
            raise UserError(_unusable(self.folder))
        return probability

    @cached_property
    def _loaded(self) -> _Loaded:
        weights = _weights_in(self.folder)
        session, tokenizer = opened_onnx(self.folder, weights, "entailment")
        try:
            config: dict[str, Any] = json.loads((self.folder / _CONFIG).read_text("utf-8"))
            labels = {int(n): str(name) for n, name in dict(config.get("id2label") or {}).items()}
            longest = config.get("max_position_embeddings")
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise UserError(f"{self.folder}: the model is damaged; fetch it again") from error
        label = next((n for n, name in labels.items() if name.casefold() == _LABEL), None)
        if label is None or not _INPUTS.issuperset(one.name for one in session.get_inputs()):
            raise UserError(_unusable(self.folder))
        return _Loaded(session, tokenizer, label, longest if isinstance(longest, int) else None)


def _weights_in(folder: Path) -> Path:
    """The file of weights. Raises UserError where a file is missing."""
    weights = weights_in(folder)
    lacking = [name for name in (_CONFIG, PIECES) if not (folder / name).is_file()]
    if weights is None:
        lacking.insert(0, WEIGHTS[0])
    if weights is None or lacking:
        raise UserError(
            f"{folder}: no model for entailment, as {' and '.join(lacking)} "
            f"{'is' if len(lacking) == 1 else 'are'} missing; name a folder that has them"
        )
    return weights


def _unusable(folder: Path) -> str:
    return (
        f"{folder}: a model of another kind; name one for natural language inference, which tells "
        "“entailment” from the rest"
    )
