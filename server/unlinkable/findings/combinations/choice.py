"""Which terms to rewrite: combinations are sought, rarest terms first, and words chosen that part
them, greedily by what a word takes away for its cost (Chvátal 1979); then what turns out to be
needless is left as it is. Must know nothing of documents."""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.clauses import Lists
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import Numbers, StandingCombinations, Terms
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


_FEW_SETS = 400  # up to so many, all combinations of three are sought before words are chosen
_MANY = 1_000_000  # combinations of three, more than which are not sought at once
_ENOUGH = 30_000  # combinations, to choose words before more are sought


class TermChoice:
    """The choice of terms to rewrite in one draft, for combinations of 2 to ``max_terms``.

    ``known`` are the combinations found on the way. When the search is stopped, what it has found
    till then is parted.
    """

    def __init__(
        self, terms: Terms, search: CombinationSearch, max_terms: int, costs: Costs
    ) -> None:
        self.terms = terms
        self.search = search
        self.known = StandingCombinations(len(terms.bit_sets))
        self._single: dict[int, Numbers] = {}  # by set: a combination that speaks against it
        self._costs = costs
        self._hitting_set = HittingSet(terms, self.known, costs)
        whole = 2
        self._know(search.combinations(terms.all_sets, 2))
        if max_terms > 2 and len(terms.bit_sets) <= _FEW_SETS:
            found = _at_most(_MANY, search.combinations(terms.all_sets, 3))
            if found is not None:
                whole = 3
                self._know(found)
        self._sizes = range(whole + 1, max_terms + 1)  # of which not all are known

    def terms_to_rewrite(self) -> Numbers:
        """The numbers of the terms to rewrite, such that no combination is left."""
        self._hitting_set.choose(self.search.stop)
        for size in self._sizes:
            self._part(size)
        self._hitting_set.drop_needless(self._links, self.search.stop)
        return self._shortest()

    def combinations_of(self, number: int) -> list[Numbers]:
        """Combinations with set ``number``, as arrays of one a line; all pairs are among them."""
        known = self.known.with_set(number)
        if number in self._single:
            known.append(self._single[number])
        return known

    def _know(self, batches: Iterable[Numbers]) -> None:
        found = list(batches)
        if found:
            self.known.add(np.concatenate(found))

    def _part(self, size: int) -> None:
        """Seek the combinations of ``size`` sets that are left, and choose until none is."""
        stop, hitting_set = self.search.stop, self._hitting_set
        found: list[Numbers] = []
        count = 0
        for number in hitting_set.sets.tolist():
            if stop() or not self.search.may_begin(number, size):
                break
            if not hitting_set.stands(number):
                continue
            left = hitting_set.sets
            for batch in self.search.with_set(number, left[np.searchsorted(left, number) :], size):
                found.append(batch)
                count += len(batch)
                if count >= _ENOUGH:
                    self._know(found)
                    found, count = [], 0
                    hitting_set.choose(stop)
                if not hitting_set.stands(number):
                    break
        self._know(found)
        hitting_set.choose(stop)

    def _links(self, sets: Numbers, left: Numbers) -> bool:
        """Whether one of ``sets`` is seen to link with ``left`` by a combination not known."""
        for size in self._sizes:
            for number in sets.tolist():
                if self.search.stop():
                    return False
                for found in self.search.with_set(number, left, size):
                    self._single[number] = found[:1]
                    return True
        return False

    def _shortest(self) -> Numbers:
        """Of the terms that lose a word at every place, those to rewrite: none contains another.

        Shortest first, then dearest, terms stay that link with nothing that is left.
        """
        terms, known = self.terms, self.known
        lost = np.ones(len(terms.term_sets), dtype=bool)
        lost[terms.terms[~self._hitting_set.changed_places]] = False
        left = np.zeros(len(terms.bit_sets), dtype=bool)
        left[self._hitting_set.sets] = True
        costs = terms.term_costs(self._costs)
        order = np.flatnonzero(lost)
        order = order[np.lexsort((-costs[order], terms.term_lengths[order]))]
        chosen: list[int] = []
        ends = np.full(terms.words + 1, terms.words + 1)  # of chosen terms, by first word
        for term in order.tolist():
            spans = terms.spans(term)
            if all(ends[first:last].min() <= last for first, last in spans):
                continue
            number = int(terms.term_sets[term])
            if not left[number]:
                known.lift(np.array([number]))
                left[number] = True
                if known.counts[number] or self._links(np.array([number]), np.flatnonzero(left)):
                    left[number] = False
                    known.fell(np.array([number]))
            if not left[number]:
                chosen.append(term)
                for first, last in spans:
                    ends[first] = min(ends[first], last)
        return np.array(chosen, dtype=np.int64)


def _at_most(many: int, batches: Iterable[Numbers]) -> list[Numbers] | None:
    """The batches, or None when they are more than so many combinations."""
    found: list[Numbers] = []
    count = 0
    for batch in batches:
        found.append(batch)
        count += len(batch)
        if count > many:
            return None
    return found
