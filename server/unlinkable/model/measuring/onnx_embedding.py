"""An embedding model in a folder of ONNX files, run by onnxruntime. For measuring only."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.onnx_files import PIECES, opened_onnx, weights_in
from unlinkable_index.errors import UserError

Vector = NDArray[np.float32]
_USUAL = 512  # places, where the folder does not say
_SENTENCE = "sentence_embedding"  # an output that is the vector already


class OnnxEmbedder:
    """The model in ``folder``: its own vector of a text, else the mean of those of all places, or
    the first one, as sentence-transformers note. Raises UserError when it can't be used."""

    def __init__(self, folder: Path) -> None:
        weights = weights_in(folder)
        if weights is None or not (folder / PIECES).is_file():
            raise UserError(f"{folder}: no model; name a folder with model.onnx and {PIECES}")
        self._folder = folder
        self._session, self._tokenizer = opened_onnx(folder, weights, "embeddings")
        self._inputs = [one.name for one in self._session.get_inputs()]
        outputs = [one.name for one in self._session.get_outputs()]
        self._output = _SENTENCE if _SENTENCE in outputs else outputs[0]
        pooling = _noted(folder / "1_Pooling" / "config.json")
        self._takes_first = bool(pooling.get("pooling_mode_cls_token"))
        self._ends: list[int] = self._tokenizer.encode("").ids
        places = _noted(folder / "config.json").get("max_position_embeddings")
        self.longest = (places if isinstance(places, int) else _USUAL) - len(self._ends)
        self.name = folder.name

    def pieces(self, text: str) -> list[int]:
        """The pieces of a text."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def vector(self, pieces: list[int]) -> Vector:
        """The vector of up to ``longest`` pieces."""
        middle = len(self._ends) // 2
        ids = [*self._ends[:middle], *pieces[: self.longest], *self._ends[middle:]]
        given = {
            "input_ids": ids,
            "attention_mask": [1] * len(ids),
            "token_type_ids": [0] * len(ids),
        }
        try:
            feed = {name: np.array([given[name]], dtype=np.int64) for name in self._inputs}
            (told,) = self._session.run([self._output], feed)
            made = np.asarray(told, dtype=np.float32)[0]
        except Exception as error:  # onnxruntime raises kinds of its own, which may quote a text
            raise UserError(
                f"{self._folder}: a model of another kind; name one that embeds"
            ) from error
        if made.ndim == 2:
            made = made[0] if self._takes_first else made.mean(axis=0)
        vector: Vector = made / max(float(np.linalg.norm(made)), 1e-12)
        return vector

    def vectors(self, texts: Sequence[list[int]]) -> Vector:
        """The vectors of several texts (float32, texts by dimensions)."""
        return np.array([self.vector(text) for text in texts])


def _noted(path: Path) -> dict[str, object]:
    """What a file beside the model notes; nothing where it is missing or damaged."""
    try:
        noted = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}
