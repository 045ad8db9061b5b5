"""Perplexity in the real llama.cpp, of a model whose probabilities are known.

Its only layer adds nothing, so how likely a token is depends on the one before it alone, and can
be worked out from two tables.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llama_cpp")

import gguf

from tests.unlinkable.model.tiny_model import TINY, write_tiny_model
from unlinkable.lab.evaluation.perplexity import perplexity
from unlinkable.model.measuring.surprise import STRIDE, WINDOW, Surprise


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model in which attention and what follows it add nothing."""
    path = tmp_path_factory.mktemp("model") / "known.gguf"
    write_tiny_model(path, seed=3)
    reader = gguf.GGUFReader(path, "r+")
    for tensor in reader.tensors:
        if "attn_output" in tensor.name or "ffn_down" in tensor.name:
            tensor.data[:] = 0
    reader.data.flush()
    return path


def surprises(path: Path, tokens: list[int]) -> list[float]:
    """The negative logarithm of the probability of each token but the first, in 64 bits."""
    tables = {
        tensor.name: np.array(tensor.data, dtype=np.float64)
        for tensor in gguf.GGUFReader(path).tensors
    }
    read = tables["token_embd.weight"].reshape(-1, TINY.width)
    written = tables["output.weight"].reshape(-1, TINY.width)
    found = []
    for token, following in pairwise(tokens):
        hidden = read[token] / np.sqrt((read[token] ** 2).mean() + 1e-6)
        logits = written @ (hidden * tables["output_norm.weight"])
        top = logits.max()
        found.append(float(top + np.log(np.exp(logits - top).sum()) - logits[following]))
    return found


@pytest.mark.parametrize("words", [3, 200, 700])
def test_every_token_but_the_first_counts_once(model: Path, words: int) -> None:
    text = " ".join(f"w{number * 7 % 13}" for number in range(words))
    measure = Surprise(model, threads=1)
    tokens = measure._llama.tokenize(text.encode(), add_bos=False, special=False)
    if words == 700:
        assert len(tokens) > WINDOW + STRIDE
    expected = surprises(model, tokens)
    surprise, counted = measure.of(text)
    assert counted == len(tokens) - 1 == len(expected)
    assert surprise == pytest.approx(sum(expected), rel=1e-3)
    (found,) = perplexity(measure, text).values()
    assert found.part == pytest.approx(np.exp(np.mean(expected)), rel=1e-2)


def test_a_text_of_one_token_has_none(model: Path) -> None:
    assert perplexity(Surprise(model, threads=1), "") == {}
