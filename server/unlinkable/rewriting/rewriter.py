"""Propose, verify, choose: from a finding to edits that are safe, faithful and natural.

Candidates come from `candidates`, and are judged and ranked there. Knows no editor and no command
line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unlinkable.draft import Span, overlapping
from unlinkable.draft.masks import Masks
from unlinkable.findings.report import check
from unlinkable.model.author import Author
from unlinkable.model.process.failures import ModelFailedError
from unlinkable.rewriting.candidates import Sorting, carried_over, written
from unlinkable.rewriting.edits import APART, Edit, Proposal, Replacements, Revision, Rewriting
from unlinkable.rewriting.infilling import Filling
from unlinkable.rewriting.masking.guessers import Guessers
from unlinkable.rewriting.masking.labels import Labelling
from unlinkable.rewriting.masking.masking import (
    DEFAULT_MASK,
    demand_mask,
    mask_alternative,
    mask_until_clean,
)
from unlinkable.rewriting.passage_request import PassageRequest, Target
from unlinkable.rewriting.reworded import Reworded, instead_of_masks, reworded
from unlinkable.rewriting.task import Task, asked_against, finding_spans, suspects_of
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable.stopping import OnProgress, Stop, never, unseen
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Rewriter:
    """Rewrites, rewords and masks drafts against one index.

    - ``model`` None: nothing is rewritten; ``tables`` None: nothing is reworded from tables;
    - ``labelling``: which masks say what kind of thing they hide;
    - ``replacements``: by what phrases of the draft were replaced before.
    """

    index: Index
    model: Author | None = None
    mask: str = DEFAULT_MASK
    tables: Tables | None = None
    labelling: Labelling = Labelling.OFF
    replacements: Replacements | None = None

    def against(self, index: Index) -> "Rewriter":
        """One that does the same against another index."""
        return replace(self, index=index)

    def remembering(self, replacements: Replacements) -> "Rewriter":
        """One for a draft in which phrases were replaced before: the same phrase gets the same
        replacement, and those made are added."""
        return replace(self, replacements=replacements)

    def masking(self) -> "Rewriter":
        """One that masks alike, and neither rewrites nor rewords."""
        return replace(self, model=None, tables=None, replacements=None)

    @property
    def rewrites(self) -> bool:
        """Whether there is a model."""
        return self.model is not None

    def propose(
        self,
        task: Task,
        at: Span,
        *,
        stop: Stop = never,
        report: OnProgress = unseen,
        wanted: int | None = None,
    ) -> Proposal:
        """Ways to remove the findings that ``at`` touches, with all other findings in the passage.

        - ``stop``: asked often; once true, StoppedError is raised;
        - ``report``: told how far the work is;
        - ``wanted``: alternatives asked for (by default as many as the model's options say).

        Raises StoppedError, and UserError when the model cannot be used or ``at`` has no finding.
        """
        demand_mask(self.mask, task)
        target = _target(task, at, finding_spans(task, self.index, stop))
        task = self._against_suspects(task, stop)
        # Not words near each other: each new wording would have to be looked for anew in the whole
        # collection. What leads back so in the end is masked.
        task = replace(task, question=replace(task.question, within=0))
        if wanted is None:
            wanted = 1 if self.model is None else self.model.options.alternatives
        request = PassageRequest(task, target, self.replacements or Replacements(), wanted)
        return self._proposal(request, stop, report)

    def rewrite_all(
        self,
        task: Task,
        within: Span | None = None,
        *,
        stop: Stop = never,
        report: OnProgress = unseen,
    ) -> Rewriting:
        """Write the words anew that lead back, within a span or everywhere: a smallest set of them,
        all other words stay.

        What finds no other words stays as it is.
        """
        demand_mask(self.mask, task)
        task = self._against_suspects(task, stop)
        if self.model is None:
            return Rewriting(task.draft.text, (), (), complete=False)
        filled = Filling(
            task=task,
            index=self.index,
            author=self.model,
            mask=self.mask,
            within=within or Span(0, len(task.draft.text)),
            stop=stop,
            report=report,
            replacements=Replacements() if self.replacements is None else self.replacements,
        ).filled()
        revision = filled.revision
        left = finding_spans(task.revised(revision), self.index, stop)
        place = revision.moved(within) if within else Span(0, len(revision.text))
        return Rewriting(
            text=revision.text,
            edits=revision.edits,
            refused=filled.refused,
            complete=not overlapping(left, place),
        )

    def _against_suspects(self, task: Task, stop: Stop) -> Task:
        """The same task, new wording judged against the suspects where no source is known."""
        question = task.question
        if question.source is not None or question.against:
            return task
        if self.model is None and self.tables is None:
            return task
        found = check(task.draft, self.index, replace(question, ranked=None), stop)
        return replace(task, question=asked_against(question, suspects_of(found, self.index)))

    def reword(self, task: Task, *, stop: Stop = never) -> Reworded:
        """The draft with the wordings of the tables that leave the fewest masks to set; where there
        is a model, only those that surely say the same."""
        if self.tables is None:
            return Reworded(task.draft.text)
        task = self._against_suspects(task, stop)
        found = reworded(task, self.index, self.tables, stop=stop)
        return found if self.model is None else found.surely_the_same

    def instead_of_masks(
        self, task: Task, reworded: Reworded, masks: Sequence[Edit], *, stop: Stop = never
    ) -> tuple[Reworded, tuple[Edit, ...]]:
        """The draft with more wordings of the tables, each in place of masks, and the masks left;
        as `instead_of_masks` says."""
        if self.tables is None or not masks:
            return reworded, tuple(masks)
        return instead_of_masks(task, reworded, masks, self.index, self.tables, stop)

    def masks(
        self,
        task: Task,
        within: Span | None = None,
        *,
        stop: Stop = never,
        guessers: Guessers | None = None,
    ) -> Revision:
        """The fewest words masked that leave no finding, within a span or everywhere.
        ``guessers``: of the task's draft; None: the index alone."""
        return mask_until_clean(
            task, self.index, self.mask, within, stop, guessers=guessers, labelling=self.labelling
        )

    def _proposal(self, request: PassageRequest, stop: Stop, report: OnProgress) -> Proposal:
        task, target, passage = request.task, request.target, request.passage
        mask = mask_alternative(
            task, self.index, passage, target.findings, self.mask, self.labelling
        )
        request = replace(request, masks=_masks_set(mask.edit, task))
        sorting = Sorting(request, self.index, stop)
        message = None
        if self.model is None:
            message = "No model is set up, so masking is the only fix: see unlinkable model fetch"
        elif overlapping(task.accepted_spans, passage):
            message = "Someone accepted words of this sentence as they stand, so it is only masked"
        elif APART.search(task.draft.text, passage.start, passage.end):
            message = (
                "The phrase runs over a paragraph's end or the lines of a block quotation, so it "
                "can only be masked"
            )
        else:
            try:
                self._fill(sorting, self.model, request, stop, report)
            except ModelFailedError as failed:
                message = str(failed)
        if not sorting.usable and message is None:
            count = len(sorting.refused) + len(sorting.alternatives)
            message = f"None of {count} wordings passed every check"
        return Proposal(
            passage=passage,
            flagged=target.flagged,
            findings=target.findings,
            alternatives=sorting.ranked,
            mask=mask,
            refused=tuple(sorting.refused),
            message=message,
        )

    def _fill(
        self,
        sorting: Sorting,
        model: Author,
        request: PassageRequest,
        stop: Stop,
        report: OnProgress,
    ) -> None:
        """Sort candidates out until there are enough."""
        known = carried_over(request)
        if known is not None:
            sorting.consider(known, None)
        if sorting.enough:
            return
        for _ in written(model, request, self.index, sorting, stop, report):
            if sorting.enough:
                return


def _target(task: Task, at: Span, spans: Sequence[Span]) -> Target:
    """The passage around ``at``, in which of the findings at ``spans`` those that ``at`` touches
    must go. Raises UserError when it touches none."""
    cursor = at.start == at.end  # which belongs to what it touches
    around = Span(at.start - 1, at.end + 1) if cursor else at
    asked = overlapping(spans, around)
    if not asked and not task.draft.words_in(at):
        raise UserError("There is nothing here that leads back to an original")
    asked = asked or [at]
    passage = task.draft.sentences_at(Span(min(asked).start, max(s.end for s in asked)))
    return Target(passage, tuple(overlapping(spans, passage)), tuple(dict.fromkeys(asked)))


def _masks_set(edit: Edit, task: Task) -> int:
    """How many masks an edit sets."""
    masks = Masks(task.reading.masks)
    return len(masks.find(edit.after)) - len(masks.find(edit.before))
