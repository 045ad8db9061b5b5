"""The collection part by part, as the words of a draft: which of them stands at each place, and
before which k and for which documents that is asked. Knows places and word numbers; must know
nothing of drafts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.positions import Positions

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
_FIRST = 1 << 14  # places of the first part
_LARGEST = 1 << 21
_GROWTH = 4
_IN_FULL = 1 << 20  # places that are read in full
_MOST_PLACES = 1 << 22  # of words, that are remembered: 16 or 32 MB
_FEW = 10  # words that are looked for one by one
_CODES = 256  # numbers that stand for a common word, or for none


@dataclass(frozen=True, eq=False)
class Extract:
    """Places that follow each other, from ``first`` on, and the word at each (``words``).

    Words are told by their place among those asked for; their number stands for any other, and for
    none. ``margin`` places at either end are there to be looked at from the others.
    """

    first: int
    words: NDArray[np.integer]
    margin: int
    listed: dict[int, Numbers] = field(default_factory=dict)
    """The places of some words, counted from the first."""

    def places_of(self, words: Flags) -> Numbers:
        """Where some words (a flag a word) stand, but in the margins; counted from the first."""
        end = len(self.words) - self.margin
        found = []
        others = np.append(words, False)
        for word, places in self.listed.items():
            if words[word]:
                bounds = places.searchsorted((self.margin, end))
                found.append(places[bounds[0] : bounds[1]])
                others[word] = False
        if others.any():
            inside = self.words[self.margin : end]
            few = np.flatnonzero(others)
            if len(few) <= _FEW:
                there = np.zeros(len(inside), dtype=bool)
                for word in few.tolist():
                    there |= inside == word
            else:
                there = others.take(inside)
            found.append(np.flatnonzero(there) + self.margin)
        return np.concatenate([np.empty(0, dtype=np.int64), *found])

    def around(self, places: Numbers) -> NDArray[np.integer]:
        """The words up to `margin` places before and behind each place, and at it: a row each."""
        width = 2 * self.margin + 1
        size = self.words.itemsize
        rows = np.ndarray(
            len(self.words) - width + 1, np.dtype((np.void, width * size)), self.words, 0, (size,)
        )
        return rows[places - self.margin].view(self.words.dtype).reshape(len(places), width)


class Occurrences:
    """Where words stand, by their numbers in the collection: each is read once."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        small = int(positions.document_starts[-1]) < 1 << 31
        self._kind = np.int32 if small else np.int64  # half the memory
        self._lists: dict[int, Numbers] = {}
        self._places = 0

    def of(self, numbers: Sequence[int]) -> list[Numbers]:
        """All places of each of some words, rising. Raises UserError when the index is damaged."""
        if self._places > _MOST_PLACES:
            self._lists.clear()
            self._places = 0
        missing = [number for number in numbers if number not in self._lists]
        read: list[Any] = [
            places.astype(self._kind) for places in self._positions.occurrences_of(missing)
        ]
        self._lists.update(zip(missing, read, strict=True))
        self._places += sum(map(len, read))
        return [self._lists[number] for number in numbers]


class Extracts:
    """Reads extracts for some words, given by their ``numbers`` in the collection (rising)."""

    def __init__(
        self, positions: Positions, numbers: Numbers, margin: int, occurrences: Occurrences
    ) -> None:
        self._positions = positions
        self._occurrences = occurrences
        self._numbers = numbers
        self._margin = margin
        self._end = int(positions.document_starts[-1])
        self._kind = np.uint16 if len(numbers) < 1 << 16 else np.uint32
        self._common = int(np.searchsorted(numbers, positions.commonest))
        highest = int(numbers.max(initial=-1))
        self._table = np.full(highest + 2, len(numbers), dtype=self._kind)
        self._table[numbers] = np.arange(len(numbers))
        self._highest = highest

    def parts(self) -> Iterator[tuple[int, int]]:
        """Where the parts of the collection begin and end, small ones first."""
        start, size = 0, _FIRST
        while start < self._end:
            yield start, min(start + size, self._end)
            start += size
            size = min(size * _GROWTH, _LARGEST)

    def read(self, start: int, stop: int, wanted: Flags) -> Extract:
        """The part from ``start`` to ``stop``. Words that are not ``wanted`` may be left out.

        Raises UserError when the index is damaged.
        """
        margin = self._margin
        words: NDArray[Any] = np.full(
            stop - start + 2 * margin, len(self._numbers), dtype=self._kind
        )
        first, last = max(start - margin, 0), min(stop + margin, self._end)
        inside: NDArray[Any] = words[first - start + margin : last - start + margin]
        listed: dict[int, Numbers] = {}
        if stop <= _IN_FULL:
            found = self._positions.words_between(first, last)
            inside[:] = self._table[np.minimum(found, self._highest + 1)]
        else:
            self._read_common(inside, first, wanted)
            for word, places in self.lists(wanted).items():
                bounds = places.searchsorted((first, last))
                listed[word] = places[bounds[0] : bounds[1]] - (start - margin)
                words[listed[word]] = word
        return Extract(start - margin, words, margin, listed)

    def _read_common(self, words: NDArray[Any], first: int, wanted: Flags) -> None:
        """Set those of the commonest words that are wanted, from the place ``first`` on."""
        common = np.flatnonzero(wanted[: self._common])
        if not len(common):
            return
        found = self._positions.commonest_between(first, first + len(words))
        none = len(self._numbers)
        if found.dtype == np.uint8 and self._common < _CODES:
            table = np.zeros(_CODES, dtype=np.uint8)  # 0 for none, so that less 1 is the highest
            table[self._numbers[common]] = common + 1
            translated = found.tobytes().translate(table.tobytes())  # faster than any index
            words[:] = np.frombuffer(translated, np.uint8)
            words -= 1
            np.minimum(words, none, out=words)
            return
        size = max(self._positions.commonest, _CODES) + 1
        numbers = np.full(size, none, dtype=self._kind)
        numbers[self._numbers[common]] = common
        words[:] = numbers[found]

    def lists(self, wanted: Flags) -> dict[int, Numbers]:
        """All places of those words that are ``wanted`` and not among the commonest."""
        some = np.flatnonzero(wanted)
        rare = some[some >= self._common]
        places = self._occurrences.of(self._numbers[rare].tolist())
        return dict(zip(rare.tolist(), places, strict=True))


@dataclass(frozen=True, eq=False)
class AskedOf:
    """A collection before one ``k``, that many originals must have what is looked for.

    - ``positions``, ``hasher``: of the index;
    - ``documents``: the only ones that count;
    - ``occurrences``: what is known of where words stand.
    """

    positions: Positions
    hasher: PhraseHasher
    k: int
    documents: Collection[int]
    occurrences: Occurrences
