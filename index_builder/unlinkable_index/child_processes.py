"""How a process of ours is started: what it may import, and in which folder it runs.

Python puts the current folder first on the path of `-m`, of `-c` and so of multiprocessing's
workers, and native libraries look there for more of themselves: a folder that someone sent would
have its code run. Knows nothing of what the processes are for.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

NEUTRAL_FOLDER = sys.prefix
"""Where processes run that need no folder of the user: whoever may write there owns the program."""


def python(*arguments: str) -> tuple[str, ...]:
    """The command that runs this Python, with nothing of the current folder on its path."""
    return (sys.executable, "-I" if sys.flags.isolated else "-P", *arguments)


def environment() -> dict[str, str]:
    """The variables for a process of ours: those of this one, with a path that names the current
    folder neither by default nor by an empty entry, and means the same in any folder."""
    variables = os.environ | {"PYTHONSAFEPATH": "1"}
    if path := variables.get("PYTHONPATH"):
        folders = [os.path.abspath(folder) for folder in path.split(os.pathsep) if folder]  # noqa: PTH100
        variables["PYTHONPATH"] = os.pathsep.join(folders)
    return variables


def start_with_pipes(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start a process of ours in the neutral folder and a session of its own, to be spoken to over
    its standard input and output. Raises OSError when it cannot be started."""
    import subprocess  # loaded for those who start one

    return subprocess.Popen(
        command,
        cwd=NEUTRAL_FOLDER,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def leave_working_folder() -> None:
    """Go on in the neutral folder, with the variables of a process of ours. For a program that
    was handed no paths that are relative to the folder it was started in."""
    os.environ.update(environment())
    os.chdir(NEUTRAL_FOLDER)
