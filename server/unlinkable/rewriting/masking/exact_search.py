"""What must be masked so that no exact search leads back, as clauses over what can be masked.

Rare phrases of a draft, terms that link, words near each other, and words beside a gap all become
clauses of one hitting set. Combinations and gap phrases depend on what is masked, so they are
sought in what a choice leaves, added, and the choice is made anew, until none is left. Knows
findings and the words of a draft; must know nothing of edits.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import draft_terms
from unlinkable.findings.costs.clauses import Clause
from unlinkable.rewriting.linkable import combination_spans, rare_phrases
from unlinkable.rewriting.masking.near_words import NearWords, words_of_row
from unlinkable.rewriting.masking.pieces import Pieces
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
_MOST = 20_000  # combinations taken at once: the next round sees what is left


def phrase_clauses(task: Task, index: Index, pieces: Pieces) -> Iterator[Clause]:
    """One for each minimal rare phrase that counts: one of its words must go."""
    for found in rare_phrases(task.draft, index, task.question):
        if not task.accepts(found):
            words = range(found.first_word, found.first_word + found.words)
            yield Clause(tuple((piece,) for piece in pieces.of(words)))


class TermClauses:
    """The linking combinations of a draft's terms of one word, for any choice of masks."""

    def __init__(self, task: Task, index: Index, pieces: Pieces, stop: Stop) -> None:
        self._question = task.question
        self._terms = draft_terms(task.draft, index, task.question, (), stop)
        bit_sets = self._terms.bit_sets
        self._search = CombinationSearch(bit_sets, bit_sets.shared(stop), task.question.k, stop)
        self._words = [
            self._terms.first_words[self._terms.place_sets == number]
            for number in range(len(bit_sets))
        ]
        self._everywhere = [pieces.of(words.tolist()) for words in self._words]
        forms = task.draft.forms
        set_of = {forms[w]: n for n, words in enumerate(self._words) for w in words.tolist()}
        self._accepted = {
            frozenset(set_of.get(form, -1) for term in one.terms for form in term)
            | {set_of.get(form, -1) for form in one.words}
            for _, one in task.accepted
            if one.terms
        }

    def standing(self, masked: NDArray[np.bool_]) -> Iterator[Clause]:
        """One for each minimal linking combination that can be read (``masked``: a word each): a
        term must go wherever it stands."""
        left = np.array(
            [n for n, words in enumerate(self._words) if not masked[words].all()], dtype=np.int64
        )
        for size in range(2, self._question.max_terms + 1):
            count = 0
            for batch in self._search.combinations(left, size):
                for combination in batch.tolist():
                    if frozenset(combination) not in self._accepted:
                        units = (self._everywhere[number] for number in combination)
                        yield Clause(tuple(units))
                count += len(batch)
                if count > _MOST:
                    return


def window_clauses(near: NearWords, pieces: Pieces) -> Iterator[Clause]:
    """One for each window that leads back: one of its words must go."""
    for row in near.windows().tolist():
        yield Clause(tuple((piece,) for piece in pieces.of(words_of_row(row))))


def gap_clauses(
    near: NearWords, pieces: Pieces, masked: NDArray[np.bool_], for_good: bool
) -> Iterator[Clause]:
    """One for each gap phrase that leads back with these masks (a word each): another word must go,
    or the gap must be another one. ``for_good``: a word must go in any case."""
    rows, lefts = near.gaps(masked)
    for row, left in zip(rows.tolist(), lefts.tolist(), strict=True):
        gap = range(row[left - 1] + 1, row[left])
        units = tuple((piece,) for piece in pieces.of(words_of_row(row)))
        yield Clause(units, () if for_good else pieces.of(gap))


def longer_terms(
    task: Task, index: Index, pieces: Pieces, masked: NDArray[np.bool_], stop: Stop
) -> Iterator[Clause]:
    """One for each combination finding of what can be read, whose terms may have several words: one
    of its words must go."""
    if task.question.max_terms < 2:
        return
    left = np.flatnonzero(~masked)
    part = replace(task, draft=task.draft.part(left))
    for span in combination_spans(part.draft, index, task.question, stop):
        yield Clause(tuple((piece,) for piece in pieces.of(task.draft.words_in(span))))
