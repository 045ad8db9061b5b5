"""A draft as the findings see it: its words, and the segments that phrases lie within.

Puts together what the modules beside it know of blocks, markup, masks and sentences. Knows nothing
of indexes or findings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft.asides import Asides, others_in
from unlinkable.draft.blocks import Outline, outline
from unlinkable.draft.lines import blank_lines
from unlinkable.draft.masks import DEFAULT_MASKS, Masks
from unlinkable.draft.other_words import Noted, note_numbers, noted_words
from unlinkable.draft.pipelines import RULES, Cutter, sentence_cutter
from unlinkable.draft.readings import Forms, Readings, all_readings, others_among
from unlinkable.draft.rendering import Rendering, plain, without_what_shows_nothing
from unlinkable.draft.sentences import paragraph_cuts
from unlinkable.draft.spans import MARKED_UP, Markup, Span
from unlinkable.language import Language, detect
from unlinkable_index.words import find_words
from unlinkable_index.words.readings import Other

Offsets = NDArray[np.int32]


@dataclass(frozen=True)
class Reading:
    """How a draft is read.

    - ``masks``: regular expressions; they replace the default ones;
    - ``cross_sentences``: whether only masks and markup cut;
    - ``sentences``: ``"rules"``, or the name of an installed spaCy pipeline.
    """

    masks: tuple[str, ...] = DEFAULT_MASKS
    cross_sentences: bool = False
    sentences: str = RULES

    def __post_init__(self) -> None:
        """Raise UserError when a mask pattern cannot be used."""
        _masks(self.masks)


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
    - ``others``: other ways to read some of the words, in their order (see `readings`).
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
        first = int(np.searchsorted(self.ends, span.start, side="right"))
        last = int(np.searchsorted(self.starts, span.end, side="left"))
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
        first = int(np.searchsorted(self.sentence_ends, span.start, side="right"))
        last = int(np.searchsorted(self.sentence_starts, span.end, side="left")) - 1
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


@dataclass(frozen=True, eq=False)
class Block:
    """What was read in one block; offsets count from its beginning."""

    starts: Offsets
    ends: Offsets
    forms: Forms
    cuts: Offsets
    masks: tuple[Span, ...]
    sentence_starts: Offsets
    sentence_ends: Offsets
    others: tuple[Other[str], ...]
    noted: tuple[Noted, ...]


def read_draft(text: str, markup: Markup = Markup.PLAIN, reading: Reading | None = None) -> Draft:
    """Read a draft. Raises UserError when a mask pattern or a spaCy pipeline cannot be used."""
    return DraftReader(markup, reading).read(text)


class DraftReader:
    """Reads the versions of one draft, each time only the blocks that are new."""

    def __init__(self, markup: Markup = Markup.PLAIN, reading: Reading | None = None) -> None:
        self._markup = markup
        self._reading = reading or Reading()
        self._labels: frozenset[str] = frozenset()
        self._read: dict[str, Block] = {}

    def read(self, text: str) -> Draft:
        """Read a version of the draft."""
        known = self._read
        parts = outline(text, self._markup)
        if parts.labels != self._labels:
            known = {}
        read: dict[str, Block] = {}
        blocks: list[Block] = []
        for start, end in parts.blocks:
            part = text[start:end]
            block = read.get(part) or known.get(part)
            if block is None:
                block = _read_block(part, self._markup, self._reading, parts.labels)
            read[part] = block
            blocks.append(block)
        self._labels, self._read = parts.labels, read
        return _join(text, parts, blocks, self._reading)


def _read_block(text: str, markup: Markup, reading: Reading, labels: frozenset[str]) -> Block:
    patterns = _masks(reading.masks)
    if markup is Markup.MARKDOWN:
        from unlinkable.draft.markdown.reading import (
            render_markdown,  # loaded for those who need it
        )

        rendering = render_markdown(text, labels, patterns)
    elif markup in (Markup.PLAIN, Markup.DOCUMENT):
        rendering = plain(text)
    else:
        from unlinkable.draft.marked_up import render

        rendering = render(text, markup, patterns)
    rendering = without_what_shows_nothing(rendering)
    seen = rendering.text
    masks = patterns.find(seen)
    words = find_words(_blanked(seen, masks))
    sentences = _sentences(rendering, sentence_cutter(reading.sentences))
    if markup in MARKED_UP:  # of all others, paragraphs are blocks
        sentences += [end for start, end in blank_lines(seen) if paragraph_cuts(seen, start, end)]
    asides = Asides(rendering.asides)
    cuts = asides.without_inner([mask.start for mask in masks])
    cuts += asides.without_behind(rendering.cuts)
    if not reading.cross_sentences:
        cuts += asides.without_behind(sentences)
    cuts.sort()
    bounds = [*sentences, *rendering.breaks, *(blank.end for blank in blank_lines(seen))]
    sentence_starts, sentence_ends = _sentence_bounds(seen, asides.without_behind(bounds))
    outer_starts = rendering.outer_starts(sentence_starts)
    outer_ends = rendering.outer_ends(sentence_ends)
    # what is not seen between two sentences belongs to the second
    np.minimum(outer_ends[:-1], outer_starts[1:], out=outer_ends[:-1])
    mask_bounds = np.fromiter(chain.from_iterable(masks), np.int32, 2 * len(masks))
    mask_starts = rendering.starts(mask_bounds[::2]).tolist()
    mask_ends = rendering.ends(mask_bounds[1::2]).tolist()
    return Block(
        starts=rendering.starts(words.starts),
        ends=rendering.ends(words.ends),
        forms=words.forms,
        cuts=rendering.starts(np.array(cuts, dtype=np.int32)),
        masks=tuple(map(Span, mask_starts, mask_ends)),
        sentence_starts=outer_starts,
        sentence_ends=outer_ends,
        others=others_in(rendering, words),
        noted=noted_words(seen, words.forms),
    )


def _blanked(text: str, spans: list[Span]) -> str:
    """``text`` with spaces in place of ``spans``."""
    if not spans:
        return text
    parts: list[str] = []
    last = 0
    for start, end in spans:
        parts += (text[last:start], " " * (end - start))
        last = end
    parts.append(text[last:])
    return "".join(parts)


def _sentences(rendering: Rendering, cutter: Cutter) -> list[int]:
    """The offsets behind the sentences of what is seen, which go on behind asides."""
    if not rendering.asides:
        return cutter(rendering.text)
    text, parts, places, last = rendering.text, list[str](), list[range](), 0
    for start, end in (*rendering.asides, (len(rendering.text), 0)):
        parts.append(text[last:start])
        places.append(range(last, start))
        last = end
    where = list(chain.from_iterable(places))
    return [where[cut - 1] + 1 for cut in cutter("".join(parts)) if cut]


def _sentence_bounds(text: str, inner: list[int]) -> tuple[Offsets, Offsets]:
    """Where the sentences of a block begin and end, without the space around them, if they part at
    the offsets ``inner``."""
    bounds = sorted([0, len(text), *inner])
    starts: list[int] = []
    ends: list[int] = []
    for start, end in pairwise(bounds):
        part = text[start:end]
        bare = part.lstrip()
        if bare:
            starts.append(end - len(bare))
            ends.append(start + len(part.rstrip()))
    return np.array(starts, dtype=np.int32), np.array(ends, dtype=np.int32)


def _join(text: str, parts: Outline, blocks: list[Block], reading: Reading) -> Draft:
    """The draft that consists of ``blocks``."""
    origins = np.array([span.start for span in parts.blocks], dtype=np.int32)
    starts = _moved([block.starts for block in blocks], origins)
    cuts = _moved([block.cuts for block in blocks], origins)
    bounds = np.array(parts.cuts, dtype=np.int32) if reading.cross_sentences else origins
    cuts = np.sort(np.concatenate([cuts, bounds]))
    masks: list[Span] = []
    for block, (origin, _) in zip(blocks, parts.blocks, strict=True):
        masks += [Span(origin + start, origin + end) for start, end in block.masks]
    others = _others(text, blocks)
    return Draft(
        text=text,
        starts=starts,
        ends=_moved([block.ends for block in blocks], origins),
        forms=tuple(chain.from_iterable(block.forms for block in blocks)),
        segments=_segments(starts, cuts),
        masks=tuple(masks),
        source=parts.source,
        sentence_starts=_moved([block.sentence_starts for block in blocks], origins),
        sentence_ends=_moved([block.sentence_ends for block in blocks], origins),
        others=others,
    )


def _others(text: str, blocks: list[Block]) -> tuple[Other[str], ...]:
    """The other ways to read the words of all blocks."""
    others: list[Other[str]] = []
    if not any(block.others or block.noted for block in blocks):
        return ()
    notes = note_numbers(text) if any(block.noted for block in blocks) else frozenset()
    before = 0
    for block in blocks:
        marks = [noted.without_mark for noted in block.noted if noted.number in notes]
        others += (other.moved(before) for other in sorted([*block.others, *marks]))
        before += len(block.forms)
    return tuple(others)


def _moved(offsets: list[Offsets], origins: Offsets) -> Offsets:
    """The offsets of all blocks, counted from the beginning of the draft."""
    if not offsets:
        return np.empty(0, dtype=np.int32)
    lengths = [len(part) for part in offsets]
    return np.concatenate(offsets) + np.repeat(origins, lengths)


def _segments(starts: Offsets, cuts: Offsets) -> Offsets:
    """The number of the segment of every word, from 0 on without gaps."""
    if not len(starts):
        return np.empty(0, dtype=np.int32)
    before = np.searchsorted(cuts, starts, side="right")
    steps = np.diff(before, prepend=before[0]) > 0
    return np.cumsum(steps, dtype=np.int32)


@lru_cache(maxsize=16)
def _masks(patterns: tuple[str, ...]) -> Masks:
    return Masks(patterns)
