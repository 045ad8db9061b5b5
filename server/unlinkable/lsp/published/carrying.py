"""Combination findings carried over edits, so that they need not vanish at every keystroke.

Knows findings and edits; must know nothing of when they were found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, starmap

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.finding import Finding
from unlinkable.lsp.text.documents import Splice, moved


def carried(
    findings: Sequence[Finding], edits: Sequence[Splice], draft: Draft
) -> Iterator[Finding]:
    """The findings whose terms all still stand, where they stand now.

    What such terms lead to depends on the index alone, so these stay true whatever was changed
    elsewhere; whether they are still the cheapest choice is for the next search to say.
    """
    if not findings:
        return
    spans = chain.from_iterable(((f.start, f.end), *f.others) for f in findings)
    before = np.fromiter(chain.from_iterable(spans), np.int64).reshape(-1, 2)
    places, untouched = moved(before, edits)
    first_words, stand = _words_at(draft, places)
    own = np.cumsum([0, *(1 + len(finding.others) for finding in findings[:-1])])
    standing = np.logical_and.reduceat(stand & untouched, own).tolist()
    unmoved = np.logical_and.reduceat((places == before).all(axis=1), own).tolist()
    now = places.tolist()
    for number, (finding, at, first_word) in enumerate(
        zip(findings, own.tolist(), first_words[own].tolist(), strict=True)
    ):
        if not standing[number]:
            continue
        if unmoved[number] and first_word == finding.first_word:
            yield finding
            continue
        start, end = now[at]
        others = tuple(starmap(Span, now[at + 1 : at + 1 + len(finding.others)]))
        yield replace(finding, start=start, end=end, first_word=first_word, others=others)


def _words_at(
    draft: Draft, places: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The first word at each place (start, end), and whether whole words stand there."""
    if not len(draft.starts):
        return np.zeros(len(places), dtype=np.int64), np.zeros(len(places), dtype=bool)
    most = len(draft.starts) - 1
    first = np.minimum(np.searchsorted(draft.starts, places[:, 0]), most)
    last = np.minimum(np.searchsorted(draft.ends, places[:, 1]), most)
    return first, (draft.starts[first] == places[:, 0]) & (draft.ends[last] == places[:, 1])
