"""Model files that are opened to measure texts, in the process that asks.

Knows what can go wrong with a file; knows nothing of what is measured.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.model.gguf.model_file import inspect
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from llama_cpp import Llama


def opened(path: Path, **options: Any) -> "Llama":
    """The model in a GGUF file, with ``options`` of llama.cpp.

    Raises UserError when llama-cpp-python is not installed, or the file is no model that it loads
    safely.
    """
    try:
        from unlinkable.model.gguf.llama import load
    except ImportError:
        raise UserError(
            "GGUF models need llama-cpp-python; install it with: pip install 'unlinkable[llm]'"
        ) from None
    try:
        inspect(path)
        return load(str(path), **options)
    except (UserError, ValueError, RuntimeError, OSError) as error:
        raise UserError(f"{path}: this model cannot be loaded; try another one") from error


def name_of(model: "Llama", path: Path) -> str:
    """As the model calls itself, else its file."""
    return str(model.metadata.get("general.name") or path.stem)
