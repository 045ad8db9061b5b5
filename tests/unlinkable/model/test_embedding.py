"""Vectors of a GGUF model in the real llama.cpp: of length one, and of the pieces asked for."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llama_cpp")

from tests.unlinkable.model.tiny_model import write_tiny_model
from unlinkable.lab.embedding import open_embedder
from unlinkable_index.errors import UserError


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model with random weights."""
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    write_tiny_model(path)
    return path


def test_a_text_has_one_vector_of_length_one_and_another_text_another(model: Path) -> None:
    embedder = open_embedder(model)
    one, same, other = (
        embedder.vector(embedder.pieces(text)) for text in ("bees", "bees", "the court held")
    )
    assert embedder.name == "tiny"
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-5)
    assert one.ndim == 1
    assert float(one @ same) == pytest.approx(1, abs=1e-5)
    assert float(one @ other) < 0.999


def test_only_the_pieces_that_fit_are_read(model: Path) -> None:
    embedder = open_embedder(model)
    pieces = embedder.pieces("The court held that the claim was well founded. " * 3)
    embedder.longest = 5
    assert embedder.vector(pieces) == pytest.approx(embedder.vector(pieces[:5]), abs=1e-5)


def test_what_is_no_model_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"GGUF and no more")
    with pytest.raises(UserError, match="cannot be loaded"):
        open_embedder(tmp_path / "x.gguf")
