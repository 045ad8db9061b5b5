"""The command line: one module a command; this one finds the command and speaks of what went wrong.

Results go to standard output, messages to standard error. Heavy imports happen inside the commands.
"""

import codecs
import contextlib
import errno
import gc
import os
import sys
import warnings
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from unlinkable import __version__
from unlinkable.cli.parser import Parser, each_command
from unlinkable.printing import in_ascii, say
from unlinkable_index.errors import UserError

CANNOT = 2
INTERRUPTED = 130  # what shells report for Ctrl-C
_OFTEN_ENOUGH = 50_000  # objects more, before what nobody holds is looked for: commands are short
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


COMMANDS = {
    "index": "index",
    "add": "add",
    "near-copies": "index",
    "info": "add",
    "check": "check",
    "price": "price",
    "protect": "protect.command",
    "verify": "verify",
    "attack": "attack",
    "evaluate": "evaluate",
    "deidentify": "deidentify",
    "serve": "editors",
    "demo": "demo",
    "model": "model",
    "completion": "editors",
    "schema": "editors",
}
"""Every command, in the order in which they are listed, and its module, in which a function
``add_COMMAND_parser`` adds it."""


def make_parser(names: Iterable[str] = tuple(COMMANDS)) -> Parser:
    """What reads the command line: commands, of `COMMANDS`, with their flags."""
    parser = Parser(
        prog="unlinkable",
        description="Keeps anonymised rulings from being traced back to their originals by plain "
        "search. Everything stays on this machine.",
    )
    parser.add_argument("--version", action="version", version=f"unlinkable {__version__}")
    parser.set_defaults(run=parser.show_help)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in names:
        module = import_module(f"unlinkable.cli.{COMMANDS[name]}")
        getattr(module, f"add_{name.replace('-', '_')}_parser")(commands)
    for one in each_command(parser).values():
        if "--quiet" not in one.flags():
            one.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run ``unlinkable`` with ``arguments``; returns the exit status."""
    try:
        words = sys.argv[1:] if arguments is None else arguments
        gc.set_threshold(_OFTEN_ENOUGH)
        # With one command alone it starts sooner.
        known = words[:1] if words[:1] and words[0] in COMMANDS else tuple(COMMANDS)
        args = make_parser(known).parse_args(words)
    except SystemExit as ended:
        if ended.code != CANNOT:  # help was asked for
            raise
        return CANNOT
    if not getattr(args, "multiplies", False):  # idle threads of numpy's would wait by spinning
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed, as by `>&-`
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r+"))
    codecs.register_error(in_ascii.__name__, in_ascii)
    for_people = getattr(args, "format", "") in ("text", "short")
    for stream in (sys.stdout, sys.stderr):
        # In JSON, pages and scripts a quotation mark would mean something.
        lost = in_ascii.__name__ if for_people or stream is sys.stderr else "replace"
        with contextlib.suppress(AttributeError):  # not a text stream of Python's own
            stream.reconfigure(errors=lost)  # type: ignore[union-attr]
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except UserError as error:
        say(f"unlinkable: {error}")
        return CANNOT
    except KeyboardInterrupt as interrupted:  # may say what is left to go on from
        left = str(interrupted) or "nothing was left half done"
        # What was given up half built may complain when it is dropped, as a loop of asyncio does.
        sys.unraisablehook = lambda _: None
        from unlinkable.cli.output import clear_line

        warnings.simplefilter("ignore")
        clear_line()
        say(f"unlinkable: interrupted; {left}")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output left, as `head` does
        _give_up_output()
        return CANNOT
    except MemoryError:
        return _no_memory()
    except OSError as error:
        if error.errno == errno.ENOMEM:
            return _no_memory()
        if error.filename is not None or error.errno not in FULL:
            return _mistake(error)
        _give_up_output()
        say(f"unlinkable: the results cannot be written ({error.strerror}); make room for them")
        return CANNOT
    except Exception as error:
        return _mistake(error)
    if arguments is None:
        gc.freeze()  # the process ends: nothing is looked for that could be let go before
    return status


def _no_memory() -> int:
    say(
        "unlinkable: the memory of this machine ended; close other programs, give fewer or smaller "
        "files at a time, or (for an index) a smaller --memory and fewer --processes"
    )
    return CANNOT


def _mistake(error: Exception) -> int:
    """Say where the program went wrong, without what it was working on."""
    import traceback

    place = traceback.extract_tb(error.__traceback__)[-1]
    say(
        f"unlinkable: a mistake of the program ({type(error).__name__} in "
        f"{Path(place.filename).name}, line {place.lineno}); please report it"
    )
    return CANNOT


def _give_up_output() -> None:
    """Let what is still to be written to standard output go nowhere, as nobody takes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
