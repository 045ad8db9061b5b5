"""Another wording beside a mask, so that other rulings no longer tell what it hides.

Knows drafts, wordings and what rulings say; knows nothing of models and editors.
"""

from dataclasses import dataclass

from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.votes import Voters
from unlinkable.attackers.widening import UNSURE
from unlinkable.draft import Span, overlapping
from unlinkable.draft.gaps import gaps
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.rewording.draft_reworded import Checks
from unlinkable.rewriting.rewording.usable import Tables, usable
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index


@dataclass(frozen=True)
class MaskedPlace:
    """A ``mask`` of a draft, the words ``beside`` it by which rulings tell it, each side apart, and
    the rulings that do, if any."""

    task: Task
    mask: Span
    beside: tuple[Span, ...]
    voters: Voters | None

    @classmethod
    def of(cls, task: Task, mask: Span, attacker: Attacker, source: int | None) -> "MaskedPlace":
        """The place of a mask. Raises UserError when the index is damaged."""
        draft = task.draft
        gap = next(gap for gap in gaps(draft) if mask in gap.masks)
        sides = (
            range(gap.at - len(gap.left), gap.at),
            range(gap.at, gap.at + len(gap.right)),
        )
        sentence = draft.sentences_at(mask)
        spans = [draft.span_of(words) for words in sides if words]
        inside = tuple(
            Span(max(one.start, sentence.start), min(one.end, sentence.end))
            for one in spans
            if one.end > sentence.start and one.start < sentence.end
        )
        return cls(task, mask, inside, attacker.voters(draft, source))

    def hidden_by(self, edit: Edit) -> bool:
        """Whether with an edit no guess has as much as half of the votes any more."""
        revision = Revision(self.task.draft.text).revised([edit])
        place = revision.moved(self.mask)
        found = gaps(self.task.with_text(revision.text).draft)
        changed = [gap for gap in found if overlapping([gap.span], place)]
        if self.voters is None or len(changed) != 1:
            return False
        guesses = self.voters.guesses(changed[0])
        return not guesses or guesses[0].share < UNSURE

    def reworded(self, index: Index, tables: Tables) -> Edit | None:
        """The wording of the tables with least harm that hides it, and says the same; None where
        there is none. Raises UserError when the index is damaged."""
        checks = Checks(self.task, index)
        found = usable(self.task, index, self.beside, tables)
        for one in sorted(found, key=lambda one: (one.substitute.harm, len(one.forms), one.first)):
            if self.hidden_by(one.edit) and checks.says_the_same((one,)):
                return one.edit
        return None
