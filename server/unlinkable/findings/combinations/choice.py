"""Which terms to rewrite: combinations are sought, and words chosen that part them.

First all pairs, then larger combinations, rarest terms first. Words are chosen whenever enough
combinations are known; the search goes on among the terms that are left, so that at its end nothing
links. What then turns out to be needless is left as it is, where a search shows that nothing links
with it either.
"""

from collections.abc import Iterable

import numpy as np

from unlinkable.findings.combinations.hitting_set import Costs, HittingSet
from unlinkable.findings.combinations.search import Search
from unlinkable.findings.combinations.standing import Numbers, Standing
from unlinkable.findings.combinations.terms import Terms

_FEW_ROWS = 400  # up to so many, all combinations of three are sought before words are chosen
_MANY = 1_000_000  # combinations of three, more than which are not sought at once
_ENOUGH = 30_000  # combinations, to choose words before more are sought


class Choice:
    """The choice of terms to rewrite in one draft, for combinations of 2 to ``max_terms``.

    ``known`` are the combinations found on the way. When the search is stopped, what it has found
    till then is parted.
    """

    def __init__(self, terms: Terms, search: Search, max_terms: int, costs: Costs) -> None:
        self.terms = terms
        self.search = search
        self.known = Standing(len(terms.bit_sets))
        self._single: dict[int, Numbers] = {}  # by row: a combination that speaks against it
        self._costs = costs
        self._hitting_set = HittingSet(terms, self.known, costs)
        whole = 2
        self._know(search.combinations(terms.all_rows, 2))
        if max_terms > 2 and len(terms.bit_sets) <= _FEW_ROWS:
            found = _at_most(_MANY, search.combinations(terms.all_rows, 3))
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

    def combinations_of(self, row: int) -> list[Numbers]:
        """Combinations that have ``row``, as arrays of one a line; all pairs are among them."""
        known = self.known.with_row(row)
        if row in self._single:
            known.append(self._single[row])
        return known

    def _know(self, batches: Iterable[Numbers]) -> None:
        found = list(batches)
        if found:
            self.known.add(np.concatenate(found))

    def _part(self, size: int) -> None:
        """Seek the combinations of ``size`` rows that are left, and choose until none is."""
        stop, hitting_set = self.search.stop, self._hitting_set
        found: list[Numbers] = []
        count = 0
        for row in hitting_set.rows.tolist():
            if stop() or not self.search.may_begin(row, size):
                break
            if not hitting_set.stands(row):
                continue
            left = hitting_set.rows
            for batch in self.search.with_row(row, left[np.searchsorted(left, row) :], size):
                found.append(batch)
                count += len(batch)
                if count >= _ENOUGH:
                    self._know(found)
                    found, count = [], 0
                    hitting_set.choose(stop)
                if not hitting_set.stands(row):
                    break
        self._know(found)
        hitting_set.choose(stop)

    def _links(self, rows: Numbers, left: Numbers) -> bool:
        """Whether one of ``rows`` is seen to link with ``left`` by a combination not known."""
        for size in self._sizes:
            for row in rows.tolist():
                if self.search.stop():
                    return False
                for found in self.search.with_row(row, left, size):
                    self._single[row] = found[:1]
                    return True
        return False

    def _shortest(self) -> Numbers:
        """Of the terms that lose a word at every place, those to rewrite: none contains another.

        Shortest first, then dearest, terms stay that link with nothing that is left.
        """
        terms, known = self.terms, self.known
        lost = np.ones(len(terms.term_rows), dtype=bool)
        lost[terms.terms[~self._hitting_set.changed_places]] = False
        left = np.zeros(len(terms.bit_sets), dtype=bool)
        left[self._hitting_set.rows] = True
        costs = terms.term_costs(self._costs)
        order = np.flatnonzero(lost)
        order = order[np.lexsort((-costs[order], terms.term_lengths[order]))]
        chosen: list[int] = []
        ends = np.full(terms.words + 1, terms.words + 1)  # of chosen terms, by first word
        for term in order.tolist():
            spans = terms.spans(term)
            if all(ends[first:last].min() <= last for first, last in spans):
                continue
            row = int(terms.term_rows[term])
            if not left[row]:
                known.lift(np.array([row]))
                left[row] = True
                if known.counts[row] or self._links(np.array([row]), np.flatnonzero(left)):
                    left[row] = False
                    known.fell(np.array([row]))
            if not left[row]:
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
