"""A text as a reader sees it: without what shows nothing, the marks of notes and broken lines, by
the classes of characters of Unicode 15.1. Knows what may stand inside a word; must never know
words and their forms."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ranges = tuple[tuple[int, int], ...]

SHOWING_NOTHING: Ranges = (
    (0x00, 0x08),  # controls, but those that end lines or separate
    (0x0E, 0x1B),
    (0x1F, 0x1F),  # which word processors keep as a soft hyphen
    (0x7F, 0x7F),
    (0xAD, 0xAD),  # from here on Default_Ignorable_Code_Point, without the fillers of DOUBTFUL
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFFB),  # with the marks of interlinear annotation
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Default_Ignorable_Code_Point, and controls: what a reader does not see."""

DOUBTFUL: Ranges = (
    (0x1C, 0x1E),
    (0x80, 0x84),  # controls that stand for a quotation mark or a dash in texts read as Latin-1
    (0x86, 0x9F),
    (0x115F, 0x1160),  # fillers, and the braille pattern without dots: some show a blank
    (0x2006, 0x2006),  # spaces so narrow that a word with one inside is read as one word
    (0x2009, 0x200A),
    (0x202F, 0x202F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xD800, 0xDFFF),  # surrogates, private use and noncharacters: what they show nobody knows
    (0xE000, 0xF8FF),
    (0xFDD0, 0xFDEF),
    (0xFFA0, 0xFFA0),
    *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0xF0000, 0x10000)),
    (0xF0000, 0x10FFFF),
)
"""What shows a blank to some readers and nothing to others."""

NOTE_MARKS: Ranges = (
    (0xB2, 0xB3),
    (0xB9, 0xB9),
    (0x2070, 0x2070),
    (0x2074, 0x2079),
    (0x2080, 0x2089),
    (0x2460, 0x249B),
    (0x24EA, 0x24EA),
    (0x24F5, 0x24FF),
    (0x2776, 0x2793),
)
"""Digits written above or below the line, or in circles: behind a letter, the mark of a note."""

LOOSE_MARKS: Ranges = (
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)
"""Combining marks of all scripts, where they compose with no letter."""

ASTRAL: Ranges = ((0x10000, 0x10FFFF),)
"""All characters beyond U+FFFF."""

HYPHENS = "-\u058a\u1806\u2010\u2011\u2012\u2013\u2043\u2212\u2796\u2e17\ufe58\ufe63\uff0d\u00ac"
"""What looks like a hyphen, and the sign that scanning puts in its place."""

LINE_ENDS = "\n\v\f\r\x85\u2028\u2029"
BLANKS = " \t\xa0\u2000-\u200a\u202f\u205f\u3000"


def character_class(ranges: Iterable[tuple[int, int]]) -> str:
    """The ranges as the inside of a class of a regular expression.

    Many ranges beyond U+FFFF make such a class slow by a factor of fifty.
    """
    return "".join(f"{_in_class(first)}-{_in_class(last)}" for first, last in ranges)


def _in_class(code: int) -> str:
    """A character as it stands in a class; what may mean something there is escaped."""
    return chr(code) if code > 0x7F else f"\\x{code:02x}"


