"""What is underlined: in each passage from which something leads back, the words that should go.

One underline a passage, as in a page that was spell-checked. Where it is counted what is left to
do, or was so before the last edits, the words are those of the mask that breaks most of what leads
back there; until then, the words that lead back soonest. Whatever else leads back from the passage
is told with it. Knows findings and masks; must know nothing of how an underline is shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.levels import Levels
from unlinkable.settings import Severity

Numbers = NDArray[np.int64]
Weights = NDArray[np.float64]

_BESIDE = 3  # further places of a passage that are told
_LEVELS = list(Severity)


@dataclass(frozen=True)
class Underline:
    """The words of a passage that should go first.

    - ``finding``: what is told of them: of all that leads back by them the strongest;
    - ``level``: how strongly the passage is marked;
    - ``beside``: where other words of the passage should go, some of them; ``more``: how many
      further findings the passage has.
    """

    span: Span
    finding: AnyFinding
    level: Severity
    beside: tuple[Span, ...] = ()
    more: int = 0

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.span.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.span.end


def underlines(analysis: Analysis) -> list[Underline]:
    """The underlines of an analysis, in the order of the text."""
    passages = None
    found: Sequence[AnyFinding]
    if analysis.left is None:
        found = [*analysis.report.findings, *analysis.report.leading_passages]
    else:
        listed = sorted(analysis.left.passages, key=lambda passage: passage.span)
        passages = [passage.span for passage in listed]
        draft = analysis.draft
        found = [_in_place(draft, finding) for passage in listed for finding in passage.findings]
    levels = Levels(analysis)
    shown = [(one, level) for one in found if (level := levels.of(one)) not in _HIDDEN]
    if not shown:
        return []
    places = _Places(analysis.draft, shown)
    groups = places.groups(passages)
    return list(places.underlined(groups, analysis.going))


_HIDDEN = frozenset((Severity.OFF, Severity.LIST))


def _in_place(draft: Draft, finding: AnyFinding) -> AnyFinding:
    """A finding of what is left, with the numbers that its words have by now: fixes elsewhere
    move them."""
    words = draft.words_in(finding.span)
    if isinstance(finding, Finding) and words.start != finding.first_word:
        return replace(finding, first_word=words.start)
    return finding


class _Places:
    """The places at which findings can be broken, in the order of the text: one of each, but of a
    passage that leads whoever ranks every word that carries its lead. An element a place:

    - ``firsts``, ``stops``: its first word, and the first after it;
    - ``weights``: 1 over how many words must be typed to follow the finding.
    """

    def __init__(self, draft: Draft, shown: Sequence[tuple[AnyFinding, Severity]]) -> None:
        self._draft = draft
        rows: list[tuple[int, int, int, int, int]] = []
        for number, (one, level) in enumerate(shown):
            strength = _LEVELS.index(level)
            if isinstance(one, Finding):
                typed = one.words + len(one.others)
                rows.append((one.first_word, one.first_word + one.words, typed, strength, number))
                continue
            typed = one.typed(draft)
            runs = map(draft.words_in, one.marks or one.places)
            rows += [(run.start, run.stop, typed, strength, number) for run in runs if run]
        rows.sort()
        table = np.array(rows, dtype=np.int64).reshape(-1, 5)
        self.firsts, self.stops, self._typed, self._strength, self._number = table.T
        self._shown = shown
        self.weights: Weights = 1 / np.maximum(self._typed, 1)
        self._ended = np.argsort(self.stops, kind="stable")
        self._begun_weight = np.concatenate(([0.0], np.cumsum(self.weights)))
        self._ended_weight = np.concatenate(([0.0], np.cumsum(self.weights[self._ended])))

    def groups(self, passages: Sequence[Span] | None) -> list[tuple[int, int]]:
        """The places of each passage, from the first to the one after the last. ``passages``, in
        order: where they are known; else a passage is the sentences that findings share."""
        if not len(self.firsts):
            return []
        draft = self._draft
        if passages is not None:
            starts = np.array([span.start for span in passages], dtype=np.int64)
            numbers = np.searchsorted(starts, draft.starts[self.firsts], side="right")
            cuts = np.flatnonzero(np.diff(numbers)) + 1
        else:
            sentences = np.searchsorted(draft.sentence_starts, draft.starts, side="right")
            last = np.maximum.accumulate(sentences[self.stops - 1])
            cuts = np.flatnonzero(sentences[self.firsts[1:]] > last[:-1]) + 1
        return list(pairwise([0, *cuts.tolist(), len(self.firsts)]))

    def touching(self, firsts: Numbers, stops: Numbers) -> Weights:
        """What leads back by some runs of words: the weights of the places that each touches."""
        begun = np.searchsorted(self.firsts, stops, side="left")
        ended = np.searchsorted(self.stops[self._ended], firsts, side="right")
        worth: Weights = self._begun_weight[begun] - self._ended_weight[ended]
        return worth

    def underlined(
        self, groups: Sequence[tuple[int, int]], going: Sequence[Span]
    ) -> Iterator[Underline]:
        """The underline of each group. ``going``: where words should go, in order."""
        own = self.touching(self.firsts, self.stops)
        masks = _words_of(self._draft, going)
        worth = self.touching(*masks.T)
        for start, stop in groups:
            inside = slice(start, stop)
            order = start + np.lexsort((-own[inside], self._typed[inside], self._strength[inside]))
            level = _LEVELS[int(self._strength[order[0]])]
            count = len(np.unique(self._number[inside]))
            first, last = int(self.firsts[start]), int(self.stops[inside].max())
            begin = int(np.searchsorted(masks[:, 1], first, side="right"))
            end = int(np.searchsorted(masks[:, 0], last, side="left"))
            ranked = begin + np.argsort(-worth[begin:end], kind="stable")
            chosen = ranked[worth[ranked] > _NOTHING].tolist()
            if chosen:
                runs = [range(*masks[number].tolist()) for number in chosen[: 1 + _BESIDE]]
                spans = [self._draft.span_of(run) for run in runs]
                touched = self._touched(order, runs[0].start, runs[0].stop)
            else:
                spans, touched = self._apart(order), int(order[0])
            finding = self._shown[int(self._number[touched])][0]
            yield Underline(spans[0], finding, level, tuple(sorted(spans[1:])), count - 1)

    def _touched(self, order: Numbers, first: int, stop: int) -> int:
        """The first place of ``order`` that shares a word with a run of words."""
        touch = (self.firsts[order] < stop) & (self.stops[order] > first)
        return int(order[int(np.argmax(touch))])

    def _apart(self, order: Numbers) -> list[Span]:
        """The first places of ``order`` that share no word with each other."""
        found: list[tuple[int, int]] = []
        for place in order[: 4 * _BESIDE].tolist():
            first, stop = int(self.firsts[place]), int(self.stops[place])
            if all(stop <= other[0] or first >= other[1] for other in found):
                found.append((first, stop))
        return [self._draft.span_of(range(*words)) for words in found[: 1 + _BESIDE]]


_NOTHING = 1e-9  # less than what any finding weighs


def _words_of(draft: Draft, spans: Sequence[Span]) -> Numbers:
    """The words at each span: rows (first, first after)."""
    bounds = np.fromiter(chain.from_iterable(spans), np.int64).reshape(-1, 2)
    first = np.searchsorted(draft.ends, bounds[:, 0], side="right")
    stop = np.searchsorted(draft.starts, bounds[:, 1], side="left")
    return np.column_stack((first, np.maximum(first, stop))).astype(np.int64)
