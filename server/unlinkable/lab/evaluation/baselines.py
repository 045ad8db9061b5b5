"""The baselines of `unlinkable evaluate`: by what names they are asked for, and what each needs.
Loads a method, and a model, only when a baseline that needs it is made."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unlinkable.draft import Reading
    from unlinkable.lab.evaluation.method import Method
    from unlinkable.lab.evaluation.wordnet import SynonymChooser
    from unlinkable.model.process.process import Model
    from unlinkable_index.index import Index


BASELINES = (
    "mask, words (mask:5, words:5: with k of 5); with a model: model, no-spans, loop-1, loop-3; "
    "with a WordNet: wordnet, wordnet-informed; with a model that fills in words: dp-mlm:EPSILON"
)
_PATIENCE = 900.0  # seconds without any sign of life
_LOOPS = {"no-spans": None, "loop-1": 1, "loop-3": 3}
_BASELINE = re.compile(
    r"(?:mask|words)(?::[2-9]|:[1-9][0-9]{1,3})?|model|no-spans|loop-[13]|wordnet(?:-informed)?|"
    r"dp-mlm(?:-published)?:[0-9]+(?:\.[0-9]+)?"
)


def is_baseline(said: str) -> bool:
    """Whether there is a baseline of this name."""
    return _BASELINE.fullmatch(said) is not None


@dataclass(frozen=True)
class Means:
    """What baselines are made with: ``k``, the ``model`` that rewrites (GGUF), a ``wordnet`` (LMF),
    and a ``masked_model`` that fills in words (a folder); None where there is none."""

    k: int = 2
    model: Path | None = None
    wordnet: Path | None = None
    masked_model: Path | None = None


class LackingError(Exception):
    """What a baseline would need, and nobody named."""


@dataclass(frozen=True)
class BaselineMaker:
    """Makes the baselines, with what they need."""

    means: Means
    index: "Index"
    reading: "Reading"
    similarity: Sequence[Path]
    opened: ExitStack

    def methods(self, names: Iterable[str], left_out: list[str]) -> "Iterator[Method]":
        """The baselines of these names, each once. ``left_out`` gains a sentence for each that
        needs what nobody named. Raises UserError for what can't be used."""
        for name in dict.fromkeys(names):
            try:
                yield self.method(name)
            except LackingError as lacking:
                left_out.append(f"{name}: {lacking}")

    def method(self, name: str) -> "Method":
        """The baseline of this name. Raises LackingError, and UserError for what can't be used."""
        kind, _, value = name.partition(":")
        if kind.startswith("wordnet"):
            return self._wordnet(kind)
        if kind.startswith("dp-mlm"):
            return self._dp_mlm(kind, float(value))
        if name in _LOOPS:
            return self._loop(name)
        return self._ours(
            kind, int(value or self.means.k), f"{kind}, k = {value}" if value else kind
        )

    def _ours(self, kind: str, k: int, name: str) -> "Method":
        from unlinkable.findings.question import Question
        from unlinkable.lab.evaluation.rewriting import Protecting
        from unlinkable.rewriting.wordings_usable import Tables

        model, tables, said = None, None, "masked only"
        if kind in ("words", "model"):
            tables, said = Tables(), "reworded from tables, the rest masked"
        if kind == "model":
            model = self._model
            said = f"rewritten by {model.options.path.name} as it is decoded, also {said}"
        said += f"; clean by exact search, as protect makes it unless asked otherwise, k = {k}"
        return Protecting(name, said, self.index, Question(k), self.reading, model, tables)

    def _loop(self, name: str) -> "Method":
        from unlinkable.findings.question import Question
        from unlinkable.lab.evaluation.rewriting import PublishedLoop

        terms = _LOOPS[name]
        question = None if terms is None else Question(self.means.k, terms, within=0)
        return PublishedLoop(name, self._model, self.index, question, self.reading)

    @cached_property
    def _model(self) -> "Model":
        """The model that is named. Raises LackingError where none is."""
        from unlinkable.model.author import ModelOptions
        from unlinkable.model.gguf.model_file import demand_suitable
        from unlinkable.model.process.process import Model

        if self.means.model is None:
            raise LackingError("no language model was named (--model FILE)")
        demand_suitable(self.means.model)
        # Nobody waits beside it, and results are measured while it writes: it may be slow.
        threads = max(1, (os.cpu_count() or 1) // 2)
        model = Model(
            ModelOptions(self.means.model, threads=threads, idle_minutes=0, patience=_PATIENCE)
        )
        self.opened.callback(model.close)
        return model

    def _wordnet(self, kind: str) -> "Method":
        from unlinkable.lab.evaluation.wordnet import InformedParaphrase, Paraphrase

        if kind == Paraphrase.name:
            return Paraphrase(self._candidates, self.reading)
        return InformedParaphrase(self._candidates, self.index, self.means.k, self.reading)

    @cached_property
    def _candidates(self) -> "SynonymChooser":
        """What WordNet offers. Raises LackingError where a file or a model was not named."""
        from platformdirs import user_cache_path

        from unlinkable.lab.embedding import open_embedder
        from unlinkable.lab.evaluation.wordnet import SynonymChooser, WordNetLexicon

        if self.means.wordnet is None:
            raise LackingError("no WordNet was named (--wordnet FILE)")
        if not self.similarity:
            raise LackingError("it needs a model for embeddings (--similarity MODEL)")
        file = self.means.wordnet
        cache = user_cache_path("unlinkable", appauthor=False) / "wordnet" / file.name
        return SynonymChooser(WordNetLexicon(file, cache), open_embedder(self.similarity[0]))

    def _dp_mlm(self, kind: str, epsilon: float) -> "Method":
        from unlinkable.lab.evaluation.dp_mlm import DpMlm, EncoderModel

        if self.means.masked_model is None:
            raise LackingError("no model that fills in words was named (--masked-model FOLDER)")
        protects_masks = not kind.endswith("published")
        model = EncoderModel(self.means.masked_model)
        return DpMlm(model, epsilon, self.reading, protects_masks)
