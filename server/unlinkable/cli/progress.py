"""Progress on standard error, for work that takes more than a moment: a bar, or plain lines."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from unlinkable.printing import plain, say

if TYPE_CHECKING:
    from unlinkable_index.builder import OnStage


@contextmanager
def progress_bar(quiet: bool) -> "Iterator[OnStage]":
    """Shows the stage, how much is done, and how long the rest will take."""
    from tqdm import tqdm

    with tqdm(
        total=100,
        file=sys.stderr,
        disable=True if quiet else None,  # None: unless standard error is no terminal
        bar_format="{desc:<20} {percentage:3.0f}% |{bar}| {elapsed} of about {elapsed_total}",
        leave=False,
    ) as bar:

        def show(stage: str, done: float) -> None:
            bar.set_description_str(plain(stage), refresh=False)
            bar.update(max(0.0, 100 * done - bar.n))

        yield show


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
