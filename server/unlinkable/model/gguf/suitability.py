"""Whether a model file can be made to write what is asked for, as far as its metadata tell.

Knows what a GGUF file says of itself; nothing of running it.
"""

from pathlib import Path

from unlinkable.model.gguf.model_file import ModelFile, inspect
from unlinkable.model.gguf.thinking import thinks
from unlinkable_index.errors import UserError

_NO_WRITERS = ("bert", "t5", "clip", "whisper", "wavtokenizer", "diffusion")
"""Parts of the names of architectures that do not write on from a text word by word."""
INSTRUCTED = "take an instruction-tuned model (unlinkable model fetch)"


def unsuitable(file: ModelFile) -> str | None:
    """Why a model cannot rewrite, in one sentence with what to do; None where nothing tells."""
    if file.kind not in ("", "model"):
        return f"this file is no model by itself but a part of one ({file.kind}): {INSTRUCTED}"
    if file.pools or any(part in file.architecture for part in _NO_WRITERS):
        return f"this model measures or reads texts and writes none: {INSTRUCTED}"
    if not file.template:
        return f"this model has no chat template, so it does not follow instructions: {INSTRUCTED}"
    return None


def demand_suitable(path: Path) -> ModelFile:
    """What the file says of itself. Raises UserError when it cannot rewrite or cannot be read."""
    file = inspect(path)
    reason = unsuitable(file)
    if reason is not None:
        raise UserError(f"{path}: {reason}")
    return file


def thoughts(file: ModelFile) -> str:
    """What becomes of the thinking that a model would begin with, in some words."""
    return "cut off: it is made to answer at once" if thinks(file.template) else "none"
