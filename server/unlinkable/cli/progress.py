"""Progress on standard error, for work that takes more than a moment: a bar, or plain lines."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from unlinkable.printing import plain, say

if TYPE_CHECKING:
    from unlinkable_index.builder import OnStage

COLUMNS, ROWS = 80, 24
"""Of a terminal that does not say how many it has."""


@contextmanager
def progress_bar(quiet: bool) -> "Iterator[OnStage]":
    """Shows the stage, how much is done, and how long the rest will take."""
    from tqdm import tqdm

    with tqdm(
        desc="starting",
        total=100,
        file=sys.stderr,
        disable=True if quiet else None,  # None: unless standard error is no terminal
        bar_format="{desc:<20} {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left",
        **bar_size(),
        leave=False,
    ) as bar:

        def show(stage: str, done: float) -> None:
            if bar.disable:
                return
            next_stage = plain(stage) != bar.desc
            bar.set_description_str(plain(stage), refresh=False)
            bar.update(max(0.0, 100 * done - bar.n))
            if next_stage:
                bar.refresh()  # every stage is seen, however short

        yield show


def bar_size() -> dict[str, int | bool]:
    """How wide a bar is, as tqdm is told: as wide as the terminal, also when that changes. In one
    that says 0, tqdm would draw nothing."""
    try:
        known = os.get_terminal_size(sys.stderr.fileno()).columns > 0
    except (OSError, ValueError):  # no terminal, or closed
        known = True
    return {"dynamic_ncols": True} if known else {"ncols": COLUMNS - 1, "nrows": ROWS}


def clear_line() -> None:
    """Make the line of the terminal empty, whatever of a bar was drawn there."""
    if sys.stderr.isatty():
        width = bar_size().get("ncols", 0) or os.get_terminal_size(sys.stderr.fileno()).columns - 1
        sys.stderr.write("\r" + " " * width + "\r")


@contextmanager
def bar_aside() -> Iterator[None]:
    """Takes the bar, if there is one, from the terminal while something else is written there."""
    from tqdm import tqdm

    with tqdm.external_write_mode():
        yield


def say_aside(line: str) -> None:
    """Write a line to standard error, above the progress bar if there is one."""
    with bar_aside():
        say(line)


@contextmanager
def progress_lines() -> "Iterator[OnStage]":
    """Writes a line such as ``reading: 12 %`` whenever the stage or the percentage has changed."""
    last = ""

    def show(stage: str, done: float) -> None:
        nonlocal last
        line = f"{stage}: {100 * done:.0f} %"
        if line != last:
            say(line)
            last = line

    yield show
