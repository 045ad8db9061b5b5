"""What can go wrong with a model, each as one sentence that says what to do.

Knows the reasons that the model's process gives; never the text it was working on.
"""

from pathlib import Path

from unlinkable.model.gguf.memory import available_memory
from unlinkable.model.gguf.model_file import ModelFile
from unlinkable.model.gguf.runtime import command_to_install
from unlinkable.model.process.frames import Frame
from unlinkable_index.errors import UserError


class ModelUnavailableError(UserError):
    """The model cannot be used at all; the message says what to do."""


class ModelFailedError(UserError):
    """The model failed at one request; the next one starts it afresh."""


def failure(path: Path, file: ModelFile | None, reply: Frame) -> UserError:
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
