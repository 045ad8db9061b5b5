"""Characters as they are written into documents: raised digits, and those that show nothing.

Knows nothing of formats.
"""

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_LOWERED = str.maketrans(RAISED, "0123456789")
_SHOWS_NOTHING = dict.fromkeys(
    [0x180E, *range(0x2061, 0x2065), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)]
)
"""Characters that no text needs and that can carry another one: tags, marks of annotations."""


def as_written(text: str, shown: str, raw: str | None) -> str:
    """What is written so that ``text`` is shown, in place of what was ``shown`` for ``raw``: raised
    digits as ordinary ones where it is the looks that raise them."""
    if shown != shown.translate(_LOWERED) and not set(RAISED) & set(raw or ""):
        text = text.translate(_LOWERED)
    return text.translate(_SHOWS_NOTHING)
