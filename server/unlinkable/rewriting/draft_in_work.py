"""A draft on its way from passage to passage: what it was, what it is, and what has been learnt.

Knows where the passages are that are still to be rewritten; nothing of how that is done.
"""

from collections.abc import Sequence

from unlinkable.draft import Span, overlapping, united
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.edits.proposals import Alternative, Proposal
from unlinkable.rewriting.edits.replacements import Replacements
from unlinkable.rewriting.passages.passage_request import Target
from unlinkable.rewriting.task import Task


class DraftInWork:
    """One draft, of which the span ``within`` is worked on; both move on with every edit."""

    def __init__(self, task: Task, within: Span, replacements: Replacements) -> None:
        self._first = task
        self.task = task
        self.within = within
        self.revision = Revision(task.draft.text)
        self.replacements = replacements
        self.unsolved: list[Proposal] = []
        self._hopeless: set[str] = set()

    def targets(self, findings: Sequence[Span]) -> list[Target]:
        """The passages with findings, except those that found no rewriting before."""
        draft = self.task.draft
        here = overlapping(findings, self.within)
        passages = united(draft.sentences_at(span) for span in here)
        return [
            Target(passage, tuple(inside), tuple(inside))
            for passage in passages
            if draft.text[passage.start : passage.end] not in self._hopeless
            and (inside := overlapping(here, passage))
        ]

    def apply(self, proposal: Proposal, chosen: Alternative) -> int:
        """Make an edit; returns by how much what follows has moved."""
        edit = chosen.edit
        self.replacements.learn_from(self.task.draft, proposal, chosen)
        self.revision = self.revision.revised([edit])
        self.task = self._first.revised(self.revision)
        moved = len(edit.after) - len(edit.before)
        self.within = Span(self.within.start, self.within.end + moved)
        return moved

    def give_up(self, proposal: Proposal) -> None:
        """Leave a passage as it is."""
        text = self.task.draft.text
        self._hopeless.add(text[proposal.passage.start : proposal.passage.end])
        self.unsolved.append(proposal)
