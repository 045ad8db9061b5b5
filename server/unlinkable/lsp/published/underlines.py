"""What is underlined: one underline a passage, at the words that should go, at the level that
settings give; and which are shown, held back, or too many. Knows findings, masks and settings;
must know nothing of how an underline looks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.finding import PHRASE, RANKING, AnyFinding, Finding
from unlinkable.lsp.documents import Splice
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.settings import Severity
from unlinkable_index.words import word_pattern

_LEVELS = list(Severity)


class Levels:
    """The levels of the findings of one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        wanted = analysis.task.settings.severity
        self._unusual = analysis.unusual
        self._phrase = wanted.phrase
        self._ordinary = max(wanted.phrase, wanted.ordinary, key=_LEVELS.index)
        self._combination = wanted.combination
        self._ranking = wanted.ranking
        self.may_be_off = Severity.OFF in (self._phrase, self._ordinary, self._combination)
        """Whether a finding by exact search may be switched off."""

    def of(self, finding: AnyFinding) -> Severity:
        """The level of a finding of the analysis."""
        if finding.kind is RANKING:
            return self._ranking
        if finding.kind is not PHRASE:
            return self._combination
        first = getattr(finding, "first_word", -1)
        return self._phrase if first in self._unusual else self._ordinary


Numbers = NDArray[np.int64]
Weights = NDArray[np.float64]

_BESIDE = 3  # further places of a passage that are told


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

    def touches(self, place: Span) -> bool:
        """Whether it stands in a place, at least in part."""
        return self.span.start < place.end and self.span.end > place.start


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


@dataclass(frozen=True)
class ShownUnderlines:
    """The underlines to show, in the order of the text.

    ``surplus`` is how many were left out since a client shows no more than so many.
    """

    underlines: tuple[Underline, ...]
    surplus: int

    def without(self, held: Span) -> "ShownUnderlines":
        """The same while the underlines that touch ``held`` are held back."""
        apart = [underline for underline in self.underlines if not underline.touches(held)]
        return replace(self, underlines=tuple(apart))


def wanted(analysis: Analysis) -> list[Finding]:
    """All findings but those of kinds that are switched off, in the order of the text."""
    levels = Levels(analysis)
    findings: list[Finding] = list(analysis.report.findings)
    if levels.may_be_off:
        findings = [finding for finding in findings if levels.of(finding) is not Severity.OFF]
    findings.sort(key=attrgetter("start", "end"))
    return findings


def shown(analysis: Analysis, most: int, in_view: Span | None) -> ShownUnderlines:
    """What is shown of ``analysis`` in the text: at most so many underlines, those ``in_view``
    first, the others evenly over the text."""
    if analysis.task.is_long:
        return _shown_of_long(analysis, most, in_view)
    every = underlines(analysis)
    surplus = max(0, len(every) - most)
    return ShownUnderlines(tuple(_thinned(every, most, in_view) if surplus else every), surplus)


def _shown_of_long(analysis: Analysis, most: int, in_view: Span | None) -> ShownUnderlines:
    """Of a long text only what is in view; the beginning, where that is not known."""
    phrases = analysis.report.phrases
    if in_view is None:
        in_view = Span(0, _FIRST_VIEW)
    near = [one for one in phrases if one.start < in_view.end and one.end > in_view.start]
    report = replace(analysis.report, phrases=tuple(near[:most]))
    every = underlines(replace(analysis, report=report))
    return ShownUnderlines(tuple(every), len(phrases) - len(report.phrases))


_FIRST_VIEW = 20_000  # characters


def _thinned(every: Sequence[Underline], most: int, in_view: Span | None) -> list[Underline]:
    seen = [one for one in every if in_view and one.touches(in_view)][:most]
    known = set(map(id, seen))
    others = [underline for underline in every if id(underline) not in known]
    room = most - len(seen)
    seen += [others[number * len(others) // room] for number in range(room)]
    return sorted(seen, key=lambda underline: underline.span)


def typing_place(text: str, edits: Iterable[Splice]) -> Span | None:
    """The words being typed after ``edits``; None when they were no typing but, say, a paste.

    Typing is one edit that puts in no more than one word or white space; the place is what it put
    in, with the words that it touches.
    """
    edits = tuple(edits)
    if len(edits) != 1 or len(edits[0].text.split()) > 1:
        return None
    start, end = edits[0].start, edits[0].start + len(edits[0].text)
    word = word_pattern(text[max(0, start - _WORD) : end + _WORD])
    new = text[start:end]
    if not new or word.match(new[0]):
        start -= _run(word, text[max(0, start - _WORD) : start][::-1])
    if not new or word.match(new[-1]):
        end += _run(word, text[end : end + _WORD])
    return Span(start, end) if start < end else None


_WORD = 100  # characters; a word that is longer is no word someone is typing


def _run(word: re.Pattern[str], text: str) -> int:
    match = word.match(text)
    return match.end() if match else 0
