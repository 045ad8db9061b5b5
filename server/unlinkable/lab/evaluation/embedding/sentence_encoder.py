"""Sentence vectors of an encoder, from a folder as sentence-transformers write it."""

import json
from collections.abc import Sequence
from itertools import groupby
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
