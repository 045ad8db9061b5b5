"""Which words to change so that no known combination is left: a cheap hitting set.

A combination falls when one of its sets does; a set falls when each of its places loses a word. So
words are chosen rather than terms: one word may stand in many terms. The choice is greedy, by what
a word takes away for its cost (V. Chvátal, A greedy heuristic for the set-covering problem, 1979);
then whatever turned out to be needless is dropped, dearest first. Knows nothing of documents.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.combinations.standing import Lists, Numbers, StandingCombinations
from unlinkable.findings.combinations.terms import Terms
from unlinkable.stopping import Stop

Costs = NDArray[np.float64]
Links = Callable[[Numbers, Numbers], bool]
"""Of sets that would rise again, and all sets that would then be left: whether they link."""


class HittingSet:
    """The words to change, so that every combination in ``standing`` loses a set.

    ``costs`` is the cost of changing each word of the draft, 1 or more.
    """

    def __init__(self, terms: Terms, standing: StandingCombinations, costs: Costs) -> None:
        self._standing = standing
        self._costs = costs
        self._place_sets = terms.place_sets
        self._whole_places = np.bincount(self._place_sets, minlength=len(terms.bit_sets))
        self._changed = np.zeros(terms.words, dtype=bool)  # by word
        self._changes = np.zeros(len(terms.first_words), dtype=np.int64)  # words, by place
        # Every word of every place: which place it is in, and which word of the draft it is.
        self._in_place = np.repeat(np.arange(len(terms.lengths)), terms.lengths)
        self._starts = np.cumsum(terms.lengths) - terms.lengths  # by place
        in_order = np.arange(len(self._in_place)) - np.repeat(self._starts, terms.lengths)
        self._word = np.repeat(terms.first_words, terms.lengths) + in_order
        self._places_of_word = Lists(self._word, self._in_place, terms.words)
        places = np.arange(len(terms.first_words))
        self._places_of_set = Lists(self._place_sets, places, len(terms.bit_sets))
        self._steps: list[Numbers] = []

    @property
    def sets(self) -> Numbers:
        """The sets that are left, rising."""
        return np.flatnonzero(self._whole_places)

    def stands(self, number: int) -> bool:
        """Whether set ``number`` is left."""
        return bool(self._whole_places[number])

    @property
    def changed_places(self) -> NDArray[np.bool_]:
        """The places that lose a word."""
        return self._changes > 0

    def choose(self, stop: Stop) -> None:
        """Change words until no combination stands, or until stopped."""
        while self._standing.any and not stop():
            step = self._best_step()
            self._steps.append(step)
            self._change(step)

    def drop_needless(self, links: Links, stop: Stop) -> None:
        """Leave words as they are that need no change, dearest first, or until stopped.

        ``links`` tells whether sets that would rise again make a combination that is not known.
        """
        steps = sorted(self._steps, key=lambda step: -self._costs[step].sum())
        kept = [step for step in steps if not self._leave(step, links, stop)]
        self._steps = []
        for step in kept:
            if len(step) > 1:
                for word in step.tolist():
                    self._leave(np.array([word]), links, stop)

    def _best_step(self) -> Numbers:
        """The words to change so that one set falls: most for their cost."""
        whole = self._changes == 0
        counts = self._standing.counts
        # What changing a word takes away: a part of all combinations that its sets are in.
        parts = counts / np.maximum(self._whole_places, 1)
        of_places = np.where(whole, parts[self._place_sets], 0)
        gains = np.bincount(self._word, of_places[self._in_place], minlength=len(self._costs))
        worth = (gains / self._costs)[self._word]
        best = np.maximum.reduceat(worth, self._starts)
        candidates = np.flatnonzero(worth == best[self._in_place])
        _, first = np.unique(self._in_place[candidates], return_index=True)
        words = self._word[candidates[first]]  # the best of every place
        sets, size = self._place_sets, len(counts)
        gain = np.bincount(sets, np.where(whole, gains[words], 0), minlength=size)
        cost = np.bincount(sets, np.where(whole, self._costs[words], 0), minlength=size)
        number = int(np.argmax(np.where(counts > 0, gain / np.maximum(cost, 1), -1)))
        places = self._places_of_set[number]
        return np.unique(words[places[whole[places]]])

    def _change(self, words: Numbers) -> None:
        places = self._places_of_word.of(words)
        lost = np.unique(places[self._changes[places] == 0])
        self._changed[words] = True
        np.add.at(self._changes, places, 1)
        sets = self._place_sets[lost]
        np.subtract.at(self._whole_places, sets, 1)
        self._standing.fell(np.unique(sets[self._whole_places[sets] == 0]))

    def _leave(self, words: Numbers, links: Links, stop: Stop) -> bool:
        """Leave ``words`` as they are if nothing is seen to link then; whether they were left."""
        if stop():
            return False
        places = self._places_of_word.of(words)
        np.subtract.at(self._changes, places, 1)
        whole = np.unique(places[self._changes[places] == 0])
        sets = self._place_sets[whole]
        lifted = np.unique(sets[self._whole_places[sets] == 0])
        np.add.at(self._whole_places, sets, 1)
        self._standing.lift(lifted)
        known = self._standing.counts[lifted].any()
        if not (known or links(lifted, self.sets) or stop()):
            self._changed[words] = False
            return True
        self._standing.fell(lifted)
        np.subtract.at(self._whole_places, sets, 1)
        np.add.at(self._changes, places, 1)
        return False
