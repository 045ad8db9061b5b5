"""Classes of characters that decide what a word is, by the properties that Unicode gives them.

The lists are of characters, from Unicode 15.1 (DerivedCoreProperties, PropList); the Python at hand
may know fewer. Knows nothing of words.
"""

from collections.abc import Iterable
from functools import cache

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
