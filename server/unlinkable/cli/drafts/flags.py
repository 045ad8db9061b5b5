"""The flags that commands on drafts share. Knows no settings and no drafts."""

import argparse
import json
from pathlib import Path

KINDS = ("text", "markdown", "latex")
"""The names of `draft.kinds.NAMES`, which takes a while to load."""


def add_drafts(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the drafts."""
    parser.add_argument(
        "drafts",
        metavar="DRAFT",
        nargs="+",
        type=Path,
        help="a draft (its ending says of what kind), a folder of them, or - for standard input",
    )


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say what is asked of a draft."""
    add_draft_flags(parser)
    flags = parser.add_argument_group("what is asked")
    flags.add_argument("-k", metavar="K", type=int, help="originals that must share it (default 2)")
    flags.add_argument(
        "--max-terms", metavar="M", type=int, help="search terms together (default 3; 1: phrases)"
    )
    flags.add_argument(
        "--term-words", metavar="L", type=int, help="words of each such term (default 1)"
    )
    flags.add_argument(
        "--within",
        metavar="W",
        type=int,
        help="words of a sentence that stand within W words of each other (default 10; 0: none)",
    )
    flags.add_argument(
        "--against",
        metavar="SEARCHERS",
        type=_names,
        help="whom the draft is to hold against: exact (always: phrases, words together, words "
        "near each other), ranking (who lets an engine rank), guessing (who fills in masks), or "
        "all; several with commas (default exact)",
    )
    flags.add_argument(
        "--ranked",
        choices=("off", "sentence", "paragraph", "draft"),
        help="what a searcher who ranks puts to the engine (default sentence); without --against, "
        "asks about one who ranks",
    )
    flags.add_argument(
        "--no-cross-sentences",
        dest="cross_sentences",
        action="store_const",
        const=False,
        help="phrases end with their sentence, which search engines do not know",
    )
    flags.add_argument(  # what asked for it while it was not the default
        "--cross-sentences", action="store_const", const=True, help=argparse.SUPPRESS
    )
    flags.add_argument(
        "--ignore-accepted",
        action="store_true",
        help="let what someone accepted ([[accepted]] in unlinkable.toml) count like all else",
    )


def _names(text: str) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def add_draft_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say which index, what original and what settings a draft has."""
    flags = parser.add_argument_group("the draft, its original and its index")
    flags.add_argument(
        "-i",
        "--index",
        metavar="FILE",
        type=Path,
        action="append",
        help="the index; may be repeated: a draft is checked against each",
    )
    flags.add_argument(
        "--source", metavar="ID", help="the original of the draft: only what leads there counts"
    )
    flags.add_argument(
        "--source-file",
        metavar="FILE",
        type=Path,
        help="the file of the draft's original, where it is not in the index yet: it counts as one "
        "more original, and is the source; {name} and {stem} in it stand for the name of the "
        "draft's file, with its ending and without, {source} for the id that its front matter "
        "names",
    )
    flags.add_argument(
        "--background",
        metavar="SOURCE",
        type=Path,
        help="other rulings (a folder or a .jsonl file), from which masks may be guessed; the "
        "originals will do, as the draft's own is left out",
    )
    flags.add_argument(
        "--mask",
        metavar="PATTERN",
        action="append",
        help="a regular expression for masks, in place of the usual ones; may be repeated",
    )
    flags.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        help="take the settings from this file and answer for them yourself, in place of the "
        "unlinkable.toml of the drafts' folder",
    )
    flags.add_argument(
        "--as",
        dest="kind",
        choices=KINDS,
        help="read every draft as of this kind, whatever its ending; without it, a file whose "
        "ending is not known is not checked, and standard input is text",
    )
    flags.add_argument("--editor-settings", type=json.loads, help=argparse.SUPPRESS)
    flags.add_argument(
        "--no-workspace",
        action="store_true",
        help="ignore what drafts bring with them: the unlinkable.toml of their folder and their "
        "front matter (also: UNLINKABLE_NO_WORKSPACE=1)",
    )
    flags.add_argument(
        "--key-file",
        metavar="FILE",
        type=Path,
        help="the key of a sealed index; keyring:NAME is one in the system's keyring",
    )
