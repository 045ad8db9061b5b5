"""`unlinkable index` and `unlinkable near-copies`: from the court's collection to an index file,
and what to count as one before. Must never know drafts."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import sources
from unlinkable.cli.output import (
    STANDARD_OUTPUT,
    demand_file,
    demand_folder,
    progress_bar,
    progress_lines,
    say_aside,
)
from unlinkable.cli.parser import add_processes
from unlinkable.cli.sources import add_source_flags, source_options
from unlinkable.printing import counted, say
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import write_whole

if TYPE_CHECKING:
    from unlinkable_index.building.plan import Expected


_WORTH_TELLING = 60.0  # seconds of processor time: a plan is told of a build that takes longer
_UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"))


def add_index_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "index",
        help="build an index from a collection of rulings",
        description="Build an index from the original rulings. It holds no text, only hashes. "
        "Where it is there already and nothing has changed, as a small hidden file beside it "
        "tells, nothing is done. Exit status: 0 built, "
        "2 could not build, 3 built, but files of a folder were left out.",
    )
    parser.add_argument("sources", metavar="SOURCE", nargs="+", type=Path, help=sources.SOURCES)
    parser.add_argument("-o", "--out", metavar="FILE", type=Path, required=True, help="the index")
    parser.add_argument(
        "--max-words", metavar="N", type=int, default=7, help="the longest phrase (default 7 words)"
    )
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        type=Path,
        help="seal the index with the key in this file; keyring:NAME is one in the system's "
        "keyring, made if there is none",
    )
    parser.add_argument(
        "--stems",
        metavar="LANGUAGE",
        help="index the stems of words in place of the words: for searchers whose search box takes "
        "“convicted” for “convicts”. The language as Snowball calls it, such as english, german or "
        "norwegian. Drafts are then read the same way; check them against both indexes",
    )
    parser.add_argument(
        "--no-positions",
        action="store_true",
        help="leave out which word stands where: a fifth less disk, and the index does not tell "
        "the order of words; words near each other or around gaps cannot be checked then",
    )
    parser.add_argument(
        "--without-ids",
        action="store_true",
        help="keep no ids, titles or other metadata: originals are only numbered",
    )
    parser.add_argument(
        "--plan",
        action="store_true",
        help="only say what the build will take, of a look at the first records; build nothing",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace FILE also where it is no index"
    )
    parser.add_argument(
        "--files",
        metavar="N",
        type=int,
        default=1,
        help="spread the phrases of a very large index over N more files beside it "
        "(2, 4, 8, 16, 32 or 64)",
    )
    parser.add_argument(
        "--work",
        metavar="FOLDER",
        type=Path,
        help="work in this folder, and keep it when the build is interrupted: the same command "
        "then goes on from there. What is kept can be read by whoever can read the index",
    )
    parser.add_argument(
        "--engine",
        choices=("local", "dask", "spark"),
        default="local",
        help="what runs the long part of the work: this machine (default) or a cluster, all of "
        "whose workers must see the folder of --work (or else that of FILE), or the place of "
        "--shared, and have this program",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="where the cluster is, such as tcp://host:8786"
    )
    parser.add_argument(
        "--shared",
        metavar="ADDRESS",
        help="where the workers tell each other what they counted, where they share no folder: "
        "s3://bucket/folder, hdfs://host/folder or another address that fsspec knows",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="keep the words of the originals beside the index, in a hidden file that only you can "
        "read, so that `unlinkable add` can add others. It tells the words of every original, in "
        "order, to whoever has it (and the key, if there is one): it stays with the originals",
    )
    sources.add_building_flags(parser)
    add_source_flags(parser)
    parser.set_defaults(run=run_index)


def run_index(args: argparse.Namespace) -> int:
    """Build the index."""
    from unlinkable.cli.add import is_masked
    from unlinkable_index.builder import build_index
    from unlinkable_index.building.plan import Keep, Options, expected
    from unlinkable_index.collection import Collection
    from unlinkable_index.file.index_file import is_index
    from unlinkable_index.keys import read_or_make_key, warning_about
    from unlinkable_index.phrase_hashes import name_of_stems

    demand_file(args.out, "an index")
    if not args.force and args.out.is_file() and not is_index(args.out):
        raise UserError(
            f"{args.out}: there is a file here that is no index; choose another place, or have it "
            "replaced with --force"
        )
    for source in args.sources:
        sources.demand_originals(source)
    if args.files not in (1, 2, 4, 8, 16, 32, 64):
        raise UserError("--files must be 1, 2, 4, 8, 16, 32 or 64")
    options = Options(
        max_words=args.max_words,
        processes=args.processes,
        memory=args.memory,
        key=read_or_make_key(args.key_file) if args.key_file else None,
        identities=not args.without_ids,
        range_bits=args.files.bit_length() - 1,
        stems=(name_of_stems(args.stems),) if args.stems else (),
        positions=not args.no_positions,
        work=args.work,
        engine=args.engine,
        scheduler=args.scheduler,
        shared=args.shared,
        groups=args.groups,
        keep=Keep.WORDS if args.keep else Keep.STATE,
        sources=source_options(args),
    )
    if args.key_file and (warning := warning_about(args.key_file)):
        say(f"unlinkable: {warning}")
    collection = Collection(args.sources, options.sources)
    if args.plan:
        say(_plan(expected(collection, options)))
        return 0

    def told(plan: "Expected") -> None:
        if plan.seconds >= _WORTH_TELLING and not args.quiet:
            say_aside(_plan(plan))

    shown = progress_lines() if args.progress_lines else progress_bar(args.quiet)
    with shown as progress:
        built = build_index(collection, args.out, options, progress, told)
    header = built.header
    same = "" if built.anew else "; nothing has changed since it was built, so nothing was done"
    say(
        f"{args.out}: {counted(header.documents, 'document')}, {counted(header.words, 'word')}, "
        f"{built.size / 1e6:,.1f} MB{same}"
    )
    if built.records_without_words:
        of = counted(header.records, "record")
        have = "has" if built.records_without_words == 1 else "have"
        say(f"note: {built.records_without_words:,} of {of} {have} no words")
    if built.anew and is_masked(args.out, options.key):
        say("note: most of these texts hold masks, as drafts do; an index is built of originals")
    if built.left_out:
        say(sources.not_indexed(built.left_out, args.skip_unreadable))
    return sources.DOUBTFUL if built.left_out and not args.skip_unreadable else 0


def _plan(plan: "Expected") -> str:
    """What a build will take, in one line."""
    return (
        f"planned: about {_count(plan.records)} rulings, {_count(plan.words)} words: "
        f"{_time(plan.seconds)} of processor time, {_size(plan.work)} of disk while it is built, "
        f"{_size(plan.index)} for the index"
    )


def _count(number: int) -> str:
    for unit, name in ((1e9, "billion"), (1e6, "million")):
        if number >= unit:
            return f"{_two_digits(number / unit)} {name}"
    return f"{number:,}"


def _time(seconds: float) -> str:
    for unit, name in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{max(1, round(seconds))} s"


def _size(count: int) -> str:
    unit, name = next((one for one in _UNITS if count >= one[0]), _UNITS[-1])
    return f"{_two_digits(max(1.0, count / unit))} {name}"


def _two_digits(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0") if number < 10 else f"{number:,.0f}"


SHARE = 0.8


def add_near_copies_parser(commands: "argparse._SubParsersAction[Any]") -> None:
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
    parser.set_defaults(run=run_near_copies)


def run_near_copies(args: argparse.Namespace) -> int:
    """Find the groups and write them."""
    from unlinkable_index.groups import as_lines
    from unlinkable_index.near_copies import near_copies

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
    say(
        f"{args.out}: {counted(len(found), 'group')} of {count:,} records; look at each, delete "
        "the lines of those that are to count apart, and build with --groups"
    )
    return 0
