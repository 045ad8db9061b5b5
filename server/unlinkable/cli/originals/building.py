"""What the commands share that make an index: flags, and what is said of files left out."""

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from unlinkable.cli.parser import add_processes
from unlinkable_index.errors import UserError

DOUBTFUL = 3  # as `check`
SOURCES = (
    "a folder of texts and documents (.txt .md .tex .docx .odt .html .xml .eml .pdf), or records "
    'with "id" and "text", and "group" where several are one case or person: .jsonl, .json, .csv, '
    ".tsv (these also .xz, .gz, .zst, .bz2), .parquet, .sqlite with --query; a .zip or .tar of any "
    "of these, a folder with such files, or - for standard input"
)
_NAMED = 10  # files for each reason
_UNITS = {"": 1 << 20, "M": 1 << 20, "G": 1 << 30}


def add_flags(parser: argparse.ArgumentParser, groups: str = "") -> None:
    """Add the flags that these commands share. ``groups``: what more there is to say of groups."""
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


def not_indexed(left_out: Mapping[Path, str]) -> str:
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
