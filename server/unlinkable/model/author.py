"""Whoever writes candidates: what is asked of an author, what it gives back, and what can be chosen
about a model. Values only; must never know processes, llama.cpp, nor where a value comes from."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.infilling import Blank, Infilled
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Judge
from unlinkable.model.prompt import Prompt, Request
from unlinkable.model.span_prompt import Place
from unlinkable.stopping import OnProgress, Stop, unseen

AUTOMATIC = -1


@dataclass(frozen=True)
class ModelOptions:
    """A model file and how to run it.

    - ``gpu_layers``: layers to place on a graphics card; AUTOMATIC (-1) is all of them, or none
      where they do not fit;
    - ``threads``: processor threads; None is one a physical core;
    - ``idle_minutes``: after so long without work the model leaves memory; 0 keeps it;
    - ``context_tokens``: tokens the model may hold at once; less is taken where the task needs
      less;
    - ``alternatives``: how many are wanted;
    - ``reasoning``: let the model note what to change before it writes, where its first text,
      written at once, is refused or more are wanted;
    - ``seed``: the same seed, model, index and draft give the same text;
    - ``patience``: seconds without any sign of life after which the model's process is killed, more
      where it was silent for long before and went on;
    - ``loading_patience``: the same while it loads.
    """

    path: Path
    gpu_layers: int = AUTOMATIC
    threads: int | None = None
    idle_minutes: float = 10.0
    context_tokens: int = 8192
    alternatives: int = 3
    reasoning: bool = True
    seed: int = 0
    patience: float = 60.0
    loading_patience: float = 300.0


@dataclass(frozen=True)
class Writing:
    """What is to be written: one candidate for each of ``samplings``.

    - ``request``: the passage to rewrite and what stands around it, or all that the model is told;
    - ``samplings``: how the words of each candidate are chosen;
    - ``limits``: how long a candidate may become;
    - ``judge``: asked as the words come; it forbids some of them;
    - ``to_compare``: of which finished texts the model is asked whether they say the same;
    - ``told``: what is asked from the candidate of this number on (the first is 0), once those
      before have come; None: what was asked before.
    """

    request: Request | Prompt
    samplings: tuple[Sampling, ...]
    limits: Limits
    judge: Judge
    to_compare: Callable[[str], bool] = lambda _: False
    told: Callable[[int], Request | None] = lambda _: None


@dataclass(frozen=True)
class Candidate:
    """What the model wrote, or why it gave up. ``generated`` counts the tokens sampled.
    ``agreement``: how probable it holds it, asked again, that the text says the same; None where it
    was not asked. ``tokens``: of each that was sampled and stayed, the bytes of the text before it,
    and its log-probability."""

    text: str | None
    gave_up: str | None
    log_probability: float
    generated: int
    rollbacks: int
    agreement: float | None = None
    tokens: tuple[tuple[int, float], ...] = ()


class Author(Protocol):
    """Whoever writes candidates. See `Model.candidates`."""

    options: ModelOptions

    def candidates(
        self, writing: Writing, stop: Stop, report: OnProgress = unseen
    ) -> Generator[Candidate, None, None]:
        """The candidates, each as soon as it is written."""
        ...

    def infilled(
        self, prompt: Prompt, gap: Blank, judge: Judge, stop: Stop, report: OnProgress = unseen
    ) -> Infilled:
        """Texts for a gap in the answer to a prompt."""
        ...

    def weighed(
        self,
        passage: str,
        place: Place,
        texts: Sequence[tuple[str, float]],
        stop: Stop,
        report: OnProgress = unseen,
    ) -> tuple[float, ...]:
        """How much speaks for it that a passage says the same with each of some texts at a place
        (see `Model.weighed`), up to the first for which as much does as is asked of it."""
        ...
