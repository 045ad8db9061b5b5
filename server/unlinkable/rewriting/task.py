"""A draft together with what is asked of it, what of it someone answers for, and its passages.

Knows drafts and findings; nothing of models.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from unlinkable.draft import Draft, Markup, Reading, Span, read_draft
from unlinkable.draft.numbered_masks import Hidden
from unlinkable.fidelity.substance.places import NOWHERE, Places
from unlinkable.findings.finding import GUESSABLE_MASK, RANKING, AnyFinding
from unlinkable.findings.question import Question
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.risks.same_finding import PlacedFinding


@dataclass(frozen=True)
class Task:
    """A draft, how it was read, and the question it is checked against.

    Findings at the ``accepted`` places do not count, and their words stay as they are unless they
    belong to another finding as well. The ``accepted_passages`` may lead a searcher who ranks,
    whatever becomes of their words. ``places``: of which one that leads back may become larger.
    ``hidden``: what is known of its numbered masks. ``few_gaps``: rather fewer gaps than fewer
    words masked.
    """

    draft: Draft
    markup: Markup
    reading: Reading
    question: Question
    accepted: frozenset[PlacedFinding] = frozenset()
    accepted_passages: frozenset[Span] = frozenset()
    places: Places = NOWHERE
    hidden: Hidden = frozenset()
    few_gaps: bool = True

    @classmethod
    def of(cls, text: str, markup: Markup, reading: Reading, question: Question) -> "Task":
        """Read ``text`` and make it a task."""
        return cls(read_draft(text, markup, reading), markup, reading, question)

    def with_text(self, text: str) -> "Task":
        """The same asked of another text, of which nothing is accepted."""
        draft = read_draft(text, self.markup, self.reading)
        return replace(self, draft=draft, accepted=frozenset(), accepted_passages=frozenset())

    def accepting(self, findings: Iterable[AnyFinding]) -> "Task":
        """The same with these findings accepted. Of masks there is nothing to note: those that
        stand there are never touched."""
        placed, passages = [], []
        for found in findings:
            if found.kind is RANKING:
                passages.append(found.span)
            elif found.kind is not GUESSABLE_MASK:
                placed.append(PlacedFinding.of(self.draft, found))
        return replace(self, accepted=frozenset(placed), accepted_passages=frozenset(passages))

    def revised(self, revision: Revision) -> "Task":
        """The same for a revision of the draft, with what was accepted and is not changed by it."""
        stand = revision.unchanged(place.span for place in self.accepted)
        accepted = frozenset(
            place._replace(span=stand[place.span]) for place in self.accepted if place.span in stand
        )
        passages = frozenset(map(revision.moved, self.accepted_passages))
        return replace(self.with_text(revision.text), accepted=accepted, accepted_passages=passages)

    def accepts(self, finding: AnyFinding) -> bool:
        """Whether a finding in the draft is one that was accepted: the same words at the same
        place, and of a combination together with the same other terms; of a passage, what became
        of one that was accepted, or of a part of it."""
        if finding.kind is RANKING:
            return any(
                span.start <= finding.start and finding.end <= span.end
                for span in self.accepted_passages
            )
        if finding.kind is GUESSABLE_MASK:
            return False
        return bool(self.accepted) and PlacedFinding.of(self.draft, finding) in self.accepted

    @property
    def accepted_spans(self) -> list[Span]:
        """Where that stands which was accepted."""
        return [place.span for place in self.accepted]
