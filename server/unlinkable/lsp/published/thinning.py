"""Fewer findings than there are, where an editor shows no more: evenly over the text.

Knows drafts and findings; must know nothing of editors.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.finding import Finding

Numbers = NDArray[np.int64]


def thinned(
    draft: Draft, findings: Sequence[Finding], limit: int, in_view: Span | None
) -> tuple[Finding, ...]:
    """At most ``limit`` of ``findings`` (in the order of the text), in that order.

    First those in view, then one of each sentence, the one with the fewest words, then a second,
    and so on; where the last of these rounds does not fit, every so many of it.
    """
    if len(findings) <= limit:
        return tuple(findings)
    starts = np.array([finding.start for finding in findings], dtype=np.int64)
    ends = np.array([finding.end for finding in findings], dtype=np.int64)
    rounds = 1 + _rounds(draft, starts, np.array([finding.words for finding in findings]))
    if in_view is not None:
        rounds[(starts < in_view.end) & (ends > in_view.start)] = 0
    chosen = np.zeros(len(findings), dtype=bool)
    for number in range(int(rounds.max()) + 1):
        these = np.flatnonzero(rounds == number)
        room = limit - int(chosen.sum())
        if len(these) > room:
            these = these[np.arange(room) * len(these) // max(room, 1)]
        chosen[these] = True
    return tuple(findings[number] for number in np.flatnonzero(chosen).tolist())


def _rounds(draft: Draft, starts: Numbers, words: Numbers) -> Numbers:
    """For each finding how many of its sentence come before it: shorter ones, then earlier ones."""
    sentences = np.searchsorted(draft.sentence_starts, starts, side="right")
    order = np.lexsort((starts, words, sentences))
    in_order = sentences[order]
    first = np.r_[True, in_order[1:] != in_order[:-1]]
    begins = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    rounds = np.empty(len(order), dtype=np.int64)
    rounds[order] = np.arange(len(order)) - begins
    return rounds
