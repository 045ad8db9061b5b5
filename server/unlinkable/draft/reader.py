"""Reading a draft block by block, and putting the blocks together.

Knows nothing of what stands in a block.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from unlinkable.draft.blocks import Outline, outline
from unlinkable.draft.draft import Draft
from unlinkable.draft.other_words import note_numbers
from unlinkable.draft.paragraphs import in_paragraphs
from unlinkable.draft.read_block import Block, Reading, read_rendered, rendered
from unlinkable.draft.spans import Markup, Span
from unlinkable_index.documents.shared.rendered.rendering import Offsets, Rendering
from unlinkable_index.words.readings import Other


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
                block = self._new(source, parts.labels)
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

    def _new(self, source: str | Rendering, labels: frozenset[str]) -> Block:
        """A block or paragraph that was not in the version before."""
        rendering = self._rendered(source, labels) if isinstance(source, str) else source
        return read_rendered(rendering, self._markup, self._reading)

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
