"""Sentence vectors of an encoder, from a folder as sentence-transformers write it."""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable.lab.evaluation.encoder import Encoder


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
        hidden = self._encoder.encoded([*self._ends[:1], *pieces[: self.longest], *self._ends[1:]])
        pooled = hidden[0] if self._takes_first else hidden.mean(axis=0)
        vector: NDArray[np.float32] = pooled / np.linalg.norm(pooled)
        return vector


_FIRST, _LONGEST = "pooling_mode_cls_token", "max_seq_length"


def _noted(path: Path, name: str, otherwise: int) -> int:
    """A number that a file beside the model notes."""
    if not path.is_file():
        return otherwise
    return int(json.loads(path.read_text("utf-8")).get(name) or otherwise)
