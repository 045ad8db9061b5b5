"""The progress bar: its clock goes on, and where columns are few it says what matters."""

import io
import re
import time

import pytest

from unlinkable.cli.bar import Bar, ticking

FORMAT = "{desc:<20} {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left"


def test_the_clock_goes_on_while_nothing_is_told() -> None:
    drawn = io.StringIO()
    with ticking(Bar(total=100, file=drawn, ncols=79, bar_format=FORMAT)):
        time.sleep(2.5)
    assert {"00:01", "00:02"} <= set(re.findall(r"\| (\d\d:\d\d)", drawn.getvalue()))


@pytest.mark.parametrize("columns", range(26, 130))
@pytest.mark.parametrize("stage", ["reading", "Loading the model some-long-name-of-it-Q4.gguf"])
def test_the_percentage_and_the_time_are_shown_before_a_bar(columns: int, stage: str) -> None:
    bar = Bar(total=100, file=io.StringIO(), ncols=columns, desc=stage, bar_format=FORMAT)
    bar.n = 7
    line = str(bar)
    assert len(line) <= columns
    assert re.search(r" 7% .*00:00, \S+ left", line)
    shown = re.search(r"\|(.*)\|", line)
    assert shown is None or len(shown[1]) > 4
    assert (shown is None) == (columns < max(len(stage), 20) + 32)
