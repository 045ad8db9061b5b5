"""Points and curves as SVG that needs nothing else and runs nothing. Knows numbers and names; must
know nothing of what they measure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unlinkable.reporting.page import Html, joined, tag, text

Point = tuple[float, float]
_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 190, 20, 348
_LINE, _LETTER = 15, 6.6  # the height of a name, and the width of its letters, about
_GAP = 10  # between a point and its name
_LONGEST = 28  # letters of a name
_STEPS = (1, 2, 2.5, 5, 10)
_TICKS = 6
_SHAPES = ("circle", "square", "triangle", "diamond", "cross")
_INKS = ("#1d4ed8", "#b45309", "#15803d", "#9f1239", "#6d28d9", "#0e7490")
_INK, _FAINT, _PUBLISHED = "#1c1f23", "#d5dae0", "#5b6470"


@dataclass(frozen=True)
class Series:
    """Some points with a name, from the left to the right; several are joined by a line.
    ``published``: whether others printed them; they are drawn hollow and grey."""

    name: str
    points: tuple[Point, ...]
    published: bool = False


@dataclass(frozen=True)
class Axis:
    """What an axis says, and where its ticks stand, rising; ``even``: whether the ticks stand at
    even distances whatever their values (as 1, 2, 5, 10)."""

    says: str
    ticks: tuple[float, ...]
    even: bool = False

    @classmethod
    def over(cls, says: str, values: Sequence[float], from_zero: bool = False) -> "Axis":
        """An axis that holds all ``values``, with ticks at round numbers."""
        shown = (0.0, *values) if from_zero else values
        low, high = min(shown), max(shown)
        if high - low <= 1e-6 * max(abs(low), abs(high)):
            low, high = min(low, 0.0), max(high, low + 1.0)
        step = _round_step((high - low) / _TICKS)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        return cls(says, tuple(step * number for number in range(first, last + 1)))

    def share(self, value: float) -> float:
        """How far along the axis a value stands, 0 to 1."""
        if not self.even:
            return (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        for number, (one, other) in enumerate(pairwise(self.ticks)):
            if value <= other:
                return (number + (value - one) / (other - one)) / (len(self.ticks) - 1)
        return 1.0


def plotted(series: Sequence[Series], along: Axis, up: Axis) -> Html:
    """The plot of all ``series``."""
    names = _downs(series, along, up)
    drawn = [
        joined(_series(number, one, along, up, below))
        for number, (one, below) in enumerate(zip(series, names, strict=True))
    ]
    return tag(
        "svg",
        *_axes(along, up),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        width="100%",
        role="img",
        **{"aria-label": f"{up.says}, against {along.says}: {_said(series)}"},
    )


def _said(series: Sequence[Series]) -> str:
    """The points in words, for whoever does not see the plot."""
    told = (
        f"{one.name} {', '.join(f'{_short(x)} {_short(y)}' for x, y in one.points)}"
        for one in series
    )
    return "; ".join(told)


def _round_step(least: float) -> float:
    """The next round number."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))


def _place(point: Point, along: Axis, up: Axis) -> Point:
    """Where a point stands in the drawing."""
    x = _LEFT + along.share(point[0]) * (_WIDTH - _RIGHT - _LEFT)
    return x, _BOTTOM - up.share(point[1]) * (_BOTTOM - _TOP)


def _axes(along: Axis, up: Axis) -> Iterator[Html]:
    right = _WIDTH - _RIGHT
    for value in along.ticks:
        x, _ = _place((value, up.ticks[0]), along, up)
        yield _line(x, _TOP, x, _BOTTOM)
        yield _text(x, _BOTTOM + 17, _short(value), "middle")
    for value in up.ticks:
        _, y = _place((along.ticks[0], value), along, up)
        yield _line(_LEFT, y, right, y)
        yield _text(_LEFT - 8, y + 4, _short(value), "end")
    yield _text((_LEFT + right) / 2, _BOTTOM + 40, along.says, "middle")
    yield _text(_LEFT, _TOP - 8, up.says, "start")


def _series(number: int, one: Series, along: Axis, up: Axis, below: float) -> Iterator[Html]:
    ink = _PUBLISHED if one.published else _INKS[number % len(_INKS)]
    places = [_place(point, along, up) for point in one.points]
    if len(places) > 1:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        dashes = {"stroke-dasharray": "5 4"} if number % 2 else {}
        yield tag(
            "path", d=f"M{path}", fill="none", stroke=ink, **{"stroke-width": "1.5"}, **dashes
        )
    for x, y in places:
        filling = "#fff" if one.published else ink
        yield tag("path", d=_shape(number, x, y), fill=filling, stroke=ink)
    x, y = places[-1]
    at = x + _GAP
    if abs(below - y) > 1:  # a line leads from the point to its name
        yield _line(x, y, at - 2, below, ink)
    yield _text(at, below + 4, _name(one), "start")


def _downs(series: Sequence[Series], along: Axis, up: Axis) -> list[float]:
    """How far down the name of each series stands: beside its last point, or as near above or below
    as no other name and no point is in its way."""
    points = [[_place(point, along, up) for point in one.points] for one in series]
    taken: list[tuple[float, float, float]] = []  # from and to where, and how far down
    downs = []
    for number, one in enumerate(series):
        x, y = points[number][-1]
        left, right = x + _GAP, x + _GAP + _LETTER * len(_name(one))
        others = [point for at, some in enumerate(points) if at != number for point in some]
        crossed = [d for a, b, d in taken if a < right and left < b]
        hidden = [b for a, b in others if left - 4 < a < right]
        levels = [(d, _LINE) for d in crossed] + [(d, _LINE / 2) for d in hidden]
        tried = (y + step * _LINE / 2 * sign for step in range(90) for sign in (1, -1))
        free = (
            down
            for down in tried
            if _TOP - 4 <= down <= _BOTTOM and all(abs(down - d) >= far for d, far in levels)
        )
        down = next(free, y)
        taken.append((left, right, down))
        downs.append(down)
    return downs


def _name(one: Series) -> str:
    return one.name if len(one.name) <= _LONGEST else f"{one.name[: _LONGEST - 1]}…"


def _shape(number: int, x: float, y: float) -> str:
    shape = _SHAPES[number % len(_SHAPES)]
    if shape == "circle":
        return f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"
    if shape == "square":
        return f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z"
    if shape == "triangle":
        return f"M{x:.1f} {y - 5:.1f}l5 9h-10z"
    if shape == "diamond":
        return f"M{x:.1f} {y - 5.5:.1f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"
    return f"M{x - 5:.1f} {y - 1.5:.1f}h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z"


def _short(value: float) -> str:
    return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def _line(x: float, y: float, to: float, down: float, ink: str = _FAINT) -> Html:
    ends = {"x1": f"{x:.1f}", "y1": f"{y:.1f}", "x2": f"{to:.1f}", "y2": f"{down:.1f}"}
    return tag("line", stroke=ink, **ends)


def _text(x: float, y: float, said: str, anchor: str) -> Html:
    font = {"text-anchor": anchor, "font-size": "12", "font-family": "system-ui, sans-serif"}
    halo = {"stroke": "#fff", "stroke-width": "3", "paint-order": "stroke"}
    return tag("text", text(said), x=f"{x:.1f}", y=f"{y:.1f}", fill=_INK, **font, **halo)
