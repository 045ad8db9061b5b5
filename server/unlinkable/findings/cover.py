"""Which words to change so that no known combination is left: a cheap hitting set.

A combination falls when one of its rows does; a row falls when each of its places loses a word. So
words are chosen rather than terms: one word may stand in many terms. The choice is greedy, by what
a word takes away for its cost (V. Chvátal, A greedy heuristic for the set-covering problem, 1979);
then whatever turned out to be needless is dropped, dearest first. Knows nothing of documents.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.question import Stop
from unlinkable.findings.standing import Lists, Numbers, Standing
from unlinkable.findings.terms import Terms

Costs = NDArray[np.float64]
Links = Callable[[Numbers, Numbers], bool]
"""Of rows that would rise again, and all rows that would then be left: whether they link."""


class Cover:
    """The words to change, so that every combination in ``standing`` loses a row.

    ``costs`` is the cost of changing each word of the draft, more than 0.
    """

    def __init__(self, terms: Terms, standing: Standing, costs: Costs) -> None:
        self._standing = standing
        self._costs = costs
        self._terms = terms
        self._place_rows = terms.place_rows
        self._whole_places = np.bincount(self._place_rows, minlength=len(terms.rows))
        self._changed_words = np.zeros(len(terms.first_words), dtype=np.int64)
        # Every word of every place: which place it is in, and which word of the draft it is.
        self._in_place = np.repeat(np.arange(len(terms.lengths)), terms.lengths)
        before = np.cumsum(terms.lengths) - terms.lengths
        in_order = np.arange(len(self._in_place)) - np.repeat(before, terms.lengths)
        self._word = np.repeat(terms.first_words, terms.lengths) + in_order
        self._places_of_word = Lists(self._word, self._in_place, terms.words)
        places = np.arange(len(terms.first_words))
        self._places_of_row = Lists(self._place_rows, places, len(terms.rows))
        self._steps: list[Numbers] = []

    @property
    def rows(self) -> Numbers:
        """The rows that are left, rising."""
        return np.flatnonzero(self._whole_places)

    @property
    def changed_places(self) -> NDArray[np.bool_]:
        """The places that lose a word."""
        return self._changed_words > 0

    def choose(self, stop: Stop) -> None:
        """Change words until no combination stands, or until stopped."""
        while self._standing.any and not stop():
            gains = self._gains()
            best = int(np.argmax(gains))
            row = self._row_to_fell(best)
            places = self._places_of_row.of(np.array([row]))
            words = {
                self._best_word(place, gains)
                for place in places[self._changed_words[places] == 0].tolist()
            }
            step = np.array(sorted(words))
            self._steps.append(step)
            self._change(step)

    def drop_needless(self, links: Links, stop: Stop) -> None:
        """Leave words as they are that need no change, dearest first, or until stopped.

        ``links`` tells whether rows that would rise again make a combination that is not known.
        """
        steps = sorted(self._steps, key=lambda step: -self._costs[step].sum())
        kept = [step for step in steps if not self._leave(step, links, stop)]
        self._steps = []
        for step in kept:
            if len(step) > 1:
                for word in step.tolist():
                    self._leave(np.array([word]), links, stop)

    def _gains(self) -> Costs:
        """What changing each word takes away, for its cost: a part of all that its rows are in."""
        counts = self._standing.counts / np.maximum(self._whole_places, 1)
        of_places = np.where(self._changed_words > 0, 0, counts[self._place_rows])
        of_words = np.bincount(self._word, of_places[self._in_place], minlength=len(self._costs))
        gains: Costs = of_words / self._costs
        return gains

    def _row_to_fell(self, word: int) -> int:
        """The row that is worth most of those that stand on ``word``."""
        places = self._places_of_word.of(np.array([word]))
        rows = self._place_rows[places[self._changed_words[places] == 0]]
        worth = self._standing.counts[rows] / self._whole_places[rows]
        return int(rows[np.argmax(worth)])

    def _best_word(self, place: int, gains: Costs) -> int:
        first = int(self._terms.first_words[place])
        return first + int(np.argmax(gains[first : first + int(self._terms.lengths[place])]))

    def _change(self, words: Numbers) -> None:
        places = self._places_of_word.of(words)
        lost = np.unique(places[self._changed_words[places] == 0])
        np.add.at(self._changed_words, places, 1)
        rows = self._place_rows[lost]
        np.subtract.at(self._whole_places, rows, 1)
        self._standing.fell(np.unique(rows[self._whole_places[rows] == 0]))

    def _leave(self, words: Numbers, links: Links, stop: Stop) -> bool:
        """Leave ``words`` as they are if nothing is seen to link then; whether they were left."""
        if stop():
            return False
        places = self._places_of_word.of(words)
        np.subtract.at(self._changed_words, places, 1)
        whole = np.unique(places[self._changed_words[places] == 0])
        rows = self._place_rows[whole]
        lifted = np.unique(rows[self._whole_places[rows] == 0])
        np.add.at(self._whole_places, rows, 1)
        self._standing.lift(lifted)
        known = self._standing.counts[lifted].any()
        if not (known or links(lifted, self.rows) or stop()):
            return True
        self._standing.fell(lifted)
        np.subtract.at(self._whole_places, rows, 1)
        np.add.at(self._changed_words, places, 1)
        return False
