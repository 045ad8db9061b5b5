"""ONNX models that the user brings, opened on the processor with nothing fetched or written: one
that tells whether a text entails another, one that embeds. Must never know drafts, nor who asks."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

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


def _told(
    session: "InferenceSession",
    output: str,
    ids: Sequence[int],
    attention: Sequence[int],
    types: Sequence[int],
) -> Any:
    """One ``output`` of a model for one text, or two. Raises what onnxruntime does, and KeyError
    where the model wants more."""
    given = {"input_ids": ids, "attention_mask": attention, "token_type_ids": types}
    wanted = [one.name for one in session.get_inputs()]
    (told,) = session.run([output], {n: np.array([given[n]], dtype=np.int64) for n in wanted})
    return told


_CONFIG = "config.json"
_LABEL = "entailment"
_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}


@dataclass(frozen=True)
class _Loaded:
    """``label``: the number of "entailment" among what is told; ``longest``: the pieces of both
    texts together that can be read at most, None where the folder does not say so."""

    session: "InferenceSession"
    tokenizer: "Tokenizer"
    label: int
    longest: int | None


class EntailmentModel:
    """The model in ``folder``, loaded when it is first asked: `model.onnx` (or `onnx/model.onnx`),
    `tokenizer.json` and `config.json`, as Hugging Face's optimum writes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()

    def load(self) -> None:
        """Load it now. Raises UserError where it cannot be used."""
        with self._lock:
            self._loaded  # noqa: B018 - remembered from here on

    def both_ways(self, text: str, other: str) -> float:
        """The probability that each of the texts follows from the other: that of the less probable
        direction. 0 where they are too long to be read whole.

        Raises UserError where the model cannot be used.
        """
        return min(self.entailed(text, other), self.entailed(other, text))

    def entailed(self, premise: str, hypothesis: str) -> float:
        """The probability that ``hypothesis`` follows from ``premise``. Otherwise as `both_ways`"""
        self.load()
        loaded = self._loaded
        pieces = loaded.tokenizer.encode(premise, hypothesis)
        if loaded.longest is not None and len(pieces.ids) > loaded.longest:
            return 0.0
        output = loaded.session.get_outputs()[0].name
        try:
            told = _told(loaded.session, output, pieces.ids, pieces.attention_mask, pieces.type_ids)
            scores: NDArray[np.float64] = np.asarray(told, dtype=np.float64).reshape(-1)
            weights = np.exp(scores - scores.max())
            probability = float(weights[loaded.label] / weights.sum())
        except Exception as error:  # onnxruntime raises kinds of its own, which may quote a text
            raise UserError(_unusable(self.folder)) from error
        if not 0 <= probability <= 1:  # also what is no number
            raise UserError(_unusable(self.folder))
        return probability

    @cached_property
    def _loaded(self) -> _Loaded:
        weights = _weights_in(self.folder)
        session, tokenizer = opened_onnx(self.folder, weights, "entailment")
        try:
            config: dict[str, Any] = json.loads((self.folder / _CONFIG).read_text("utf-8"))
            labels = {int(n): str(name) for n, name in dict(config.get("id2label") or {}).items()}
            longest = config.get("max_position_embeddings")
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise UserError(f"{self.folder}: the model is damaged; fetch it again") from error
        label = next((n for n, name in labels.items() if name.casefold() == _LABEL), None)
        if label is None or not _INPUTS.issuperset(one.name for one in session.get_inputs()):
            raise UserError(_unusable(self.folder))
        return _Loaded(session, tokenizer, label, longest if isinstance(longest, int) else None)


def _weights_in(folder: Path) -> Path:
    """The file of weights. Raises UserError where a file is missing."""
    weights = weights_in(folder)
    lacking = [name for name in (_CONFIG, PIECES) if not (folder / name).is_file()]
    if weights is None:
        lacking.insert(0, WEIGHTS[0])
    if weights is None or lacking:
        raise UserError(
            f"{folder}: no model for entailment, as {' and '.join(lacking)} "
            f"{'is' if len(lacking) == 1 else 'are'} missing; name a folder that has them"
        )
    return weights


def _unusable(folder: Path) -> str:
    return (
        f"{folder}: a model of another kind; name one for natural language inference, which tells "
        "“entailment” from the rest"
    )


Vector = NDArray[np.float32]
_USUAL = 512  # places, where the folder does not say
_SENTENCE = "sentence_embedding"  # an output that is the vector already


class OnnxEmbedder:
    """The model in ``folder``: its own vector of a text, else the mean of those of all places, or
    the first one, as sentence-transformers note. Raises UserError when it can't be used."""

    def __init__(self, folder: Path) -> None:
        weights = weights_in(folder)
        if weights is None or not (folder / PIECES).is_file():
            raise UserError(f"{folder}: no model; name a folder with model.onnx and {PIECES}")
        self._folder = folder
        self._session, self._tokenizer = opened_onnx(folder, weights, "embeddings")
        outputs = [one.name for one in self._session.get_outputs()]
        self._output = _SENTENCE if _SENTENCE in outputs else outputs[0]
        pooling = _noted(folder / "1_Pooling" / "config.json")
        self._takes_first = bool(pooling.get("pooling_mode_cls_token"))
        self._ends: list[int] = self._tokenizer.encode("").ids
        places = _noted(folder / "config.json").get("max_position_embeddings")
        self.longest = (places if isinstance(places, int) else _USUAL) - len(self._ends)
        self.name = folder.name

    def pieces(self, text: str) -> list[int]:
        """The pieces of a text."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def vector(self, pieces: list[int]) -> Vector:
        """The vector of up to ``longest`` pieces."""
        middle = len(self._ends) // 2
        ids = [*self._ends[:middle], *pieces[: self.longest], *self._ends[middle:]]
        ones, zeros = [1] * len(ids), [0] * len(ids)
        try:
            told = _told(self._session, self._output, ids, ones, zeros)
            made = np.asarray(told, dtype=np.float32)[0]
        except Exception as error:  # onnxruntime raises kinds of its own, which may quote a text
            raise UserError(
                f"{self._folder}: a model of another kind; name one that embeds"
            ) from error
        if made.ndim == 2:
            made = made[0] if self._takes_first else made.mean(axis=0)
        vector: Vector = made / max(float(np.linalg.norm(made)), 1e-12)
        return vector

    def vectors(self, texts: Sequence[list[int]]) -> Vector:
        """The vectors of several texts (float32, texts by dimensions)."""
        return np.array([self.vector(text) for text in texts])


def _noted(path: Path) -> dict[str, object]:
    """What a file beside the model notes; nothing where it is missing or damaged."""
    try:
        noted = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}
