"""`unlinkable add`: new, changed and withdrawn rulings into an index."""

import argparse
from collections.abc import Collection
from pathlib import Path
from typing import Any

from unlinkable.cli import building
from unlinkable.printing import say
from unlinkable_index.errors import UserError

_NAMED = 10  # ids


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "add",
        help="add new rulings to an index, replace changed ones, take out withdrawn ones",
        description="Add rulings to an index that was built with `unlinkable index --keep`; the "
        "others are not read again. A ruling whose id is in the index takes the place of that one. "
        "The index is then the same as if it had been built of all of them; whoever has it open "
        "goes on. Exit status: 0 done, 2 could not, 3 done, but files of a folder were left out.",
    )
    parser.add_argument("sources", metavar="SOURCE", nargs="*", type=Path, help=building.SOURCES)
    parser.add_argument(
        "-i", "--index", metavar="FILE", type=Path, required=True, help="the index to add to"
    )
    parser.add_argument(
        "--withdraw",
        metavar="ID",
        action="append",
        default=[],
        help="take out the ruling with this id; may be repeated",
    )
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        type=Path,
        help="the key of a sealed index; keyring:NAME is one in the system's keyring",
    )
    building.add_flags(parser, ": of all rulings, the old and the new; else groups stay as before")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Change the index."""
    from unlinkable.cli.progress import progress_bar, progress_lines
    from unlinkable_index.building.options import Options
    from unlinkable_index.collection import Unreadable
    from unlinkable_index.growing import add_to_index
    from unlinkable_index.keys import read_key, warning_about

    if args.processes < 1:
        raise UserError("--processes must be 1 or more")
    if not args.sources and not args.withdraw and not args.groups:
        raise UserError("name the rulings to add, or the ids of those to --withdraw")
    for source in args.sources:
        building.demand_originals(source)
    if args.key_file and (warning := warning_about(args.key_file)):
        say(f"unlinkable: {warning}")
    options = Options(
        processes=args.processes,
        memory=args.memory,
        key=read_key(args.key_file) if args.key_file else None,
        groups=args.groups,
        unreadable=Unreadable.LEFT_OUT if args.skip_unreadable else Unreadable.REFUSED,
    )
    shown = progress_lines() if args.progress_lines else progress_bar(args.quiet)
    with shown as progress:
        grown = add_to_index(args.sources, args.index, args.withdraw, options, progress)
    changes = grown.changes
    told = [f"{len(changes.new):,} new"]
    if changes.unchanged:
        told.append(f"{changes.unchanged:,} there already")
    if changes.changed:
        told.append(f"{len(changes.changed):,} in place of others ({_some(changes.changed)})")
    if changes.withdrawn:
        told.append(f"{len(changes.withdrawn):,} withdrawn")
    say(f"{args.index}: {', '.join(told)}")
    if grown.built is None:
        say("nothing has changed, so nothing was done")
    else:
        header = grown.built.header
        say(
            f"{args.index}: {header.documents:,} documents, {header.words:,} words, "
            f"{grown.built.size / 1e6:,.1f} MB"
        )
    if grown.left_out:
        say(building.not_indexed(grown.left_out))
    return building.DOUBTFUL if grown.left_out and not args.skip_unreadable else 0


def _some(ids: Collection[str]) -> str:
    """The first of some ids."""
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    return f"{', '.join(sorted(ids)[:_NAMED])}{more}"
