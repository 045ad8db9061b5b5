"""`unlinkable index`: from the court's collection to an index file."""

import argparse
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unlinkable.printing import say
from unlinkable_index.errors import UserError

DOUBTFUL = 3  # as `check`
_NAMED = 10  # files for each reason
_UNITS = {"": 1 << 20, "M": 1 << 20, "G": 1 << 30}


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "index",
        help="build an index from a collection of rulings",
        description="Build an index from the original rulings. It holds no text, only hashes. Exit "
        "status: 0 built, 2 could not build, 3 built, but files of a folder were left out.",
    )
    parser.add_argument(
        "sources",
        metavar="SOURCE",
        nargs="+",
        type=Path,
        help='a folder of .txt and .md files, or a .jsonl file (also .xz, .gz, .zst) with "id" and '
        '"text", and "group" where several records are one case or person',
    )
    parser.add_argument("-o", "--out", metavar="FILE", type=Path, required=True, help="the index")
    parser.add_argument(
        "--max-words", metavar="N", type=int, default=7, help="the longest phrase (default 7 words)"
    )
    parser.add_argument(
        "--memory", metavar="SIZE", type=_size, default="1G", help="such as 500M or 2G (default 1G)"
    )
    parser.add_argument(
        "--processes", metavar="N", type=int, default=os.cpu_count() or 1, help="default: all cores"
    )
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        type=Path,
        help="seal the index with the key in this file; keyring:NAME is one in the system's "
        "keyring, made if there is none",
    )
    parser.add_argument(
        "--without-ids",
        action="store_true",
        help="keep no ids, titles or other metadata: originals are only numbered",
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
        "whose workers must see the folder of --work (or else that of FILE) and have this program",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="where the cluster is, such as tcp://host:8786"
    )
    parser.add_argument(
        "--groups",
        metavar="FILE",
        type=Path,
        help="count as one what stands on one line of this file, as `unlinkable near-copies` "
        "suggests and a person has decided",
    )
    parser.add_argument(
        "--skip-unreadable",
        action="store_true",
        help="leave out the files of folders that cannot be read as texts, and end with 0 though "
        "files were left out; they are named all the same",
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    shown.add_argument(
        "--progress-lines", action="store_true", help="progress as plain lines, for other programs"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Build the index."""
    from unlinkable.cli.progress import progress_bar, progress_lines
    from unlinkable_index.builder import Options, build_index
    from unlinkable_index.collection import Unreadable
    from unlinkable_index.file.index_file import is_index
    from unlinkable_index.keys import read_or_make_key, warning_about

    if args.processes < 1:
        raise UserError("--processes must be 1 or more")
    if not args.force and args.out.is_file() and not is_index(args.out):
        raise UserError(
            f"{args.out}: there is a file here that is no index; choose another place, or have it "
            "replaced with --force"
        )
    for source in args.sources:
        _demand_originals(source)
    if args.files not in (1, 2, 4, 8, 16, 32, 64):
        raise UserError("--files must be 1, 2, 4, 8, 16, 32 or 64")
    options = Options(
        max_words=args.max_words,
        processes=args.processes,
        memory=args.memory,
        key=read_or_make_key(args.key_file) if args.key_file else None,
        identities=not args.without_ids,
        range_bits=args.files.bit_length() - 1,
        work=args.work,
        engine=args.engine,
        scheduler=args.scheduler,
        groups=args.groups,
        unreadable=Unreadable.LEFT_OUT if args.skip_unreadable else Unreadable.REFUSED,
    )
    if args.key_file and (warning := warning_about(args.key_file)):
        say(f"unlinkable: {warning}")
    shown = progress_lines() if args.progress_lines else progress_bar(args.quiet)
    with shown as progress:
        built = build_index(args.sources, args.out, options, progress)
    header = built.header
    say(
        f"{args.out}: {header.documents:,} documents, {header.words:,} words, "
        f"{built.size / 1e6:,.1f} MB"
    )
    if built.records_without_words:
        say(f"note: {built.records_without_words:,} of {header.records:,} records have no words")
    if built.left_out:
        say(_not_indexed(built.left_out))
    return DOUBTFUL if built.left_out and not args.skip_unreadable else 0


def _not_indexed(left_out: Mapping[Path, str]) -> str:
    """A sentence on files that no record of the index is of."""
    by_reason: dict[str, list[str]] = {}
    for path, why in left_out.items():
        by_reason.setdefault(why, []).append(str(path))
    told = []
    for why, files in by_reason.items():
        more = f" and {len(files) - _NAMED:,} more" if len(files) > _NAMED else ""
        told.append(f"{', '.join(files[:_NAMED])}{more} ({why})")
    count = "1 file is" if len(left_out) == 1 else f"{len(left_out):,} files are"
    return (
        f"unlinkable: {count} not in the index, so that no draft is checked against what stands "
        f"there: {'; '.join(told)}; make them texts, or accept that with --skip-unreadable"
    )


def _demand_originals(source: Path) -> None:
    """Raise UserError for a folder that drafts lie in, as its settings for drafts tell: each draft
    would count as one more original, and what leads back from it would no longer be rare."""
    from unlinkable.settings import WORKSPACE_FILE

    settings = next(source.rglob(WORKSPACE_FILE), None) if source.is_dir() else None
    if settings is not None:
        raise UserError(
            f"{source}: {settings.relative_to(source)} in it says that drafts lie there, and every "
            "draft would count as one more original; name the folder of the originals alone"
        )


def _size(text: str) -> int:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([MG]?)B?", text.strip().upper())
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it like 500M or 2G")
    return int(float(found[1]) * _UNITS[found[2]])
