"""`unlinkable serve`, `completion` and `schema`: what editors, shells and other programs ask for.
Must never know what the language server does."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from unlinkable.cli.parser import describe_in_a_line, each_command
from unlinkable.printing import say
from unlinkable_index.errors import UserError

SHELLS = ("bash", "zsh", "fish")
_EXAMPLES = """\
once, for your shell:
  unlinkable completion bash > ~/.local/share/bash-completion/completions/unlinkable
  unlinkable completion zsh > ~/.zfunc/_unlinkable    (a folder of $fpath)
  unlinkable completion fish > ~/.config/fish/completions/unlinkable.fish
"""


def add_completion_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "completion",
        help="print what a shell needs to complete commands and flags",
        description="Print what a shell needs to complete commands, flags and names of files.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}"
    )
    parser.set_defaults(run=run_completion)


def run_completion(args: argparse.Namespace) -> int:
    """Print the script for one shell."""
    import shtab

    from unlinkable.cli import make_parser

    parser = make_parser()
    describe_in_a_line(parser)
    for command in each_command(parser).values():
        for action in command.arguments():
            if action.type is Path:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, args.shell))
    return 0


WHAT = (
    *("settings", "check", "price", "protect"),
    *("attack", "attack-table", "evaluate", "model"),
)


def add_schema_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON schema of the settings or of a result",
        description="Print the JSON schema (2020-12) of an unlinkable.toml (settings), of a line "
        "of `check --format json`, `price --format json` or `attack --format json`, of the JSON "
        "report of `protect`, of `attack --table --format json`, `evaluate --format json` or "
        "`model info --format json`. Results name theirs as $schema. "
        "An editor that knows TOML completes an unlinkable.toml that begins with "
        "#:schema ./unlinkable.schema.json",
    )
    parser.add_argument("what", metavar="WHAT", choices=WHAT, help=f"one of {', '.join(WHAT)}")
    parser.set_defaults(run=run_schema)


def run_schema(args: argparse.Namespace) -> int:
    """Print one schema."""
    from unlinkable.reporting import schema_address
    from unlinkable.reporting.json_schemas import DIALECT, output_schemas
    from unlinkable.settings.values import file_schema

    schema = file_schema() if args.what == "settings" else output_schemas()[args.what]
    titled = {
        "$schema": DIALECT,
        "$id": schema_address(args.what),
        "title": f"Unlinkable: {args.what}",
        **schema,
    }
    print(json.dumps(titled, indent=1, ensure_ascii=False))
    return 0


_LAST_PORT = 65535


def add_serve_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "serve",
        help="run the language server, for editors",
        description="Run the language server on standard input and output, for an editor.",
    )
    parser.add_argument(
        "--tcp",
        metavar="PORT",
        type=int,
        help="for debugging: wait on this port of this machine instead (0 chooses one); the client "
        "must send the secret that is shown",
    )
    parser.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run_serve)


def run_serve(args: argparse.Namespace) -> NoReturn:
    """Serve one client until it leaves, and end this process."""
    from unlinkable.lsp.server import end, serve

    if args.tcp is not None and not 0 <= args.tcp <= _LAST_PORT:
        raise UserError(f"--tcp takes a port from 1 to {_LAST_PORT}, or 0")
    if args.tcp is None and sys.stdin.isatty():
        say("unlinkable: waiting for an editor, which starts this by itself; Ctrl-C ends it")
    end(serve(args.tcp))
