"""Whoever writes candidates: a model, or one that remembers what a model wrote.

What is asked of an author, and what it gives back. Values only; knows nothing of processes.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol

from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.infilling import Blank, Infilled
from unlinkable.model.decoding.judge import Judge
from unlinkable.model.decoding.sampling import Sampling
from unlinkable.model.options import ModelOptions
from unlinkable.model.prompting.prompt import Prompt
from unlinkable.model.prompting.request import Request
from unlinkable.model.prompting.span_prompt import Place
from unlinkable.stopping import OnProgress, Stop, unseen


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
        self,
        prompt: Prompt,
        gap: Blank,
        judge: Judge,
        stop: Stop,
        report: OnProgress = unseen,
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
