"""Whether a person is found by any of several drafts: one that gives away is enough.

Knows what was counted of each draft; knows nothing of how that was done.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping

from unlinkable.lab.evaluation.tally import MeanTally, Tallies

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
