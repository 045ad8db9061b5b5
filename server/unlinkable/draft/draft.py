"""A draft as the findings see it: its words in all readings, the segments that phrases lie within,
its gaps; and spans, which all of this speaks of. Must know nothing of how it was read, of
indexes and findings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.language import Language, detect
from unlinkable_index.documents.shared.rendering import Offsets, Span
from unlinkable_index.words.readings import Other, other_runs

Forms = tuple[str, ...]
"""Words as they are compared: case-folded, without the marks that do not count."""


@dataclass(frozen=True, eq=False)
class Readings:
    """First the words of the first reading, then runs of words in other ones. One element a word:

    - ``forms``;
    - ``segments`` (int32, rising): every run is a segment of its own;
    - ``firsts``, ``stops`` (int64): the words of the first reading that it stands for, from the one
      up to, not including, the other.
    """

    forms: Forms
    segments: NDArray[np.int32]
    firsts: NDArray[np.int64]
    stops: NDArray[np.int64]


def all_readings(
    forms: Forms, segments: NDArray[np.int32], others: Sequence[Other[str]], max_words: int
) -> Readings:
    """The readings of a draft, with all that phrases of up to ``max_words`` words can touch."""
    words = np.arange(len(forms))
    if not others:
        return Readings(forms, segments, words, words + 1)
    runs = list(other_runs(forms, others, segments.tolist(), max_words))
    lengths = [len(run.words) for run in runs]
    numbers = np.repeat(np.arange(len(runs)), lengths) + int(segments[-1]) + 1
    return Readings(
        forms=(*forms, *chain.from_iterable(run.words for run in runs)),
        segments=np.concatenate([segments, numbers.astype(np.int32)]),
        firsts=np.concatenate([words, *(run.firsts for run in runs)]).astype(np.int64),
        stops=np.concatenate([words + 1, *(run.stops for run in runs)]).astype(np.int64),
    )


def others_among(others: Sequence[Other[str]], words: NDArray[np.int64]) -> tuple[Other[str], ...]:
    """The other ways to read that are left when only ``words`` (numbers, rising) are."""
    if not others:
        return ()
    firsts = np.searchsorted(words, [other.first for other in others]).tolist()
    left = []
    for other, first in zip(others, firsts, strict=True):
        stop = first + other.stop - other.first
        if words[first:stop].tolist() == list(range(other.first, other.stop)):
            left.append(other.moved(first - other.first))
    return tuple(left)


@dataclass(frozen=True, eq=False)
class Draft:
    """A draft that has been read. All offsets are code points of ``text``.

    - ``starts``, ``ends`` (int32, one a word): where the words stand;
    - ``forms``: what they are; with markup or entities inside a word, its form is that of the word
      a reader sees;
    - ``segments`` (int32, one a word): counted from 0 without gaps; phrases lie within one;
    - ``masks``: where masks stand;
    - ``source``: the id of the source that the draft itself names;
    - ``sentence_starts``, ``sentence_ends`` (int32): where the ``sentences`` stand;
    - ``others``: other ways to read some of the words, in their order (see `readings`);
    - ``includes``: how many other files it brings in, whose text is not here.
    """

    text: str
    starts: Offsets
    ends: Offsets
    forms: Forms
    segments: Offsets
    masks: tuple[Span, ...]
    source: str | None
    sentence_starts: Offsets
    sentence_ends: Offsets
    others: tuple[Other[str], ...] = ()
    includes: int = 0

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences, in order, without the space around them; none runs over a blank line."""
        return tuple(map(Span, self.sentence_starts.tolist(), self.sentence_ends.tolist()))

    @cached_property
    def language(self) -> Language:
        """The language of the whole draft: single sentences are too short to tell."""
        return detect(self.forms)

    def readings(self, max_words: int) -> Readings:
        """The words of all readings, as far as phrases of up to ``max_words`` words go."""
        return all_readings(self.forms, self.segments, self.others, max_words)

    def words_in(self, span: Span) -> range:
        """The numbers of the words that share a character with ``span``."""
        # Of the arrays' own type, since else numpy copies a whole array to compare one number.
        first = int(self.ends.searchsorted(np.int32(span.start), side="right"))
        last = int(self.starts.searchsorted(np.int32(span.end), side="left"))
        return range(first, max(first, last))

    def forms_in(self, span: Span) -> Forms:
        """The forms of the words that share a character with ``span``."""
        words = self.words_in(span)
        return self.forms[words.start : words.stop]

    def span_of(self, words: range) -> Span:
        """Where consecutive words stand, one at least: from the first one's start to the end of
        the last."""
        return Span(int(self.starts[words[0]]), int(self.ends[words[-1]]))

    def sentences_at(self, span: Span) -> Span:
        """``span`` with the whole of the sentences that it touches."""
        first = int(self.sentence_ends.searchsorted(np.int32(span.start), side="right"))
        last = int(self.sentence_starts.searchsorted(np.int32(span.end), side="left")) - 1
        if last < first:
            return span
        return Span(
            min(span.start, int(self.sentence_starts[first])),
            max(span.end, int(self.sentence_ends[last])),
        )

    def places_of(self, phrase: Forms, among: range | None = None) -> Iterator[range]:
        """The words at each place where the words of ``phrase`` stand one after the other within
        one segment. ``among``: only places with at least one of these words."""
        count = len(phrase)
        starts = range(len(self.forms) - count + 1)
        if among is not None:
            starts = range(max(0, among.start - count + 1), min(starts.stop, among.stop))
        for first in starts if phrase else ():
            if (
                self.forms[first] == phrase[0]
                and self.forms[first : first + count] == phrase
                and self.segments[first] == self.segments[first + count - 1]
            ):
                yield range(first, first + count)

    def part(self, words: NDArray[np.int64]) -> "Draft":
        """The draft of only these words (numbers, rising): what was left out between two of them
        cuts. Text, masks and sentences stay as they are, and so do all offsets."""
        segments = self.segments[words]
        cuts = (np.diff(segments) > 0) | (np.diff(words) > 1)
        numbers = np.zeros(len(words), dtype=np.int32)
        numbers[1:] = np.cumsum(cuts)
        return replace(
            self,
            starts=self.starts[words],
            ends=self.ends[words],
            forms=tuple([self.forms[word] for word in words.tolist()]),
            segments=numbers,
            others=others_among(self.others, words),
        )


