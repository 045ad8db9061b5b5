"""A draft together with what is asked of it, what of it someone answers for, and its passages.

Knows drafts and findings; nothing of models.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from unlinkable.draft import Draft, Markup, Reading, Span, read_draft
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.question import Question
from unlinkable.findings.report import Finding
from unlinkable.rewriting.editing import Revision


@dataclass(frozen=True)
class AcceptedPlace:
    """A finding that someone answers for: where it stands, and the forms of the other terms when it
    is one of a combination."""

    span: Span
    others: frozenset[tuple[str, ...]] = frozenset()


@dataclass(frozen=True)
class Task:
    """A draft, how it was read, and the question it is checked against.

    Findings at the ``accepted`` places do not count, and their words stay as they are unless they
    belong to another finding as well.
    """

    draft: Draft
    markup: Markup
    reading: Reading
    question: Question
    accepted: frozenset[AcceptedPlace] = frozenset()

    @classmethod
    def of(cls, text: str, markup: Markup, reading: Reading, question: Question) -> "Task":
        """Read ``text`` and make it a task."""
        return cls(read_draft(text, markup, reading), markup, reading, question)

    def with_text(self, text: str) -> "Task":
        """The same asked of another text, of which nothing is accepted."""
        draft = read_draft(text, self.markup, self.reading)
        return replace(self, draft=draft, accepted=frozenset())

    def accepting(self, findings: Iterable[Finding]) -> "Task":
        """The same with these findings accepted."""
        return replace(self, accepted=frozenset(map(self._place, findings)))

    def revised(self, revision: Revision) -> "Task":
        """The same for a revision of the draft, with what was accepted and is not changed by it."""
        stand = revision.unchanged(place.span for place in self.accepted)
        accepted = frozenset(
            replace(place, span=stand[place.span]) for place in self.accepted if place.span in stand
        )
        return replace(self.with_text(revision.text), accepted=accepted)

    def accepts(self, finding: Finding) -> bool:
        """Whether a finding in the draft is one that was accepted: the same words at the same
        place, and of a combination together with the same other terms."""
        return bool(self.accepted) and self._place(finding) in self.accepted

    @property
    def accepted_spans(self) -> list[Span]:
        """Where that stands which was accepted."""
        return [place.span for place in self.accepted]

    def _place(self, finding: Finding) -> AcceptedPlace:
        others = () if isinstance(finding, PhraseFinding) else finding.others
        return AcceptedPlace(
            Span(finding.start, finding.end),
            frozenset(forms_in(self.draft, other) for other in others),
        )


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
