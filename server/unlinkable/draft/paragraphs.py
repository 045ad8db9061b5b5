"""What is seen of a draft, paragraph by paragraph, each to be read apart from the others.

Markup such as LaTeX can be made out only from the beginning of a draft, which takes little; what
takes long, reading what is seen, need be done for a paragraph only when it is new. Knows nothing of
words.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from unlinkable.draft.sentences import paragraph_cuts
from unlinkable_index.documents.shared.rendered.lines import blank_lines
from unlinkable_index.documents.shared.rendered.rendering import Rendering

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
