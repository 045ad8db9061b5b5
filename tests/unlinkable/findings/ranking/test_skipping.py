"""Skipping what cannot change the order changes no order."""

import math
import random

import numpy as np
import pytest

from tests.unlinkable.findings.ranking.conftest import MadeIndex
from tests.unlinkable.findings.ranking.test_bm25 import WORDS, drawn_texts
from tests.unlinkable.findings.ranking.twin import bm25
from unlinkable.draft import read_draft
from unlinkable.findings import bm25 as skipping
from unlinkable.findings.bm25 import Vocabulary, WordScores
from unlinkable.findings.leading import recognition


@pytest.mark.parametrize("few", [0, 3, 1000])
@pytest.mark.parametrize("seed", range(6))
def test_the_first_documents_are_those_of_the_twin(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch, seed: int, few: int
) -> None:
    monkeypatch.setattr(skipping, "_READ", 8)
    monkeypatch.setattr(skipping, "_FEW_DOCUMENTS", few)
    texts = drawn_texts(seed, 80)
    index = made_index(texts)
    chance = random.Random(seed)
    for _ in range(5):
        query = [*chance.choices(WORDS, k=25), *chance.sample(texts[chance.randrange(80)], 3)]
        draft = read_draft(" ".join(query))
        vocabulary = Vocabulary(draft)
        times = vocabulary.counted(range(len(query)))[1]
        scores = bm25(query, texts)
        large = skipping.LargeCollection(vocabulary.forms, times, index)
        found = dict(zip(*map(list, vars(large.first(3)).values()), strict=True))
        bar = sorted(scores)[-3]
        assert {number for number, score in enumerate(scores) if score > bar} <= set(found)
        for number, score in found.items():
            assert score == pytest.approx(scores[number], abs=1e-5)
        for source in (None, chance.randrange(80)):
            quick = recognition(draft, index, vocabulary, source)
            whole = recognition(
                draft, index, vocabulary, source, WordScores(vocabulary.forms, index)
            )
            assert quick is not None
            assert whole is not None
            assert quick.words.document == whole.words.document
            assert quick.words.rank == whole.words.rank
            assert math.isclose(quick.words.lead, whole.words.lead, rel_tol=1e-4)


def test_few_documents_are_scored_to_the_end(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(skipping, "_READ", 1)
    monkeypatch.setattr(skipping, "_FEW_DOCUMENTS", 20)
    texts = drawn_texts(2, 200)
    index = made_index(texts)
    unknown = [f"nowhere{number}" for number in range(40)]  # which nothing can come of
    draft = read_draft(" ".join([*texts[7], *unknown]))
    vocabulary = Vocabulary(draft)
    times = vocabulary.counted(range(len(draft.forms)))[1]
    found = skipping.LargeCollection(vocabulary.forms, times, index).first(2)
    assert 2 <= len(found.documents) <= 4
    assert 7 in found.documents.tolist()


def test_of_a_common_word_only_documents_are_read_that_it_could_still_bring_to_the_top(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the documents have a word that can give them less than the rarer one has given."""
    monkeypatch.setattr(skipping, "_READ", 1)
    monkeypatch.setattr(skipping, "_FEW_DOCUMENTS", 30)
    texts = [[f"own{n}", *(["rarer"] * (n < 25)), *(["half"] * (n % 2))] for n in range(100)]
    index = made_index(texts)
    asked: list[int] = []
    frequencies = index.word_frequencies

    def counted(key: int, documents: np.ndarray) -> np.ndarray:
        asked.append(len(documents))
        return frequencies(key, documents)

    monkeypatch.setattr(index, "word_frequencies", counted)
    large = skipping.LargeCollection(("rarer", "half"), np.array([1, 1]), index)
    found = large.first(1)
    assert set(found.documents.tolist()) == {n for n in range(25) if n % 2}
    assert asked == [25]


def test_words_that_no_document_has_find_nothing(made_index: MadeIndex) -> None:
    index = made_index(drawn_texts(1))
    draft = read_draft("nobody wrote any such thing")
    assert recognition(draft, index, Vocabulary(draft), None) is None
