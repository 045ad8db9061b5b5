"""`unlinkable completion`: what a shell needs to complete commands and flags."""

import argparse
from pathlib import Path
from typing import Any

SHELLS = ("bash", "zsh", "fish")
_EXAMPLES = """\
once, for your shell:
  unlinkable completion bash > ~/.local/share/bash-completion/completions/unlinkable
  unlinkable completion zsh > ~/.zfunc/_unlinkable    (a folder of $fpath)
  unlinkable completion fish > ~/.config/fish/completions/unlinkable.fish
"""


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
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
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script for one shell."""
    import shtab

    from unlinkable.cli import make_parser
    from unlinkable.cli.parser import describe_in_a_line, each_command

    parser = make_parser()
    describe_in_a_line(parser)
    for command in each_command(parser).values():
        for action in command.arguments():
            if action.type is Path:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, args.shell))
    return 0
