"""The tables of methods as a page, with drawings of what is left against what is kept.

Holds figures only. The drawings are SVG in the page itself; it needs nothing else and runs nothing.
Tables have few columns, so that nothing is cut on paper and on narrow screens.
"""

import platform
from collections.abc import Iterator, Sequence
from datetime import datetime

from unlinkable import __version__
from unlinkable.lab.evaluation.curves import KS, PLACES, leads_at, ranked_within
from unlinkable.lab.evaluation.published import DECIDED, ROWS, SOURCE
from unlinkable.lab.evaluation.table import Row, Table
from unlinkable.lab.reports.columns import groups, interval, left_of_each, number
from unlinkable.lab.reports.plots import Axis, Series, plotted
from unlinkable.reporting.page import Html, facts, page, table, tag, text

_COLUMNS = 4  # of wide cells, beside the first
_SIMILARITY = "similarity "
_CUT = ", cut"


def evaluation_page(made: Table) -> Iterator[str]:
    """The page, piece by piece."""
    return page("Methods side by side", _parts(made))


def _parts(made: Table) -> Iterator[Html]:
    now = datetime.now().astimezone()
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    said = f"{now:%Y-%m-%d %H:%M %Z}, by Unlinkable {__version__}, {machine}"
    yield facts([("Measured", text(said))])
    yield from tables(made)
    yield tag("h2", text("Drawn"))
    for title, drawn in drawings(made):
        yield tag("h3", text(title))
        yield tag("div", drawn, class_="plot")
    yield tag("h2", text("Phrases left of each draft, as check counts them"))
    yield _fitting(*left_of_each(made), _COLUMNS)
    yield tag("h2", text("With intervals"))
    heads = ["Measure", *(row.method for row in made.rows)]
    rows = [
        [name, *(interval(row.averages.get(name)) for row in made.rows)] for name in made.measures
    ]
    yield _fitting(heads, rows, 3)
    yield tag("h2", text("How it was measured"))
    told = [f"{row.method}: {row.said}; {row.drafts:,} drafts." for row in made.rows]
    told += [f"Left out: {reason}" for reason in made.left_out]
    yield tag("ul", *(tag("li", text(one)) for one in (*told, *DECIDED)))


def tables(made: Table) -> Iterator[Html]:
    """The tables for people, a group of measures each, and the published rows."""
    for group in groups(made):
        yield tag("h2", text(group.title))
        heads = ["Method", *(column.head for column in group.columns)]
        rows = [[row.method, *(one.cell(row) for one in group.columns)] for row in made.rows]
        yield _fitting(heads, rows, len(group.columns))
    yield tag("h2", text("Published"))
    heads = ["Method", *ROWS[0].figures]
    rows = [[row.method, *(number(value) for value in row.figures.values())] for row in ROWS]
    yield _fitting(heads, rows, len(ROWS[0].figures))
    yield tag("p", text(SOURCE), class_="small")


def drawings(made: Table) -> Iterator[tuple[str, Html]]:
    """The plots that what was measured allows, each with a title."""
    kept = _points(made, "left 1", "words kept")
    yield from _scatter(kept, "Links by phrases left", "Words kept", "and words kept")
    for name in made.measures:
        if name.startswith(_SIMILARITY) and name.endswith(_CUT):
            points = [*_points(made, "left 1", name), *_published()]
            yield from _scatter(points, "Links by phrases left", "Similarity", f"and {name}")
    leads = [
        Series(row.method, tuple((k, row.averages[leads_at(k)].mean) for k in KS))
        for row in made.rows
        if all(leads_at(k) in row.averages for k in KS)
    ]
    if leads:
        most = [y for one in leads for _, y in one.points]
        along, up = Axis("k", KS, even=True), Axis.over("Phrases of a draft", most, from_zero=True)
        yield "Phrases that lead to the original, by k", plotted(leads, along, up)
    ranks = [
        Series(row.method, tuple(zip(PLACES, ranked_within(_ranks(made, row)), strict=True)))
        for row in made.rows
        if _ranks(made, row)
    ]
    if ranks:
        along = Axis("Among so many first", PLACES, even=True)
        up = Axis("Share of the drafts", (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
        yield "The original, ranked by the whole text", plotted(ranks, along, up)


def _ranks(made: Table, row: Row) -> list[float]:
    return [tally.part for tally in made.of(row.method, "rank").values()]


def _points(made: Table, along: str, up: str) -> list[Series]:
    return [
        Series(row.method, ((row.averages[along].mean, row.averages[up].mean),))
        for row in made.rows
        if {along, up} <= set(row.averages)
    ]


def _published() -> list[Series]:
    """What was printed, by the first of its models for similarity."""
    name = next(name for name in ROWS[0].figures if name.startswith(_SIMILARITY))
    return [
        Series(f"† {row.method}", ((row.figures["left 1"], row.figures[name]),), published=True)
        for row in ROWS
    ]


def _scatter(
    points: Sequence[Series], along: str, up: str, title: str
) -> Iterator[tuple[str, Html]]:
    if points:
        ticks = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
        ups = Axis.over(up, [point.points[0][1] for point in points])
        also = "; † as published, by another model" if points[-1].published else ""
        yield f"{along}, {title}{also}", plotted(points, Axis(along, ticks), ups)


def _fitting(heads: Sequence[str], rows: Sequence[Sequence[str]], most: int) -> Html:
    """A table with the first column and at most so many others, or several below each other."""
    tables = [
        table(
            [heads[0], *heads[at : at + most]],
            [[text(cell) for cell in (row[0], *row[at : at + most])] for row in rows],
        )
        for at in range(1, len(heads), most)
    ]
    # where a screen is too narrow it scrolls, also by the keyboard
    about = {"aria-label": f"{heads[0]} and {', '.join(heads[1:])}"}
    return tag("div", *tables, class_="wide", tabindex="0", role="region", **about)
