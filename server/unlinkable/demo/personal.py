"""Personal data in an invented ruling: marked while it is written, then shown or masked.

Between the marks ``‹`` and ``›`` stands what a clerk would mask: names, dates, places, numbers.
"""

import re

MASK = "[REDACTED]"
_MARKED = re.compile("‹([^‹›]*)›")


def personal(value: object) -> str:
    """``value``, marked as personal data."""
    return f"‹{value}›"


def shown(marked: str) -> str:
    """The original text: marks removed."""
    return _MARKED.sub(r"\1", marked)


def masked(marked: str) -> str:
    """The anonymised draft: every piece of personal data replaced by a mask."""
    return _MARKED.sub(MASK, marked)
