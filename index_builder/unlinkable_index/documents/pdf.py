"""What a reader sees of a PDF file that holds its text (ISO 32000-1; needs pypdf, loaded when one
is read): the lines of its pages, what is written over them, notes and what stands on every page
once. Must never take numbers of signs for letters, nor a picture of a page for an empty one."""

import io
import logging
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from unlinkable_index.documents.shared.archive import refused
from unlinkable_index.documents.shared.numerals import raised_digits
from unlinkable_index.documents.shared.visible_text import (
    FLOW_END,
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)
from unlinkable_index.errors import UserError

_SUBSET = re.compile(r"^/?(?:[A-Z]{6}\+)?")
_NAME = re.compile(r"[\w ,.+-]{1,60}")
_KNOWN_SIGN = re.compile(r"/uni[0-9A-F]{4}")
_FIRST_LETTER = 32  # signs with smaller numbers are letters in no encoding


def font_name(font: Mapping[str, Any]) -> str:
    """The name of a font, as it can be told."""
    name = _SUBSET.sub("", str(font.get("/BaseFont") or font.get("/Name") or ""))
    return name if _NAME.fullmatch(name) else "without a name"


def says_its_letters(font: Mapping[str, Any]) -> bool:
    """Whether a font says which letters its signs are."""
    if font.get("/ToUnicode") is not None:
        return True
    if font.get("/Subtype") == "/Type0":
        return str(font.get("/Encoding")).startswith("/Uni")
    encoding = font.get("/Encoding")
    encoding = None if encoding is None else encoding.get_object()
    if isinstance(encoding, Mapping):
        named = encoding.get("/Differences") or ()
        return all(map(_is_known, (one for one in named if isinstance(one, str))))
    first = font.get("/FirstChar", _FIRST_LETTER)
    return encoding is not None or int(first) >= _FIRST_LETTER


def _is_known(sign: str) -> bool:
    """Whether the name of a sign says to pypdf which letter it is."""
    from pypdf._codecs import adobe_glyphs

    return sign == "/.notdef" or sign in adobe_glyphs or _KNOWN_SIGN.fullmatch(sign) is not None


_RAISED = 0.85  # of the size of the letters before: smaller ones may be the mark of a note
_LIFTED = 0.1  # of their size: how much higher or lower such a mark stands


@dataclass
class PdfLines:
    """Lines that hold anything but white space: their ``texts``, and the ``sizes`` of most of their
    letters, in points."""

    texts: list[str] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, page: Any, path: Path) -> "PdfLines":
        """The lines of a page of the file at ``path``. Raises UserError where they are written in a
        font that does not say which letters its signs are."""
        told = _Told(path)
        page.extract_text(visitor_text=told.hear)
        return cls._put_together(told.pieces)

    @classmethod
    def of_form(cls, page: Any, form: Any, path: Path) -> "PdfLines":
        """The same of a form, such as a stamp, on a page."""
        told = _Told(path)
        page.extract_xform_text(form, visitor_text=told.hear)
        return cls._put_together(told.pieces)

    @classmethod
    def _put_together(cls, pieces: Sequence[tuple[str, float]]) -> "PdfLines":
        lines = cls()
        text: list[str] = []
        letters: dict[float, int] = {}
        for piece, size in (*pieces, ("\n", 0.0)):
            first, *others = piece.replace(FLOW_END, " ").splitlines(keepends=True) or [""]
            for part in (first, *others):
                text.append(part.strip("\r\n"))
                letters[size] = letters.get(size, 0) + len(part.strip())
                if part[-1:] in ("\n", "\r"):
                    if line := "".join(text).strip():
                        lines.texts.append(line)
                        lines.sizes.append(max(letters, key=lambda one: letters[one]))
                    text, letters = [], {}
        return lines


class _Told:
    """What pypdf tells of a text, piece by piece: the text, and the size of its letters."""

    def __init__(self, path: Path) -> None:
        self.pieces: list[tuple[str, float]] = []
        self._path = path
        self._known: dict[int, bool] = {}
        self._size = self._height = 0.0
        self._in_word = False

    def hear(self, text: str, around: Any, matrix: Any, font: Any, size: Any) -> None:
        """A piece of text, its two matrices, its font and its size."""
        if text.strip() and font is not None:
            self._demand_letters(font)
            scale = _scale(matrix) * _scale(around)
            size = round(float(size) * scale, 1)
            height = matrix[4] * around[1] + matrix[5] * around[3] + around[5]
            if self._is_mark(size, height):
                text = raised_digits(text)
            else:
                self._size, self._height = size, height
        if text:
            self.pieces.append((text, self._size))
            self._in_word = not text[-1:].isspace()

    def _is_mark(self, size: float, height: float) -> bool:
        is_small = size < _RAISED * self._size
        is_lifted = abs(height - self._height) > _LIFTED * self._size
        return self._in_word and is_small and is_lifted

    def _demand_letters(self, font: Any) -> None:
        if id(font) not in self._known:
            self._known[id(font)] = says_its_letters(font)
        if not self._known[id(font)]:
            raise refused(
                self._path,
                f"the font {font_name(font)} does not say which letters its signs are; have the "
                "text recognised, or save it anew from the program that wrote it",
            )


def _scale(matrix: Any) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


_HIDDEN = 0b100010  # flags: hidden, not shown on screens
_CLOSED = frozenset({"/Text", "/Popup", "/Link", "/FileAttachment", "/Sound", "/Movie"})
_MOST_PARENTS = 50


def over(page: Any, path: Path) -> Iterator[str]:
    """What is written over a page of the file at ``path``, each as one text. Raises UserError where
    a font does not say which letters its signs are."""
    for named in page.get("/Annots") or ():
        note = named.get_object()
        kind = note.get("/Subtype")
        if kind in _CLOSED or int(note.get("/F", 0)) & _HIDDEN:
            continue
        drawn = _drawn(note)
        shown = "\n".join(PdfLines.of_form(page, drawn, path).texts) if drawn is not None else ""
        value = _value(note, kind)
        if value.split() and value.split() != shown.split():
            yield value.replace(FLOW_END, " ")
        if shown:
            yield shown


def _drawn(note: Any) -> Any | None:
    """The appearance of an annotation as it is now; None for none."""
    appearance = _object(_object(note.get("/AP"), "/N"))
    if appearance is not None and not hasattr(appearance, "get_data"):  # one for each state
        appearance = _object(appearance, note.get("/AS", "/Off"))
    return appearance if hasattr(appearance, "get_data") else None


def _object(holder: Any, key: str | None = None) -> Any | None:
    found = None if holder is None else holder.get_object()
    if key is None or found is None:
        return found
    return _object(found.get(key)) if hasattr(found, "get") else None


def _value(note: Any, kind: str | None) -> str:
    """What an annotation says besides its appearance: of a field the value, which may stand in the
    field that it is a part of."""
    if kind == "/FreeText":
        return _text(note.get("/Contents"))
    if kind != "/Widget":
        return ""
    field = note
    for _ in range(_MOST_PARENTS):
        if "/V" in field:
            return _text(field.get("/V"))
        field = _object(field.get("/Parent"))
        if field is None:
            break
    return ""


def _text(value: Any) -> str:
    """A value that is a text, or several; names are states of buttons."""
    found = None if value is None else value.get_object()
    if isinstance(found, list):
        return "\n".join(filter(None, map(_text, found)))
    return found if isinstance(found, str) and not found.startswith("/") else ""


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
