"""The gap phrases of a draft that lead back: l words left and r words right of a mask that fewer
than k originals have with at most so many words between.

A searcher who sees a mask types the words on both sides with a connector. A gap phrase leads only
where its words left and its words right by themselves are in k documents or more: else a phrase
leads already. No smaller gap phrase of the same mask leads. Words are those of the first reading.
Must know nothing of phrases, editors or models.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.near.extracts import AskedOf
from unlinkable.findings.near.gap_census import GapCensus, Patterns
from unlinkable_index.errors import UserError
from unlinkable_index.positions import GAP

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sites:
    """The gaps of a draft that have words on both sides, in order (one row a gap).

    - ``left``: the numbers of the words before it within its segment, the nearest first, up to
      another gap; -1 behind the last;
    - ``right``: those of the words behind it, likewise.
    """

    left: Numbers
    right: Numbers

    def some(self, which: NDArray[np.generic]) -> "Sites":
        """Some of them."""
        return Sites(self.left[which], self.right[which])


def gap_sites(draft: Draft, reach: int, masked: Flags | None = None) -> Sites:
    """The gaps of ``draft``, with up to ``reach`` words on either side.

    ``masked``: words (one flag a word) that are as good as masked; what was reworded, for example.
    """
    count = len(draft.forms)
    words = np.arange(count) if masked is None else np.flatnonzero(~masked)
    if len(words) < 2:
        none = np.empty((0, reach), dtype=np.int64)
        return Sites(none, none)
    starts = np.array([mask.start for mask in draft.masks], dtype=np.int64)
    before = np.searchsorted(np.sort(starts), draft.starts[words])
    gap_before = (np.diff(before) > 0) | (np.diff(words) > 1)
    cut_before = gap_before | (np.diff(draft.segments[words]) > 0)
    runs = np.concatenate([[0], np.cumsum(cut_before)])
    at = np.flatnonzero(gap_before)
    return Sites(
        left=_beside(words, runs, at, -np.arange(reach)),
        right=_beside(words, runs, at + 1, np.arange(reach)),
    )


def _beside(words: Numbers, runs: Numbers, at: Numbers, steps: Numbers) -> Numbers:
    places = at[:, None] + steps
    inside = np.clip(places, 0, len(words) - 1)
    there = (places == inside) & (runs[inside] == runs[at][:, None])
    return np.where(there, words[inside], -1)


_WIDEST = GAP // 2
_Key = tuple[tuple[int, ...], tuple[int, ...]]
KnownGapPhrases = dict[_Key, tuple[int, ...] | None]
"""By words left and right the documents that have it; None where k or more have it."""


@dataclass(frozen=True, eq=False)
class GapPhrases:
    """Gap phrases that lead back, by gap, then by their number of words.

    - ``words`` (int64, n × l + r at most): the numbers of their words in the draft, rising; -1
      behind the last;
    - ``left`` (int64, n): how many of them stand left of the gap;
    - ``documents`` (int64, n × k - 1): the documents that have it, rising; -1 behind the last.
    """

    words: NDArray[np.int64]
    left: NDArray[np.int64]
    documents: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.words)


class GapSearch:
    """Looks for gap phrases in drafts, and remembers what it knows of each: a draft in which some
    words more are masked is searched again for what is new.

    - ``asked``: of which documents;
    - ``most_words``: l + r; ``between``: the most words in a gap;
    - ``known``: what is known of gap phrases before the same k and ``between``, to which what is
      found is added.

    Raises UserError for values out of range.
    """

    def __init__(
        self,
        asked: AskedOf,
        most_words: int = 3,
        between: int = 10,
        known: KnownGapPhrases | None = None,
    ) -> None:
        if most_words < 2:
            raise UserError(f"a gap phrase has 2 words or more, not {most_words}")
        if not 0 <= between <= _WIDEST:
            raise UserError(f"a gap has 0 to {_WIDEST} words, not {between}")
        self._positions = asked.positions
        self._hasher = asked.hasher
        self._k = asked.k
        self._most_words = most_words
        self._counted = np.array(sorted(asked.documents), dtype=np.int64)
        self._census = GapCensus(asked.positions, between, asked.occurrences)
        self._known: KnownGapPhrases = {} if known is None else known
        self._absent: set[_Key] = set()  # those that no document has that counts

    def leading(self, draft: Draft, masked: Flags | None = None) -> GapPhrases:
        """All minimal gap phrases of ``draft`` that lead back; ``masked`` words (one flag a word)
        are as good as masked. Raises UserError when the index is damaged."""
        sites = gap_sites(draft, self._most_words - 1, masked)
        numbers = self._positions.word_numbers(self._hasher.words(draft.forms))
        numbers = np.append(numbers, -1)  # of no word
        self._learn([_patterns(sites, numbers, *shape)[1] for shape in self._shapes])
        common: dict[tuple[int, int], Flags] = {}  # by shape: which sites' are in k documents
        words: list[Numbers] = []
        lefts: list[Numbers] = []
        documents: list[Numbers] = []
        gaps: list[Numbers] = []
        everywhere = np.ones(len(sites.left), dtype=bool)
        common[0, 0] = everywhere
        for left, right in self._shapes:
            asked = everywhere.copy()
            if left:
                asked &= common[left - 1, right] & (sites.left[:, left - 1] >= 0)
            if right:
                asked &= common[left, right - 1] & (sites.right[:, right - 1] >= 0)
            at = np.flatnonzero(asked)
            draft_words, patterns = _patterns(sites.some(at), numbers, left, right)
            in_many, found = self._documents(patterns)
            common[left, right] = np.zeros(len(everywhere), dtype=bool)
            common[left, right][at[in_many]] = True
            if not (left and right):
                continue
            leads: Flags = np.isin(found, self._counted).max(axis=1)
            rows = np.full((int(leads.sum()), self._most_words), -1, dtype=np.int64)
            rows[:, : left + right] = draft_words[leads]
            words.append(rows)
            lefts.append(np.full(len(rows), left))
            documents.append(found[leads])
            gaps.append(at[leads])
        order = np.argsort(np.concatenate(gaps), kind="stable")
        return GapPhrases(
            np.concatenate(words)[order],
            np.concatenate(lefts)[order],
            np.concatenate(documents)[order],
        )

    @property
    def _shapes(self) -> list[tuple[int, int]]:
        """How many words left and right are looked for, small ones first."""
        sizes = range(1, self._most_words + 1)
        every = [(left, size - left) for size in sizes for left in range(size + 1)]
        return [shape for shape in every if max(shape) < self._most_words]

    def _documents(self, patterns: Patterns) -> tuple[Flags, Numbers]:
        """Which patterns k documents have; and the documents of each other (n × k - 1)."""
        keys = _keys(patterns)
        known = [() if key in self._absent else self._known[key] for key in keys]
        rows = np.full((len(known), self._k - 1), -1, dtype=np.int64)
        for row, found in enumerate(known):
            if found:
                rows[row, : len(found)] = found
        return np.array([found is None for found in known], dtype=bool), rows

    def _learn(self, shapes: Sequence[Patterns]) -> None:
        """Find the documents of patterns that are not known yet."""
        keys: list[_Key] = []
        new: list[Patterns] = []
        for patterns in shapes:
            first_of = {key: row for row, key in enumerate(_keys(patterns))}
            unknown = {
                key: row
                for key, row in first_of.items()
                if key not in self._known and key not in self._absent
            }
            some = patterns.some(np.array(list(unknown.values()), dtype=np.int64))
            there: Flags = (some.words >= 0).min(axis=1)
            if there.any():
                there[there] = self._census.within([some.some(there)], self._counted)
            self._absent.update(_keys(some.some(~there)))
            if there.any():
                new.append(some.some(there))
                keys.extend(_keys(new[-1]))
        if not new:
            return
        counts, found = self._census.take(new, self._k)
        self._known.update(dict.fromkeys(keys, ()))
        for row in np.flatnonzero(counts >= self._k).tolist():
            self._known[keys[row]] = None
        for row, document in found.tolist():
            self._known[keys[row]] = (*(self._known[keys[row]] or ()), document)


def _patterns(sites: Sites, numbers: Numbers, left: int, right: int) -> tuple[Numbers, Patterns]:
    """The words of so many ``left`` and ``right`` of gaps, in the draft and in the collection."""
    words = np.concatenate([sites.left[:, :left][:, ::-1], sites.right[:, :right]], axis=1)
    return words, Patterns(numbers[words[:, :left]], numbers[words[:, left:]])


def _keys(patterns: Patterns) -> list[_Key]:
    rows = zip(patterns.left.tolist(), patterns.right.tolist(), strict=True)
    return [(tuple(left), tuple(right)) for left, right in rows]
