"""A small plot of words lost against protection, as SVG: one line a level, a point at what it
takes. Knows numbers and names only."""

import math
from collections.abc import Iterator, Sequence

from unlinkable.reporting.page import Html, tag, text

_LEFT, _RIGHT, _LINE, _TOP, _WIDTH = 12, 60, 40, 4, 400  # narrow, so that a phone shows all of it
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
_MOST_TICKS = 7


def lost_words(points: Sequence[tuple[str, float]]) -> Html:
    """The plot: names of levels and the share of the words that each takes (0 to 1), which stand
    from the least to the most."""
    order = sorted(points, key=lambda point: point[1])
    most = max((share for _, share in order), default=0.0)
    step = next((step for step in _STEPS if most / step < _MOST_TICKS), _STEPS[-1])
    ticks = max(1, math.ceil(most / step))
    bottom = _TOP + _LINE * len(order) + 6
    parts = [
        *_axis(ticks, step, bottom),
        *(part for row, one in enumerate(order) for part in _point(row, one, ticks * step)),
    ]
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {bottom + 44}",
        class_="plot",
        role="img",
        aria_label="Share of the words lost at each level of protection, as in the table",
    )


def _at(share: float, most: float) -> float:
    """Where a share stands, from the left."""
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * share / most, 1)


def _axis(ticks: int, step: float, bottom: int) -> Iterator[Html]:
    for tick in range(ticks + 1):
        x = str(_at(tick, ticks))
        yield tag("line", x1=x, x2=x, y1=str(_TOP), y2=str(bottom))
        yield _text(x, bottom + 16, f"{tick * step:.0%}", "middle")
    yield _text(str(_at(ticks / 2, ticks)), bottom + 36, "share of the words masked", "middle")


def _point(row: int, one: tuple[str, float], most: float) -> Iterator[Html]:
    """A level: its name, and below that its point at the end of a line."""
    name, share = one
    y = _TOP + _LINE * row + 28
    x = _at(share, most)
    yield _text(str(_LEFT + 4), y - 12, name, "start")
    yield tag("line", x1=str(_LEFT), x2=str(x), y1=str(y), y2=str(y), class_="reach")
    yield tag("circle", cx=str(x), cy=str(y), r="4.5")
    yield _text(str(x + 9), y + 4, f"{share:.1%}", "start")


def _text(x: str, y: int, said: str, anchor: str) -> Html:
    return tag("text", text(said), x=x, y=str(y), text_anchor=anchor, font_size="12")