LEFT, RIGHT = 4, 3
"""Words on either side by which a gap is compared with other texts."""


@dataclass(frozen=True)
class Gap:
    """Masks before the word number ``at`` of a draft (its number of words: behind the last).

    ``left`` and ``right`` are the forms of the words on either side up to the next gap, as many as
    were asked for; ``between`` is what stands between each two masks, without the space around.
    """

    at: int
    masks: tuple[Span, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    between: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """From the beginning of the first mask to the end of the last."""
        return Span(self.masks[0].start, self.masks[-1].end)


def gaps(draft: Draft, left: int = LEFT, right: int = RIGHT) -> tuple[Gap, ...]:
    """The gaps of a draft, in order, each with up to ``left`` and ``right`` words beside it."""
    starts = np.array([mask.start for mask in draft.masks], dtype=np.int64)
    places = np.searchsorted(draft.starts, starts).tolist()
    grouped = [
        (at, tuple(mask for _, mask in group))
        for at, group in groupby(zip(places, draft.masks, strict=True), key=lambda pair: pair[0])
    ]
    edges = [0, *(at for at, _ in grouped), len(draft.forms)]
    return tuple(
        Gap(
            at,
            masks,
            draft.forms[max(before, at - left) : at],
            draft.forms[at : min(after, at + right)],
            tuple(draft.text[one.end : other.start].strip() for one, other in pairwise(masks)),
        )
        for (at, masks), before, (_, after) in zip(
            grouped, edges, pairwise(edges[1:]), strict=False
        )
    )


class Stretch(Protocol):
    """Anything that has a place in a text, as a `Span` has."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def touch(one: Stretch, other: Stretch) -> bool:
    """Whether two share a character."""
    return one.start < other.end and other.start < one.end


def touches(one: Stretch, others: Iterable[Stretch]) -> bool:
    """Whether ``one`` shares a character with any of ``others``."""
    return any(touch(one, other) for other in others)


def overlapping(spans: Iterable[Span], within: Span) -> list[Span]:
    """Those of ``spans`` that share a character with ``within``."""
    return [span for span in spans if touch(span, within)]


def blanked(text: str, stretches: Iterable[Stretch]) -> str:
    """``text`` with spaces in place of stretches, which are in order and apart."""
    parts: list[str] = []
    last = 0
    for one in stretches:
        parts += (text[last : one.start], " " * (one.end - one.start))
        last = one.end
    return "".join([*parts, text[last:]]) if parts else text


def offsets_inside(offsets: NDArray[np.integer], spans: Sequence[Span]) -> NDArray[np.bool_]:
    """Which of some offsets lie inside one of ``spans``, which are in order and apart."""
    bounds = np.array(spans, dtype=np.int64).ravel()
    found: NDArray[np.bool_] = np.searchsorted(bounds, offsets, side="right") % 2 == 1
    return found


def united(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The union of spans, in order; those that overlap become one."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(span.end, merged[-1].end))
        else:
            merged.append(span)
    return tuple(merged)
