"""What is counted of one draft, and how it adds up over many: pooled, and in the mean.

The published tables do not say which of the two they print, so both are at hand.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from unlinkable.reporting.json_forms.values import Average

DRAWN = 2_000  # samples of a bootstrap
_SEED = 20_251_008


class MeanTally(NamedTuple):
    """So much ``part`` of a ``whole``: 3 links left of 40, 12 words lost of 0.75 thousand. A plain
    number is that part of 1."""

    part: float
    whole: float = 1.0


Tallies = dict[str, MeanTally]
"""What was counted of one draft, by the name of the measure."""


def average(tallies: Sequence[MeanTally]) -> Average | None:
    """The averages of a measure; None where no draft has anything to measure."""
    told = np.array([tally for tally in tallies if tally.whole > 0], dtype=float).reshape(-1, 2)
    if not len(told):
        return None
    each = told[:, 0] / told[:, 1]
    drawn = np.random.default_rng(_SEED).integers(0, len(each), (DRAWN, len(each)))
    low, high = np.percentile(each[drawn].mean(axis=1), (2.5, 97.5)).tolist()
    part, whole = told.sum(axis=0).tolist()
    return Average(
        len(each),
        part,
        whole,
        part / whole,
        float(each.mean()),
        float(np.median(each)),
        low,
        high,
    )
