"""A draft together with what is asked of it, and the passages in it that can be rewritten.

Knows drafts and findings; nothing of models.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from unlinkable.draft import Draft, Markup, Reading, Span, read_draft
from unlinkable.findings.question import Question


@dataclass(frozen=True)
class Task:
    """A draft, how it was read, and the question it is checked against."""

    draft: Draft
    markup: Markup
    reading: Reading
    question: Question

    @classmethod
    def of(cls, text: str, markup: Markup, reading: Reading, question: Question) -> "Task":
        """Read ``text`` and make it a task."""
        return cls(read_draft(text, markup, reading), markup, reading, question)

    def with_text(self, text: str) -> "Task":
        """The same for another version of the draft."""
        return replace(self, draft=read_draft(text, self.markup, self.reading))


def passage_at(draft: Draft, at: Span) -> Span:
    """The sentence, or the few, that ``at`` touches; ``at`` itself where there is none."""
    first = int(np.searchsorted(draft.sentence_ends, at.start, side="right"))
    last = int(np.searchsorted(draft.sentence_starts, at.end, side="left")) - 1
    if last < first:
        return at
    return Span(
        min(at.start, int(draft.sentence_starts[first])),
        max(at.end, int(draft.sentence_ends[last])),
    )


def overlapping(spans: Iterable[Span], within: Span) -> list[Span]:
    """Those of ``spans`` that share a character with ``within``."""
    return [span for span in spans if span.start < within.end and within.start < span.end]


def united(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The union of spans, in order; those that overlap become one."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(span.end, merged[-1].end))
        else:
            merged.append(span)
    return tuple(merged)


def words_between(draft: Draft, span: Span) -> range:
    """The numbers of the words that share a character with ``span``."""
    first = int(np.searchsorted(draft.ends, span.start, side="right"))
    last = int(np.searchsorted(draft.starts, span.end, side="left"))
    return range(first, max(first, last))


def forms_in(draft: Draft, span: Span) -> tuple[str, ...]:
    """The forms of the words in ``span``."""
    words = words_between(draft, span)
    return draft.forms[words.start : words.stop]
