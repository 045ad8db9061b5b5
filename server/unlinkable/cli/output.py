"""Where results and progress go: standard output or a file written whole; a bar or plain lines on
standard error. Must never know results."""

import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.printing import plain, say
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import open_ordinary, real, unwritten, write_whole

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


_BEGINNING = 4096  # bytes, of which the first of a report tell that it is one


def is_ours(path: Path, begins: str) -> bool:
    """Whether nothing is lost where a file is written over: it is not there, or empty, or begins as
    ours do (a regular expression). Raises UserError where that can't be seen."""
    try:
        with open_ordinary(path) as file:
            beginning = file.read(_BEGINNING).decode("utf-8", "replace")
    except FileNotFoundError:
        return True
    except OSError as error:
        raise unwritten(path, error) from error
    return not beginning or re.match(begins, beginning, re.DOTALL) is not None


def demand_ours(path: Path, begins: str, advice: str) -> None:
    """Raise UserError where a file would be written over that is not ours, as in `is_ours`."""
    if not is_ours(path, begins):
        raise UserError(
            f"{path}: there is a file here that is no report of ours of this kind; choose another "
            f"place with {advice}"
        )


def begins_page(title: str) -> str:
    """How a page of ours with this title begins, as a regular expression."""
    return f"<!DOCTYPE html>.*<title>{re.escape(title)}</title>"


def begins_json(what: str) -> str:
    """How JSON of ours begins whose schema is called so, as a regular expression."""
    return rf'\{{\s*"\$schema": "[^"]*/{what}\.json"'


@contextlib.contextmanager
def results_in(out: Path | None, drafts: Sequence[Path], begins: str) -> Iterator[None]:
    """What is printed meanwhile goes to the file ``out``, once it is whole; None: it is printed.

    Raises UserError where that can't be, or would be among the ``drafts`` or over a file that does
    not begin as such results do (``begins``, see `demand_ours`).
    """
    if out is None or out == STANDARD_OUTPUT:
        yield
        return
    demand_folder(out)
    if out.exists() and any(real(one) in (real(out), *real(out).parents) for one in drafts):
        raise UserError(f"{out}: this is among the drafts; choose another place with -o")
    demand_ours(out, begins, "-o")
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
    from unlinkable.cli.bar import Bar, ticking

    drawn = Bar(
        desc="starting",
        total=100,
        file=sys.stderr,
        disable=True if quiet else None,  # None: unless standard error is no terminal
        bar_format="{desc:<20} {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left",
        **bar_size(),
        leave=False,
    )
    with ticking(drawn) as bar:

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
