"""How many documents have a window, and which, by the words around its rarest word. The collection
is gone through part by part, the first ones short: most windows soon turn out to be in k
documents. Must know nothing of drafts."""

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.near.extracts import Extract, Extracts, Occurrences
from unlinkable.findings.near.window_candidates import Candidates, Flags, Numbers, WordsOfSentences
from unlinkable_index.errors import UserError
from unlinkable_index.positions import GAP, Positions

WIDEST = GAP - 1
"""Places; beyond that, words of different texts would be near each other."""


def check_within(within: int) -> None:
    """Raises UserError where so many words apart can't be asked for."""
    if not 1 <= within <= WIDEST:
        raise UserError(f"within must be 1 to {WIDEST} words, not {within}")


def neighbours_near(within: int) -> NDArray[np.bool_]:
    """Which two of the 2 · ``within`` + 1 places around a place are near each other and it."""
    steps = np.arange(-within, within + 1)
    low = np.minimum(np.minimum(steps[:, None], steps), 0)
    high = np.maximum(np.maximum(steps[:, None], steps), 0)
    near: NDArray[np.bool_] = high - low <= within
    return near


_BLOCK = 1 << 13  # occurrences that are looked at together
_TRIED = 64  # occurrences of a word that are looked at first for k documents
_FEWER = 0.9  # of what is asked, at most, is asked anew


