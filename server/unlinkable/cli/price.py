"""`unlinkable price`: what protecting drafts against each searcher would take. Must never change a
draft."""

import argparse
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking, draft_files
from unlinkable.cli.output import progress_bar, takes_colours
from unlinkable.cli.parser import add_drafts, add_question_flags
from unlinkable.printing import Style, say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.draft import Markup
    from unlinkable.reporting.prices import PricedDraft
    from unlinkable_index.building.plan import OnStage


PRICED, COULD_NOT, DOUBTFUL = 0, 2, 3
FORMATS = ("text", "json", "html")
ROWS = ("searchers", "all")  # as `Rows`, which is loaded later


def add_price_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "price",
        help="show what protecting a draft against each searcher would take",
        description="For each searcher: what leads back now, and how many words, masks and "
        "sentences masking would take. Nothing is changed; of several drafts the sums are shown. "
        "Exit status: 0 done, 2 some draft could not be priced, 3 done, but it cannot be relied "
        "on, for the reasons that are said.",
    )
    add_drafts(parser)
    add_question_flags(parser)
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how results are written (default text)"
    )
    parser.add_argument(
        "--rows",
        choices=ROWS,
        default=ROWS[0],
        help="the searchers by name, or all: also paragraphs, longer gap phrases, higher k, and "
        "what exact search takes with wordings, which is three times the work (default searchers)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Price the drafts; every one that can be."""
    problems: list[str] = []
    left_out: list[str] = []
    priced: list[PricedDraft] = []
    with closing(asking.Workspaces(args)) as workspaces, progress_bar(args.quiet) as progress:
        paths = _paths(args.drafts, problems, left_out)
        for number, path in enumerate(paths):
            try:
                asked = workspaces.of(path)
                for one in asked.each():
                    shown = _part(progress, number, len(paths))
                    priced.append(priced_draft(path, one, args.rows, shown))
            except UserError as error:
                problems.append(str(error))
    for said in (*dict.fromkeys(problems), *left_out):
        say(f"unlinkable: {said}")
    if priced:
        sys.stdout.write(_written(args.format, priced))
    if problems:
        return COULD_NOT
    return DOUBTFUL if left_out or any(one.doubts for one in priced) else PRICED


def _paths(named: list[Path], problems: list[str], left_out: list[str]) -> list[Path]:
    paths: list[Path] = []
    for path in named:
        try:
            paths += draft_files.drafts_in(path, left_out)
        except UserError as error:
            problems.append(str(error))
    return paths


def _part(progress: "OnStage", number: int, count: int) -> "OnStage":
    """Progress with the drafts, told that with one of them."""

    def show(stage: str, done: float) -> None:
        progress(stage, (number + done) / count)

    return show


def priced_draft(path: Path, asked: asking.Asking, rows: str, progress: "OnStage") -> "PricedDraft":
    """The prices of the draft at ``path``. Raises UserError."""
    from unlinkable.engine.protecting import price_draft
    from unlinkable.pricing import Rows

    several, asked = bool(asked.others), asked.beside(path)
    draft, seen = asked.read(path)
    return price_draft(
        asked,
        asked.task(draft, _markup(asked, path, seen is not None)),
        f"{path} in {asked.index.path.name}" if several else str(path),
        Rows(rows),
        None if path == draft_files.STANDARD_INPUT else path.absolute(),
        report=lambda told: progress(told.message, told.fraction or 0.0),
    )


def _markup(asked: asking.Asking, path: Path, is_document: bool) -> "Markup":
    from unlinkable.draft import Markup

    return Markup.DOCUMENT if is_document else asked.markup(path)


def _written(form: str, priced: "list[PricedDraft]") -> str:
    """The prices in one of `FORMATS`."""
    if form == "json":
        from unlinkable.reporting.prices import prices_line

        return "".join(map(prices_line, priced))
    if form == "html":
        from unlinkable.reporting.prices_page import prices_page

        return "".join(prices_page(priced))
    from unlinkable.reporting.prices import prices_text

    return prices_text(priced, Style.of_terminal(colours=takes_colours()))
