"""The llama.cpp that is installed: which version, and whether it was built for graphics cards; and
how to install it where it is not.

Asked in a process of its own, since a build that does not fit the machine can end its process.
"""

import shlex
import subprocess
import sys
from dataclasses import dataclass

from unlinkable_index.child_processes import NEUTRAL_FOLDER, environment, python

_QUESTION = """\
import llama_cpp
print(llama_cpp.__version__, llama_cpp.llama_supports_gpu_offload())
"""
_PATIENCE_S = 60


@dataclass(frozen=True)
class Runtime:
    """llama-cpp-python as installed. ``uses_cards``: it can place a model on a graphics card."""

    version: str
    uses_cards: bool


def command_to_install() -> str:
    """The command that installs llama-cpp-python into this environment, for a shell."""
    command = python("-m", "pip", "install", "llama-cpp-python")
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)


def installed_runtime() -> Runtime | None:
    """The llama-cpp-python of this environment; None where there is none that starts."""
    try:
        answer = subprocess.run(
            python("-c", _QUESTION),
            cwd=NEUTRAL_FOLDER,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    version, cards = answer.stdout.split()[-2:]
    return Runtime(version, cards == "True")