class WindowCensus:
    """The documents of each of some windows, if fewer than ``k``."""

    def __init__(
        self,
        words: WordsOfSentences,
        positions: Positions,
        within: int,
        k: int,
        occurrences: Occurrences,
    ) -> None:
        self._extracts = Extracts(positions, words.numbers, within, occurrences)
        self._positions = positions
        self._near = neighbours_near(within)
        self._words = len(words)
        self._documents = len(positions.document_starts) - 1
        self._k = k

    def take(self, some: Candidates) -> tuple[Numbers, Numbers]:
        """How many documents (from k on, some) have each pair and, behind these, each triple; and
        a row (window, document) for each that fewer than k have, in order.

        Raises UserError when the index is damaged.
        """
        counts = np.zeros(len(some.pairs) + len(some.triples), dtype=np.int64)
        known = some.found[:, 0] * self._documents + some.found[:, 1]
        np.add.at(counts, some.found[:, 0], 1)
        known = known[counts[some.found[:, 0]] < self._k]
        beforehand = np.unique(some.found[:, 1])  # of these all is known
        asked: _Asked | None = None
        for start, stop in self._extracts.parts():
            still = counts < self._k
            if asked is None or still.sum() < _FEWER * asked.windows:
                asked = _Asked(some, still, self._words)
            if not asked.windows:
                break
            extract = self._extracts.read(start, stop, asked.words)
            places = extract.places_of(asked.is_first)
            blocks = [places[at : at + _BLOCK] for at in range(0, len(places), _BLOCK)]
            keys = [self._seen(asked, extract, some_places) for some_places in blocks]
            found = np.unique(np.concatenate([known[:0], *keys]))
            window, document = np.divmod(found, self._documents)
            new = (counts[window] < self._k) & ~np.isin(document, beforehand)
            # a document may lie in several parts
            new[new] = ~np.isin(found[new], known)
            np.add.at(counts, window[new], 1)
            known = np.concatenate([known, found[new]])
            known = known[counts[known // self._documents] < self._k]
        known.sort()
        return counts, np.column_stack(np.divmod(known, max(1, self._documents)))

    def in_many(self, words: Flags) -> Flags:
        """Which of some words (a flag a word) stand in ``k`` documents or more."""
        many = np.zeros(len(words), dtype=bool)
        for word, places in self._extracts.lists(words).items():
            for some in (places[:: 1 + len(places) // _TRIED], places):
                many[word] |= len(np.unique(self._positions.documents_of(some))) >= self._k
                if many[word]:
                    break
            words = words & (np.arange(len(words)) != word)
        known = np.empty(0, dtype=np.int64)
        for start, stop in self._extracts.parts():
            left = words & ~many
            if not left.any():
                break
            extract = self._extracts.read(start, stop, left)
            places = extract.places_of(left)
            documents = self._positions.documents_of(places + extract.first)
            found = extract.words[places].astype(np.int64) * self._documents + documents
            known = np.union1d(known, found)
            many |= np.bincount(known // self._documents, minlength=len(words)) >= self._k
        return many

    def _seen(self, asked: "_Asked", extract: Extract, places: Numbers) -> Numbers:
        """Which windows stand at which places, as keys (window times documents + document)."""
        around = extract.around(places)
        first = extract.words[places]
        key = around + (first.astype(np.int64) * (self._words + 1))[:, None]
        row, column = np.divmod(np.flatnonzero(asked.seconds.reshape(-1).take(key)), key.shape[1])
        pair = asked.pair_of[first[row], around[row, column]]
        window = asked.pair_windows[pair]
        alone = np.flatnonzero(window >= 0)
        three = np.flatnonzero(asked.has_thirds[pair])
        event, triple = asked.triples_at(pair[three], around[row[three]], self._near[column[three]])
        found = np.concatenate([window[alone], triple])
        rows = np.concatenate([row[alone], row[three][event]])
        documents = self._positions.documents_of(places[rows] + extract.first)
        return np.unique(found * self._documents + documents)


class _Asked:
    """What is still asked: by first and second word a pair, by pair and third word a triple.

    - ``windows``: how many; ``words``: which words they have, ``is_first``: which first;
    - ``seconds`` (words × words + 1): whether asked of;
    - ``pair_of`` (as many): the number of the pair, ``pair_windows``: which window it is itself,
      or -1;
    - ``thirds`` (pairs × words + 1): whether there is a triple; ``has_thirds``: whether any.
    """

    def __init__(self, some: Candidates, still: Flags, words: int) -> None:
        count = len(some.pairs)
        of_pairs = np.flatnonzero(still[:count])
        of_triples = np.flatnonzero(still[count:])
        pairs, triples = some.pairs[of_pairs], some.triples[of_triples]
        self.windows = len(pairs) + len(triples)
        self.words: Flags = np.zeros(words, dtype=bool)
        self.words[pairs] = True
        self.words[triples] = True
        width = words + 1
        self._width = width
        heads = np.concatenate([pairs, triples[:, :2]])
        keys, pair_of = np.unique(heads[:, 0] * width + heads[:, 1], return_inverse=True)
        self.is_first: Flags = np.zeros(words, dtype=bool)
        self.is_first[heads[:, 0]] = True
        self.pair_of = np.zeros((words, width), dtype=np.int32)
        self.pair_of.reshape(-1)[keys] = np.arange(len(keys))
        self.seconds: NDArray[np.bool_] = np.zeros((words, width), dtype=bool)
        self.seconds.reshape(-1)[keys] = True
        self.pair_windows = np.full(len(keys), -1, dtype=np.int64)
        self.pair_windows[pair_of[: len(pairs)]] = of_pairs
        self.thirds: NDArray[np.bool_] = np.zeros((len(keys), width), dtype=bool)
        of_heads = pair_of[len(pairs) :]
        self.thirds[of_heads, triples[:, 2]] = True
        self.has_thirds: Flags = np.zeros(len(keys), dtype=bool)
        self.has_thirds[of_heads] = True
        triple_keys = of_heads * width + triples[:, 2]
        order = np.argsort(triple_keys)
        self._triple_keys = triple_keys[order]
        self._triple_windows = of_triples[order] + count

    def triples_at(
        self, pair: NDArray[np.integer], around: NDArray[np.integer], near: Flags
    ) -> tuple[Numbers, Numbers]:
        """Which triples stand where pairs meet: the number of the meeting, and the window.

        ``around``: of each meeting the words around; ``near``: which of them are near both.
        """
        key = around + (pair.astype(np.int64) * self._width)[:, None]
        event, at = np.nonzero(self.thirds.reshape(-1).take(key) & near)
        keys = pair[event].astype(np.int64) * self._width + around[event, at]
        return event, self._triple_windows[np.searchsorted(self._triple_keys, keys)]
