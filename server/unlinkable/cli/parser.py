"""How the command line is read: parsers, suggestions, and the flags that commands on drafts share.
Must never know settings, drafts, nor what commands do with values."""

import argparse
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from unlinkable.printing import say

WRONG = 2  # exit status

Number = TypeVar("Number", int, float)


class Parser(argparse.ArgumentParser):
    """Reads the arguments of a command. Flags are not abbreviated, so that a new one changes the
    meaning of no script. What is refused may hold names of files, so it is said plainly."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **options})
        self.register("type", Path, _path)
        self.register("type", int, _whole_number)
        self.register("type", float, _number)

    def arguments(self) -> list[argparse.Action]:
        """The arguments and flags that are explained."""
        return [action for action in self._actions if action.help != argparse.SUPPRESS]

    def flags(self) -> list[str]:
        """How the flags are written that are explained."""
        return [flag for action in self.arguments() for flag in action.option_strings]

    def show_help(self, _: argparse.Namespace) -> int:
        """Say what there is to choose from, where nothing was chosen."""
        self.print_help()
        return 0

    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong, in another how the command is used, and end."""
        say(f"{self.prog}: {message.removeprefix('argument ')}")
        needed = [one for one in self._actions if one.required or not one.option_strings]
        formatter = self._get_formatter()
        formatter.add_usage(None, needed, [])
        say(f"{' '.join(formatter.format_help().split())} (more: --help)")
        raise SystemExit(WRONG)

    def parse_known_args(  # type: ignore[override]  # of all its forms only this one is used
        self, args: Any = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read the arguments; each command refuses by itself what it does not know."""
        read, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(self._refusal(unknown[0]))
        return read, unknown

    def _refusal(self, word: str) -> str:
        if not word.startswith("-"):
            return f"{word!r} is one argument too many"
        flag = word.partition("=")[0]
        return f"there is no flag {flag}{_suggestion(flag, self.flags())}"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = list(map(str, action.choices))
        meant = _suggestion(str(value), choices)
        if action.option_strings:
            said = f"{value!r} is none of {', '.join(choices)}{meant}"
            raise argparse.ArgumentError(action, said)
        if isinstance(action, argparse._SubParsersAction):
            meant = meant or "; the command comes first, then files and flags"
            raise argparse.ArgumentError(None, f"there is no command {value!r}{meant}")
        raise argparse.ArgumentError(None, f"there is no {value!r}{meant}")


def each_command(parser: Parser, name: str = "") -> dict[str, Parser]:
    """The parser of each command that does something, by its name: "check", "model fetch"."""
    choices = [one.choices for one in parser.arguments() if isinstance(one.choices, dict)]
    if not choices:
        return {name: parser}
    return {
        full: one
        for part, inner in choices[0].items()
        for full, one in each_command(inner, f"{name} {part}".strip()).items()
    }


def describe_in_a_line(parser: Parser) -> None:
    """Have every command described as it is listed, where there is no room for more."""
    for action in parser.arguments():
        if isinstance(action.choices, dict):
            for listed in action._get_subactions():  # type: ignore[attr-defined]
                command = action.choices[listed.dest]
                command.description = listed.help
                describe_in_a_line(command)


def at_least(least: Number) -> Callable[[str], Number]:
    """What reads a number that may not be less, whole where ``least`` is."""
    kind = type(least)

    def read(text: str) -> Number:
        number = (_whole_number if kind is int else _number)(text)
        if not number >= least:
            raise argparse.ArgumentTypeError(f"must be {least:g} or more, not {text}")
        return kind(number)

    return read


def add_processes(parser: argparse.ArgumentParser) -> None:
    """Add the flag that says how many processes work at a time."""
    parser.add_argument(
        "--processes",
        metavar="N",
        type=at_least(1),
        default=os.cpu_count() or 1,
        help="default: all cores",
    )


def _suggestion(word: str, choices: Iterable[str]) -> str:
    """The choice that was probably meant, as the end of a sentence."""
    from difflib import get_close_matches

    choices = list(choices)
    begun = [choice for choice in choices if len(word) > 2 and choice.startswith(word)]
    meant = begun or get_close_matches(word, choices, n=1)
    return f"; did you mean {meant[0]}?" if meant else ""


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("an empty name names no file")
    return Path(text)


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None


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


def add_question_flags(parser: argparse.ArgumentParser) -> None:
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
