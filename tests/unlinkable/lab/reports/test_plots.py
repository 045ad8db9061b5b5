"""Plots: ticks at round numbers that hold every value, and names that can be read."""

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from unlinkable.lab.plots import Axis, Series, plotted

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8)


@examples(200)
@given(VALUES, st.booleans())
def test_ticks_hold_all_values_at_even_round_steps(values: list[float], from_zero: bool) -> None:
    axis = Axis.over("x", values, from_zero)
    slack = 1e-9 * max(1.0, *map(abs, axis.ticks))
    assert axis.ticks[0] <= min(values) + slack
    assert axis.ticks[-1] >= max(values) - slack
    assert 2 <= len(axis.ticks) <= 9
    steps = [other - one for one, other in pairwise(axis.ticks)]
    assert max(steps) - min(steps) <= 10 * slack
    assert all(-1e-6 <= axis.share(value) <= 1 + 1e-6 for value in values)
    if from_zero:
        assert axis.ticks[0] <= 0 <= axis.ticks[-1]


@pytest.mark.parametrize(("value", "share"), [(2, 0), (3, 1 / 3), (4, 1 / 2), (5, 2 / 3), (10, 1)])
def test_an_even_axis_has_its_ticks_at_even_distances(value: float, share: float) -> None:
    assert Axis("k", (2, 3, 5, 10), even=True).share(value) == pytest.approx(share)


def names(svg: str) -> list[tuple[float, float, str]]:
    """Where the names of series stand."""
    found = re.findall(r'<text[^>]*?text-anchor="start"[^>]*>[^<]*</text>', svg)
    told = []
    for one in found[1:]:  # the first is what the axis says
        x, y = (float(re.search(rf'\b{name}="([-0-9.]+)"', one)[1]) for name in "xy")  # type: ignore[index]
        told.append((x, y, re.sub("<.*?>", "", one)))
    return told


def test_no_two_names_stand_on_each_other_and_each_series_has_one() -> None:
    """Eleven methods that all end at the same point, and three at another."""
    series = [Series(f"method {n}", ((0.0, n / 20), (1.0, 1.0))) for n in range(11)]
    series += [Series(f"other {n}", ((0.5, 0.5),), published=True) for n in range(3)]
    svg = plotted(series, Axis("x", (0.0, 1.0)), Axis("y", (0.0, 1.0)))
    found = names(svg)
    assert sorted(said for *_, said in found) == sorted(one.name for one in series)
    for (x, y, said), (a, b, other) in combinations(found, 2):
        apart = abs(y - b) >= 12 or x + 6 * len(said) < a or a + 6 * len(other) < x
        assert apart, (said, other)


def test_a_name_runs_nothing_and_is_read_out() -> None:
    series = [Series("<script>alert(1)</script>", ((1.0, 2.0),))]
    svg = plotted(series, Axis.over("words", [1.0]), Axis.over("links", [2.0]))
    assert "<script" not in svg
    assert 'aria-label="links, against words: &lt;script&gt;alert(1)&lt;/script&gt; 1 2"' in svg
