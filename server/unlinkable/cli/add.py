"""`unlinkable add` and `unlinkable info`: rulings into an index that is there, and what it holds.
Must never know drafts but that they are no originals."""

import argparse
import sys
from collections import Counter
from collections.abc import Collection as Several
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import sources
from unlinkable.cli.sources import add_source_flags, source_options
from unlinkable.printing import Style, counted, plain, say, wrapped
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

if TYPE_CHECKING:
    from unlinkable.draft.masks import Masks
    from unlinkable_index.collection import Collection


_NAMED = 10  # ids
_LONGEST_LIST = 100 * MEGABYTE
_MASKS, _CHARACTERS_A_MASK, _LOOKED_AT = 3, 1000, 5000
"""A text is full of masks that has so many, and one for so many characters of its first ones."""
_WORDS_OF_MASKS = ("redacted", "xxxx", "anonymised", "anonymized")
"""What nothing but a mask says in many rulings."""


def add_add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "add",
        help="add new rulings to an index, replace changed ones, take out withdrawn ones",
        description="Add rulings to an index that was built with `unlinkable index --keep`; the "
        "others are not read again. A ruling whose id is in the index takes the place of that one. "
        "What is added lies in a file of its own beside the index, until all are made one again; "
        "checks find what they would find if it had been built of all of them. Whoever has the "
        "index open goes on. Exit status: 0 done, 2 could not, 3 done, but files of a folder were "
        "left out.",
    )
    parser.add_argument("sources", metavar="SOURCE", nargs="*", type=Path, help=sources.SOURCES)
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
        "--withdraw-list",
        metavar="FILE",
        type=Path,
        help="take out the rulings whose ids this file lists, one a line",
    )
    parser.add_argument(
        "--merge",
        action="store_true",
        help="make one file again of the index and all that was added to it, as every tenth "
        "addition does by itself",
    )
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        type=Path,
        help="the key of a sealed index; keyring:NAME is one in the system's keyring",
    )
    parser.add_argument(
        "--with-masks",
        action="store_true",
        help="add texts full of masks without asking: they may be drafts, which must not count as "
        "originals",
    )
    add_source_flags(parser)
    sources.add_building_flags(
        parser, ": of all rulings, the old and the new; else groups stay as before"
    )
    parser.set_defaults(run=run_add)


def run_add(args: argparse.Namespace) -> int:
    """Change the index."""
    from unlinkable.cli.output import progress_bar, progress_lines
    from unlinkable_index.building.plan import Options
    from unlinkable_index.collection import Collection
    from unlinkable_index.growing import add_to_index
    from unlinkable_index.keys import read_key, warning_about

    withdrawn = [*args.withdraw, *(_listed(args.withdraw_list) if args.withdraw_list else ())]
    if not (args.sources or withdrawn or args.groups or args.merge):
        raise UserError("name the rulings to add, or the ids of those to --withdraw")
    for source in args.sources:
        sources.demand_originals(source)
    if args.key_file and (warning := warning_about(args.key_file)):
        say(f"unlinkable: {warning}")
    options = Options(
        processes=args.processes,
        memory=args.memory,
        key=read_key(args.key_file) if args.key_file else None,
        groups=args.groups,
        sources=source_options(args),
    )
    collection = Collection(args.sources, options.sources)
    if not (args.with_masks or is_masked(args.index, options.key)):
        _demand_unmasked(collection)
    shown = progress_lines() if args.progress_lines else progress_bar(args.quiet)
    with shown as progress:
        grown = add_to_index(collection, args.index, withdrawn, options, progress, merge=args.merge)
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
            f"{args.index}: {counted(header.documents, 'document')}, "
            f"{counted(header.words, 'word')}, {grown.built.size / 1e6:,.1f} MB"
            f"{', made one again' if grown.merged else ''}"
        )
    if grown.left_out:
        say(sources.not_indexed(grown.left_out, args.skip_unreadable))
    return sources.DOUBTFUL if grown.left_out and not args.skip_unreadable else 0


def _listed(path: Path) -> list[str]:
    """The ids in a file, one a line. Raises UserError where it cannot be read."""
    try:
        lines = read_ordinary(path, _LONGEST_LIST).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UserError(f"{path}: this is not valid UTF-8; save the list as UTF-8") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}); check the path") from None
    return [line.strip() for line in lines if line.strip()]


def is_masked(path: Path, key: bytes | None) -> bool:
    """Whether the rulings of an index are mostly masked themselves, so that new ones are, too.

    Masks without words, such as ____, leave nothing in an index. Raises UserError.
    """
    from unlinkable_index.opening import open_index

    with open_index(path, key) as index:
        words = index.hasher.words(_WORDS_OF_MASKS)
        df = index.df(index.lookup(index.hasher.phrases(words, 1)))
        return bool(df.max() * 2 >= max(index.documents, 1))


def _demand_unmasked(collection: "Collection") -> None:
    """Ask whether texts full of masks are to be added; each draft that counts as an original makes
    what leads back from it look common. Raises UserError where they are not, or nobody is there."""
    from unlinkable.draft.masks import DEFAULT_MASKS, Masks

    # Dots in brackets stand for words left out; originals that quote have them, too.
    masks = Masks(tuple(one for one in DEFAULT_MASKS if "…" not in one))
    masked = {record.id for record in collection if _is_full(masks, record.text[:_LOOKED_AT])}
    if not masked:
        return
    texts = "1 text is" if len(masked) == 1 else f"{len(masked):,} texts are"
    said = f"{texts} full of masks, as drafts are, which must not count as originals"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UserError(f"{said} ({_some(masked)}); add them all the same with --with-masks")
    say(f"{said}: {_some(masked)}")
    sys.stderr.write("Add them all the same? [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError("nothing was added")


def _is_full(masks: "Masks", text: str) -> bool:
    return len(masks.find(text)) >= max(_MASKS, len(text) / _CHARACTERS_A_MASK)


def _some(ids: Several[str]) -> str:
    """The first of some ids."""
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    return f"{', '.join(sorted(ids)[:_NAMED])}{more}"


def add_info_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "info",
        help="show what an index holds",
        description="Show what an index holds, after checking every byte of it.",
    )
    parser.add_argument("index", metavar="FILE", type=Path, help="the index")
    parser.set_defaults(run=run_info)


def run_info(args: argparse.Namespace) -> int:
    """Print what the index holds."""
    from unlinkable_index.file.index_files import IndexFiles, is_in_segments

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
        ("documents", f"{header.documents:,} from {counted(header.records, 'record')}"),
        ("words", f"{header.words:,} ({files.size / max(header.words, 1):.1f} bytes each)"),
        ("analyzer", f"{header.analyzer} (Unicode {header.unicode})"),
        ("stems", ", ".join(header.stems) or "none: words as they are written"),
        ("key", "sealed with a key" if header.sealed else "none: whoever has the file can use it"),
    ]
    _print(lines)
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
    from unlinkable_index.file.index_file import IndexFile
    from unlinkable_index.file.index_files import IndexFiles, Segments, range_path
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
        ("documents", f"{documents:,} from {counted(segments.records, 'record')}"),
        ("words", f"{segments.words:,} ({size / max(segments.words, 1):.1f} bytes each)"),
    ]
    _print(lines)
    return 0


def _print(facts: Sequence[tuple[str, str]]) -> None:
    """Print names and values; in a terminal no wider than it is."""
    style = Style.of_terminal(colours=False, whole=True)
    for name, value in facts:
        for line in wrapped(plain(value), style, f"{name:<12} "):
            print(line)
