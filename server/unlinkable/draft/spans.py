"""The two values that every part of the reading of a draft speaks of, and sets of spans.

Knows nothing else.
"""

from collections.abc import Iterable
from typing import Protocol

from unlinkable_index.documents.formats import Markup
from unlinkable_index.documents.shared.span import Span

__all__ = ["Markup", "Span", "Stretch", "overlapping", "touch", "touches", "united"]


class Stretch(Protocol):
    """Anything that has a place in a text, as a `Span` has."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def touch(one: Stretch, other: Stretch) -> bool:
    """Whether two share a character."""
    return one.start < other.end and other.start < one.end


def touches(one: Stretch, others: Iterable[Stretch]) -> bool:
    """Whether ``one`` shares a character with any of ``others``."""
    return any(touch(one, other) for other in others)


def overlapping(spans: Iterable[Span], within: Span) -> list[Span]:
    """Those of ``spans`` that share a character with ``within``."""
    return [span for span in spans if touch(span, within)]


def united(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The union of spans, in order; those that overlap become one."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(span.end, merged[-1].end))
        else:
            merged.append(span)
    return tuple(merged)
