"""BM25 and BMX against their formulas, written out word by word."""

import math

import numpy as np
import pytest

from unlinkable.attackers.rulings import Formula, Query, bm25, bmx
from unlinkable_index.file.postings import WordPostings

TEXTS = ["a a b", "a c c c d", "b b c e", "e"]


def query(words: str) -> Query:
    """A query of the texts."""
    different = list(dict.fromkeys(words.split()))
    times = np.array([words.split().count(word) for word in different])
    counts = [[text.split().count(word) for text in TEXTS] for word in different]
    documents = [number for row in counts for number, often in enumerate(row) if often]
    often = [often for row in counts for often in row if often]
    bounds = np.cumsum([0, *(sum(one > 0 for one in row) for row in counts)])
    postings = WordPostings(bounds, np.array(documents, np.uint32), np.array(often, np.uint32))
    return Query(times, postings, np.array([len(text.split()) for text in TEXTS]))


def slow_bm25(words: str) -> list[float]:
    average = sum(len(text.split()) for text in TEXTS) / len(TEXTS)
    scores = []
    for text in TEXTS:
        score, length = 0.0, len(text.split())
        for word in words.split():
            often = text.split().count(word)
            df = sum(word in other.split() for other in TEXTS)
            idf = math.log(1 + (len(TEXTS) - df + 0.5) / (df + 0.5))
            score += idf * often / (often + 1.2 * (0.25 + 0.75 * length / average)) if often else 0
        scores.append(score)
    return scores


def slow_bmx(words: str) -> list[float]:
    count = len(TEXTS)
    average = sum(len(text.split()) for text in TEXTS) / count
    a = max(min(1.5, average / 100), 0.5)
    b = 1 / math.log(1 + count)
    asked = [word for word in words.split() if any(word in text.split() for text in TEXTS)]

    def entropy(word: str) -> float:
        often = [text.split().count(word) for text in TEXTS if word in text.split()]
        ps = [1 / (1 + math.exp(-one)) for one in often]
        return -sum(p * math.log(p) for p in ps)

    highest = max(map(entropy, asked))
    entropies = [entropy(word) / highest for word in asked]
    mean = sum(entropies) / len(asked)
    scores = []
    for text in TEXTS:
        own = text.split()
        share = sum(word in own for word in asked) / len(asked)
        score = 0.0
        for word, its in zip(asked, entropies, strict=True):
            often = own.count(word)
            if not often:
                continue
            df = sum(word in other.split() for other in TEXTS)
            idf = math.log(1 + (count - df + 0.5) / (df + 0.5))
            score += idf * often * (a + 1) / (often + a * len(own) / average + a * mean)
            score += b * its * share
        scores.append(score)
    return scores


@pytest.mark.parametrize("words", ["a", "a b", "c c e", "a b c d e", "d x", "a a a b"])
@pytest.mark.parametrize(("formula", "slow"), [(bm25, slow_bm25), (bmx, slow_bmx)])
def test_scores_are_those_of_the_formula(formula: Formula, slow: object, words: str) -> None:
    assert formula(query(words)).tolist() == pytest.approx(slow(words), abs=1e-4)


def test_bmx_of_one_word_by_hand() -> None:
    """One word in two texts: E_t = E = 1, S = 1, a = 0.5, b = 1 / ln 5, idf = ln 2."""
    first = math.log(2) * 2 * 1.5 / (2 + 0.5 * 3 / 3.25 + 0.5) + 1 / math.log(5)
    assert bmx(query("a"))[0] == pytest.approx(first, abs=1e-6)
    assert bmx(query("a"))[2] == 0


def test_words_that_no_text_has_score_nothing() -> None:
    assert not bmx(query("x")).any()
    assert not bm25(query("x")).any()
