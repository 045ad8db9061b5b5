"""Masks filled in one after the other, as the published attacks do (arXiv 2505.12859, 2510.09184).

For each mask the parts of rulings nearest to the text around it are found, and a reader is asked
for the words. What is filled in stands in the text around the masks that follow, so that mistakes
spread. Knows drafts, passages and readers; knows nothing of models and of where passages come from.
"""

import contextlib
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from unlinkable.attackers.infilling.orders import Order, entropy, in_order, voted
from unlinkable.draft import Span
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, never, unseen

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Prediction:
    """Words for a mask, and the logarithm of the probability of each token of them."""

    text: str
    log_probabilities: tuple[float, ...]

    @property
    def probability(self) -> float:
        """The probability of all tokens together."""
        return math.exp(sum(self.log_probabilities))


Reader = Callable[[Sequence[str], str, str, int], Prediction | None]
"""From parts of rulings, the text before and after a mask, and a seed, to the words in between;
None where there are none."""
Passages = Callable[[str], Sequence[str]]
"""From the text around a mask, in which masks show nothing, to the parts of rulings nearest to it,
the nearest first."""


@dataclass(frozen=True)
class Way:
    """How masks are filled in.

    - ``orders``: each is gone through ``runs`` times; what most of the runs say counts;
    - ``window``: characters before and after a mask that are shown (200; 500 in 2510.09184);
    - ``other_mask``: what stands for masks not filled in yet ("anon" as published);
    - ``seed``: of the first run; the next has the next.
    """

    orders: tuple[Order, ...] = (Order.TOP,)
    runs: int = 1
    window: int = 200
    other_mask: str = "[...]"
    seed: int = 0


@dataclass(frozen=True)
class Filled:
    """What a mask was filled in with. ``share``: of the probability of all runs, that of those that
    say so; ``probability``: the highest of these."""

    text: str
    share: float
    probability: float


class Masked(Protocol):
    """A text with masks (in order, apart), such as a draft."""

    @property
    def text(self) -> str: ...
    @property
    def masks(self) -> tuple[Span, ...]: ...


class Infilling:
    """One draft whose masks are filled in."""

    def __init__(self, draft: Masked, passages: Passages, reader: Reader, way: Way = Way()) -> None:
        self._draft = draft
        self._passages = passages
        self._reader = reader
        self._way = way

    def filled(
        self, wanted: Sequence[int], stop: Stop = never, report: OnProgress = unseen
    ) -> dict[int, Filled]:
        """The words for the masks with these numbers (from 0 on), by number; without those that
        there was no time for. ``stop``: asked before each mask."""
        said: dict[int, list[Prediction]] = {}
        count = len(self._way.orders) * self._way.runs
        for run in range(count):
            order = self._way.orders[run // self._way.runs]
            for mask, prediction in self._run(wanted, order, self._way.seed + run, stop, report):
                said.setdefault(mask, []).append(prediction)
        return {mask: _agreed(predictions) for mask, predictions in said.items()}

    def _run(
        self, wanted: Sequence[int], order: Order, seed: int, stop: Stop, report: OnProgress
    ) -> list[tuple[int, Prediction]]:
        """One run over the masks."""
        clear: dict[int, str] = {}
        found: list[tuple[int, Prediction]] = []

        def unsure(mask: int) -> float:
            predicted = None if stop() else self._predicted(mask, clear, seed)
            return math.inf if predicted is None else entropy(predicted.log_probabilities)

        with contextlib.suppress(StoppedError):  # what was found by then stands
            for done, mask in enumerate(in_order(wanted, order, unsure, seed)):
                if stop():
                    break
                report(Progress(f"mask {done + 1} of {len(wanted)}", done / len(wanted)))
                predicted = self._predicted(mask, clear, seed)
                if predicted is not None and predicted.text:
                    clear[mask] = predicted.text
                    found.append((mask, predicted))
        return found

    def _predicted(self, mask: int, clear: dict[int, str], seed: int) -> Prediction | None:
        before, after = self.around(mask, clear)
        query = " ".join((before + " " + after).replace(self._way.other_mask, " ").split())
        return self._reader(self._passages(query), before, after, seed)

    def around(self, mask: int, clear: dict[int, str]) -> tuple[str, str]:
        """The text before and after a mask, cut at spaces; masks in it that are filled in stand in
        ``clear``."""
        span, room = self._draft.masks[mask], self._way.window
        before = self._text(Span(0, span.start), clear)
        after = self._text(Span(span.end, len(self._draft.text)), clear)
        if len(before) > room:
            before = before[-room:].partition(" ")[2]
        if len(after) > room:
            after = after[:room].rpartition(" ")[0]
        return before, after

    def _text(self, part: Span, clear: dict[int, str]) -> str:
        pieces, at = [], part.start
        for number, (start, end) in enumerate(self._draft.masks):
            if part.start <= start and end <= part.end:
                pieces += [self._draft.text[at:start], clear.get(number, self._way.other_mask)]
                at = end
        pieces.append(self._draft.text[at : part.end])
        return _SPACE.sub(" ", "".join(pieces))


def _agreed(predictions: Sequence[Prediction]) -> Filled:
    best = voted((one.text, one.probability) for one in predictions)
    assert best is not None, "only masks with predictions are asked about"
    text, share = best
    return Filled(text, share, max(one.probability for one in predictions if one.text == text))
