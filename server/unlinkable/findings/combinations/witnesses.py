"""Why a term is to be rewritten: its smallest linking combination.

Among equals one whose other terms stay as they are, then one that leads to fewest documents. Knows
sets and combinations; knows nothing of where terms stand.
"""

from dataclasses import dataclass

import numpy as np

from unlinkable.findings.combinations.choice import TermChoice
from unlinkable.findings.combinations.standing import Numbers

_COMPARED = 64  # combinations of one term whose documents are counted


@dataclass(frozen=True)
class Witness:
    """The sets that link together with the term's own, and the documents they lead to."""

    others: tuple[int, ...]
    documents: tuple[int, ...]


def witnesses(flagged: Numbers, choice: TermChoice) -> dict[int, Witness]:
    """The witness of every flagged term, by the number of the term."""
    sets = choice.terms.term_sets
    return {term: _witness(int(sets[term]), sets[flagged], choice) for term in flagged.tolist()}


def _witness(number: int, flagged: Numbers, choice: TermChoice) -> Witness:
    known = choice.combinations_of(number)
    size = min(found.shape[1] for found in known)
    if size == 4:  # smaller ones may have gone unseen, among terms that are rewritten anyway
        known += choice.search.with_set(number, choice.terms.all_sets, 3)
        size = min(found.shape[1] for found in known)
    smallest = np.concatenate([found for found in known if found.shape[1] == size])
    flagged_in_each = np.isin(smallest, flagged).sum(axis=1)
    best = smallest[flagged_in_each == flagged_in_each.min()][:_COMPARED]
    chosen = best[int(np.argmin(choice.terms.bit_sets.joint_sizes(best)))]
    documents = choice.terms.bit_sets.joint(chosen)
    return Witness(tuple(chosen[chosen != number].tolist()), tuple(documents.tolist()))
