"""Leading passages are found, all of them, and lead no longer without the words that carry them."""

import itertools
import random

import numpy as np
import pytest

from tests.unlinkable.findings.ranking.conftest import MadeIndex
from tests.unlinkable.findings.ranking.test_bm25 import drawn_texts
from tests.unlinkable.findings.ranking.twin import bm25, leads
from unlinkable.draft import Draft, read_draft
from unlinkable.findings import leading
from unlinkable.findings.bm25 import FEWEST_WORDS, Unit, Vocabulary, WordScores, passages
from unlinkable.findings.leading import (
    ROUNDING,
    Contest,
    Ranking,
    Recognition,
    pair_scores,
    recognition,
    standing,
)
from unlinkable_index.index import Index


def drawn_draft(texts: list[list[str]], source: int, seed: int) -> Draft:
    """A draft of sentences, and paragraphs of three, that have much of the source."""
    chance = random.Random(seed)
    sentences = []
    for _ in range(9):
        own = chance.choices(texts[source], k=chance.randint(2, 10))
        other = chance.choices(chance.choice(texts), k=chance.randint(0, 4))
        sentences.append("The " + " ".join(own + other) + ".")
    parts = [" ".join(sentences[at : at + 3]) for at in range(0, 9, 3)]
    return read_draft("\n\n".join(parts))


def ranking_of(draft: Draft, index: Index, k: int) -> Ranking:
    vocabulary = Vocabulary(draft)
    costs = np.ones(len(draft.forms))
    return Ranking(draft, WordScores(vocabulary.forms, index), vocabulary, costs, k)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("unit", Unit)
def test_leading_passages_are_those_of_the_twin(
    made_index: MadeIndex, seed: int, k: int, unit: Unit
) -> None:
    texts = drawn_texts(seed, 25)
    source = seed
    draft = drawn_draft(texts, source, seed)
    ranking = ranking_of(draft, made_index(texts), k)
    found = list(map(ranking.finding, ranking.leading(passages(draft, unit), [source])))
    by_words = {finding.passage.words: finding for finding in found}
    asked = 0
    for passage in passages(draft, unit):
        forms = draft.forms[passage.words.start : passage.words.stop]
        expected = leads(forms, texts, source, k, 0.05)
        if expected is None:
            continue
        asked += 1
        assert (passage.words in by_words) is expected
        if expected:
            finding = by_words[passage.words]
            scores = bm25(forms, texts)
            better = sum(score > scores[source] + 1e-12 for score in scores)
            assert finding.rank == better + 1
            assert set(finding.words) <= set(passage.words)
            left = [draft.forms[word] for word in passage.words if word not in finding.words]
            assert not leads(left, texts, source, k, 0.05, near=0)
    assert asked


def test_all_units_have_their_passages() -> None:
    draft = read_draft(
        "One two three four five. Six seven.\nEight nine ten.\n\nIt was so long ago."
    )
    sentences, paragraphs, whole = (passages(draft, unit) for unit in Unit)
    assert [len(passage.words) for passage in sentences] == [5, 5]
    assert [len(passage.words) for passage in paragraphs] == [10, 5]
    assert [len(passage.words) for passage in whole] == [15]
    parts = draft.text.split("\n\n")
    assert [draft.text[slice(*passage.span)] for passage in paragraphs] == parts
    assert [draft.text[slice(*passage.span)] for passage in whole] == [draft.text]
    lines = read_draft("One two three four five.\nSix seven eight nine ten.")
    shown = [lines.text[slice(*passage.span)] for passage in passages(lines, Unit.PARAGRAPH)]
    assert shown == lines.text.split("\n")
    assert FEWEST_WORDS == 5


