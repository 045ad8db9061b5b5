"""Vectors and their cosines: a slow reading of a tiny BERT, and vectors that are known."""

from math import erf, exp, sqrt
from pathlib import Path

import numpy as np
import pytest

from tests.unlinkable.lab.evaluation.tiny_bert import (
    HEADS,
    LAYERS,
    LONGEST,
    PIECES,
    WIDTH,
    write_tiny_bert,
)
from unlinkable.draft import read_draft
from unlinkable.lab.embedding import open_embedder
from unlinkable.lab.evaluation.measures import Similarity, without_masks
from unlinkable.lab.evaluation.method import Pair
from unlinkable_index.errors import UserError


def slow_vector(weights: dict[str, np.ndarray], ids: list[int]) -> list[float]:
    """The mean of the last layer, of length one, by lists and loops in 64 bits."""

    def linear(rows: list[list[float]], name: str) -> list[list[float]]:
        matrix, bias = weights[f"{name}.weight"].tolist(), weights[f"{name}.bias"].tolist()
        return [
            [sum(a * b for a, b in zip(row, line, strict=True)) + c
             for line, c in zip(matrix, bias, strict=True)]
            for row in rows
        ]  # fmt: skip

    def normed(rows: list[list[float]], name: str) -> list[list[float]]:
        scale, bias = weights[f"{name}.weight"].tolist(), weights[f"{name}.bias"].tolist()
        made = []
        for row in rows:
            mean = sum(row) / len(row)
            spread = sqrt(sum((x - mean) ** 2 for x in row) / len(row) + 1e-12)
            made.append(
                [(x - mean) / spread * s + b for x, s, b in zip(row, scale, bias, strict=True)]
            )
        return made

    def added(some: list[list[float]], others: list[list[float]]) -> list[list[float]]:
        return [
            [a + b for a, b in zip(x, y, strict=True)] for x, y in zip(some, others, strict=True)
        ]

    words = weights["embeddings.word_embeddings.weight"].tolist()
    places = weights["embeddings.position_embeddings.weight"].tolist()
    kind = weights["embeddings.token_type_embeddings.weight"].tolist()[0]
    rows = [[a + b + c for a, b, c in zip(words[i], places[n], kind, strict=True)]
            for n, i in enumerate(ids)]  # fmt: skip
    rows = normed(rows, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query, key, value = (
            linear(rows, f"{at}.attention.self.{name}") for name in ("query", "key", "value")
        )
        width = len(rows[0]) // HEADS
        mixed = [[0.0] * len(rows[0]) for _ in rows]
        for head in range(HEADS):
            mine = range(head * width, (head + 1) * width)
            for n in range(len(rows)):
                scores = [sum(query[n][i] * key[m][i] for i in mine) / sqrt(width)
                          for m in range(len(rows))]  # fmt: skip
                weighed = [exp(score - max(scores)) for score in scores]
                for i in mine:
                    mixed[n][i] = sum(w * value[m][i] for m, w in enumerate(weighed)) / sum(weighed)
        out = linear(mixed, f"{at}.attention.output.dense")
        rows = normed(added(rows, out), f"{at}.attention.output.LayerNorm")
        inner = [[x * 0.5 * (1 + erf(x / sqrt(2))) for x in row]
                 for row in linear(rows, f"{at}.intermediate.dense")]  # fmt: skip
        outer = linear(inner, f"{at}.output.dense")
        rows = normed(added(rows, outer), f"{at}.output.LayerNorm")
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    size = sqrt(sum(x * x for x in mean))
    return [x / size for x in mean]


def test_a_bert_gives_the_vectors_of_a_slow_reading(tmp_path: Path) -> None:
    weights = write_tiny_bert(tmp_path / "tiny")
    embedder = open_embedder(tmp_path / "tiny")
    assert (embedder.name, embedder.longest) == ("tiny", LONGEST - 2)
    pieces = embedder.pieces("The miller kept bees.")
    assert [PIECES[piece] for piece in pieces] == ["the", "miller", "kept", "bees", "."]
    expected = slow_vector(weights, [2, *pieces, 3])
    assert embedder.vector(pieces) == pytest.approx(expected, abs=1e-5)


def test_several_texts_at_once_have_the_vectors_that_each_has(tmp_path: Path) -> None:
    weights = write_tiny_bert(tmp_path)
    embedder = open_embedder(tmp_path)
    texts = ["the court", "bees", "", "miller kept bees .", "the mill", "held that the judge"] * 90
    pieces = [embedder.pieces(text) for text in texts]
    found = embedder.vectors(pieces)
    assert found.shape == (len(texts), WIDTH)
    for vector, one in [*zip(found, pieces, strict=True)][:6]:
        assert vector == pytest.approx(slow_vector(weights, [2, *one, 3]), abs=1e-5)
    assert found[:6] == pytest.approx(found[-6:], abs=1e-6)


def test_only_so_many_pieces_are_read_as_the_model_notes(tmp_path: Path) -> None:
    write_tiny_bert(tmp_path)
    embedder = open_embedder(tmp_path)
    pieces = embedder.pieces("the court held that " * 9)
    assert (embedder.vector(pieces) == embedder.vector(pieces[: embedder.longest])).all()


class Known:
    """Vectors that are known: a piece is a number, and points to that corner."""

    name = "known"
    longest = 2

    def pieces(self, text: str) -> list[int]:
        return [int(word) for word in text.split()]

    def vectors(self, texts: list[list[int]]) -> np.ndarray:
        return np.array([self.vector(text) for text in texts])

    def vector(self, pieces: list[int]) -> np.ndarray:
        vector = sum(np.eye(4, dtype=np.float32)[piece] for piece in pieces)
        return vector / np.linalg.norm(vector)


def test_cut_reads_the_beginning_and_whole_reads_all() -> None:
    pair = Pair(read_draft("0 0 1 1"), read_draft("0 0 2 2"), 0, ())
    found = Similarity(Known()).of(pair)
    assert found["similarity known, cut"].part == pytest.approx(1)
    # (e0 + e1) and (e0 + e2), each of length one: half
    assert found["similarity known, whole"].part == pytest.approx(0.5)


def test_masks_make_texts_neither_more_nor_less_alike() -> None:
    draft = read_draft("The [REDACTED] court\nheld.")
    assert without_masks(draft) == "The court held."
    masks_only = Pair(read_draft("[REDACTED]"), read_draft("1"), 0, ())
    assert Similarity(Known()).of(masks_only) == {}


def test_what_is_no_model_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("x", "utf-8")
    with pytest.raises(UserError, match="no model for embeddings"):
        open_embedder(tmp_path / "x.txt")
    with pytest.raises(UserError, match="cannot be read"):
        open_embedder(tmp_path)
    write_tiny_bert(tmp_path / "bad")
    (tmp_path / "bad" / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(UserError, match="bad"):
        open_embedder(tmp_path / "bad")
