"""The table of methods as a page, with a drawing of what is left against what is kept.

Holds figures only. The drawing is SVG in the page itself; it needs nothing else and runs nothing.
"""

from collections.abc import Iterable, Iterator, Sequence

from unlinkable.lab.evaluation.published import DECIDED, ROWS, SOURCE
from unlinkable.lab.evaluation.table import Row, Table
from unlinkable.lab.reports.evaluation import columns, means, number
from unlinkable.reporting.page import Html, joined, page, table, tag, text

_WIDTH, _HEIGHT, _EDGE = 640, 360, 60
_LABEL, _LINE = 120, 18  # the width and height of a name, about
_PLOTS = (
    ("left 1", "Links by phrases left"),
    ("sentences that lead", "Sentences that lead a searcher who ranks"),
)


def evaluation_page(made: Table) -> Iterator[str]:
    """The page, piece by piece."""
    return page("Methods side by side", _parts(made))


def _parts(made: Table) -> Iterator[Html]:
    names = [name for name, _ in columns(made)]
    heads = ["Method", *(head for _, head in columns(made))]
    yield _wide(heads, [[text(row.method), *map(text, means(row, names))] for row in made.rows])
    for measure, title in _PLOTS:
        points = [row for row in made.rows if {measure, "words kept"} <= set(row.averages)]
        if points:
            yield tag("h3", text(f"{title}, against words kept"))
            yield _plot(points, measure, title)
    yield tag("h3", text("With intervals"))
    yield _wide(
        ["Measure", *(row.method for row in made.rows)],
        [
            [text(name), *(text(_interval(row, name)) for row in made.rows)]
            for name in made.measures
        ],
    )
    yield tag("h3", text("Published"))
    yield _wide(
        ["Method", *ROWS[0].figures],
        [[text(row.method), *(text(number(x)) for x in row.figures.values())] for row in ROWS],
    )
    yield tag("p", text(SOURCE))
    said = [f"{row.method}: {row.said}; {row.drafts:,} drafts." for row in made.rows]
    said += [f"Left out: {reason}" for reason in made.left_out]
    yield tag("ul", *(tag("li", text(one)) for one in (*said, *DECIDED)))


def _wide(heads: Sequence[str], rows: Iterable[Sequence[Html | int]]) -> Html:
    """A table that may be wider than the page."""
    return tag("div", table(heads, rows), class_="wide")


def _interval(row: Row, name: str) -> str:
    one = row.averages.get(name)
    if one is None:
        return "–"
    return f"{number(one.mean)} ({number(one.low)} to {number(one.high)})"


def _plot(rows: list[Row], measure: str, title: str) -> Html:
    def place(share: float, length: int) -> float:
        return _EDGE + share * (length - 2 * _EDGE)

    marks, labels = [], list[tuple[float, float]]()
    for row in rows:
        x = place(min(row.averages[measure].mean, 1.0), _WIDTH)
        y = _HEIGHT - place(row.averages["words kept"].mean, _HEIGHT)
        dot = tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="5")
        below = y + 4
        while any(abs(x - a) < _LABEL and abs(below - b) < _LINE for a, b in labels):
            below += _LINE
        labels.append((x, below))
        name = tag("text", text(row.method), x=f"{x + 8:.1f}", y=f"{below:.1f}")
        marks.append(joined((dot, name)))
    left, right, top, bottom = _EDGE, _WIDTH - _EDGE, _EDGE, _HEIGHT - _EDGE
    frame = tag(
        "path",
        d=f"M{left} {top}V{bottom}H{right}",
        fill="none",
        stroke="currentColor",
    )
    along = tag("text", text(f"{title}: 0 to 1"), x=str(left), y=str(bottom + 30))
    up = tag("text", text("Words kept: 0 to 1"), x=str(left), y=str(top - 12))
    return tag(
        "svg",
        frame,
        along,
        up,
        *marks,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        **{"aria-label": f"{title}, against words kept"},
    )
