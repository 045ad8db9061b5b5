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
    from collections import Counter
    from datetime import datetime

    from unlinkable_index.file.index_files import IndexFiles

    files = IndexFiles(args.index)
    for _ in files.check_all():
        pass
    header = files.header
    status = args.index.stat()
    made = datetime.fromtimestamp(status.st_mtime).astimezone()
    in_files = f" in {len(files.all)} files" if len(files.all) > 1 else ""
    lines = [
        ("file", f"{args.index}, {files.size:,} bytes{in_files}, every one checked"),
        ("made", f"{made:%Y-%m-%d %H:%M %Z} (by the date of the file)"),
        ("fingerprint", header.fingerprint),
        ("documents", f"{header.documents:,} from {header.records:,} records"),
        ("words", f"{header.words:,} ({files.size / max(header.words, 1):.1f} bytes each)"),
        ("analyzer", f"{header.analyzer} (Unicode {header.unicode})"),
        ("stems", ", ".join(header.stems) or "none: words as they are written"),
        ("key", "sealed with a key" if header.sealed else "none: whoever has the file can use it"),
    ]
    for name, value in lines:
        print(f"{name:<12} {plain(value)}")
    print(f"\n{'phrases of':<12} {'in 2 or more':>14} {'in 1 only':>14}")
    for n, (common, rare) in enumerate(header.phrases, start=1):
        print(f"{n:>2} word{'s' if n > 1 else ' '}     {common:>14,} {rare:>14,}")
    print(f"\n{'section':<18} {'bytes':>14}")
    lengths: Counter[str] = Counter()
    for file in files.all:
        lengths.update({name: section.length for name, section in file.sections.items()})
    for name, length in lengths.items():
        print(f"{name:<18} {length:>14,}")
    files.close()
    return 0
