"""The windows of a draft that lead back: 2 or 3 words of a sentence that fewer than k originals
have within W words of each other, in any order.

A searcher types them with a connector (Westlaw /n, Lexis w/n, dtSearch w/n, NEAR). A window holds
different words, each by itself in k documents or more: a rarer one leads alone, as a phrase. No
smaller window inside leads. Whether its words link as a combination, too, is not asked here.
Knows nothing of phrases, editors or models.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.near.asked_of import AskedOf
from unlinkable.findings.near.extracts import Occurrences
from unlinkable.findings.windows.candidates import Candidates, candidates, candidates_in
from unlinkable.findings.windows.census import WindowCensus
from unlinkable.findings.windows.known import KnownWindows
from unlinkable.findings.windows.nearness import check_within
from unlinkable.findings.windows.sentence_words import (
    Flags,
    Numbers,
    WordsOfSentences,
    sentence_words,
)
from unlinkable_index.errors import UserError
from unlinkable_index.file.ranges import ranges

MOST_WORDS = 3
_BEHIND = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class Windows:
    """Windows that lead back, at every place where they stand in the draft.

    - ``words`` (int64, n × 3): the numbers of their words in the draft, rising; -1 behind the
      second of two;
    - ``sets`` (int64, n): the same number for the same words at another place;
    - ``documents`` (int64, one a set, × k - 1): the documents that have it, rising; -1 behind.
    """

    words: NDArray[np.int64]
    sets: NDArray[np.int64]
    documents: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.words)


class WindowSearch:
    """Looks for windows in drafts, and remembers what it knows of each: only what is new in a draft
    is counted.

    - ``asked``: of which documents; a window must be in one that counts;
    - ``most_words``, ``within``: m and W;
    - ``known``: what is known of windows before the same k and ``within``, to which what is found
      is added.

    Raises UserError for values out of range.
    """

    def __init__(
        self,
        asked: AskedOf,
        most_words: int = 3,
        within: int = 10,
        known: KnownWindows | None = None,
    ) -> None:
        if not 2 <= most_words <= MOST_WORDS:
            raise UserError(f"a window has 2 to {MOST_WORDS} words, not {most_words}")
        check_within(within)
        self._positions = asked.positions
        self._hasher = asked.hasher
        self._k = asked.k
        self._most_words = most_words
        self._within = within
        self._counted = None if asked.documents is None else sorted(asked.documents)
        self._occurrences = asked.occurrences or Occurrences(asked.positions)
        self._known = known or KnownWindows(asked.k)

    def leading(self, draft: Draft, masked: Flags | None = None) -> Windows:
        """All minimal windows of ``draft`` that lead back; ``masked`` words (one flag a word) are
        as good as gone. Raises UserError when the index is damaged."""
        words = sentence_words(draft, self._hasher, self._positions, masked)
        return _at_places(words, *self._leading(words), self._k)

    def _leading(self, words: WordsOfSentences) -> tuple[Numbers, Numbers]:
        """The minimal windows that lead (n × 3, words as their places among the words, -1 behind)
        and the documents of each (n × k - 1, -1 behind)."""
        census = WindowCensus(words, self._positions, self._within, self._k, self._occurrences)
        few = np.zeros((len(words), len(words)), dtype=bool)
        windows: list[Numbers] = []
        found: list[Numbers] = []
        for some in self._candidates(words):
            many, documents = self._documents(words, some, census)
            pairs = some.pairs[~many[: len(some.pairs)]]
            few[pairs[:, 0], pairs[:, 1]] = True
            lines = np.full((len(many), MOST_WORDS), -1, dtype=np.int64)
            lines[: len(some.pairs), :2] = some.pairs
            lines[len(some.pairs) :] = some.triples
            leading = ~many & (documents[:, 0] >= 0)
            windows.append(lines[leading])
            found.append(documents[leading])
        lines, rows = np.concatenate(windows), np.concatenate(found)
        first, second, third = lines.T
        triple = third >= 0
        minimal = ~(triple & (few[first, second] | few[first, third] | few[second, third]))
        lines, rows = lines[minimal], rows[minimal]
        common = self._are_common(words, lines, census)[lines].all(axis=1)
        return lines[common], rows[common]

    def _candidates(self, words: WordsOfSentences) -> Iterator[Candidates]:
        if self._counted is None:
            return candidates(words, self._most_words)
        return candidates_in(words, self._most_words, self._positions, self._counted, self._within)

    def _documents(
        self, words: WordsOfSentences, some: Candidates, census: WindowCensus
    ) -> tuple[Flags, Numbers]:
        """Which windows are in k documents, and the documents of each other (n × k - 1)."""
        keys = self._known.keys(words.numbers, some.pairs, some.triples)
        new = self._known.unknown(keys)
        if new.any():
            self._known.learn(keys[new], *census.take(some.those(new)))
        return self._known.of(keys)

    def _are_common(self, words: WordsOfSentences, lines: Numbers, census: WindowCensus) -> Flags:
        """Which words are in k documents or more; those of ``lines`` are looked at, and one more
        flag, for no word, is set."""
        asked = np.zeros(len(words) + 1, dtype=bool)
        asked[lines] = True
        asked[-1] = False
        numbers = words.numbers.tolist()
        new = asked[:-1] & np.array([one not in self._known.common for one in numbers], dtype=bool)
        if new.any():
            many = census.in_many(new)
            self._known.common.update(
                (numbers[one], bool(many[one])) for one in np.flatnonzero(new)
            )
        common = np.ones(len(words) + 1, dtype=bool)
        for one in np.flatnonzero(asked).tolist():
            common[one] = self._known.common[numbers[one]]
        return common


def _at_places(words: WordsOfSentences, lines: Numbers, documents: Numbers, k: int) -> Windows:
    """The windows at all their places in the sentences of the draft."""
    sentences = words.together.shape[1]
    order = np.lexsort((words.places, words.sentence_of, words.word_of))
    keys = (words.word_of * sentences + words.sentence_of)[order]
    places = words.places[order]
    parts = np.append(words.together > 0, np.ones((1, sentences), dtype=bool), axis=0)
    sets, sentence = np.nonzero(parts[lines].all(axis=1)) if len(lines) else _none()
    found = np.empty((len(sets), 0), dtype=np.int64)
    for column in range(MOST_WORDS):
        word = lines[sets, column]
        key = np.where(word < 0, -1, word * sentences + sentence)
        starts = np.searchsorted(keys, key)
        sizes = np.maximum(np.searchsorted(keys, key, side="right") - starts, word < 0)
        row = np.repeat(np.arange(len(sets)), sizes)
        at = ranges(starts, sizes)
        there = np.append(places, -1)[np.where(word[row] < 0, -1, at)]
        found = np.column_stack([found[row], there])
        sets, sentence = sets[row], sentence[row]
    found = np.sort(np.where(found < 0, _BEHIND, found), axis=1)
    found[found == _BEHIND] = -1
    return Windows(found, sets, documents.reshape(-1, k - 1))


def _none() -> tuple[Numbers, Numbers]:
    return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
