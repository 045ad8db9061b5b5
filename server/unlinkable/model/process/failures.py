"""What can go wrong with a model, each as one sentence that says what to do, and what this machine
has to run one: memory, the llama.cpp that is installed. Must never know the text that a model
was working on."""

import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.model.gguf.model_file import ModelFile
from unlinkable_index.child_processes import NEUTRAL_FOLDER, environment, python
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.model.process.worker_process import Frame

_LINUX = Path("/proc/meminfo")


def available_memory() -> int | None:
    """Bytes that can be had without swapping; None where that is not known."""
    try:
        for line in _LINUX.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass  # another system, which may know by other means
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


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


class ModelUnavailableError(UserError):
    """The model cannot be used at all; the message says what to do."""


class ModelFailedError(UserError):
    """The model failed at one request; the next one starts it afresh."""


def failure(path: Path, file: ModelFile | None, reply: "Frame") -> UserError:
    """What the reply "failed" of the model's process means to people."""
    why = reply.get("why")
    if why == "long":
        return ModelFailedError(
            f"This passage needs a context of {reply.get('said')} tokens: mask it, or set "
            "model.context_tokens higher"
        )
    if why == "extra":
        return ModelUnavailableError(
            "Rewriting needs the package llama-cpp-python, which is not installed or does not "
            f"start here; run: {command_to_install()}"
        )
    if why == "card":
        return ModelUnavailableError(
            f"{path}: the graphics card has no room for so much of this model: set "
            "model.gpu_layers lower (0: all of it on the processor)"
        )
    if why == "template":
        return ModelUnavailableError(
            f"{path}: the chat template in this model file takes too much time or memory: use "
            "another model"
        )
    free = available_memory()
    needed = file.memory if file else 0
    if why == "memory" or (free is not None and needed > free):
        return ModelUnavailableError(
            f"{path}: there is not enough memory for this model (it takes about "
            f"{needed / 1e9:.1f} GB): close other programs or use a smaller model"
        )
    return ModelUnavailableError(
        f"{path}: llama.cpp cannot load this model: fetch the file again if it may be damaged, "
        "or update llama-cpp-python if the model is newer"
    )
