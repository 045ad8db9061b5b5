"""The two values that every part of the reading of a draft speaks of.

Knows nothing else.
"""

from enum import Enum
from typing import NamedTuple


class Span(NamedTuple):
    """Part of a text: from ``start`` up to, not including, ``end``, in code points."""

    start: int
    end: int


class Markup(Enum):
    """The language a draft is written in; the values are the language ids of editors."""

    PLAIN = "plaintext"
    MARKDOWN = "markdown"
