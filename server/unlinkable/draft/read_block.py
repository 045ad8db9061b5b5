"""One block of a draft, read: its words, masks and sentences, and where it is cut.

Puts together what the modules beside it know of markup, masks and sentences. Knows nothing of the
other blocks.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from sys import intern

import numpy as np

from unlinkable.draft.asides import Asides, others_in
from unlinkable.draft.masks import DEFAULT_MASKS, Masks
from unlinkable.draft.other_words import Noted, noted_words
from unlinkable.draft.pipelines import RULES, Cutter, sentence_cutter
from unlinkable.draft.readings import Forms
from unlinkable.draft.sentences import paragraph_cuts
from unlinkable.draft.spans import Markup, Span
from unlinkable_index.documents.shared.rendered.lines import blank_lines
from unlinkable_index.documents.shared.rendered.rendering import (
    Offsets,
    Rendering,
    plain,
    without_what_shows_nothing,
)
from unlinkable_index.words import find_words
from unlinkable_index.words.readings import Other


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
    includes: int


def rendered(text: str, markup: Markup, reading: Reading, labels: frozenset[str]) -> Rendering:
    """What a reader sees of the block ``text``; ``labels`` are those of the link targets of the
    draft."""
    patterns = _masks(reading.masks)
    if markup is Markup.MARKDOWN:
        from unlinkable_index.documents.markdown.rendering import (
            render_markdown,  # loaded for those who need it
        )

        rendering = render_markdown(text, labels, patterns.find)
    elif markup in (Markup.PLAIN, Markup.DOCUMENT):
        rendering = plain(text)
    else:
        from unlinkable_index.documents.latex.rendering import render

        rendering = render(text, dict(patterns.find(text)))
    return without_what_shows_nothing(rendering)


def read_rendered(rendering: Rendering, markup: Markup, reading: Reading) -> Block:
    """Read what a reader sees of a block or a paragraph."""
    seen, patterns = rendering.text, _masks(reading.masks)
    masks = patterns.find(seen)
    words = find_words(_blanked(seen, masks))
    sentences = _sentences(rendering, sentence_cutter(reading.sentences))
    if markup is Markup.LATEX:  # all other paragraphs are apart already
        sentences += [end for start, end in blank_lines(seen) if paragraph_cuts(seen, start, end)]
    asides = Asides(rendering.asides)
    cuts = asides.without_inner([mask.start for mask in masks])
    if reading.cross_sentences:  # search engines see no paragraphs, headings and list items
        parted = set(rendering.breaks)
        cuts += asides.without_behind([cut for cut in rendering.cuts if cut not in parted])
    else:
        cuts += asides.without_behind([*rendering.cuts, *sentences])
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
        forms=tuple(map(intern, words.forms)),  # of a long text most are the same
        cuts=rendering.starts(np.array(cuts, dtype=np.int32)),
        masks=tuple(map(Span, mask_starts, mask_ends)),
        sentence_starts=outer_starts,
        sentence_ends=outer_ends,
        others=others_in(rendering, words),
        noted=noted_words(seen, words.forms),
        includes=rendering.includes,
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


@lru_cache(maxsize=16)
def _masks(patterns: tuple[str, ...]) -> Masks:
    return Masks(patterns)
