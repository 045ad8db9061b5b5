"""Why a term is to be rewritten: its smallest linking combination.

Among equals one whose other terms stay as they are, then one that leads to fewest documents. Knows
rows and combinations; knows nothing of where terms stand.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from unlinkable.findings.choice import Choice
from unlinkable.findings.standing import Numbers

_COMPARED = 64  # combinations of one term whose documents are counted


@dataclass(frozen=True)
class Witness:
    """The rows that link together with the term's own, and the documents they lead to."""

    others: tuple[int, ...]
    documents: tuple[int, ...]


def witnesses(flagged: Numbers, choice: Choice) -> dict[int, Witness]:
    """The witness of every flagged term, by the number of the term."""
    rows = choice.terms.term_rows
    flagged_rows = set(rows[flagged].tolist())
    return {term: _witness(int(rows[term]), flagged_rows, choice) for term in flagged.tolist()}


def _witness(row: int, flagged_rows: set[int], choice: Choice) -> Witness:
    known = choice.known.with_row(row)
    size = min(map(len, known))
    if size == 4:  # smaller ones may have gone unseen, among terms that are rewritten anyway
        every = choice.terms.all_rows
        smaller: Iterable[Numbers] = choice.search.with_row(row, every, 3)
        known = [tuple(found) for batch in smaller for found in batch.tolist()] or known
        size = min(map(len, known))

    def flagged_others(combination: tuple[int, ...]) -> int:
        return sum(other in flagged_rows for other in combination if other != row)

    smallest = sorted((found for found in known if len(found) == size), key=flagged_others)
    best = [found for found in smallest if flagged_others(found) == flagged_others(smallest[0])]
    compared = np.array(best[:_COMPARED])
    joint = choice.terms.rows.joint_sizes(compared)
    chosen = best[int(np.argmin(joint))]
    documents = choice.terms.rows.joint(chosen)
    return Witness(tuple(other for other in chosen if other != row), tuple(documents.tolist()))