def code_points(text: str) -> NDArray[np.uint32]:
    """The code points of a text."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def text_of(codes: NDArray[np.uint32]) -> str:
    """The text of some code points."""
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


def shown(codes: NDArray[np.uint32]) -> NDArray[np.intp]:
    """Where the code points stand that show something."""
    return np.flatnonzero(~_table()[codes])


def within(character: str, ranges: Ranges) -> bool:
    """Whether a character is in one of the ranges."""
    return any(first <= ord(character) <= last for first, last in ranges)


@cache
def _table() -> NDArray[np.bool_]:
    table = np.zeros(0x110000, dtype=bool)
    for first, last in SHOWING_NOTHING:
        table[first : last + 1] = True
    return table


class Seen(NamedTuple):
    """A text as a reader sees it. Hyphens at line ends are left out.

    - ``places`` (int32): where each character stands in the text, unless all stand where they did;
    - ``joined``: the offsets behind the first part of the words that such hyphens break;
    - ``parted``: the offsets of blanks that may be none, inside a word.
    """

    text: str
    places: NDArray[np.int32] | None = None
    joined: tuple[int, ...] = ()
    parted: tuple[int, ...] = ()


def seen_text(text: str) -> Seen:
    """What a reader sees of a text."""
    if _ODD.search(text) or _BROKEN.search(text):
        return _looked_at(text)
    return Seen(text)


def seen_as_letter(character: str) -> bool:
    """Whether a symbol is seen as a letter: in a circle or square, or since it looks like one."""
    return _STAND_IN.get(character, "'") != "'"


def shown_text(text: str) -> tuple[str, NDArray[np.int32]] | None:
    """A text without the characters that show nothing, and where each of the others stands.

    None where all show something. A soft hyphen at a line end shows as a hyphen.
    """
    if not _HIDDEN.search(text):
        return None
    text = re.sub(_SOFT_HYPHEN_AT_END, "\u2010", text)
    codes = code_points(text)
    places = shown(codes)
    return text_of(codes[places]), places.astype(np.int32)


def _looked_at(text: str) -> Seen:
    """The text as it is seen, where that is not how it is written."""
    text, places = shown_text(text) or (text, np.arange(len(text), dtype=np.int32))
    parts: list[str] = []
    kept: list[NDArray[np.int32]] = []
    joined: list[int] = []
    parted: list[int] = []
    last = length = looked_at = 0
    special = re.compile(_SPECIAL)
    for candidate in re.finditer(_CANDIDATE, text):
        start = candidate.start()
        match = special.match(text, start) if start >= looked_at else None
        if match is None:
            continue
        end = looked_at = match.end()
        instead = _instead(text, match)
        if instead is None:
            continue
        parts += (text[last:start], instead)
        kept += (places[last:start], places[start : start + len(instead)])
        length += start - last
        if match.lastgroup == "hyphen":
            joined.append(length)
        elif instead == " " and _is_inside(text, start, end):
            parted.append(length)
        length += len(instead)
        last = end
    parts.append(text[last:])
    kept.append(places[last:])
    return Seen("".join(parts), np.concatenate(kept), tuple(joined), tuple(parted))


def _instead(text: str, match: re.Match[str]) -> str | None:
    """What is seen in place of something special, or None where it is as it is written."""
    start, end = match.span()
    if match.lastgroup == "hyphen":
        return "" if _is_inside(text, start, end) else None
    is_other = match.lastgroup is None
    if match.lastgroup == "doubtful" or (is_other and within(match[0], DOUBTFUL)):
        return " "
    before = text[start - 1 : start]
    if match.lastgroup == "notes":
        # behind a number it is an exponent, behind a space the number of the note itself
        is_mark = before and not before.isspace() and unicodedata.category(before) not in _NUMBERS
        return "" if is_mark else None
    if match[0] not in _STAND_IN:
        return None
    if match[0] in _SYMBOLS and not (_is_letter(before) or _is_letter(text[end : end + 1])):
        return None
    return _STAND_IN[match[0]]


def _is_inside(text: str, start: int, end: int) -> bool:
    """Whether letters stand on both sides."""
    return _is_letter(text[start - 1 : start]) and _is_letter(text[end : end + 1])


def _is_letter(character: str) -> bool:
    return character != "" and (
        unicodedata.category(character)[0] in "LM" or character in _STAND_IN
    )


def _stand_ins() -> dict[str, str]:
    """Symbols that are seen as letters, and letters that are seen as punctuation marks."""
    found = dict.fromkeys("ʹʺʻʼʽʾʿˈˊˋꞌꞋ", "'")
    found |= {"℮": "e", "⍺": "a", "⍳": "i", "⍴": "p", "∨": "v", "⋁": "v", "∪": "u", "⋃": "u"}
    for code in (*range(0x249C, 0x24EA), *range(0x1F110, 0x1F1AD), *range(0x1F1E6, 0x1F200)):
        name = unicodedata.name(chr(code), "")
        if name[-2:-1] == " " and name[:-2].endswith(("LETTER", "SQUARED", "CIRCLED")):
            found[chr(code)] = name[-1].lower()
    return found


_STAND_IN = _stand_ins()
_SYMBOLS = frozenset("℮⍺⍳⍴∨⋁∪⋃")
_NUMBERS = ("Nd", "Nl", "No")
_LINE_BREAK = rf"[{BLANKS}]*+(?:(?:\r\n|[{LINE_ENDS}])[{BLANKS}]*+){{1,3}}+"
_BROKEN = re.compile(rf"[{re.escape(HYPHENS)}](?=[{BLANKS}]*+[{LINE_ENDS}])")
_PLAIN_STAND_INS = re.escape("".join(one for one in _STAND_IN if one <= "\uffff"))
_DOUBTFUL, _NOTE_MARKS, _NOTHING, _ASTRAL_CLASS = (
    character_class(one for one in ranges if one[1] <= 0xFFFF or ranges is ASTRAL)
    for ranges in (DOUBTFUL, NOTE_MARKS, SHOWING_NOTHING, ASTRAL)
)
# Those of which few texts have any are compiled when one does.
_SOFT_HYPHEN_AT_END = rf"[\xad\x1f](?=[{BLANKS}{_NOTHING}]*+[{LINE_ENDS}])"
_HIDDEN = re.compile(f"[{_NOTHING}{_ASTRAL_CLASS}]")
_ODD = re.compile(f"[{_DOUBTFUL}{_NOTE_MARKS}{_NOTHING}{_PLAIN_STAND_INS}{_ASTRAL_CLASS}]")
_CANDIDATE = f"[{re.escape(HYPHENS)}{_NOTE_MARKS}{_DOUBTFUL}{_PLAIN_STAND_INS}{_ASTRAL_CLASS}]"
_SPECIAL = (
    rf"(?P<hyphen>[{re.escape(HYPHENS)}]{_LINE_BREAK})"
    rf"|(?P<notes>[{_NOTE_MARKS}]+)"
    rf"|(?P<doubtful>[{_DOUBTFUL}]+)"
    rf"|[{_PLAIN_STAND_INS}{_ASTRAL_CLASS}]"
)
