"""The table: a row a method, a column a measure, and which measures people are shown, in groups
that fit a page. Values and names; must know nothing of text, HTML or CSV."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from unlinkable.lab.annotations import DIRECT, KINDS, QUASI
from unlinkable.lab.evaluation.alignment import ENTITIES, PRECISION, WEIGHTED, WORDS, hidden_of
from unlinkable.lab.evaluation.linkage import APART, KS, leads_at
from unlinkable.lab.evaluation.run import Measured
from unlinkable.lab.evaluation.tally import MeanTally, average, found_by, of_persons
from unlinkable.reporting.json_values import Average


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


MODELS = ("similarity ", "perplexity ")
_MOST = 6
"""Columns beside the method; more make two tables of one."""


@dataclass(frozen=True)
class Column:
    """A ``measure`` and the ``head`` of its column. In place of the mean of the drafts it is shown
    as so many of so many (``counted``), or pooled (``pooled``)."""

    measure: str
    head: str
    counted: bool = False
    pooled: bool = False

    def cell(self, row: Row) -> str:
        """What the column says of a method."""
        found = row.averages.get(self.measure)
        if found is None:
            return "–"
        if self.counted:
            return counts(found.part, found.whole)
        return number(found.pooled if self.pooled else found.mean)


@dataclass(frozen=True)
class ColumnGroup:
    """Columns that belong together, and what they are about."""

    title: str
    columns: tuple[Column, ...]


SHOWN = (
    ColumnGroup(
        "Links by phrases that are left",
        (
            Column(APART, "apart", counted=True),
            Column("left 1", "all", counted=True),
            Column("left 1", "left 1"),
            Column("new 1", "new 1"),
            Column("clean 1", "clean 1"),
        ),
    ),
    ColumnGroup(
        "Links by up to three phrases or words together",
        (
            Column("left (3,1)", "left (3,1)"),
            Column("left (3,7)", "left (3,7)"),
            Column("new (3,1)", "new (3,1)"),
            Column("clean (3,1)", "clean (3,1)"),
        ),
    ),
    ColumnGroup(
        "Phrases that lead back at a higher k", tuple(Column(leads_at(k), f"k = {k}") for k in KS)
    ),
    ColumnGroup(
        "Found by whoever ranks or guesses",
        (
            Column("ranked first", "ranked first"),
            Column("sentences that lead", "sentences lead"),
            Column("masks told", "masks told"),
            Column("robustly clean", "robust"),
        ),
    ),
    ColumnGroup(
        "Persons found by any of their drafts",
        (
            Column(found_by("clean 1"), "by phrases", counted=True),
            Column(found_by("clean (3,1)"), "by (3,1)", counted=True),
            Column(found_by("clean (3,7)"), "by (3,7)", counted=True),
            Column(found_by("ranked first"), "by ranking", counted=True),
        ),
    ),
    ColumnGroup(
        "Of what people marked, pooled",
        (
            Column(ENTITIES[DIRECT], "direct", pooled=True),
            Column(ENTITIES[QUASI], "quasi", pooled=True),
            Column(WORDS, "words", pooled=True),
            Column(PRECISION, "precision", pooled=True),
            Column(WEIGHTED, "weighted", pooled=True),
        ),
    ),
    ColumnGroup(
        "Words hidden of what people marked, pooled",
        tuple(Column(hidden_of(kind), kind, pooled=True) for kind in KINDS),
    ),
    ColumnGroup("What models make of the text", ()),
    ColumnGroup(
        "What became of the text",
        (
            Column("words kept", "words kept"),
            Column("new gaps", "gaps ‰"),
            Column("lost", "lost ‰"),
            Column("invented", "invented ‰"),
            Column("LIX", "LIX"),
        ),
    ),
    ColumnGroup(
        "What it took",
        (
            Column("seconds", "seconds"),
            Column("tokens read", "tokens read"),
            Column("tokens written", "written"),
        ),
    ),
)
"""What the tables for people show, where it was measured; of models all that were named."""


def groups(table: Table) -> list[ColumnGroup]:
    """The groups of columns of this table, each with what was measured."""
    known = set(table.measures)
    models = tuple(Column(name, name) for name in table.measures if name.startswith(MODELS))
    found = []
    for group in SHOWN:
        columns = [one for one in group.columns or models if one.measure in known]
        parts = [columns[at : at + _MOST] for at in range(0, len(columns), _MOST)]
        for part in parts:
            again = ", continued" if part is not parts[0] else ""
            found.append(ColumnGroup(f"{group.title}{again}", tuple(part)))
    return found


def number(value: float | None) -> str:
    """A figure with three digits that say something."""
    if value is None:
        return "–"
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.3f}"


def counts(part: float, whole: float) -> str:
    """So many of so many."""
    return f"{part:,.0f} of {whole:,.0f}"


def interval(found: Average | None) -> str:
    """A mean, and between what it lies."""
    if found is None:
        return "–"
    return f"{number(found.mean)} ({number(found.low)} to {number(found.high)})"


def drafts_of(table: Table) -> Iterable[str]:
    """The names of the drafts that were measured, in order."""
    return dict.fromkeys(one.draft for one in table.each)


def left_of_each(table: Table) -> tuple[Sequence[str], list[list[str]]]:
    """Heads and rows of the phrases that are left, counted as `check` does: a row a draft, a column
    a method."""
    methods = [row.method for row in table.rows if APART in row.averages]
    counted = [table.of(method, APART) for method in methods]
    rows = [
        [draft, *(counts(*one[draft]) if draft in one else "–" for one in counted)]
        for draft in drafts_of(table)
    ]
    return ["draft", *methods], rows
