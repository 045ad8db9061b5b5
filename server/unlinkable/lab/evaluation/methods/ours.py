"""Our own methods: masking, rewording from tables, and rewriting by a model, made clean."""

import time
from dataclasses import replace

from unlinkable.draft import Reading
from unlinkable.findings.question import Question
from unlinkable.lab.evaluation.methods.method import MadeDraft
from unlinkable.lab.evaluation.pair import RawDraft
from unlinkable.model.process.process import Model
from unlinkable.rewriting.masking.masking import DEFAULT_MASK
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewording.usable import Tables
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index


class Protecting:
    """`protect`, for whoever knows the source. ``question``: what the result is clean of."""

    def __init__(
        self,
        name: str,
        said: str,
        index: Index,
        question: Question,
        reading: Reading,
        model: Model | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.name = name
        self.said = said
        self._index = index
        self._question = question
        self._reading = reading
        self._model = model
        self._tables = tables

    def depends_on(self, raw: RawDraft) -> str:  # noqa: ARG002
        """What was asked."""
        return str(self._question)

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:
        """The protected draft."""
        question = replace(self._question, source=source)
        task = Task.of(raw.text, raw.markup, self._reading, question)
        started = time.perf_counter()
        spent = self._spent()
        rewriter = Rewriter(self._index, self._model, DEFAULT_MASK, self._tables)
        text = protect(task, self._index, rewriter, stop=stop).text
        read, written = (now - before for now, before in zip(self._spent(), spent, strict=True))
        return MadeDraft(text, time.perf_counter() - started, read, written)

    def _spent(self) -> tuple[int, int]:
        if self._model is None:
            return 0, 0
        cost = self._model.cost
        return cost.processed - cost.generated, cost.generated
