"""A text as a reader sees it: without what shows nothing, the marks of notes and broken lines.

Ordinary texts are seen as they are written, which one look tells. Knows what may stand inside a
word, nothing of words and their forms.
"""

import re
import unicodedata
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.words.characters import (
    ASTRAL,
    BLANKS,
    DOUBTFUL,
    HYPHENS,
    LINE_ENDS,
    NOTE_MARKS,
    SHOWING_NOTHING,
    character_class,
    code_points,
    shown,
    text_of,
    within,
)


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
