"""ONNX models that the user brings: opened on the processor, with nothing fetched or written."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

WEIGHTS = ("model.onnx", "onnx/model.onnx")
PIECES = "tokenizer.json"
_SILENT = 4  # of the levels of onnxruntime's log: what ends the program


def weights_in(folder: Path) -> Path | None:
    """The file of weights in a folder, as Hugging Face's optimum writes it; None for none."""
    return next((folder / name for name in WEIGHTS if (folder / name).is_file()), None)


def opened_onnx(folder: Path, weights: Path, what: str) -> "tuple[InferenceSession, Tokenizer]":
    """A model with its tokenizer. ``what``: what it is, for people. Raises UserError where packages
    are missing, or the files are damaged."""
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError:
        raise UserError(
            f"the model for {what} needs two packages more; install them with: "
            "pip install 'unlinkable[nli]'"
        ) from None
    with suppress(AttributeError):  # which only builds for Windows collect
        onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _SILENT
    try:
        tokenizer = Tokenizer.from_file(str(folder / PIECES))
        session = onnxruntime.InferenceSession(
            str(weights), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # both libraries raise kinds of their own
        raise UserError(f"{folder}: the model is damaged; fetch it again") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return session, tokenizer
