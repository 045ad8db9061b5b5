"""`unlinkable info`: what an index holds, and whether every byte of it is sound."""

import argparse
from pathlib import Path
from typing import Any

from unlinkable.printing import plain


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "info",
        help="show what an index holds",
        description="Show what an index holds, after checking every byte of it.",
    )
    parser.add_argument("index", metavar="FILE", type=Path, help="the index")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what the index holds."""
    from datetime import datetime

    from unlinkable_index.index_file import IndexFile

    file = IndexFile(args.index)
    for _ in file.check_all():
        pass
    header = file.header
    status = args.index.stat()
    made = datetime.fromtimestamp(status.st_mtime).astimezone()
    lines = [
        ("file", f"{args.index}, {status.st_size:,} bytes, every one checked"),
        ("made", f"{made:%Y-%m-%d %H:%M %Z} (by the date of the file)"),
        ("fingerprint", header.fingerprint),
        ("documents", f"{header.documents:,} from {header.records:,} records"),
        ("words", f"{header.words:,} ({status.st_size / max(header.words, 1):.1f} bytes each)"),
        ("analyzer", f"{header.analyzer} (Unicode {header.unicode})"),
        ("key", "sealed with a key" if header.sealed else "none: whoever has the file can use it"),
    ]
    for name, value in lines:
        print(f"{name:<12} {plain(value)}")
    print(f"\n{'phrases of':<12} {'in 2 or more':>14} {'in 1 only':>14}")
    for n, (common, rare) in enumerate(header.phrases, start=1):
        print(f"{n:>2} word{'s' if n > 1 else ' '}     {common:>14,} {rare:>14,}")
    print(f"\n{'section':<18} {'bytes':>14}")
    for name, section in file.sections.items():
        print(f"{name:<18} {section.length:>14,}")
    file.close()
    return 0
