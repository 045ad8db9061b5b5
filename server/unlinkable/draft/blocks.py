"""The blocks of a draft: parts that can be read one apart from the other.

A block begins where the text surely begins anew, whatever stands before or behind it, so that
a change in one block leaves the reading of the others as it was. What one block must know of
the rest, the targets that its links may name, goes with the outline. Knows nothing of words.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from unlinkable.draft.sentences import paragraph_cuts
from unlinkable.draft.spans import Markup, Span
from unlinkable_index.documents.shared.rendered.lines import blank_lines
from unlinkable_index.documents.shared.visible_text import FLOW_END


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
    from unlinkable_index.documents.markdown.outline import labels_in, markdown_starts

    head = front_matter(text)
    blocks = _between(markdown_starts(text, head.end), head.end, len(text))
    return Outline(blocks, (), labels_in(text, blocks), head.source)


def _between(starts: list[int], first: int, end: int) -> tuple[Span, ...]:
    bounds = [first, *starts, end]
    return tuple(Span(a, b) for a, b in pairwise(bounds) if a < b)


def _paragraph_starts(text: str) -> list[int]:
    return [end for start, end in blank_lines(text) if paragraph_cuts(text, start, end)]
