"""Raised and lowered digits: in word processors a property of text, in Unicode characters.

Knows nothing of where they stand.
"""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LONGEST_MARK = 3  # digits


def raised_digits(text: str) -> str:
    """Raised text as Unicode writes it where it can be the mark of a note, which is no part of the
    word before it: up to three digits. Other text as it is."""
    is_mark = text.isdecimal() and text.isascii() and len(text) <= _LONGEST_MARK
    return text.translate(_RAISED) if is_mark else text
