"""Whether a font of a PDF file says which letters its signs are.

After ISO 32000-1, 9.10: by a map of its own, by the names of its signs, or by an encoding that all
programs know. Where none of these is there, what is read are numbers of signs. Knows dictionaries
of fonts; nothing of pages.
"""

import re
from collections.abc import Mapping
from typing import Any

_SUBSET = re.compile(r"^/?(?:[A-Z]{6}\+)?")
_NAME = re.compile(r"[\w ,.+-]{1,60}")
_KNOWN_SIGN = re.compile(r"/uni[0-9A-F]{4}")
_FIRST_LETTER = 32  # signs with smaller numbers are letters in no encoding


def font_name(font: Mapping[str, Any]) -> str:
    """The name of a font, as it can be told."""
    name = _SUBSET.sub("", str(font.get("/BaseFont") or font.get("/Name") or ""))
    return name if _NAME.fullmatch(name) else "without a name"


def says_its_letters(font: Mapping[str, Any]) -> bool:
    """Whether it does."""
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
