"""The command line: one module a command; this one finds the command and speaks of what went wrong.

Results go to standard output, messages to standard error. Heavy imports happen inside the commands.
"""

import argparse
import contextlib
import errno
import os
import sys
import traceback
from pathlib import Path
from typing import NoReturn

from unlinkable import __version__
from unlinkable.cli import add, check, deidentify, demo, index, info, model, near_copies, serve
from unlinkable.cli.attack import command as attack
from unlinkable.cli.evaluate import command as evaluate
from unlinkable.cli.protect import command as protect
from unlinkable.printing import plain, say
from unlinkable_index.errors import UserError

CANNOT = 2
INTERRUPTED = 130  # what shells report for Ctrl-C
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


class Parser(argparse.ArgumentParser):
    """Reads the command line; what it refuses may hold names of files, so it is said plainly."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        super().error(plain(message))


def main(arguments: list[str] | None = None) -> int:
    """Run ``unlinkable`` with ``arguments``; returns the exit status."""
    parser = Parser(
        prog="unlinkable",
        description="Keeps anonymised rulings from being traced back to their originals by plain "
        "search. Everything stays on this machine.",
    )
    parser.add_argument("--version", action="version", version=f"unlinkable {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (
        index,
        add,
        near_copies,
        info,
        check,
        protect,
        attack,
        evaluate,
        deidentify,
        serve,
        demo,
        model,
    ):
        command.add_parser(commands)
    args = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):  # not a text stream of Python's own
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except UserError as error:
        say(f"unlinkable: {error}")
        return CANNOT
    except KeyboardInterrupt as interrupted:  # may say what is left to go on from
        left = str(interrupted) or "nothing was left half done"
        say(f"unlinkable: interrupted; {left}")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output left, as `head` does
        _give_up_output()
        return CANNOT
    except OSError as error:
        if error.filename is not None or error.errno not in FULL:
            return _mistake(error)
        _give_up_output()
        say(f"unlinkable: the results cannot be written ({error.strerror}); make room for them")
        return CANNOT
    except Exception as error:
        return _mistake(error)
    return status


def _mistake(error: Exception) -> int:
    """Say where the program went wrong, without what it was working on."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    say(
        f"unlinkable: a mistake of the program ({type(error).__name__} in "
        f"{Path(place.filename).name}, line {place.lineno}); please report it"
    )
    return CANNOT


def _give_up_output() -> None:
    """Let what is still to be written to standard output go nowhere, as nobody takes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
