"""Where results and progress go: standard output or a file written whole; a bar or plain lines on
standard error. Must never know results."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.printing import plain, say
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import real, unwritten, write_whole

if TYPE_CHECKING:
    from unlinkable_index.building.plan import OnStage


STANDARD_OUTPUT = Path("-")


def takes_colours() -> bool:
    """Whether what is printed goes to a terminal that shows colours, to someone who wants them."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not refused


def demand_folder(path: Path) -> None:
    """Raise UserError where the folder is not there that ``path`` is to lie in: a mistyped name is
    no wish for new folders."""
    if not path.parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}; make it, or name another place")


def demand_file(path: Path, what: str) -> None:
    """Raise UserError for standard output, where ``what`` can't be read, and as `demand_folder`."""
    if path == STANDARD_OUTPUT:
        raise UserError(f"{what} cannot go to standard output; name a place for it with -o")
    demand_folder(path)


@contextlib.contextmanager
def results_in(out: Path | None, drafts: Sequence[Path]) -> Iterator[None]:
    """What is printed meanwhile goes to the file ``out``, once it is whole; None: it is printed.

    Raises UserError where that can't be, or would be among the ``drafts`` or over an index.
    """
    from unlinkable_index.file.index_file import is_index

    if out is None or out == STANDARD_OUTPUT:
        yield
        return
    demand_folder(out)
    among = any(real(named) in (real(out), *real(out).parents) for named in drafts)
    if out.exists() and (among or is_index(out)):
        what = "an index" if is_index(out) else "among the drafts"
        raise UserError(f"{out}: this is {what}; choose another place with -o")
    results = io.StringIO()
    with contextlib.redirect_stdout(results):
        yield
    try:
        write_whole(out, results.getvalue())
    except OSError as error:
        raise unwritten(out, error) from error


COLUMNS, ROWS = 80, 24
"""Of a terminal that does not say how many it has."""


@contextlib.contextmanager
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


@contextlib.contextmanager
def bar_aside() -> Iterator[None]:
    """Takes the bar, if there is one, from the terminal while something else is written there."""
    from tqdm import tqdm

    with tqdm.external_write_mode():
        yield


def say_aside(line: str) -> None:
    """Write a line to standard error, above the progress bar if there is one."""
    with bar_aside():
        say(line)


@contextlib.contextmanager
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
