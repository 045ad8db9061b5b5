"""Perplexity in the real llama.cpp, of a model whose probabilities are known.

Its only layer adds nothing, so how likely a token is depends on the one before it alone, and can
be worked out from two tables.
"""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llama_cpp")

import gguf

from tests.unlinkable.model.tiny_model import TINY, write_tiny_model
from unlinkable.draft import Span
from unlinkable.lab.evaluation.measures import perplexity
from unlinkable.model.gguf.measuring import STRIDE, WINDOW, Surprise


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
    found = measure.of(text)
    assert len(found.values) == len(tokens) - 1 == len(expected)
    assert found.values.sum() == pytest.approx(sum(expected), rel=1e-3)
    assert (found.starts[1:] == found.ends[:-1]).all()
    assert found.ends[-1] == len(text.encode())
    told = perplexity(measure, text, ())
    assert [one.part for one in told.values()] == pytest.approx(
        [np.exp(np.mean(expected))] * 2, rel=1e-2
    )


MASKS = ("[REDACTED]", "[…]", "<PERSON_1>")


@pytest.mark.parametrize(
    "parts",
    [
        ("w1 w2 ", "[REDACTED]", " w3 w4 w5"),
        ("", "[REDACTED]", " w3 w4 w5"),
        ("w1 w2 é€𝄞w3 ", "[…]", ", wörter w5 ", "<PERSON_1>", ""),
        ("w1 ", "[REDACTED]", "", "[REDACTED]", " w2"),
        *[(f"{'w7 w9 ' * 400}", "[REDACTED]", " w3 " * 300)],
    ],
)
def test_between_masks_each_word_counts_given_what_is_before(
    model: Path, parts: tuple[str, ...]
) -> None:
    """Against a twin that lays the bytes of each token beside those of the masks, one by one."""
    text = "".join(parts)
    masks, at, masked = [], 0, bytearray()
    for part in parts:
        if part in MASKS:
            masks.append(Span(at, at + len(part)))
        masked += (b"\x01" if part in MASKS else b"\x00") * len(part.encode())
        at += len(part)
    measure = Surprise(model, threads=1)
    tokens = measure._llama.tokenize(text.encode(), add_bos=False, special=False)
    kept, behind = [], 0
    for token, surprise in zip(tokens, [None, *surprises(model, tokens)], strict=True):
        start, behind = behind, behind + len(measure._llama.detokenize([token]))
        if surprise is not None and not any(masked[start:behind]):
            kept.append(surprise)
    assert behind == len(masked)
    whole, between = perplexity(measure, text, masks).values()
    assert between.part == pytest.approx(np.exp(np.mean(kept)), rel=1e-2)
    assert whole.part != between.part


@pytest.mark.parametrize("text", ["", "w"])
def test_a_text_of_one_token_or_none_has_none(model: Path, text: str) -> None:
    assert perplexity(Surprise(model, threads=1), text, ()) == {}


def test_a_text_that_is_all_mask_has_no_perplexity_between_masks(model: Path) -> None:
    (name,) = perplexity(Surprise(model, threads=1), MASKS[0], [Span(0, len(MASKS[0]))])
    assert name == "perplexity tiny"


def test_evaluating_ends_without_a_word_of_the_model(model: Path, tmp_path: Path) -> None:
    for name, text in {
        "a.txt": "A swan stopped them both.",
        "b.txt": "They both went home.",
    }.items():
        (tmp_path / "originals").mkdir(exist_ok=True)
        (tmp_path / "originals" / name).write_text(text, encoding="utf-8")

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "unlinkable", *arguments, "-q"]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stderr

    run("index", "originals", "-o", "i")
    measuring = ("--perplexity", str(model), "--processes", "1")
    said = run("evaluate", "originals", "-i", "i", "--baseline", "mask", *measuring)
    assert "Exception" not in said
