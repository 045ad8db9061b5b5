"""What the commands share that read sources: flags that say how, where a source does not."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unlinkable_index.collection import SourceOptions


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
    from unlinkable_index.collection import SourceOptions, TextAs, Unreadable

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
