"""Which terms to rewrite: combinations are sought, and words chosen that part them.

First all pairs, then larger combinations, rarest terms first. Words are chosen whenever enough
combinations are known; the search goes on among the terms that are left, so that at its end nothing
links. What then turns out to be needless is left as it is, where a search shows that nothing links
with it either.
"""

from collections.abc import Iterable

import numpy as np

from unlinkable.findings.combinations.hitting_set import Costs, HittingSet
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.standing import Numbers, StandingCombinations
from unlinkable.findings.combinations.terms import Terms

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
