"""Methods that rewrite: `protect` as we make it, and the published loop as a yardstick (ask, check,
ask again until nothing is left). Knows how drafts are rewritten; must know no measures."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from unlinkable.draft import Reading, Span, overlapping, united
from unlinkable.findings.question import Question
from unlinkable.lab.evaluation.method import MadeDraft, Method, RawDraft
from unlinkable.model.author import Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Fault
from unlinkable.model.process.process import Model
from unlinkable.model.prompt import Message, Prompt
from unlinkable.rewriting.masking.masking import DEFAULT_MASK
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task, finding_spans
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index


class Protecting(Method):
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
        self.asked = str(question)
        self._reading = reading
        self._model = model
        self._tables = tables

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


SENTENCES = 3
PASSES_WITHOUT_SPANS = 3  # as published (A.3.3)
TEMPERATURE = 1.2  # as published
PROMPT = """\
The text you are given is part of a court ruling in which all names have been removed. The spans \
listed with it occur word for word in the original ruling, so that a search for one of them would \
find it. Rewrite the whole text such that none of the spans occurs in it any more. Keep the \
meaning, the style and the facts; leave masks as they are and leave all other words alone where \
you can. Think first about how each span can be expressed otherwise, then write the text. Answer \
with JSON that has the fields "plan" and "text"."""
PROMPT_WITHOUT_SPANS = """\
The text you are given is part of a court ruling in which all names have been removed. Rewrite it \
in other words, so that a search for phrases of it would not find the original ruling. Keep the \
meaning, the style and the facts, and leave masks as they are. Think first about what you will say \
otherwise, then write the text. Answer with JSON that has the fields "plan" and "text"."""

Answer = Callable[[Sequence[Message], str, Sequence[Span], int], str]
"""Asked with the fixed messages, the text, the spans in it, and the number of the pass."""


@dataclass(frozen=True)
class LoopOutcome:
    """The text in the end, the passes it took, and how many findings are left."""

    text: str
    passes: int
    left: int


def published_loop(
    task: Task, index: Index, answer: Answer, most_passes: int = 10, stop: Stop = never
) -> LoopOutcome:
    """Rewrite until nothing is left that the task's question asks for, or for ``most_passes``."""
    for number in range(most_passes):
        spans = united(finding_spans(task, index, stop))
        if not spans:
            return LoopOutcome(task.draft.text, number, 0)
        task = task.with_text(_rewritten(task, answer, PROMPT, spans, number))
    return LoopOutcome(task.draft.text, most_passes, len(finding_spans(task, index, stop)))


def without_spans(task: Task, answer: Answer) -> str:
    """Every chunk written anew, as often as published; nothing is checked."""
    for number in range(PASSES_WITHOUT_SPANS):
        task = task.with_text(_rewritten(task, answer, PROMPT_WITHOUT_SPANS, None, number))
    return task.draft.text


def asked(text: str, spans: Sequence[Span]) -> Message:
    """The message for one chunk."""
    listed = list(dict.fromkeys(text[start:end] for start, end in spans))
    told = {"text": text, "spans": listed} if listed else {"text": text}
    return Message("user", json.dumps(told, ensure_ascii=False))


class PublishedLoop(Method):
    """The method, with a model. ``question``: what is asked for; None: it is not told any spans."""

    def __init__(
        self, name: str, model: Model, index: Index, question: Question | None, reading: Reading
    ) -> None:
        file = model.options.path.name
        kinds = "no spans"
        if question is not None:
            kinds = "phrases" if question.max_terms == 1 else "phrases and combinations"
        self.name = name
        self.said = (
            f"the published loop with {file}, told of {kinds}; temperature {TEMPERATURE:g}, "
            "prompts of our own"
        )
        self._model = model
        self._index = index
        self._question = question
        self.asked = str(question)
        self._reading = reading

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:
        """The draft as the loop leaves it; a chunk that the model does not finish stays."""
        question = replace(self._question or Question(max_terms=1), source=source)
        task = Task.of(raw.text, raw.markup, self._reading, question)
        cost = self._model.cost
        started, read, written = time.perf_counter(), cost.processed, cost.generated

        def answer(fixed: Sequence[Message], text: str, spans: Sequence[Span], number: int) -> str:
            return self._written(Prompt(tuple(fixed), asked(text, spans)), text, number, stop)

        if self._question is None:
            text = without_spans(task, answer)
        else:
            text = published_loop(task, self._index, answer, stop=stop).text
        cost = self._model.cost
        new = cost.generated - written
        return MadeDraft(text, time.perf_counter() - started, cost.processed - read - new, new)

    def _written(self, prompt: Prompt, text: str, number: int, stop: Stop) -> str:
        sampling = Sampling(temperature=TEMPERATURE, seed=number, planned=True)
        anything = Limits(len(text) + 200, least=-1e9, least_in_word=-1e9, least_mean=-1e9)
        writing = Writing(prompt, (sampling,), anything, _nothing_is_forbidden)
        (candidate,) = self._model.candidates(writing, stop)
        return candidate.text or text


def _nothing_is_forbidden(text: str, ended: bool) -> Fault | None:
    del text, ended
    return None


def _rewritten(
    task: Task, answer: Answer, rules: str, spans: Sequence[Span] | None, number: int
) -> str:
    """The text with each chunk written anew that has one of ``spans``; None: each."""
    text = task.draft.text
    for chunk in reversed(_chunks(task.draft.sentences)):
        inside = [] if spans is None else overlapping(spans, chunk)
        if inside or spans is None:
            before = text[chunk.start : chunk.end]
            moved = [Span(s - chunk.start, e - chunk.start) for s, e in inside]
            after = answer([Message("system", rules)], before, moved, number)
            text = text[: chunk.start] + after + text[chunk.end :]
    return text


def _chunks(sentences: Sequence[Span]) -> list[Span]:
    groups = [sentences[at : at + SENTENCES] for at in range(0, len(sentences), SENTENCES)]
    return [Span(group[0].start, group[-1].end) for group in groups]
