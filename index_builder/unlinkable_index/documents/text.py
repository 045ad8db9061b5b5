"""Text files: their bytes as text, all of it seen, and what is seen of marked-up text as paragraphs
and notes. Must never know a markup."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path

from unlinkable_index.documents.shared.rendering import Rendering, blank_lines
from unlinkable_index.documents.shared.visible_text import (
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)
from unlinkable_index.errors import UserError


def decoded(data: bytes, place: str) -> str:
    """Text in UTF-8. ``place``: what messages call it. Raises UserError where it is not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(
            f"{place}: byte {error.start} is not valid UTF-8; save the file as UTF-8"
        ) from None


def flows(renderings: Iterable[Rendering]) -> Iterator[Flow]:
    """The flows of what is seen of a text, part by part: the text, cut where markup cuts it, and
    each aside."""
    notes: list[str] = []
    flow: list[Paragraph] = []
    count = 0
    for rendering in renderings:
        main, breaks, cuts = _without_asides(rendering)
        notes += [rendering.text[start:end] for start, end in rendering.asides]
        blanks = [blank.end for blank in blank_lines(main)]
        bounds = sorted({0, len(main), *breaks, *cuts, *blanks})
        for start, end in pairwise(bounds):
            if start in cuts and start not in breaks and flow:
                yield flow
                flow = []
            if text := main[start:end].strip():
                count += 1
                flow.append(Paragraph((Piece(text),), Place(paragraph=count)))
    yield flow
    for number, note in enumerate(notes, start=1):
        yield [Paragraph((Piece(note.strip()),), Place(Part.FOOTNOTE, number))]


def _without_asides(rendering: Rendering) -> tuple[str, set[int], set[int]]:
    """What is seen of a text but for its asides, where blocks begin in that, and where it is cut;
    what is cut or begun in an aside is so at its place."""
    parts, last = [], 0
    for start, end in rendering.asides:
        parts.append(rendering.text[last:start])
        last = end
    parts.append(rendering.text[last:])

    asides = rendering.asides
    starts = [start for start, _ in asides]
    before = [0, *accumulate(end - start for start, end in asides)]

    def moved(offsets: Iterable[int]) -> set[int]:
        found = set()
        for at in offsets:
            count = bisect_left(starts, at)  # of asides that begin before
            beyond = max(0, asides[count - 1][1] - at) if count else 0
            found.add(at - before[count] + beyond)
        return found

    return "".join(parts), moved(rendering.breaks), moved(rendering.cuts)


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it is not in UTF-8."""
    return VisibleText([[Paragraph((Piece(decoded(data, str(path))),), Place())]])
