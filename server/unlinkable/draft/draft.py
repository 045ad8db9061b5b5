"""A draft as the findings see it: its words, and the segments that phrases lie within.

Knows nothing of how it was read, of indexes and findings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft.readings import Forms, Readings, all_readings, others_among
from unlinkable.draft.spans import Span
from unlinkable.language import Language, detect
from unlinkable_index.documents.shared.rendered.rendering import Offsets
from unlinkable_index.words.readings import Other


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
