"""Reading a draft: parted into blocks, or into the paragraphs that are seen, which can be read one
apart from the other; only what is new is read, and all is put together. Must know nothing of
what stands in a block."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from unlinkable.draft.block import Block, Reading, note_numbers, read_rendered, rendered
from unlinkable.draft.draft import Draft
from unlinkable.draft.sentences import paragraph_cuts
from unlinkable_index.documents import Markup
from unlinkable_index.documents.shared.rendering import Offsets, Rendering, Span, blank_lines
from unlinkable_index.documents.shared.visible_text import FLOW_END
from unlinkable_index.words.readings import Other


@dataclass(frozen=True)
class Outline:
    """What the blocks of a draft have in common, and where they stand.

    - ``blocks``: in order and without gaps, from the end of the front matter on;
    - ``cuts``: where some of them begin so that no phrase runs into them, whatever is asked;
    - ``labels``: those of its link targets;
    - ``source``: the id that its front matter names.
    """

    blocks: tuple[Span, ...]
    cuts: tuple[int, ...] = ()
    labels: frozenset[str] = frozenset()
    source: str | None = None


def outline(text: str, markup: Markup) -> Outline:
    """The outline of a draft."""
    if markup is Markup.PLAIN:
        return Outline(_between(_paragraph_starts(text), 0, len(text)))
    if markup is Markup.DOCUMENT:
        flows = [found.end() for found in re.finditer(FLOW_END, text)]
        starts = sorted({*_paragraph_starts(text), *flows})
        return Outline(_between(starts, 0, len(text)), tuple(flows))
    if markup is Markup.LATEX:
        return Outline(_between([], 0, len(text)))  # an environment may be open anywhere
    # Whoever writes no Markdown need not wait for its reader to load.
    from unlinkable_index.documents.markdown.front_matter import front_matter
    from unlinkable_index.documents.markdown.reading import labels_in, markdown_starts

    head = front_matter(text)
    blocks = _between(markdown_starts(text, head.end), head.end, len(text))
    return Outline(blocks, (), labels_in(text, blocks), head.source)


def _between(starts: list[int], first: int, end: int) -> tuple[Span, ...]:
    bounds = [first, *starts, end]
    return tuple(Span(a, b) for a, b in pairwise(bounds) if a < b)


def _paragraph_starts(text: str) -> list[int]:
    return [end for start, end in blank_lines(text) if paragraph_cuts(text, start, end)]


_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


class DraftParagraph(NamedTuple):
    """A paragraph, and where in the draft it begins; offsets into the draft count from there."""

    origin: int
    rendering: Rendering


def in_paragraphs(rendering: Rendering) -> list[DraftParagraph]:
    """The paragraphs of what is seen, parted where it surely begins anew: one at least."""
    bounds = _bounds(rendering)
    found: list[DraftParagraph] = []
    pieces: list[tuple[int, int, int]] = []
    first = origin = last = 0

    def part(stop: int, end: int) -> None:
        """End the paragraph before the offset ``stop`` of the text, ``end`` of the draft."""
        nonlocal first, origin
        found.append(
            DraftParagraph(origin, _part(rendering, pieces.copy(), first, stop, origin, end))
        )
        pieces.clear()
        first, origin = stop, end

    bound = next(bounds, None)
    for at, following, start, end in rendering.parts():
        while bound is not None and bound < following:
            if bound == at:
                part(at, last)
            elif bound > at and following - at == end - start:  # what is replaced stays whole
                inside = start + bound - at
                pieces.append((at, start, inside))
                part(bound, inside)
                at, start = bound, inside
            bound = next(bounds, None)
        pieces.append((at, start, end))
        last = end
    part(len(rendering.text), rendering.end)
    return found


def _part(
    whole: Rendering,
    pieces: list[tuple[int, int, int]],
    first: int,
    stop: int,
    origin: int,
    end: int,
) -> Rendering:
    """What is seen from ``first`` to ``stop``, which stands in the draft from ``origin`` on."""
    is_last = stop == len(whole.text)

    def inside(offsets: tuple[int, ...]) -> tuple[int, ...]:
        """Those at the end belong to the next paragraph."""
        behind = len(offsets) if is_last else bisect_left(offsets, stop)
        return tuple(at - first for at in offsets[bisect_left(offsets, first) : behind])

    return Rendering(
        text=whole.text[first:stop],
        begin=whole.begin if first == 0 else 0,
        end=end - origin,
        pieces=tuple((at - first, start - origin, end - origin) for at, start, end in pieces),
        cuts=inside(whole.cuts),
        breaks=inside(whole.breaks),
        asides=tuple((a - first, b - first) for a, b in whole.asides if first <= a < stop),
        joints=inside(whole.joints),
        includes=whole.includes if first == 0 else 0,
    )


def _bounds(rendering: Rendering) -> Iterator[int]:
    """Where a paragraph surely begins, with nothing but words of its own around."""
    text, starts = rendering.text, [start for start, _ in rendering.asides]
    for end, begin in blank_lines(text):
        if not paragraph_cuts(text, end, begin):
            continue
        number = bisect_right(starts, begin)
        behind = rendering.asides[number - 1][1] if number else 0
        before = starts[number] if number < len(starts) else len(text)
        if _has_word(text, behind, begin) and _has_word(text, begin, before):
            yield begin


def _has_word(text: str, start: int, end: int) -> bool:
    """Whether a letter or digit stands there; an aside goes on with the words beside it."""
    return _LETTER_OR_DIGIT.search(text, start, end) is not None


def read_draft(text: str, markup: Markup = Markup.PLAIN, reading: Reading | None = None) -> Draft:
    """Read a draft. Raises UserError when a mask pattern or a spaCy pipeline cannot be used."""
    return DraftReader(markup, reading).read(text)


class DraftReader:
    """Reads the versions of one draft, each time only the blocks that are new."""

    def __init__(self, markup: Markup = Markup.PLAIN, reading: Reading | None = None) -> None:
        self._markup = markup
        self._reading = reading or Reading()
        self._labels: frozenset[str] = frozenset()
        self._read: dict[str | Rendering, Block] = {}

    def read(self, text: str) -> Draft:
        """Read a version of the draft."""
        known = self._read
        parts = outline(text, self._markup)
        if parts.labels != self._labels:
            known = {}
        spans, sources = self._sources(text, parts)
        read: dict[str | Rendering, Block] = {}
        blocks: list[Block] = []
        for source in sources:
            block = read.get(source) or known.get(source)
            if block is None:
                seen = self._rendered(source, parts.labels) if isinstance(source, str) else source
                block = read_rendered(seen, self._markup, self._reading)
            read[source] = block
            blocks.append(block)
        self._labels, self._read = parts.labels, read
        return _join(text, replace(parts, blocks=spans), blocks, self._reading)

    def _sources(
        self, text: str, parts: Outline
    ) -> tuple[tuple[Span, ...], Sequence[str | Rendering]]:
        """What is read apart, and where it stands: blocks as they are written, but of a language
        that is one block the paragraphs as they are seen."""
        if self._markup is not Markup.LATEX:
            return parts.blocks, [text[start:end] for start, end in parts.blocks]
        paragraphs = in_paragraphs(self._rendered(text, parts.labels))
        origins = [paragraph.origin for paragraph in paragraphs]
        spans = map(Span, origins, [*origins[1:], len(text)])
        return tuple(spans), [paragraph.rendering for paragraph in paragraphs]

    def _rendered(self, text: str, labels: frozenset[str]) -> Rendering:
        return rendered(text, self._markup, self._reading, labels)


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
        includes=sum(block.includes for block in blocks),
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
