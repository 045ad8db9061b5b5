"""How many documents have a pattern of words with one gap, and which, by its rarest word; gone
through part by part, the first ones short. A pattern with words on one side only is a phrase.
Must know nothing of drafts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.near.extracts import Extract, Extracts, Occurrences
from unlinkable_index.positions import Positions

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Patterns:
    """Patterns of one shape: ``left`` (n × l) and ``right`` (n × r), words as they are read."""

    left: Numbers
    right: Numbers

    def __len__(self) -> int:
        return len(self.left)

    @property
    def words(self) -> Numbers:
        """All words of each, as they are read."""
        return np.concatenate([self.left, self.right], axis=1)

    def some(self, which: NDArray[np.generic]) -> "Patterns":
        """Some of them."""
        return Patterns(self.left[which], self.right[which])


Flags = NDArray[np.bool_]
_BLOCK = 1 << 17  # occurrences


class GapCensus:
    """Counts patterns with at most ``between`` words in the gap in the texts of ``positions``.

    Methods take patterns of several shapes; those of the first are numbered first. They raise
    UserError when the index is damaged.
    """

    def __init__(self, positions: Positions, between: int, occurrences: Occurrences) -> None:
        self._positions = positions
        self._between = between
        self._occurrences = occurrences

    def take(self, shapes: Sequence[Patterns], k: int) -> tuple[Numbers, Numbers]:
        """How many documents have each pattern (from k on, some); and rows (pattern, document) of
        the others, rising."""
        numbers, local = _with_local_words(shapes)
        extracts = Extracts(self._positions, numbers, self._margin(shapes), self._occurrences)
        counts = np.zeros(sum(map(len, shapes)), dtype=np.int64)
        documents = len(self._positions.document_starts) - 1
        known = np.empty(0, dtype=np.int64)
        for start, stop in extracts.parts():
            still = counts < k
            if not still.any():
                break
            some = _those(local, still)
            extract = extracts.read(start, stop, _words(some, len(numbers)))
            pattern, place = self._look(some, extract, len(numbers))
            pattern = np.flatnonzero(still)[pattern]
            of_places = self._positions.documents_of(place + extract.first)
            found = np.unique(pattern * documents + of_places)
            found = found[~np.isin(found, known)]  # a document may lie in several parts
            np.add.at(counts, found // documents, 1)
            known = np.concatenate([known, found])
        known = known[counts[known // documents] < k] if documents else known
        return counts, np.column_stack(np.divmod(np.sort(known), max(1, documents)))

    def within(self, shapes: Sequence[Patterns], documents: Numbers) -> Flags:
        """Which patterns one of ``documents`` has."""
        numbers, local = _with_local_words(shapes)
        margin = self._margin(shapes)
        places = [np.empty(0, dtype=np.int64)]
        words = [np.empty(0, dtype=np.int64)]
        for document in documents.tolist():
            at, there = self._positions.text(document)
            # from one text to another it is farther than from any word to what is looked at
            places.append(np.diff(at, prepend=at[:1] - margin - 1))
            words.append(there.astype(np.int64))
        every = np.concatenate(words)
        at = np.cumsum(np.minimum(np.concatenate(places), margin + 1))
        text = np.full(int(at.max(initial=0)) + margin + 1, len(numbers), dtype=np.int64)
        number = np.minimum(np.searchsorted(numbers, every), len(numbers) - 1)
        text[at] = np.where(numbers[number] == every, number, len(numbers))
        found = np.zeros(sum(map(len, shapes)), dtype=bool)
        found[self._look(local, Extract(0, text, margin), len(numbers))[0]] = True
        return found

    def _margin(self, shapes: Sequence[Patterns]) -> int:
        return self._between + max([int(one.words.shape[1]) for one in shapes])

    def _look(
        self, shapes: Sequence[Patterns], extract: Extract, words: int
    ) -> tuple[Numbers, Numbers]:
        """Which patterns stand at which places of an extract of so many different words."""
        found = [np.empty((2, 0), dtype=np.int64)]
        rarest: Flags = np.zeros(words, dtype=bool)
        for patterns in shapes:
            rarest[patterns.words.max(axis=1, initial=0)] = True
        every = extract.places_of(rarest)
        every = every[np.argsort(extract.words[every], kind="stable")]
        bounds = np.searchsorted(extract.words[every], np.arange(words + 1))
        before = 0
        for patterns in shapes:
            anchors = patterns.words.argmax(axis=1)  # words are numbered by falling frequency
            for anchor in np.unique(anchors).tolist():
                mine = np.flatnonzero(anchors == anchor)
                word = patterns.words[mine, anchor]
                sizes = bounds[word + 1] - bounds[word]
                parts = np.searchsorted(np.cumsum(sizes), np.arange(0, sizes.sum(), _BLOCK))
                for rows in np.split(np.arange(len(mine)), parts[1:]):
                    at = [every[bounds[one] : bounds[one + 1]] for one in word[rows].tolist()]
                    row = np.repeat(mine[rows], sizes[rows])
                    place = np.concatenate([every[:0], *at])
                    row, place = self._standing(patterns, anchor, row, place, extract.words)
                    found.append(np.stack([row + before, place]))
            before += len(patterns)
        pattern, place = np.concatenate(found, axis=1)
        return pattern, place

    def _standing(
        self,
        patterns: Patterns,
        anchor: int,
        row: Numbers,
        place: Numbers,
        words: NDArray[np.integer],
    ) -> tuple[Numbers, Numbers]:
        """Which patterns stand with the word ``anchor`` at ``place``, and where they begin."""
        lefts = patterns.left.shape[1]
        near, far = patterns.left, patterns.right
        if anchor >= lefts:
            near, far = far, near
            anchor -= lefts
        start = place - anchor
        for step in range(near.shape[1]):
            if step != anchor:
                same = words[start + step] == near[row, step]
                row, start = row[same], start[same]
        if far.shape[1] and len(row):
            width = far.shape[1]
            first = start + near.shape[1] if near is patterns.left else start - width
            way = 1 if near is patterns.left else -1
            same = np.ones((len(row), self._between + 1), dtype=bool)
            for step in range(width):
                at = first[:, None] + step + way * np.arange(self._between + 1)
                same &= words[at] == far[row, step][:, None]
            stands = same.any(axis=1)
            row, start = row[stands], start[stands]
        return row, start


def _with_local_words(shapes: Sequence[Patterns]) -> tuple[Numbers, list[Patterns]]:
    """The numbers of the words of some patterns, rising, and the patterns of their places there."""
    numbers = np.unique(np.concatenate([one.words.reshape(-1) for one in shapes]))
    return numbers, [
        Patterns(np.searchsorted(numbers, one.left), np.searchsorted(numbers, one.right))
        for one in shapes
    ]


def _those(shapes: Sequence[Patterns], which: Flags) -> list[Patterns]:
    ends = np.cumsum([len(one) for one in shapes])
    parts = np.split(which, ends[:-1])
    return [one.some(part) for one, part in zip(shapes, parts, strict=True)]


def _words(shapes: Sequence[Patterns], count: int) -> Flags:
    flags = np.zeros(count, dtype=bool)
    for one in shapes:
        flags[one.words] = True
    return flags
