"""Masks filled in one after the other by a reader that is shown the nearest parts of rulings, as
the published attacks do (arXiv 2505.12859, 2510.09184): in which order, from which chunks of
texts, and what several runs agree on. Must know nothing of models and of where rulings come
from."""

import contextlib
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from unlinkable.draft import Span
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, never, unseen
from unlinkable_index.words import find_words

LONG = 600
"""Characters of a chunk (2505.12859; 1,200 in 2510.09184)."""


@dataclass(frozen=True)
class Cutting:
    """How texts are cut. ``characters``: of a chunk. ``as_published``: a chunk without a full stop
    inside, or that ends exactly with one, is lost, as in the published code; the paper says nothing
    of that."""

    characters: int = LONG
    as_published: bool = False

    def chunks(self, text: str) -> list[str]:
        """The chunks of a text, each up to the last full stop in so many characters."""
        found: list[str] = []
        start = 0
        while start < len(text):
            part = text[start : start + self.characters]
            last = start + len(part) == len(text)
            end = part.rfind(".") + 1
            lost = self.as_published and not last and end in (0, len(part))
            if last or end == 0:
                end = len(part)
            if not lost and part[:end].strip():
                found.append(part[:end].strip())
            start += end
        return found


class Chunks:
    """The chunks of some texts, ranked by their words (BM25 among themselves)."""

    def __init__(self, texts: Sequence[str], cutting: Cutting) -> None:
        self._chunks = [chunk for text in texts for chunk in cutting.chunks(text)]
        self._counts = [Counter(find_words(chunk).forms) for chunk in self._chunks]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._dfs = Counter(word for counts in self._counts for word in counts)
        self._having: dict[str, list[int]] = {}
        for number, counts in enumerate(self._counts):
            for word in counts:
                self._having.setdefault(word, []).append(number)

    def __len__(self) -> int:
        return len(self._chunks)

    def nearest(self, passage: str, count: int) -> tuple[str, ...]:
        """The ``count`` chunks that have most of the words of a passage, the nearest first."""
        average = sum(self._lengths) / max(len(self._lengths), 1)
        scores: dict[int, float] = {}
        for word in find_words(passage).forms:
            df = self._dfs[word]
            idf = math.log1p((len(self._chunks) - df + 0.5) / (df + 0.5))
            for number in self._having.get(word, ()):
                often = self._counts[number][word]
                norm = 1.2 * (0.25 + 0.75 * self._lengths[number] / average)
                scores[number] = scores.get(number, 0.0) + idf * often / (often + norm)
        best = sorted(scores, key=lambda number: (-scores[number], number))[:count]
        return tuple(self._chunks[number] for number in best)


class Order(Enum):
    """Which mask comes next. ENTROPY: by a first prediction of each, the surest first; DYNAMIC:
    the same, predicted anew after every mask that was filled in (which its authors leave for
    later)."""

    TOP = "top"
    BOTTOM = "bottom"
    RANDOM = "random"
    ENTROPY = "entropy"
    DYNAMIC = "dynamic"


def entropy(log_probabilities: Iterable[float]) -> float:
    """``-Σ p·ln p`` over the tokens of a predicted span, p being the probability given to each: how
    unsure the prediction is (no entropy in the strict sense; as published)."""
    return -sum(math.exp(one) * one for one in log_probabilities)


def in_order(
    masks: Sequence[int], order: Order, unsure: Callable[[int], float], seed: int = 0
) -> Iterable[int]:
    """``masks`` in an order; each is to be filled in before the next is asked for.

    - ``unsure``: how unsure the prediction of a mask is as things stand.
    """
    if order is Order.TOP:
        yield from masks
    elif order is Order.BOTTOM:
        yield from masks[::-1]
    elif order is Order.RANDOM:
        shuffled = list(masks)
        random.Random(seed).shuffle(shuffled)
        yield from shuffled
    elif order is Order.ENTROPY:
        yield from sorted(masks, key=unsure)
    else:
        left = list(masks)
        while left:
            surest = min(left, key=unsure)
            left.remove(surest)
            yield surest


def voted(predictions: Iterable[tuple[str, float]]) -> tuple[str, float] | None:
    """The prediction that several runs give most probability, summed, and its share of all; None
    where there is none. Of equals the first."""
    votes: dict[str, float] = defaultdict(float)
    for said, probability in predictions:
        votes[said] += probability
    if not votes:
        return None
    best = max(votes, key=lambda said: votes[said])
    whole = sum(votes.values())
    return best, votes[best] / whole if whole > 0 else 0.0


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
