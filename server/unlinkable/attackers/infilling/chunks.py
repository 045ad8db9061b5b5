"""Texts cut into chunks that a model can read, and the chunks nearest to a passage.

Knows texts; knows nothing of drafts and models.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from unlinkable_index.words import find_words

LONG = 600
"""Characters of a chunk (2505.12859; 1,200 in 2510.09184)."""


@dataclass(frozen=True)
class Cutting:
    """How texts are cut. ``characters``: of a chunk. ``as_published``: a chunk without a full stop
    inside, or that ends exactly with one, is lost, as in the published code; the paper says nothing
    of that."""

    characters: int = LONG
    as_published: bool = False

    def chunks(self, text: str) -> list[str]:
        """The chunks of a text, each up to the last full stop in so many characters."""
        found: list[str] = []
        start = 0
        while start < len(text):
            part = text[start : start + self.characters]
            last = start + len(part) == len(text)
            end = part.rfind(".") + 1
            lost = self.as_published and not last and end in (0, len(part))
            if last or end == 0:
                end = len(part)
            if not lost and part[:end].strip():
                found.append(part[:end].strip())
            start += end
        return found


class Chunks:
    """The chunks of some texts, ranked by their words (BM25 among themselves)."""

    def __init__(self, texts: Sequence[str], cutting: Cutting) -> None:
        self._chunks = [chunk for text in texts for chunk in cutting.chunks(text)]
        self._counts = [Counter(find_words(chunk).forms) for chunk in self._chunks]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._dfs = Counter(word for counts in self._counts for word in counts)
        self._having: dict[str, list[int]] = {}
        for number, counts in enumerate(self._counts):
            for word in counts:
                self._having.setdefault(word, []).append(number)

    def __len__(self) -> int:
        return len(self._chunks)

    def nearest(self, passage: str, count: int) -> tuple[str, ...]:
        """The ``count`` chunks that have most of the words of a passage, the nearest first."""
        average = sum(self._lengths) / max(len(self._lengths), 1)
        scores: dict[int, float] = {}
        for word in find_words(passage).forms:
            df = self._dfs[word]
            idf = math.log1p((len(self._chunks) - df + 0.5) / (df + 0.5))
            for number in self._having.get(word, ()):
                often = self._counts[number][word]
                norm = 1.2 * (0.25 + 0.75 * self._lengths[number] / average)
                scores[number] = scores.get(number, 0.0) + idf * often / (often + norm)
        best = sorted(scores, key=lambda number: (-scores[number], number))[:count]
        return tuple(self._chunks[number] for number in best)
