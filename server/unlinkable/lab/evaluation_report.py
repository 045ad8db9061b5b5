"""A table of methods side by side: as text, JSON, CSV, Markdown and as a page with drawings. Holds
figures only, no text of drafts; must know nothing of how they were counted."""

import csv
import io
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from textwrap import fill

from unlinkable import __version__
from unlinkable.lab.evaluation.linkage import KS, PLACES, leads_at, ranked_within
from unlinkable.lab.evaluation.table import (
    MODELS,
    Row,
    Table,
    groups,
    interval,
    left_of_each,
    number,
)
from unlinkable.lab.plots import Axis, Series, plotted
from unlinkable.lab.published import DECIDED, ROWS, TABLE_SOURCE
from unlinkable.printing import json_text, plain
from unlinkable.reporting import with_schema
from unlinkable.reporting.page import Html, facts, page, table, tag, text

_WIDTH = 80  # letters
_CSV = (
    "method",
    "draft",
    "measure",
    "drafts",
    "part",
    "whole",
    "pooled",
    "mean",
    "median",
    "low",
    "high",
)


def notes(table: Table) -> Iterator[str]:
    """What must be said beside the table, in sentences."""
    yield (
        "Means of the drafts, but what is counted. ‰: in a thousand words. Ranked first, clean (by "
        "the searches named), robust: shares of the drafts. Apart: phrases that do not overlap, as "
        "check counts them; all: also those that overlap, each once. Marked by people: as TAB "
        "counts (arXiv 2202.00443), weighted by how rare words are. CSV and JSON also have what "
        "was counted of each draft; CSV, JSON and Markdown what is pooled, and intervals."
    )
    for row in table.rows:
        yield f"{row.method}: {row.said}; {row.drafts:,} drafts."
    for said in table.left_out:
        yield f"Left out: {said}"
    yield f"Published, for comparison: {TABLE_SOURCE}."
    yield from DECIDED


def text_table(table: Table) -> str:
    """Tables for people, a group of measures each, the published rows, and what must be said
    beside them."""
    parts = []
    for group in groups(table):
        signs = _signs(column.head for column in group.columns)
        heads = [signs.get(column.head, column.head) for column in group.columns]
        rows = [
            [plain(row.method), *(one.cell(row) for one in group.columns)] for row in table.rows
        ]
        parts.append(_titled(group.title, [["method", *heads], *rows], signs))
    signs = _signs(ROWS[0].figures)
    heads = [signs.get(name, name) for name in ROWS[0].figures]
    rows = [[row.method, *map(number, row.figures.values())] for row in ROWS]
    parts.append(_titled("Published", [["method", *heads], *rows], signs))
    parts += _each_draft(table)
    parts.append("\n".join(fill(plain(said), _WIDTH) for said in notes(table)))
    return "\n\n".join(part for part in parts if part) + "\n"


def json_table(table: Table) -> str:
    """Everything: each method with all averages of each measure and what was counted of each
    draft, and the published rows."""
    told = {
        "methods": [
            {
                "method": row.method,
                "is": row.said,
                "drafts": row.drafts,
                "measures": {name: asdict(one) for name, one in row.averages.items()},
                "each": {
                    one.draft: {name: list(value) for name, value in one.tallies.items()}
                    for one in table.each
                    if one.method == row.method
                },
            }
            for row in table.rows
        ],
        "left_out": list(table.left_out),
        "published": {
            "source": TABLE_SOURCE,
            "rows": [{"method": r.method, "figures": dict(r.figures)} for r in ROWS],
        },
        "decided": list(DECIDED),
    }
    return json_text(with_schema("evaluate", told), indent=1) + "\n"


def csv_table(table: Table) -> str:
    """A line for each method and measure, with all averages and no draft; then one for each draft
    as well, with what was counted of it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_CSV)
    for row in table.rows:
        for name, one in row.averages.items():
            figures = (one.part, one.whole, one.pooled, one.mean, one.median, one.low, one.high)
            writer.writerow((_no_formula(row.method), "", name, one.drafts, *figures))
    for published in ROWS:
        for name, value in published.figures.items():
            told = (f"published: {published.method}", "", name, "", "", "", "", value, "", "", "")
            writer.writerow(told)
    for each in table.each:
        for name, (part, whole) in each.tallies.items():
            share = part / whole if whole else ""
            names = _no_formula(each.method), _no_formula(each.draft), name
            writer.writerow((*names, 1, part, whole, share, share, share, "", ""))
    return out.getvalue()


def markdown_table(table: Table) -> str:
    """A table of measures by methods: pooled, then the mean with its interval."""
    heads = ["measure", *(_cell(row.method) for row in table.rows)]
    lines = [_line(heads), "|" + "---|" * len(heads)]
    for name in table.measures:
        cells = []
        for row in table.rows:
            one = row.averages.get(name)
            cells.append("–" if one is None else f"{number(one.pooled)}; {interval(one)}")
        lines.append(_line([_cell(name), *cells]))
    lines += ["", _line(["published", *ROWS[0].figures])]
    lines.append("|" + "---|" * (1 + len(ROWS[0].figures)))
    lines += [_line([row.method, *map(number, row.figures.values())]) for row in ROWS]
    lines += ["", *(f"- {_cell(said)}" for said in notes(table))]
    return "\n".join(lines) + "\n"


def _signs(heads: Iterable[str]) -> dict[str, str]:
    """Short signs for the heads that name models."""
    return {head: f"[{n}]" for n, head in enumerate(heads, 1) if head.startswith(MODELS)}


def _titled(title: str, rows: Sequence[Sequence[str]], signs: dict[str, str]) -> str:
    legend = [f"{sign} {plain(head)}" for head, sign in signs.items()]
    return "\n".join([title, *_aligned(rows), *legend])


def _each_draft(table: Table) -> Iterator[str]:
    """The phrases that are left of each draft, in tables that are not too wide."""
    heads, rows = left_of_each(table)
    most = max(1, (_WIDTH - max(map(len, (row[0] for row in rows)), default=0)) // 14)
    for at in range(1, len(heads), most):
        part = [[plain(cell) for cell in (row[0], *row[at : at + most])] for row in (heads, *rows)]
        yield _titled("Phrases left of each draft, as check counts them", part, {})


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(value: str) -> str:
    return plain(value).replace("|", "\\|")


def _no_formula(value: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


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
    yield tag("p", text(TABLE_SOURCE), class_="small")


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
