"""`unlinkable deidentify`: drafts from raw rulings, by Presidio."""

import argparse
from pathlib import Path
from typing import Any
from urllib.parse import quote

from unlinkable.cli.output import demand_file, progress_bar
from unlinkable.cli.parser import at_least
from unlinkable.cli.sources import add_source_flags, source_options
from unlinkable.printing import say
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import write_whole


def add_deidentify_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "deidentify",
        help="make drafts from raw rulings, with names and the like masked by Presidio",
        description="Make a draft of every ruling: what Presidio takes for names, places, dates "
        "and the like is masked. It errs, so a person has to read what comes out. Nothing is "
        "downloaded. Needs the extra presidio: pip install 'unlinkable[presidio]'.",
    )
    parser.add_argument(
        "sources",
        metavar="SOURCE",
        nargs="+",
        type=Path,
        help='a folder of texts and documents, or a .jsonl file (also .xz, .gz, .zst) with "id" '
        'and "text"',
    )
    parser.add_argument(
        "-o", "--out", metavar="FOLDER", type=Path, required=True, help="where the drafts go"
    )
    parser.add_argument(
        "--pipeline",
        metavar="NAME",
        help="an installed spaCy pipeline, such as en_core_web_lg, or the folder it lies in",
    )
    parser.add_argument(
        "--patterns",
        metavar="FILE",
        type=Path,
        help="patterns for spaCy's entity ruler, one JSON object a line, beside the pipeline or "
        "in place of one",
    )
    parser.add_argument("--language", metavar="CODE", default="en", help="default: en")
    parser.add_argument(
        "--entity",
        metavar="KIND",
        action="append",
        help="mask only this kind, by Presidio's name (PERSON, DATE_TIME, …); may be repeated",
    )
    parser.add_argument("--mask", default="[REDACTED]", help="default: [REDACTED]")
    parser.add_argument(
        "--every", metavar="N", type=at_least(1), default=1, help="one ruling in N only"
    )
    parser.add_argument("--force", action="store_true", help="write over drafts that are there")
    add_source_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the drafts."""
    from unlinkable.lab.deidentification import ENTITIES, Detector, masked
    from unlinkable_index.collection import Collection

    demand_file(args.out, "a folder of drafts")
    if args.pipeline is None and args.patterns is None:
        raise UserError(
            "no names can be found without a spaCy pipeline: name an installed one with "
            "--pipeline, or patterns of your own with --patterns"
        )
    collection = Collection(args.sources, source_options(args))
    detector = Detector(args.pipeline, args.patterns, args.language, args.entity or list(ENTITIES))
    written = masks = 0
    try:
        with progress_bar(args.quiet) as show:
            for number, record in enumerate(collection):
                if number % args.every:
                    continue
                path = args.out / f"{_file_name(record.id)}.txt"
                if path.exists() and not args.force:
                    raise UserError(
                        f"{path}: there is a draft here; choose another folder, or have it "
                        "written over with --force"
                    )
                found = detector.find(record.text)
                write_whole(path, masked(record.text, found, args.mask))
                written, masks = written + 1, masks + len(found)
                show("masking", collection.bytes_read / max(1, collection.size))
    except OSError as error:
        raise UserError(
            f"{args.out}: the drafts cannot be written ({error.strerror}); {written:,} are there"
        ) from error
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{written:,} drafts are whole in {args.out}") from None
    say(f"{args.out}: {written:,} drafts with {masks:,} masks; read them before anyone else does")
    return 0


def _file_name(identity: str) -> str:
    """An id as the name of a file, whatever it holds; what is usual in names stays."""
    name = quote(identity, safe=" ()+,;=@")
    return f"%2E{name[1:]}" if name.startswith(".") else name
