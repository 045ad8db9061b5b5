"""The table: a row a method, a column a measure, with the published rows below.

Values only; how it is printed is for `reporting`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from unlinkable.lab.evaluation.persons import of_persons
from unlinkable.lab.evaluation.run import Measured
from unlinkable.lab.evaluation.tally import MeanTally, average
from unlinkable.reporting.json_forms.values import Average


@dataclass(frozen=True)
class Row:
    """What a method came to: how many drafts it was measured on, and each measure's averages."""

    method: str
    said: str
    drafts: int
    averages: Mapping[str, Average]


@dataclass(frozen=True)
class Table:
    """All methods, the names of all measures in order, what was left out and why, and what was
    counted of each draft by each method."""

    rows: tuple[Row, ...]
    measures: tuple[str, ...]
    left_out: tuple[str, ...]
    each: tuple[Measured, ...] = ()

    def of(self, method: str, measure: str) -> dict[str, MeanTally]:
        """What was counted of each draft, by the names of drafts."""
        return {
            one.draft: one.tallies[measure]
            for one in self.each
            if one.method == method and measure in one.tallies
        }


def table(
    methods: Sequence[tuple[str, str]],
    measured: Iterable[Measured],
    left_out: Iterable[str],
    persons: Mapping[str, str] = MappingProxyType({}),
) -> Table:
    """``methods``: names with what is said of each, in the order of the rows. ``persons``: whom
    drafts are about, by the names of drafts; of the others each is about a person of its own."""
    tallies: dict[str, dict[str, list[MeanTally]]] = {name: {} for name, _ in methods}
    drafts = dict.fromkeys(tallies, 0)
    each = tuple(measured)
    measures: dict[str, None] = {}
    for one in each:
        drafts[one.method] += 1
        for measure, tally in one.tallies.items():
            measures[measure] = None
            tallies[one.method].setdefault(measure, []).append(tally)
    if persons:
        for name, counted in tallies.items():
            mine = {one.draft: one.tallies for one in each if one.method == name}
            found = of_persons(mine, persons)
            counted |= found
            measures |= dict.fromkeys(found)
    rows = [
        Row(
            name,
            said,
            drafts[name],
            {
                measure: averaged
                for measure, counted in tallies[name].items()
                if (averaged := average(counted)) is not None
            },
        )
        for name, said in methods
    ]
    return Table(tuple(rows), tuple(measures), tuple(left_out), each)
