"""`unlinkable near-copies`: originals that are nearly the same text, for people to decide upon."""

import argparse
import sys
from pathlib import Path
from typing import Any

from unlinkable.cli.output import STANDARD_OUTPUT, demand_folder
from unlinkable.cli.parser import add_processes
from unlinkable.cli.sources import add_source_flags, source_options
from unlinkable.printing import say
from unlinkable_index.errors import UserError

SHARE = 0.8


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "near-copies",
        help="find originals that are nearly the same text, to be counted as one",
        description="Write groups of originals that are nearly the same text: revised versions, "
        "rulings on the same facts, and series of cases, which only a person can tell apart. What "
        "such originals share is not found at k = 2 as long as they count as several. Delete the "
        "lines of those that are to count apart, and give the file to `unlinkable index --groups`.",
    )
    parser.add_argument("sources", metavar="SOURCE", nargs="+", type=Path, help="as for `index`")
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        type=Path,
        required=True,
        help="where to write the groups (-: print)",
    )
    parser.add_argument(
        "--share",
        metavar="S",
        type=float,
        default=SHARE,
        help="of the runs of five words of two originals, the share that both have (0.5 to 1; "
        f"default {SHARE:g})",
    )
    add_processes(parser)
    parser.add_argument(
        "--skip-unreadable",
        action="store_true",
        help="leave out the files of folders that cannot be read as texts",
    )
    add_source_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the groups and write them."""
    from unlinkable.cli.progress import progress_bar
    from unlinkable_index.groups import as_lines
    from unlinkable_index.near_copies import near_copies
    from unlinkable_index.whole_files import write_whole

    printed = args.out == STANDARD_OUTPUT
    demand_folder(args.out)
    if args.out.exists() and not printed:
        raise UserError(
            f"{args.out}: there is a file here, perhaps of groups that someone has decided upon; "
            "name another one, or remove it"
        )
    with progress_bar(args.quiet) as progress:
        options = source_options(args)
        found = near_copies(args.sources, args.share, args.processes, progress, options)
    groups = ({"ids": list(group.ids), "share": round(group.share, 2)} for group in found)
    if printed:
        sys.stdout.write(as_lines(groups))
    else:
        write_whole(args.out, as_lines(groups))
    count = sum(len(group.ids) for group in found)
    if not found:
        say(f"{args.out}: no two records have so much in common, so there are no groups")
        return 0
    number = "1 group" if len(found) == 1 else f"{len(found):,} groups"
    say(
        f"{args.out}: {number} of {count:,} records; look at each, delete the lines "
        "of those that are to count apart, and build with --groups"
    )
    return 0
