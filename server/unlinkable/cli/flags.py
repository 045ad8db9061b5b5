"""The flags that commands on drafts share. Knows no settings and no drafts."""

import argparse
import json
from pathlib import Path

KINDS = ("text", "markdown", "latex", "typst", "restructuredtext", "asciidoc")
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
        "--ranked",
        choices=("off", "sentence", "paragraph", "draft"),
        help="what of a draft may not lead a searcher there who ranks the originals, as search "
        "boxes do (default sentence)",
    )
    flags.add_argument(
        "--cross-sentences",
        action="store_const",
        const=True,
        help="phrases may run over the ends of sentences",
    )
    flags.add_argument(
        "--ignore-accepted",
        action="store_true",
        help="let what someone accepted ([[accepted]] in unlinkable.toml) count like all else",
    )


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
