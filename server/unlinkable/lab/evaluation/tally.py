"""What is counted of one draft, and how it adds up: over drafts, pooled and in the mean, and over
persons of whom one draft that gives away is enough. Must know nothing of what was counted."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from unlinkable.reporting.json_values import Average

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
        len(each), part, whole, part / whole, float(each.mean()), float(np.median(each)), low, high
    )


PERSONS = "persons "
"""What the names of these measures begin with."""
_FOUND: Mapping[str, Callable[[float], bool]] = {
    "clean ": lambda clean: not clean,
    "robustly clean": lambda clean: not clean,
    "ranked first": bool,
}


def found_by(measure: str) -> str:
    """The measure of the persons of whom a draft is not ``measure`` (clean), or is (ranked
    first)."""
    return f"{PERSONS}{'' if measure == 'ranked first' else 'not '}{measure}"


def of_persons(
    counted: Mapping[str, Tallies], persons: Mapping[str, str]
) -> dict[str, list[MeanTally]]:
    """For each measure that says whether a draft is found, a tally a person: 1 where one of the
    drafts is. ``counted``: of each draft; ``persons``: whom they are about."""
    found: dict[str, dict[tuple[str, bool], bool]] = defaultdict(dict)
    for draft, tallies in counted.items():
        person = (persons[draft], True) if draft in persons else (draft, False)
        for measure, tally in tallies.items():
            for begins, is_found in _FOUND.items():
                if measure.startswith(begins):
                    of = found[found_by(measure)]
                    of[person] = of.get(person, False) or is_found(tally.part)
    return {name: [MeanTally(float(one)) for one in of.values()] for name, of in found.items()}
