"""What the commands share that read originals: flags that say how, and what is said of files left
out. Must never know indexes."""

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli.parser import add_processes
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable_index.collection.record import SourceOptions


def add_source_flags(parser: argparse.ArgumentParser) -> None:
    """Add these flags to a command."""
    flags = parser.add_argument_group("how sources are read")
    for field, what in (
        ("id", "its id"),
        ("text", "its text"),
        ("group", "the case or person that it belongs to"),
    ):
        flags.add_argument(
            f"--{field}-field",
            metavar="NAME",
            default=field,
            help=f"the field, or column, of a record that holds {what} (default {field})",
        )
    flags.add_argument(
        "--encoding",
        metavar="NAME",
        help="the encoding, such as latin-1, of texts that have no byte order mark and are not in "
        "UTF-8",
    )
    flags.add_argument(
        "--query",
        metavar="SQL",
        help="what is asked of SQLite databases: SELECT, with a row for each record and columns "
        "named as the fields are",
    )
    flags.add_argument(
        "--text-as",
        choices=("recognised", "plain", "html", "xml"),
        default="recognised",
        help="what the texts of records are (default: what they look like; RTF is refused)",
    )
    flags.add_argument(
        "--stdin-as",
        metavar="ENDING",
        default=".jsonl",
        help="what standard input (the source -) is, as the name of a file would tell, such as "
        ".csv or .tar.gz (default .jsonl)",
    )


def add_measuring_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of what else is known of drafts that are measured."""
    flags = parser.add_argument_group("what is known of the drafts")
    flags.add_argument(
        "--annotations",
        metavar="FILE",
        type=Path,
        help="what people marked in the originals, as the Text Anonymization Benchmark has it "
        "(JSON), by the ids of originals: what is found of it, by kind of identifier",
    )
    flags.add_argument(
        "--groups",
        metavar="FILE",
        type=Path,
        help="which drafts are about one person, a JSON Lines file as for `index`; else the field "
        "of a record says so (--group-field): whether any of a person's drafts gives it away",
    )


def persons_named(args: argparse.Namespace) -> dict[str, str]:
    """Whom the drafts of the groups file are about, by their ids. Raises UserError."""
    from unlinkable_index.groups import read_groups

    lines = read_groups(args.groups) if args.groups else {}
    return {name: f"line {line} of the groups file" for name, line in lines.items()}


def source_options(args: argparse.Namespace) -> "SourceOptions":
    """What these flags say. Raises UserError."""
    from unlinkable_index.collection.record import SourceOptions, TextAs, Unreadable

    skipping = getattr(args, "skip_unreadable", False)
    return SourceOptions(
        id_field=args.id_field,
        text_field=args.text_field,
        group_field=args.group_field,
        encoding=args.encoding,
        query=args.query,
        text_as=TextAs(args.text_as),
        standard_input=args.stdin_as.lower(),
        unreadable=Unreadable.LEFT_OUT if skipping else Unreadable.REFUSED,
    )


DOUBTFUL = 3  # as `check`
SOURCES = (
    "a folder of texts and documents (.txt .md .tex .docx .odt .html .xml .eml .pdf), or records "
    'with "id" and "text", and "group" where several are one case or person: .jsonl, .json, .csv, '
    ".tsv (these also .xz, .gz, .zst, .bz2), .parquet, .sqlite with --query; a .zip or .tar of any "
    "of these, a folder with such files, or - for standard input"
)
_NAMED = 10  # files for each reason
_UNITS = {"": 1 << 20, "M": 1 << 20, "G": 1 << 30}


def add_building_flags(parser: argparse.ArgumentParser, groups: str = "") -> None:
    """Add the flags of building an index. ``groups``: what more there is to say of groups."""
    parser.add_argument(
        "--memory", metavar="SIZE", type=_size, default="1G", help="such as 500M or 2G (default 1G)"
    )
    add_processes(parser)
    parser.add_argument(
        "--groups",
        metavar="FILE",
        type=Path,
        help="count as one what stands on one line of this file, as `unlinkable near-copies` "
        f"suggests and a person has decided{groups}",
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


def not_indexed(left_out: Mapping[Path, str], accepted: bool) -> str:
    """A sentence on files that no record of the index is of. ``accepted``: by the user."""
    by_reason: dict[str, list[str]] = {}
    for path, why in left_out.items():
        by_reason.setdefault(why, []).append(str(path))
    told = []
    for why, files in by_reason.items():
        more = f" and {len(files) - _NAMED:,} more" if len(files) > _NAMED else ""
        told.append(f"{', '.join(files[:_NAMED])}{more} ({why})")
    count = "1 file is" if len(left_out) == 1 else f"{len(left_out):,} files are"
    advice = "" if accepted else "; make them texts, or accept that with --skip-unreadable"
    return (
        f"unlinkable: {count} not in the index, so that no draft is checked against what stands "
        f"there: {'; '.join(told)}{advice}"
    )


def demand_originals(source: Path) -> None:
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
