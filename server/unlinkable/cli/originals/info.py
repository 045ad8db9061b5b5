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
    from unlinkable_index.file.segments import is_in_segments

    if is_in_segments(args.index):
        return _of_segments(args.index)
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


def _of_segments(path: Path) -> int:
    """Print what an index in segments holds."""
    from contextlib import closing

    from unlinkable_index.file.index_file import IndexFile
    from unlinkable_index.file.index_files import IndexFiles, range_path
    from unlinkable_index.file.segments import Segments
    from unlinkable_index.file.storage import SEGMENTS_MAGIC

    with closing(IndexFile(path, SEGMENTS_MAGIC)) as file:
        segments, fingerprint = Segments.of(file), file.mark.hex()
    documents = size = 0
    for part in segments.parts:
        if part.mark:
            files = IndexFiles(range_path(path, part.mark))
            for _ in files.check_all():
                pass
            documents += files.header.documents - len(part.gone)
            size += files.size
            files.close()
    lines = [
        ("file", f"{path} and those of its parts, {size:,} bytes, every one checked"),
        ("parts", f"{len(segments.parts)}; `unlinkable add --merge` makes them one"),
        ("fingerprint", fingerprint),
        ("documents", f"{documents:,} from {segments.records:,} records"),
        ("words", f"{segments.words:,} ({size / max(segments.words, 1):.1f} bytes each)"),
    ]
    for name, value in lines:
        print(f"{name:<12} {plain(value)}")
    return 0
