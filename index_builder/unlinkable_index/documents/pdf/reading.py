"""What a reader sees of a PDF file that holds its text, and not only pictures of it.

Needs pypdf. What stands at the top or the foot of most pages is read once, beside the text, and so
are notes below it, which goes on from page to page. A page of pictures alone is refused, and a font
that does not say which letters its signs are.
"""

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from unlinkable_index.documents.pdf.annotations import over
from unlinkable_index.documents.pdf.lines import PdfLines
from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.documents.shared.visible_text import (
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)
from unlinkable_index.errors import UserError

MOST_PAGES = 20_000
LARGEST_TEXT = 100_000_000  # characters
_MARGIN = 3  # lines at the top, and as many at the foot, that may belong to the page
_SHARE = 0.4  # of the pages on which a line must stand, two at least
_NUMBERED = re.compile(r"[\d*†‡§⁰¹²³⁴⁵⁶⁷⁸⁹]+[.)\s]|[⁰¹²³⁴⁵⁶⁷⁸⁹]")
_DIGITS = re.compile(r"\d+")
_ENDS = re.compile(r"[.!?:;][)\]\"'”’»]*$")
_SHORT = 0.85  # of the length of full lines: such a one may end a paragraph
_SMALL = 0.93  # of the size of most letters: lines at the foot that are smaller are notes


@dataclass(frozen=True)
class _Page:
    """A page: its lines from top to bottom, how large the letters of each are, what is written over
    it, and whether it shows pictures."""

    lines: list[str]
    sizes: list[float]
    over: list[str]
    pictures: bool


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it can't be read, or pypdf is not installed."""
    pages = _pages(data, path)
    if not any(page.lines for page in pages):
        raise refused(path, "it holds no text, only pictures of pages; have the text recognised")
    for number, page in enumerate(pages, start=1):
        if page.pictures and not page.lines:
            raise refused(path, f"page {number} is only a picture; have its text recognised")
    return VisibleText(_flows(pages))


def _pages(data: bytes, path: Path) -> list[_Page]:
    try:
        import pypdf
    except ImportError as error:
        raise refused(path, "PDF files need pypdf: install unlinkable[pdf]") from error
    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)  # it quotes what it reads
    try:
        file = pypdf.PdfReader(io.BytesIO(data))
        if file.is_encrypted and not file.decrypt(""):
            raise refused(path, "protected with a password; save it without one")
        if len(file.pages) > MOST_PAGES:
            raise refused(path, f"more than {MOST_PAGES:,} pages; split it")
        pages: list[_Page] = []
        left = LARGEST_TEXT
        for one in file.pages:
            lines = PdfLines.of(one, path)
            pages.append(_Page(lines.texts, lines.sizes, list(over(one, path)), _has_pictures(one)))
            left -= sum(map(len, pages[-1].lines))
            if left < 0:
                raise refused(path, "it holds too much text; split it")
        return pages
    except (UserError, MemoryError):
        raise
    except Exception as error:  # in a damaged file pypdf comes upon errors of any kind
        raise refused(path, "the file is damaged, or of a kind not known; save it anew") from error


def _has_pictures(page: Any) -> bool:
    resources = page.get("/Resources")
    return bool(resources is not None and resources.get_object().get("/XObject"))


def _flows(pages: Sequence[_Page]) -> Iterator[Flow]:
    """The text, then what stands on every page, each wording once, then what is written over."""
    tops = _repeated([page.lines[:_MARGIN] for page in pages])
    feet = _repeated([page.lines[-_MARGIN:] for page in pages])
    furniture: dict[tuple[Part, str], Paragraph] = {}
    text: list[Paragraph] = []
    notes: list[list[Paragraph]] = []
    usual = _usual_size(pages)
    for number, page in enumerate(pages, start=1):
        first, stop = 0, len(page.lines)
        while first < min(_MARGIN, stop) and _belongs(page.lines[first], tops, number):
            first += 1
        while stop > max(first, len(page.lines) - _MARGIN) and _belongs(
            page.lines[stop - 1], feet, number
        ):
            stop -= 1
        lines = [
            _line(line, Place(page=number, line=at)) for at, line in enumerate(page.lines, start=1)
        ]
        for part, some in ((Part.HEADER, lines[:first]), (Part.FOOTER, lines[stop:])):
            for line in some:
                place = replace(line.place, part=part)
                furniture.setdefault((part, line.text), replace(line, place=place))
        small = [size < _SMALL * usual for size in page.sizes[first:stop]]
        going_on, below = _apart(lines[first:stop], small)
        text += _in_paragraphs(going_on)
        notes += _notes(below)
    yield text
    yield from notes
    for line in furniture.values():
        yield [line]
    for number, page in enumerate(pages, start=1):
        for text_over in page.over:
            yield [_line(text_over, Place(Part.TEXT_BOX, page=number))]


def _apart(
    lines: Sequence[Paragraph], small: Sequence[bool]
) -> tuple[list[Paragraph], list[Paragraph]]:
    """The lines of the text of a page, and those of the notes at the foot of it or of a column.
    ``small``: which have small letters; a page of only such has no notes."""
    text: list[Paragraph] = []
    notes: list[Paragraph] = []
    for is_small, group in groupby(zip(small, lines, strict=True), lambda one: one[0]):
        some = [line for _, line in group]
        at_foot = some[-1] is lines[-1] or _NUMBERED.match(some[0].text)
        (notes if is_small and at_foot and not all(small) else text).extend(some)
    return text, notes


def _usual_size(pages: Sequence[_Page]) -> float:
    """The size of most letters."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line, size in zip(page.lines, page.sizes, strict=True):
            sizes[size] += len(line)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _notes(lines: Sequence[Paragraph]) -> list[list[Paragraph]]:
    """The notes at the foot of a page: each begins with its number."""
    notes: list[list[Paragraph]] = []
    for line in lines:
        if not notes or _NUMBERED.match(line.text):
            notes.append([])
        place = replace(line.place, part=Part.FOOTNOTE)
        notes[-1].append(replace(line, place=place, goes_on=True))
    return notes


def _line(text: str, place: Place) -> Paragraph:
    return Paragraph((Piece(text),), place)


def _repeated(margins: Sequence[Sequence[str]]) -> frozenset[str]:
    """The lines, whatever numbers are in them, that stand in many of these margins."""
    counts = Counter(line for lines in margins for line in {_bare(line) for line in lines})
    enough = max(2, _SHARE * len(margins))
    return frozenset(line for line, count in counts.items() if count >= enough)


def _bare(line: str) -> str:
    return " ".join(_DIGITS.sub("#", line).split())


def _belongs(line: str, repeated: frozenset[str], page: int) -> bool:
    return _bare(line) in repeated or line.strip("-–— ") == str(page)


def _in_paragraphs(lines: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """The lines of a page; a paragraph ends with a sentence whose last line is short."""
    lengths = sorted(len(line.text) for line in lines)
    full = lengths[9 * len(lengths) // 10] if lengths else 0
    for line in lines:
        ends = len(line.text) < _SHORT * full and _ENDS.search(line.text) is not None
        yield replace(line, goes_on=not ends)