@pytest.mark.parametrize("seed", range(40))
def test_few_words_are_changed(seed: int) -> None:
    """Never more than one word beyond the fewest, found by trying every set."""
    chance = np.random.default_rng(seed)
    documents, count = int(chance.integers(2, 6)), int(chance.integers(2, 9))
    needed = int(chance.integers(1, 3))
    contest = Contest(chance.normal(-0.3, 1, (documents, count)), np.ones(count))
    words = contest.words_to_change(needed)

    def enough(chosen: tuple[int, ...]) -> bool:
        left = np.delete(contest.gains, list(chosen), axis=1).sum(axis=1)
        return int((left >= ROUNDING).sum()) >= needed

    sizes = range(count + 1)
    sets = (chosen for size in sizes for chosen in itertools.combinations(range(count), size))
    fewest = next((chosen for chosen in sets if enough(chosen)), None)
    if fewest is None:
        assert len(words) == count
    else:
        assert enough(tuple(words.tolist())) or len(words) == count
        if needed == 1:
            assert len(words) == len(fewest)
        else:
            assert len(words) <= len(fewest) + 2


def test_cheap_words_are_changed_first() -> None:
    contest = Contest(np.array([[-1.0, -1.0, 0.5]]), np.array([50.0, 1.0, 1.0]))
    contest_cheap = Contest(contest.gains + np.array([[0.6, 0, 0]]), contest.costs)
    assert contest_cheap.words_to_change(1).tolist() == [1]


def test_the_whole_draft_is_recognised_and_ties_are_for_the_searcher(made_index: MadeIndex) -> None:
    texts = [["a", "b", "c", "x"], ["a", "b", "c", "y"], ["d", "e", "f"]]
    index = made_index(texts)
    for text, recognised in (("a b c x", True), ("a b c", True), ("d e f a", False)):
        draft = read_draft(text)
        vocabulary = Vocabulary(draft)
        words = WordScores(vocabulary.forms, index)
        fares = recognition(draft, index, vocabulary, 0, words)
        assert fares is not None
        assert fares.recognised is recognised
    assert standing(np.array([1.0, 1.0, 0.5]), 0).rank == 1
    assert standing(np.array([1.0, 1.0, 0.5]), 0).lead == 1.0
    assert standing(np.array([1.0, 0.0]), 0).lead == float("inf")
    unknown = read_draft("none of these words is known")
    vocabulary = Vocabulary(unknown)
    words = WordScores(vocabulary.forms, index)
    assert recognition(unknown, index, vocabulary, None, words) is None


def test_a_draft_fares_by_pairs_of_words_as_well(made_index: MadeIndex) -> None:
    texts = [["a", "b", "c"], ["c", "a", "b"], ["b", "a", "c"], ["c", "b"], ["a"], ["c", "b", "a"]]
    index = made_index(texts)

    def fares(text: str) -> Recognition:
        draft = read_draft(text)
        vocabulary = Vocabulary(draft)
        found = recognition(draft, index, vocabulary, 1, WordScores(vocabulary.forms, index))
        assert found is not None
        return found

    draft = "c b. A b c"
    assert fares(draft).pairs == standing(pair_scores(read_draft(draft), index), 1)
    assert fares(draft).document == 1
    assert fares("a [REDACTED] b [REDACTED] c").pairs is None


def test_without_a_source_the_first_in_the_order_is_spoken_of(made_index: MadeIndex) -> None:
    texts = drawn_texts(3)
    index = made_index(texts)
    draft = read_draft(" ".join(texts[11][:12]))
    vocabulary = Vocabulary(draft)
    fares = recognition(draft, index, vocabulary, None, WordScores(vocabulary.forms, index))
    scores = bm25(draft.forms, texts)
    assert fares is not None
    assert fares.document == scores.index(max(scores))
    assert fares.words.lead == pytest.approx(max(scores) / sorted(scores)[-2])


def test_the_source_is_none_of_the_rivals_that_are_looked_at(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leading, "_RIVALS", 1)
    words = [f"w{number}" for number in range(8)]
    texts = [[*words, "own", "and", "so", "on"], [*words, "other"], ["far", "away"]]
    draft = read_draft(" ".join([*words, "own"]))
    ranking = ranking_of(draft, made_index(texts), 2)
    (passage,) = passages(draft, Unit.DRAFT)
    (found,) = map(ranking.finding, ranking.leading([passage], [0]))
    assert found.words == (8,)


def test_a_passage_without_a_word_of_the_source_does_not_lead_to_it(made_index: MadeIndex) -> None:
    draft = read_draft("None of these words is there")
    ranking = ranking_of(draft, made_index([["quite", "another", "text"]]), 2)
    assert list(ranking.leading(passages(draft, Unit.DRAFT), [0])) == []
