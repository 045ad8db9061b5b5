"""`unlinkable check`: what in a draft leads back to its original."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.reporting.checked import Checked

CLEAN, FOUND, COULD_NOT = 0, 1, 2
FORMATS = ("text", "json")


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "check",
        help="show what in a draft leads back to its original",
        description="Show every phrase, and every combination of terms, that fewer than k "
        "originals share. Exit status: 0 clean, 1 findings, 2 could not check.",
    )
    parser.add_argument(
        "drafts",
        metavar="DRAFT",
        nargs="+",
        type=Path,
        help="a text or Markdown file, a folder of them, or - for standard input",
    )
    asking.add_flags(parser)
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how results are written (default text)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the drafts; every one that can be."""
    asked = asking.asking(args)
    write = writer(args.format)
    status = CLEAN
    with asked.index:
        for path in asking.drafts_in(args.drafts):
            try:
                checked = check_draft(path, asked)
            except UserError as error:
                print(f"unlinkable: {error}", file=sys.stderr)
                status = COULD_NOT
                continue
            sys.stdout.write(write(checked))
            sys.stdout.flush()
            if not checked.report.clean:
                status = max(status, FOUND)
    return status


def check_draft(path: Path, asked: asking.Asking) -> "Checked":
    """Read and check one draft. Raises UserError when that can't be done."""
    from unlinkable.draft import read_draft
    from unlinkable.findings.report import check
    from unlinkable.reporting.checked import Checked

    draft = read_draft(asking.read_text(path), asking.markup_of(path), asked.reading)
    report = check(draft, asked.index, asked.question(draft.source))
    return Checked(str(path), report, asked.index, asked.reading)


def writer(form: str) -> "Callable[[Checked], str]":
    """How a checked draft is written, one of `FORMATS`."""
    if form == "json":
        from unlinkable.reporting.json_lines import json_line

        return lambda checked: json_line(checked) + "\n"
    from unlinkable.reporting.text import Style, text_report

    style = Style.of_terminal(colours=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    return lambda checked: text_report(checked, style) + "\n"
