"""BM25 by its formula, in plain Python, over texts as lists of words."""

import math
from collections import Counter
from collections.abc import Sequence

Texts = Sequence[Sequence[str]]


def bm25(query: Sequence[str], texts: Texts, k1: float = 1.2, b: float = 0.75) -> list[float]:
    """The score of every text."""
    average = sum(map(len, texts)) / len(texts)
    counted = [Counter(text) for text in texts]
    scores = []
    for text, counts in zip(texts, counted, strict=True):
        score = 0.0
        for word in query:
            df = sum(word in other for other in counted)
            if counts[word]:
                idf = math.log(1 + (len(texts) - df + 0.5) / (df + 0.5))
                norm = k1 * (1 - b + b * len(text) / average)
                score += idf * counts[word] / (counts[word] + norm)
        scores.append(score)
    return scores


def leads(
    query: Sequence[str], texts: Texts, source: int, k: int, margin: float, near: float = 1e-9
) -> bool | None:
    """Whether the query leads to a text; None where rounding decides."""
    scores = bm25(query, texts)
    bar = (1 + margin) * scores[source]
    if bar <= 0:
        return False
    others = [score for number, score in enumerate(scores) if number != source]
    if any(abs(score - bar) < near for score in others):
        return None
    return sum(score >= bar for score in others) < k - 1
