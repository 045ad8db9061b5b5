"""The words of all readings of a draft: its own, and those of the other ways to read some of them.

A word that is broken at a line end, for example, may be one word or two. Whatever is looked for in
a draft is looked for in every reading; what is found stands on words of the first one. Knows
nothing of texts or indexes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.words.readings import Other, other_runs

Forms = tuple[str, ...]
"""Words as they are compared: case-folded, without the marks that do not count."""


@dataclass(frozen=True, eq=False)
class Readings:
    """First the words of the first reading, then runs of words in other ones. One element a word:

    - ``forms``;
    - ``segments`` (int32, rising): every run is a segment of its own;
    - ``firsts``, ``stops`` (int64): the words of the first reading that it stands for, from the one
      up to, not including, the other.
    """

    forms: Forms
    segments: NDArray[np.int32]
    firsts: NDArray[np.int64]
    stops: NDArray[np.int64]


def all_readings(
    forms: Forms, segments: NDArray[np.int32], others: Sequence[Other[str]], max_words: int
) -> Readings:
    """The readings of a draft, with all that phrases of up to ``max_words`` words can touch."""
    words = np.arange(len(forms))
    if not others:
        return Readings(forms, segments, words, words + 1)
    runs = list(other_runs(forms, others, segments.tolist(), max_words))
    lengths = [len(run.words) for run in runs]
    numbers = np.repeat(np.arange(len(runs)), lengths) + int(segments[-1]) + 1
    return Readings(
        forms=(*forms, *chain.from_iterable(run.words for run in runs)),
        segments=np.concatenate([segments, numbers.astype(np.int32)]),
        firsts=np.concatenate([words, *(run.firsts for run in runs)]).astype(np.int64),
        stops=np.concatenate([words + 1, *(run.stops for run in runs)]).astype(np.int64),
    )


def others_among(others: Sequence[Other[str]], words: NDArray[np.int64]) -> tuple[Other[str], ...]:
    """The other ways to read that are left when only ``words`` (numbers, rising) are."""
    if not others:
        return ()
    firsts = np.searchsorted(words, [other.first for other in others]).tolist()
    left = []
    for other, first in zip(others, firsts, strict=True):
        stop = first + other.stop - other.first
        if words[first:stop].tolist() == list(range(other.first, other.stop)):
            left.append(other.moved(first - other.first))
    return tuple(left)
