"""Propose, verify, choose: from a finding to edits that are safe, faithful and natural.

Candidates come from `candidates`, pass `verification`, and are ranked by the combinations they
leave, then by how natural the model finds them, then by how little they change. Knows no editor and
no command line.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unlinkable.draft import Span, overlapping, united
from unlinkable.model.failures import ModelFailedError
from unlinkable.rewriting.candidates import Replacements, carried_over, written
from unlinkable.rewriting.draft_in_work import DraftInWork
from unlinkable.rewriting.editing import Revision, changes, size
from unlinkable.rewriting.journal import Author
from unlinkable.rewriting.masking import (
    DEFAULT_MASK,
    demand_mask,
    mask_alternative,
    mask_until_clean,
)
from unlinkable.rewriting.proposals import Alternative, Edit, Kind, Proposal, Refused, Rewriting
from unlinkable.rewriting.risk import finding_spans
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.verification import Target, Verifier
from unlinkable.stopping import Progress, Report, Stop, StoppedError, never, unseen
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

_SPARE_TRIES = 2  # candidates beyond those wanted, as some are refused
_APART = re.compile(r"\n[ \t]*[\n>]")  # the lines of a passage are not those of one plain sentence
_PASSES = 3  # over a draft: what a rewriting brought to light is rewritten in the next

Shown = Callable[[Alternative], None]
Done = Callable[[Span, Proposal, Alternative | None], None]


@dataclass
class _Choice:
    """The candidates of one passage, sorted out."""

    alternatives: list[Alternative]
    refused: list[Refused]


class Rewriter:
    """Rewrites and masks drafts against one index. ``model`` None: masking is the only fix."""

    def __init__(self, index: Index, model: Author | None = None, mask: str = DEFAULT_MASK) -> None:
        self._index = index
        self._model = model
        self._mask = mask

    @property
    def rewrites(self) -> bool:
        """Whether there is a model."""
        return self._model is not None

    def propose(
        self,
        task: Task,
        at: Span,
        *,
        stop: Stop = never,
        report: Report = unseen,
        shown: Shown = lambda _: None,
        replacements: Replacements | None = None,
        wanted: int | None = None,
    ) -> Proposal:
        """Ways to remove the findings that ``at`` touches, with all other findings in the passage.

        ``wanted``: alternatives asked for (by default as many as the model's options say).
        ``shown`` is called with each alternative as soon as it passes, before they are ranked.
        Raises StoppedError, and UserError when the model cannot be used or ``at`` has no finding.
        """
        demand_mask(self._mask, task)
        spans = self._findings(task, stop)
        return self._proposal(
            task,
            self._target(task, at, spans),
            spans,
            stop,
            report,
            shown,
            replacements or Replacements(),
            wanted,
        )

    def rewrite_all(
        self,
        task: Task,
        within: Span | None = None,
        *,
        stop: Stop = never,
        report: Report = unseen,
        done: Done = lambda _place, _proposal, _chosen: None,
    ) -> Rewriting:
        """Rewrite every passage with findings, within a span or everywhere, one after the other.

        What cannot be rewritten stays as it is and is listed. ``done`` is called for each passage
        with its place in the task's text, its proposal (in offsets of the text of that moment) and
        the alternative taken, if any.
        """
        demand_mask(self._mask, task)
        whole = Span(0, len(task.draft.text))
        work = DraftInWork(task, within or whole)
        for number in range(_PASSES):
            targets = work.targets(self._findings(work.task, stop))
            if not targets:
                break
            self._pass(work, targets, number, stop, report, done)
        spans = overlapping(self._findings(work.task, stop), work.within)
        return Rewriting(
            text=work.task.draft.text,
            edits=work.revision.edits,
            unsolved=tuple(work.unsolved),
            complete=not spans,
        )

    def masks(self, task: Task, within: Span | None = None, *, stop: Stop = never) -> Revision:
        """The fewest words masked that leave no finding, within a span or everywhere."""
        return mask_until_clean(task, self._index, self._mask, within, stop)

    def _pass(
        self,
        work: DraftInWork,
        targets: Sequence[Target],
        number: int,
        stop: Stop,
        report: Report,
        done: Done,
    ) -> None:
        """Once over the passages, from left to right."""
        shift = 0
        for count, moved in enumerate(targets):
            if stop():
                raise StoppedError
            report(Progress(_said(count, len(targets), number), count / len(targets)))
            target = moved.shifted(shift)
            proposal = self._proposal(
                work.task,
                target,
                target.must_go,
                stop,
                lambda progress: report(Progress(progress.message)),
                lambda _: None,
                work.replacements,
                wanted=1,
            )
            chosen = proposal.alternatives[0] if proposal.alternatives else None
            done(work.revision.original_span(*proposal.passage), proposal, chosen)
            if chosen is None:
                work.give_up(proposal)
            else:
                shift += work.apply(proposal, chosen)

    def _findings(self, task: Task, stop: Stop) -> list[Span]:
        return finding_spans(task, self._index, stop)

    def _target(self, task: Task, at: Span, spans: Sequence[Span]) -> Target:
        cursor = at.start == at.end  # which belongs to what it touches
        around = Span(at.start - 1, at.end + 1) if cursor else at
        asked = overlapping(spans, around)
        if not asked and not task.draft.words_in(at):
            raise UserError("There is nothing here that leads back to an original")
        asked = asked or [at]
        passage = task.draft.sentences_at(Span(min(asked).start, max(s.end for s in asked)))
        inside = overlapping(spans, passage)
        return Target(passage, united(inside), tuple(dict.fromkeys(asked)))

    def _proposal(
        self,
        task: Task,
        target: Target,
        spans: Sequence[Span],
        stop: Stop,
        report: Report,
        shown: Shown,
        replacements: Replacements,
        wanted: int | None,
    ) -> Proposal:
        passage = target.passage
        mask = mask_alternative(task, passage, overlapping(spans, passage), self._mask)
        choice, message = _Choice([], []), None
        if self._model is None:
            message = "No model is set up, so masking is the only fix: see unlinkable model fetch"
        elif overlapping(task.accepted_spans, passage):
            message = "Someone accepted words of this sentence as they stand, so it is only masked"
        elif _APART.search(task.draft.text, passage.start, passage.end):
            message = (
                "The phrase runs over a paragraph's end or the lines of a block quotation, so it "
                "can only be masked"
            )
        else:
            try:
                self._fill(choice, task, target, stop, report, shown, replacements, wanted)
            except ModelFailedError as failed:
                message = str(failed)
        if not choice.alternatives and message is None:
            message = f"None of {len(choice.refused)} wordings passed every check: mask it"
        return Proposal(
            passage=passage,
            flagged=target.flagged,
            alternatives=tuple(sorted(choice.alternatives, key=_rank)),
            mask=mask,
            refused=tuple(choice.refused),
            message=message,
        )

    def _fill(
        self,
        choice: _Choice,
        task: Task,
        target: Target,
        stop: Stop,
        report: Report,
        shown: Shown,
        replacements: Replacements,
        wanted: int | None,
    ) -> None:
        """Sort candidates out until there are enough."""
        assert self._model is not None
        verifier = Verifier(task, target, self._index)
        passage = target.passage
        before = task.draft.text[passage.start : passage.end]
        enough = wanted or self._model.options.alternatives
        seen = {before}

        def consider(after: str, log_probability: float | None) -> None:
            if after in seen:
                return
            seen.add(after)
            verdict = verifier.verdict(after)
            if verdict.reasons:
                choice.refused.append(Refused(after, verdict.reasons))
                return
            ranked = enough > 1 and task.question.max_terms > 1
            alternative = Alternative(
                kind=Kind.REWRITE,
                edit=Edit(passage.start, passage.end, before, after),
                changes=changes(before, after),
                combinations=verifier.combinations(verdict.text, stop) if ranked else None,
                log_probability=log_probability,
            )
            choice.alternatives.append(alternative)
            shown(alternative)

        known = carried_over(task.draft, target, replacements)
        if known is not None:
            consider(known, None)
        if len(choice.alternatives) >= enough:
            return
        tries = enough + _SPARE_TRIES
        for candidate in written(
            self._model, task, target, self._index, replacements, tries, stop, report
        ):
            if candidate.text is None:
                choice.refused.append(Refused("", (f"The model gave up: {candidate.gave_up}.",)))
            else:
                consider(candidate.text, candidate.log_probability)
            if len(choice.alternatives) >= enough:
                return


def _rank(alternative: Alternative) -> tuple[int, float, int]:
    """Fewest combinations first, then what came from elsewhere in the draft, then the most natural,
    then the smallest edit."""
    natural = alternative.log_probability
    return (
        alternative.combinations or 0,
        float("-inf") if natural is None else -round(natural, 3),
        size(alternative.edit.before, alternative.edit.after),
    )


def _said(count: int, targets: int, number: int) -> str:
    again = "" if number == 0 else f" ({'second' if number == 1 else 'third'} time over the draft)"
    return f"Rewriting passage {count + 1} of {targets}{again}"
