"""A part of a text. Knows nothing else."""

from typing import NamedTuple


class Span(NamedTuple):
    """Part of a text: from ``start`` up to, not including, ``end``, in code points."""

    start: int
    end: int
