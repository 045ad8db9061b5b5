"""`unlinkable serve`: the language server. Knows how to reach it, and nothing of what it does."""

import argparse
import sys
from typing import Any, NoReturn

from unlinkable.printing import say
from unlinkable_index.errors import UserError

_LAST_PORT = 65535


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
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
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> NoReturn:
    """Serve one client until it leaves, and end this process."""
    from unlinkable.lsp.serving import end, serve

    if args.tcp is not None and not 0 <= args.tcp <= _LAST_PORT:
        raise UserError(f"--tcp takes a port from 1 to {_LAST_PORT}, or 0")
    if args.tcp is None and sys.stdin.isatty():
        say("unlinkable: waiting for an editor, which starts this by itself; Ctrl-C ends it")
    end(serve(args.tcp))
