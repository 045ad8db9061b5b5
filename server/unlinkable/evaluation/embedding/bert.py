"""A BERT encoder over numpy, from a folder as sentence-transformers write it.

After Devlin & others (arXiv 1810.04805): post-norm blocks, exact GELU. For models of a few dozen
million weights, where a framework would weigh more than the model.
"""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from unlinkable.evaluation.embedding.embedder import Vector
from unlinkable_index.errors import UserError

_FAMILY = "bert"
_NEEDS = "pip install 'unlinkable[evaluate]'"


class Bert:
    """The model in ``folder``. Raises UserError when it can't be read or is of another kind."""

    def __init__(self, folder: Path) -> None:
        try:
            from safetensors.numpy import load_file
            from tokenizers import Tokenizer
        except ImportError:
            raise UserError(
                f"models of safetensors need two packages more; install them with: {_NEEDS}"
            ) from None
        try:
            config: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
            if config.get("model_type") != _FAMILY:
                raise UserError(
                    f"{folder}: a model of the kind {config.get('model_type')!r}, and only BERT "
                    "is read here; convert it to GGUF, or name another one"
                )
            weights = load_file(folder / "model.safetensors")
            tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except (OSError, ValueError, KeyError) as error:
            raise UserError(f"{folder}: the model cannot be read; check the folder") from error
        except UserError:
            raise
        except Exception as error:  # both libraries raise kinds of their own
            raise UserError(f"{folder}: the model is damaged; fetch it again") from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.name = _name(folder, config)
        self._tokenizer = tokenizer
        self._weights = {name.removeprefix("bert."): array for name, array in weights.items()}
        self._heads = int(config["num_attention_heads"])
        self._layers = int(config["num_hidden_layers"])
        self._epsilon = float(config.get("layer_norm_eps", 1e-12))
        self._ends = tokenizer.encode("").ids  # what every text begins and ends with
        self._takes_first = _pools_by_first(folder)
        self.longest = _longest(folder, int(config["max_position_embeddings"])) - len(self._ends)

    def pieces(self, text: str) -> list[int]:
        """The pieces of a text."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def vector(self, pieces: list[int]) -> Vector:
        """The vector of up to ``longest`` pieces: the mean of all places, or the first one, as the
        folder says."""
        first, last = self._ends[:1], self._ends[1:]
        hidden = self._encoded(np.array([*first, *pieces[: self.longest], *last]))
        pooled = hidden[0] if self._takes_first else hidden.mean(axis=0)
        vector: Vector = pooled / np.linalg.norm(pooled)
        return vector

    def _encoded(self, ids: np.ndarray) -> np.ndarray:
        places = np.arange(len(ids))
        hidden = (
            self._weights["embeddings.word_embeddings.weight"][ids]
            + self._weights["embeddings.position_embeddings.weight"][places]
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

    def _attended(self, hidden: np.ndarray, at: str) -> np.ndarray:
        width = hidden.shape[1] // self._heads

        def heads(name: str) -> np.ndarray:
            made = self._linear(hidden, f"{at}.attention.self.{name}")
            return made.reshape(len(hidden), self._heads, width).transpose(1, 0, 2)

        scores = heads("query") @ heads("key").transpose(0, 2, 1) / sqrt(width)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        made: np.ndarray = (scores @ heads("value")).transpose(1, 0, 2).reshape(hidden.shape)
        return made

    def _linear(self, values: np.ndarray, name: str) -> np.ndarray:
        made: np.ndarray = (
            values @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        )
        return made

    def _normed(self, values: np.ndarray, name: str) -> np.ndarray:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + self._epsilon)
        made: np.ndarray = (
            centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        )
        return made


def _gelu(values: np.ndarray) -> np.ndarray:
    made: np.ndarray = values * 0.5 * (1 + _erf(values / sqrt(2)))
    return made


def _erf(values: np.ndarray) -> np.ndarray:
    """The error function to 1.5e-7 (Abramowitz & Stegun 7.1.26); that of `math` is one by one."""
    size = np.abs(values)
    t = 1 / (1 + 0.3275911 * size)
    terms = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
    polynomial = np.zeros_like(t)
    for term in reversed(terms):
        polynomial = (polynomial + term) * t
    made: np.ndarray = np.sign(values) * (1 - polynomial * np.exp(-(size**2)))
    return made


def _name(folder: Path, config: dict[str, Any]) -> str:
    return (
        folder.parent.name if folder.name == "model" else folder.name or str(config["model_type"])
    )


def _longest(folder: Path, places: int) -> int:
    """The pieces read at most, as sentence-transformers note it; else as many as have places."""
    noted = folder / "sentence_bert_config.json"
    if not noted.is_file():
        return places
    return min(places, int(json.loads(noted.read_text("utf-8")).get("max_seq_length") or places))


def _pools_by_first(folder: Path) -> bool:
    noted = folder / "1_Pooling" / "config.json"
    if not noted.is_file():
        return False
    return bool(json.loads(noted.read_text("utf-8")).get("pooling_mode_cls_token"))
