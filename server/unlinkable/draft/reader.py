"""Reading a draft block by block, and putting the blocks together.

Knows nothing of what stands in a block.
"""

from itertools import chain

import numpy as np

from unlinkable.draft.blocks import Outline, outline
from unlinkable.draft.draft import Draft
from unlinkable.draft.other_words import note_numbers
from unlinkable.draft.read_block import Block, Reading, read_block
from unlinkable.draft.rendering import Offsets
from unlinkable.draft.spans import Markup, Span
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
                block = read_block(part, self._markup, self._reading, parts.labels)
            read[part] = block
            blocks.append(block)
        self._labels, self._read = parts.labels, read
        return _join(text, parts, blocks, self._reading)


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
