"""Originals ranked by meaning: vectors that are known, against a slow twin."""

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from tests.unlinkable.attackers.test_measuring import place  # noqa: F401
from tests.unlinkable.cli.conftest import Run, folder, run  # noqa: F401
from tests.unlinkable.model.tiny_embedder import LONGEST, write_tiny_embedder
from unlinkable.attackers.rulings import Texts
from unlinkable.draft import read_draft
from unlinkable.findings.bm25 import Unit
from unlinkable.lab.attack_figures import MeaningSearch
from unlinkable.lab.embedding import open_embedder
from unlinkable_index.collection.record import Record
from unlinkable_index.errors import UserError

WORDS = {
    "owl": (1.0, 0.0, 0.0),
    "bird": (0.9, 0.1, 0.0),
    "tax": (0.0, 1.0, 0.0),
    "levy": (0.0, 0.9, 0.2),
    "mill": (0.0, 0.0, 1.0),
}
ORIGINALS = {
    "a": "the owl and the owl and the owl sat in the mill " * 3,
    "b": "the tax on the mill was a tax",
    "c": "the mill " * 20 + "the owl " * 12,
}


def slow_rank(query: str, source: str) -> int:
    """The rank by lists and loops: parts of as many words as the model reads."""

    def vector(words: list[str]) -> list[float]:
        made = [WORDS.get(word, (0.0, 0.0, 0.0)) for word in words]
        mean = [sum(part) for part in zip(*made, (0.0, 0.0, 0.0), strict=True)]
        length = sqrt(sum(x * x for x in mean)) or 1.0
        return [x / length for x in mean]

    def parts(text: str) -> list[list[float]]:
        words, size = text.lower().split(), LONGEST - 2
        return [vector(words[at : at + size]) for at in range(0, len(words), size)]

    asked = parts(query)
    mean = [sum(part) / len(asked) for part in zip(*asked, strict=True)]
    length = sqrt(sum(x * x for x in mean)) or 1.0
    best = {
        name: max(
            sum(a * b / length for a, b in zip(mean, one, strict=True)) for one in parts(text)
        )
        for name, text in ORIGINALS.items()
    }
    return 1 + sum(score > best[source] + 1e-6 for score in best.values())


@pytest.fixture
def search(tmp_path: Path) -> MeaningSearch:
    texts = Texts(Record(name, text, name) for name, text in ORIGINALS.items())
    return MeaningSearch(open_embedder(write_tiny_embedder(tmp_path / "m", WORDS)), texts)


@pytest.mark.parametrize("source", ORIGINALS)
@pytest.mark.parametrize(
    "paragraphs",
    [
        ["a bird and a bird sat there", "some levy was a levy and mill"],
        ["the mill the mill the mill bird", "a tax on the bird was a levy"],
    ],
)
def test_drafts_and_paragraphs_are_ranked_as_by_a_slow_twin(
    search: MeaningSearch, paragraphs: list[str], source: str
) -> None:
    found = list(search.ranks(read_draft("\n\n".join(paragraphs)), (source,)))
    assert found == [
        (Unit.DRAFT, slow_rank(" ".join(paragraphs), source)),
        *((Unit.PARAGRAPH, slow_rank(one, source)) for one in paragraphs),
    ]


def test_masks_say_nothing_and_an_original_that_is_not_there_has_no_rank(
    search: MeaningSearch,
) -> None:
    plain = read_draft("a bird and a bird sat there")
    masked = read_draft("a bird and [REDACTED] a bird sat there [TAX]")
    assert list(search.ranks(masked, ("a",))) == list(search.ranks(plain, ("a",)))
    assert list(search.ranks(plain, ("z",))) == []


def test_a_vector_is_the_mean_of_all_places(tmp_path: Path) -> None:
    embedder = open_embedder(write_tiny_embedder(tmp_path / "m", WORDS))
    pieces = embedder.pieces("owl tax unheard")
    assert len(pieces) == 3
    found = embedder.vectors([pieces])[0]
    assert found == pytest.approx(np.array([1.0, 1.0, 0.0]) / sqrt(2))
    assert embedder.longest == LONGEST - 2


def test_what_is_no_model_is_one_sentence(tmp_path: Path) -> None:
    model = write_tiny_embedder(tmp_path / "m", WORDS)
    (model / "model.onnx").write_bytes(b"nothing")
    with pytest.raises(UserError, match="damaged"):
        open_embedder(model)


def test_the_table_counts_what_is_found_by_meaning(
    run: Run,  # noqa: F811
    place: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    model = write_tiny_embedder(tmp_path / "m", WORDS)
    flags = ("-i", str(place / "i.unlinkable"), "--originals", str(place / "all.jsonl"), "-q")
    asked = ("attack", str(place / "a.txt"), *flags, "--retriever", str(model), "--table")
    assert "by meaning, drafts (1)" in run(*asked).out
    told = json.loads(run(*asked, "--format", "json").out)
    first = {"1": 1, "5": 1, "10": 1}
    assert told["meaning"][0] == {"unit": "draft", "asked": 1, "first": first, "mrr": 1}
    assert "by meaning, drafts" in run(*asked, "--format", "csv").out
    done = run(*asked[:-1])
    assert (done.status, "add --table" in done.err) == (2, True)
