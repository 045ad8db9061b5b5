"""An author whose every wording a model for entailment reads as well, before anybody takes it.

The wording must follow from the passage and the passage from the wording; else it is doubted, as
where the author doubts it itself. Knows wordings; nothing of drafts and checks.
"""

import contextlib
import math
from collections.abc import Generator, Sequence
from dataclasses import replace

from unlinkable.model.author import Author, Candidate, Writing
from unlinkable.model.decoding.infilling import Blank, Infilled
from unlinkable.model.decoding.judge import Judge
from unlinkable.model.entailment.entailment_model import EntailmentModel
from unlinkable.model.prompting.prompt import Prompt
from unlinkable.model.prompting.request import Request
from unlinkable.model.prompting.span_prompt import Place
from unlinkable.stopping import OnProgress, Stop, unseen

_DOUBTED_BELOW = 0.5  # where a wording begins to be doubted


class SecondReader:
    """``least``: the probability (between 0 and 1) of the less probable direction below which a
    wording is doubted."""

    def __init__(self, author: Author, model: EntailmentModel, least: float) -> None:
        self.options = author.options
        self._author = author
        self._model = model
        self._least = least

    def candidates(
        self, writing: Writing, stop: Stop, report: OnProgress = unseen
    ) -> Generator[Candidate, None, None]:
        """The author's, those that pass every check with what both hold of them: the lower."""
        with contextlib.closing(self._author.candidates(writing, stop, report)) as candidates:
            for candidate in candidates:
                yield self._read(candidate, writing)

    def infilled(
        self,
        prompt: Prompt,
        gap: Blank,
        judge: Judge,
        stop: Stop,
        report: OnProgress = unseen,
    ) -> Infilled:
        """The author's."""
        return self._author.infilled(prompt, gap, judge, stop, report)

    def weighed(
        self,
        passage: str,
        place: Place,
        texts: Sequence[tuple[str, float]],
        stop: Stop,  # noqa: ARG002
        report: OnProgress = unseen,  # noqa: ARG002
    ) -> tuple[float, ...]:
        """What the model for entailment holds of them alone: infinite where it is sure enough, else
        the same below 0."""
        start, end = place
        others = [passage[:start] + text + passage[end:] for text, _ in texts]
        sure = [self._model.both_ways(passage, other) >= self._least for other in others]
        return tuple(math.inf if one else -math.inf for one in sure)

    def _read(self, candidate: Candidate, writing: Writing) -> Candidate:
        text, request = candidate.text, writing.request
        if text is None or not isinstance(request, Request) or not writing.to_compare(text):
            return candidate
        mine = self._scaled(self._model.both_ways(request.passage, text))
        theirs = candidate.agreement
        return replace(candidate, agreement=mine if theirs is None else min(mine, theirs))

    def _scaled(self, probability: float) -> float:
        """The probability, stretched so that ``least`` lies where doubt begins."""
        if probability < self._least:
            return _DOUBTED_BELOW * probability / self._least
        return 1 - (1 - _DOUBTED_BELOW) * (1 - probability) / (1 - self._least)
