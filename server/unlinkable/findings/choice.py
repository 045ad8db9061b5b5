"""Which terms to rewrite: combinations are sought, words chosen, and both again until none is left.

Seeking all combinations at once would be too much where terms may be long, and choosing after each
length alone would be dear. So: all pairs; words that part them; then larger combinations among the
terms that are left, words that part all of these; and so on. At the end nothing links, which the
last search has proved.
"""

import numpy as np

from unlinkable.findings.cover import Costs, Cover
from unlinkable.findings.linking import Search
from unlinkable.findings.standing import Numbers, Standing
from unlinkable.findings.terms import Terms

_FEW_ROWS = 400  # up to so many, all combinations of three are sought at once
_ROUNDS = 8  # after which words that turned out to be needless are no longer dropped
_MOST = 300_000  # combinations taken in between two choices


class Choice:
    """The choice of terms to rewrite in one draft, for combinations of 2 to ``max_terms``.

    ``known`` are the combinations found on the way; ``complete`` turns false when the search was
    stopped.
    """

    def __init__(self, terms: Terms, search: Search, max_terms: int, costs: Costs) -> None:
        self.terms = terms
        self.search = search
        self.known = Standing(len(terms.rows), max_terms)
        self.complete = True
        self._cover = Cover(terms, self.known, costs)
        self._costs = costs
        whole = 3 if len(terms.rows) <= _FEW_ROWS else 2
        for size in range(2, min(whole, max_terms) + 1):
            self._learn(terms.all_rows, (size,))
        self._sizes = tuple(range(whole + 1, max_terms + 1))  # not yet known completely

    def terms_to_rewrite(self) -> Numbers:
        """The numbers of the terms to rewrite, such that no combination is left."""
        for number in range(_ROUNDS + len(self._sizes) + 1):
            self._cover.choose(self.search.stop)
            if number < _ROUNDS:
                self._cover.drop_needless(self.search.stop)
            if not self._learn(self._cover.rows, self._sizes):
                break
        for _ in range(_ROUNDS):
            chosen, spared = self._shortest(spare=True)
            left = np.union1d(self._cover.rows, spared)
            if not len(spared) or not self._learn(left, self._sizes):
                return chosen
        return self._shortest(spare=False)[0]

    def _learn(self, among: Numbers, sizes: tuple[int, ...]) -> bool:
        """Whether there are combinations among rows; those of the smallest size become known."""
        stop = self.search.stop
        for size in sizes:
            batches, count = [], 0
            for batch in self.search.combinations(among, size):
                batches.append(batch)
                count += len(batch)
                if count >= _MOST and size not in (2, 3):
                    break
            self.complete = self.complete and not stop()
            if batches:
                self.known.add(np.concatenate(batches))
                return True
        return False

    def _shortest(self, spare: bool) -> tuple[Numbers, Numbers]:
        """Of the terms that lose a word at every place, those to rewrite: none contains another.

        With ``spare``, terms stay that make no known combination with what is left; their rows are
        given as well.
        """
        terms, known = self.terms, self.known
        lost = np.ones(len(terms.term_rows), dtype=bool)
        lost[terms.terms[~self._cover.changed_places]] = False
        left = np.zeros(len(terms.rows), dtype=bool)
        left[self._cover.rows] = True
        costs = terms.term_costs(self._costs)
        order = np.flatnonzero(lost)
        order = order[np.lexsort((-costs[order], terms.term_lengths[order]))]
        chosen: list[int] = []
        spared: list[int] = []
        ends = np.full(terms.words + 1, terms.words + 1)  # of chosen terms, by first word
        for term in order.tolist():
            first, last = terms.one_place(term)
            if ends[first:last].min() <= last:
                continue
            row = int(terms.term_rows[term])
            if not left[row] and spare:
                known.lift(np.array([row]))
                if known.any:
                    known.fell(np.array([row]))
                else:
                    left[row] = True
                    spared.append(row)
            if not left[row]:
                chosen.append(term)
                for place in terms.places(term):
                    start = int(terms.first_words[place])
                    ends[start] = min(ends[start], start + int(terms.lengths[place]))
        known.fell(np.array(spared, dtype=np.int64))
        return np.array(chosen, dtype=np.int64), np.array(spared, dtype=np.int64)
