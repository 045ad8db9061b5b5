"""A table of methods side by side: as text for people, and all of it as JSON, CSV and Markdown.

Holds figures only, no text of drafts. Knows nothing of how they were counted.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from textwrap import fill

from unlinkable.lab.evaluation.published import DECIDED, ROWS, SOURCE
from unlinkable.lab.evaluation.table import Table
from unlinkable.lab.reports.columns import MODELS, groups, interval, left_of_each, number
from unlinkable.printing import json_text, plain
from unlinkable.reporting.json_forms.addresses import with_schema

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
    yield f"Published, for comparison: {SOURCE}."
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
            "source": SOURCE,
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
