"""Texts compared token by token: MaxSim by hand, and token vectors from the real llama.cpp."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.unlinkable.attackers.test_by_model import DRAFT, collection, index  # noqa: F401
from tests.unlinkable.model.conftest import tiny_model  # noqa: F401
from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import read_draft
from unlinkable.lab.attack_by_model import (
    AttackPlan,
    ModelAttack,
    Vectors,
    max_sim,
    nearest,
    of_unit_length,
)
from unlinkable.model.process.failures import ModelUnavailableError
from unlinkable.model.process.vectors import TokenVectors
from unlinkable_index.index import Index


def vectors(*rows: tuple[float, ...]) -> Vectors:
    return np.array(rows, dtype=np.float32)


def test_max_sim_by_hand() -> None:
    query, text = vectors((1, 0), (0, 2)), vectors((3, 0), (1, 1))
    assert max_sim(query, text) == pytest.approx(1 + 1 / math.sqrt(2))
    assert max_sim(query, np.zeros((0, 2), np.float32)) == 0
    assert of_unit_length(vectors((0, 0), (3, 4))).tolist() == pytest.approx(
        np.array([[0, 0], [0.6, 0.8]], np.float32)
    )


def test_the_nearest_come_first() -> None:
    texts = [vectors((0, 1)), vectors((1, 0)), vectors((1, 1))]
    assert nearest(vectors((1, 0)), texts, 2) == (1, 2)
    assert nearest(vectors((1, 0)), [], 2) == ()


@pytest.fixture
def model(tiny_model: Path) -> Iterator[TokenVectors]:  # noqa: F811
    made = TokenVectors(tiny_model)
    yield made
    made.close()


def test_every_token_has_a_vector_and_the_same_text_the_same(model: TokenVectors) -> None:
    one, again = model.of("the mill burnt"), model.of("the mill burnt")
    longer = model.of("the mill burnt down on a Monday")
    assert one.ndim == 2
    assert len(longer) > len(one) > 1
    assert np.array_equal(one, again)
    assert max_sim(one, one) == pytest.approx(len(one), rel=1e-4)


def test_a_file_that_is_no_model_is_said(tmp_path: Path, tiny_model: Path) -> None:  # noqa: F811
    assert tiny_model.exists()
    (tmp_path / "none.gguf").write_bytes(b"GGUF nothing")
    broken = TokenVectors(tmp_path / "none.gguf")
    with pytest.raises(ModelUnavailableError, match="use a model that embeds"):
        broken.of("text")


def test_parts_are_shown_in_the_order_of_their_tokens(
    collection: Path,  # noqa: F811
    index: Index,  # noqa: F811
) -> None:
    """With vectors that say so, a part comes first that shares fewer words."""
    shown: list[tuple[str, ...]] = []

    def reader(rulings: tuple[str, ...], *_: object) -> None:
        shown.append(tuple(rulings))

    def by_mill(text: str) -> Vectors:
        return vectors((1, 0) if "mill" in text or "behind the old" in text else (0, 1))

    rulings = Rulings(Texts.read([collection / "all.jsonl"]), index)
    attacked = Attacker(index).attack(read_draft(DRAFT), only=frozenset({1}))
    plan = AttackPlan(chunks=1)
    ModelAttack(index, reader, background=rulings, plan=plan, vectors=by_mill).attack(attacked)
    assert "mill" in shown[0][0]
