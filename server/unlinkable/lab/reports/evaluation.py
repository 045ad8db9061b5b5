"""A table of methods side by side: as text for people, and all of it as JSON, CSV and Markdown.

Holds figures only, no text of drafts. Knows nothing of how they were counted.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from unlinkable.lab.evaluation.published import DECIDED, ROWS, SOURCE
from unlinkable.lab.evaluation.table import Row, Table
from unlinkable.printing import json_text, plain

SHOWN = (
    ("left 1", "left 1"),
    ("left (3,1)", "left (3,1)"),
    ("left (3,7)", "left (3,7)"),
    ("new (3,1)", "new (3,1)"),
    ("clean (3,1)", "clean (3,1)"),
    ("ranked first", "ranked first"),
    ("sentences that lead", "sentences lead"),
    ("robustly clean", "robust"),
    ("masks told", "masks told"),
    ("lost", "lost ‰"),
    ("invented", "invented ‰"),
    ("words kept", "words kept"),
    ("new gaps", "gaps ‰"),
    ("LIX", "LIX"),
    ("seconds", "seconds"),
)
"""What the table for people shows, where it was measured: measures, and the heads of columns."""
_MODELS = ("similarity ", "perplexity ")


def columns(table: Table) -> list[tuple[str, str]]:
    """The measures that the table for people shows, each with the head of its column."""
    known = set(table.measures)
    shown = [(name, head) for name, head in SHOWN if name in known]
    models = [(name, name) for name in table.measures if name.startswith(_MODELS)]
    at = next((n for n, (name, _) in enumerate(shown) if name == "lost"), len(shown))
    return [*shown[:at], *models, *shown[at:]]


def number(value: float | None) -> str:
    """A figure with three digits that say something."""
    if value is None:
        return "–"
    return (
        f"{value:,.0f}"
        if abs(value) >= 100
        else f"{value:.1f}"
        if abs(value) >= 10
        else (f"{value:.3f}")
    )


def means(row: Row, names: Iterable[str]) -> list[str]:
    """The means of a method."""
    found = (row.averages.get(name) for name in names)
    return [number(None if one is None else one.mean) for one in found]


def notes(table: Table) -> Iterator[str]:
    """What must be said beside the table, in sentences."""
    yield (
        "Means of the drafts. ‰: in a thousand words. Ranked first, clean (by the searches named), "
        "robust: shares of the drafts. CSV, JSON and Markdown also have what is pooled, and "
        "intervals."
    )
    for row in table.rows:
        yield f"{row.method}: {row.said}; {row.drafts:,} drafts."
    for said in table.left_out:
        yield f"Left out: {said}"
    yield f"Published, for comparison: {SOURCE}."
    yield from DECIDED


def text_table(table: Table) -> str:
    """The table for people, the published rows below, and what must be said beside it."""
    names, heads = zip(*columns(table), strict=True) if columns(table) else ((), ())
    rows = [[plain(row.method), *means(row, names)] for row in table.rows]
    short = {head: f"[{n}]" for n, head in enumerate(heads, 1) if head.startswith(_MODELS)}
    shown = [["method", *(short.get(head, head) for head in heads)], *rows]
    legend = [f"{sign} {head}" for head, sign in short.items()]
    published = [["published", *(ROWS[0].figures)]]
    published += [[row.method, *map(number, row.figures.values())] for row in ROWS]
    parts = ["\n".join(_aligned(shown)), "\n".join(legend), "\n".join(_aligned(published))]
    parts.append("\n".join(map(plain, notes(table))))
    return "\n\n".join(part for part in parts if part) + "\n"


def json_table(table: Table) -> str:
    """Everything: each method with all averages of each measure, and the published rows."""
    return (
        json_text(
            {
                "methods": [
                    {
                        "method": row.method,
                        "is": row.said,
                        "drafts": row.drafts,
                        "measures": {name: asdict(one) for name, one in row.averages.items()},
                    }
                    for row in table.rows
                ],
                "left_out": list(table.left_out),
                "published": {
                    "source": SOURCE,
                    "rows": [{"method": r.method, "figures": dict(r.figures)} for r in ROWS],
                },
                "decided": list(DECIDED),
            },
            indent=1,
        )
        + "\n"
    )


def csv_table(table: Table) -> str:
    """A line for each method and measure, with all averages."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("method", "measure", "drafts", "pooled", "mean", "median", "low", "high"))
    for row in table.rows:
        for name, one in row.averages.items():
            figures = (one.pooled, one.mean, one.median, one.low, one.high)
            writer.writerow((_no_formula(row.method), name, one.drafts, *figures))
    for published in ROWS:
        for name, value in published.figures.items():
            writer.writerow((f"published: {published.method}", name, "", "", value, "", "", ""))
    return out.getvalue()


def markdown_table(table: Table) -> str:
    """A table of measures by methods: pooled, then the mean with its interval."""
    heads = ["measure", *(_cell(row.method) for row in table.rows)]
    lines = [_line(heads), "|" + "---|" * len(heads)]
    for name in table.measures:
        cells = []
        for row in table.rows:
            one = row.averages.get(name)
            cells.append(
                "–"
                if one is None
                else f"{number(one.pooled)}; {number(one.mean)} "
                f"({number(one.low)} to {number(one.high)})"
            )
        lines.append(_line([_cell(name), *cells]))
    lines += ["", _line(["published", *ROWS[0].figures])]
    lines.append("|" + "---|" * (1 + len(ROWS[0].figures)))
    lines += [_line([row.method, *map(number, row.figures.values())]) for row in ROWS]
    lines += ["", *(f"- {_cell(said)}" for said in notes(table))]
    return "\n".join(lines) + "\n"


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
    return f"'{value}" if value[:1] in "=+-@" else value
