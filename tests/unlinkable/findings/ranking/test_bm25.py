"""Scores are those of the formula, and those of another engine."""

import random

import numpy as np
import pytest

from tests.unlinkable.findings.ranking.conftest import MadeIndex
from tests.unlinkable.findings.ranking.twin import bm25
from unlinkable.findings import bm25 as bm25_module
from unlinkable.findings.bm25 import Bm25, WordScores

WORDS = [f"w{number}" for number in range(40)]


def drawn_texts(seed: int, count: int = 60) -> list[list[str]]:
    """Different texts of common and rare words, some long and some short."""
    chance = random.Random(seed)
    weights = [1 / (number + 1) for number in range(len(WORDS))]
    lengths = [chance.choice((3, 10, 30, 200)) for _ in range(count)]
    return [
        [f"own{number}", *chance.choices(WORDS, weights, k=length)]
        for number, length in enumerate(lengths)
    ]


def scores_of(query: list[str], made_index: MadeIndex, texts: list[list[str]], **constants: float):
    words = WordScores(sorted(set(query)), made_index(texts), Bm25(**constants))
    different, times = np.unique(query, return_counts=True)
    return words.of_documents(np.arange(len(different)), times)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("constants", [{}, {"k1": 0.9, "b": 0.4}, {"k1": 2.0, "b": 1.0}])
def test_scores_are_those_of_the_formula(
    made_index: MadeIndex, seed: int, constants: dict[str, float]
) -> None:
    texts = drawn_texts(seed)
    query = [*random.Random(seed).choices(WORDS, k=25), "own3", "in-no-document"]
    expected = bm25(query, texts, **constants)
    assert scores_of(query, made_index, texts, **constants) == pytest.approx(expected, abs=1e-5)


def test_scores_agree_with_another_engine(made_index: MadeIndex) -> None:
    bm25s = pytest.importorskip("bm25s")
    texts = drawn_texts(9)
    query = random.Random(9).choices(WORDS, k=25)
    engine = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    vocabulary = {word: n for n, word in enumerate(sorted({w for text in texts for w in text}))}
    tokens = [[vocabulary[word] for word in text] for text in texts]
    engine.index((tokens, vocabulary), show_progress=False)
    theirs = engine.get_scores(query)
    assert scores_of(query, made_index, texts) == pytest.approx(theirs, abs=1e-4)


def test_the_table_of_a_few_documents_is_part_of_all_scores(made_index: MadeIndex) -> None:
    texts = drawn_texts(5)
    forms = [*WORDS, "own7", "nowhere"]
    words = WordScores(forms, made_index(texts))
    documents = np.array([7, 0, 31])
    table = words.table(np.arange(len(forms)), documents)
    for number in range(len(forms)):
        alone = words.of_documents(np.array([number]), np.array([1]))
        assert table[:, number] == pytest.approx(alone[documents])


def test_many_passages_are_scored_as_one_by_one(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = drawn_texts(6)
    words = WordScores(WORDS, made_index(texts))
    chance = np.random.default_rng(6)
    queries = [np.unique(chance.integers(0, len(WORDS), 20), return_counts=True) for _ in range(30)]
    each = [words.of_documents(*query) for query in queries]
    for table in (1 << 26, 0):
        monkeypatch.setattr(bm25_module, "_TABLE", table)
        assert np.array(list(words.of_passages(queries))) == pytest.approx(np.array(each), 1e-5)
