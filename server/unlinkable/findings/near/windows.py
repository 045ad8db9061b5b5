"""The windows of a draft that lead back: 2 or 3 words of a sentence that fewer than k originals
have within W words of each other, in any order.

A searcher types them with a connector (Westlaw /n, Lexis w/n, dtSearch w/n, NEAR). A window holds
different words, each by itself in k documents or more: a rarer one leads alone, as a phrase. No
smaller window inside leads. Whether its words link as a combination, too, is not asked here. Each
is looked for once, however many drafts have it. Must know nothing of phrases, editors or models.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.near.extracts import AskedOf
from unlinkable.findings.near.window_candidates import (
    Candidates,
    Flags,
    Numbers,
    WordsOfSentences,
    candidates_in,
    sentence_words,
)
from unlinkable.findings.near.window_census import WindowCensus, check_within
from unlinkable_index.errors import UserError
from unlinkable_index.file.packing import ranges

_BITS = 21  # of the number that a word has here: three make a key
_MOST_WORDS = (1 << _BITS) - 2
_MOST = 1 << 20  # windows that are remembered


class KnownWindows:
    """Remembers windows before one k. ``common``: of some words, by number, whether k documents
    have them."""

    def __init__(self, k: int) -> None:
        self.common: dict[int, bool] = {}
        self._width = k - 1
        self._forget()

    def _forget(self) -> None:
        self._of_word: dict[int, int] = {}
        self._keys = np.empty(0, dtype=np.int64)
        self._many = np.empty(0, dtype=bool)
        self._documents = np.empty((0, self._width), dtype=np.int64)

    def keys(self, numbers: Numbers, pairs: Numbers, triples: Numbers) -> Numbers:
        """A key for each pair and, behind these, each triple of places among some words, which have
        these ``numbers`` in the collection. They hold until more is asked about other words."""
        if len(self._of_word) + len(numbers) > _MOST_WORDS or len(self._keys) > _MOST:
            self._forget()
        own = self._of_word
        local = np.array([own.setdefault(one, len(own) + 1) for one in numbers.tolist()])
        local = np.append(local.astype(np.int64), 0)
        rows = np.full((len(pairs) + len(triples), 3), -1, dtype=np.int64)
        rows[: len(pairs), :2], rows[len(pairs) :] = pairs, triples
        rows = np.sort(local[rows], axis=1)
        return (rows[:, 0] << 2 * _BITS) | (rows[:, 1] << _BITS) | rows[:, 2]

    def unknown(self, keys: Numbers) -> Flags:
        """Which windows are not known yet."""
        if not len(self._keys):
            return np.ones(len(keys), dtype=bool)
        new: Flags = self._keys[self._at(keys)] != keys
        return new

    def learn(self, keys: Numbers, counts: Numbers, found: Numbers) -> None:
        """Remember new windows: how many documents have each, from k on some, and rows (window,
        document) of those that fewer than k have, in order."""
        rows = np.full((len(keys), self._width), -1, dtype=np.int64)
        windows = found[:, 0]
        starts = np.searchsorted(windows, windows)
        rows[windows, np.arange(len(windows)) - starts] = found[:, 1]
        every = np.concatenate([self._keys, keys])
        order = np.argsort(every, kind="stable")
        self._keys = every[order]
        self._many = np.concatenate([self._many, counts > self._width])[order]
        self._documents = np.concatenate([self._documents, rows])[order]

    def of(self, keys: Numbers) -> tuple[Flags, Numbers]:
        """Which of some windows, all known, are in k documents; and the documents of each other
        (n × k - 1, -1 behind)."""
        at = self._at(keys)
        return self._many[at], self._documents[at]

    def _at(self, keys: Numbers) -> Numbers:
        return np.minimum(np.searchsorted(self._keys, keys), max(0, len(self._keys) - 1))


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
        self, asked: AskedOf, most_words: int, within: int, known: KnownWindows | None = None
    ) -> None:
        if not 2 <= most_words <= MOST_WORDS:
            raise UserError(f"a window has 2 to {MOST_WORDS} words, not {most_words}")
        check_within(within)
        self._positions = asked.positions
        self._hasher = asked.hasher
        self._k = asked.k
        self._most_words = most_words
        self._within = within
        self._counted = sorted(asked.documents)
        self._occurrences = asked.occurrences
        self._known = known or KnownWindows(asked.k)

    def leading(self, draft: Draft, masked: Flags | None = None) -> Windows:
        """All minimal windows of ``draft`` that lead back; ``masked`` words (one flag a word) are
        as good as gone. Raises UserError when the index is damaged."""
        words = sentence_words(draft, self._hasher, self._positions, masked)
        return _at_places(words, *self._leading(words), self._k)

    def _leading(self, words: WordsOfSentences) -> tuple[Numbers, Numbers]:
        """The minimal windows that lead (n × 3, words as their places among the words, -1 behind)
        and the documents of each (n × k - 1, -1 behind)."""
        positions, most, within = self._positions, self._most_words, self._within
        census = WindowCensus(words, positions, within, self._k, self._occurrences)
        few = np.zeros((len(words), len(words)), dtype=bool)
        windows: list[Numbers] = []
        found: list[Numbers] = []
        for some in candidates_in(words, most, positions, self._counted, within):
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


def _at_places(
    words: WordsOfSentences,
    lines: Numbers,
    documents: Numbers,
    k: int,
) -> Windows:
    """The windows at all their places in the sentences of the draft."""
    sentences = words.together.shape[1]
    order = np.lexsort((words.places, words.sentence_of, words.word_of))
    keys = (words.word_of * sentences + words.sentence_of)[order]
    places = words.places[order]
    parts = np.append(words.together > 0, np.ones((1, sentences), dtype=bool), axis=0)
    sets, sentence = np.nonzero(parts[lines].all(axis=1))
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
