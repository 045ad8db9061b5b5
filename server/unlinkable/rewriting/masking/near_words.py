"""Words near each other in a draft that lead back, for any choice of masks: windows, gap phrases.

Knows what of these someone accepted; must know nothing of why words are masked, and of edits.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.costs.costs import Costs
from unlinkable.findings.near.near import few_of, near_search
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
"""One a word of the draft."""


class NearWords:
    """The windows and the gap phrases of the draft of a task that lead back, but those accepted;
    none where they are not asked about, or the index can't tell.

    Raises UserError when the index is damaged, as all that it does.
    """

    def __init__(self, task: Task, index: Index) -> None:
        self._draft = task.draft
        self._search = near_search(task.draft, index, task.question)
        accepted = {frozenset(one.words).union(*one.terms) for _, one in task.accepted if one.terms}
        self._accepted = accepted

    def windows(self, masked: Flags | None = None) -> Numbers:
        """Of the words not ``masked`` the windows (n × 3: numbers of words, rising, -1 behind)."""
        if self._search is None:
            return np.empty((0, 1), dtype=np.int64)
        rows, _ = self._search.windows(self._draft, masked)
        return rows[self._count(rows)]

    def gaps(self, masked: Flags) -> tuple[Numbers, Numbers]:
        """With some words ``masked`` the gap phrases (likewise), and how many words of each stand
        left of its gap."""
        if self._search is None:
            return np.empty((0, 1), dtype=np.int64), np.empty(0, dtype=np.int64)
        found = self._search.gaps(self._draft, masked)
        counts = self._count(found.words)
        return found.words[counts], found.left[counts]

    def breaking(self, masked: Flags, costs: Costs, stop: Stop) -> Numbers:
        """Words (rising) of which each window and gap phrase that stands with ``masked`` words has
        one, as cheap as can be found. ``costs``: of each word."""
        windows, (gaps, _) = self.windows(masked), self.gaps(masked)
        return _breaking([*windows.tolist(), *gaps.tolist()], costs, stop)

    def breaking_gaps(self, masked: Flags, costs: Costs, stop: Stop) -> Numbers:
        """The same of the gap phrases alone."""
        gaps, _ = self.gaps(masked)
        return _breaking(gaps.tolist(), costs, stop)

    def _count(self, rows: Numbers) -> Flags:
        """Which rows nobody accepted."""
        forms = self._draft.forms
        words = (frozenset(forms[word] for word in words_of_row(row)) for row in rows.tolist())
        return np.array([some not in self._accepted for some in words], dtype=bool)


def _breaking(rows: Sequence[list[int]], costs: Costs, stop: Stop) -> Numbers:
    if not rows:
        return np.empty(0, dtype=np.int64)
    return np.flatnonzero(few_of([words_of_row(row) for row in rows], costs, stop))


def words_of_row(row: list[int]) -> list[int]:
    """The words of a window or a gap phrase."""
    return [word for word in row if word >= 0]
