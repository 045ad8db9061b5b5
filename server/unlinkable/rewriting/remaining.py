"""What is left to do in a draft: passage by passage what leads back, and the masks that end it.

All masks are chosen together, as if every one of them were set: first the fewest words that break
every rare phrase, also those that others hide, then, among the words left, those that break the
combinations, and those that carry a lead before a searcher who ranks. So what would surface after a
fix was counted before, and a passage once fixed stays so. Knows nothing of editors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from unlinkable.draft import Span
from unlinkable.findings.flagged_passages import FlaggedPassage, Found, flagged_passages
from unlinkable.findings.ranking.leading import RankingFinding
from unlinkable.findings.ranking.ranked import ranked
from unlinkable.findings.report import Finding, check, likely_source
from unlinkable.rewriting.edits.editing import applied
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.masking.masking import demand_mask, masks_of, words_to_mask
from unlinkable.rewriting.task import Task
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, unseen
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Remaining:
    """The passages of a text that something leads back from, those that carry most first, and the
    masks that would end it all, in the order of the text."""

    text: str
    passages: tuple[FlaggedPassage, ...]
    masks: tuple[Edit, ...]

    def masks_in(self, span: Span) -> tuple[Edit, ...]:
        """The masks within a span."""
        return tuple(e for e in self.masks if e.start >= span.start and e.end <= span.end)

    def after(self, text: str) -> "Remaining | None":
        """What is left in ``text`` where that is this text with the masks of some passage set;
        None where it is any other. So the masks that were chosen together stay the choice."""
        shift = len(text) - len(self.text)
        for done in self.passages:
            made = self.masks_in(done.span)
            if made and sum(e.grows for e in made) == shift and applied(self.text, made) == text:
                return self._without(done, made, text)
        return None

    def _without(self, done: FlaggedPassage, made: tuple[Edit, ...], text: str) -> "Remaining":
        shift = len(text) - len(self.text)
        return Remaining(
            text,
            tuple(p.after(done.span, shift) for p in self.passages if p is not done),
            tuple(_after(edit, done.span, shift) for edit in self.masks if edit not in made),
        )


def _after(edit: Edit, done: Span, shift: int) -> Edit:
    """An edit where it stands once the text of ``done`` has grown by ``shift``."""
    moved = 0 if edit.start < done.start else shift
    return replace(edit, start=edit.start + moved, end=edit.end + moved)


def remaining(
    task: Task, index: Index, mask: str, stop: Stop, report: OnProgress = unseen
) -> Remaining:
    """What is left of ``task``, but what was accepted.

    Raises StoppedError, and UserError when ``mask`` is no mask or the index is damaged.
    """
    demand_mask(mask, task)
    report(Progress("rare phrases", 0.0))
    draft, spared = task.draft, task.accepted_spans
    phrases = [f for f in rare_phrases(draft, index, task.question) if not task.accepts(f)]
    found: list[Finding] = list(phrases)
    words = set(words_to_mask(draft, [phrase.span for phrase in phrases], spared))
    report(Progress("rare combinations", 1 / 3))
    while surfaced := _surfaced(task, index, words, stop):
        found.extend(surfaced)
        words.update(words_to_mask(draft, [finding.span for finding in surfaced], spared))
    report(Progress("searches that rank", 2 / 3))
    leads: list[Found] = []
    likely = likely_source(tuple(found))
    sources = task.question.sources or ((likely.document,) if likely else ())
    while leading := _leading(task, index, words, sources):
        leads.extend(leading)
        carrying = {n for f in leading for term in f.terms for n in draft.words_in(term)}
        if carrying <= words:
            break
        words |= carrying
    masks = masks_of(draft, sorted(words), mask, task.markup)
    return Remaining(draft.text, flagged_passages(draft, [*found, *leads]), masks)


def _surfaced(task: Task, index: Index, masked: set[int], stop: Stop) -> Sequence[Finding]:
    """What is found once these words are masked."""
    current = _without(task, masked)
    question = replace(task.question, ranked=None)
    report = check(current.draft, index, question, stop, current.accepts)
    if not report.complete:
        raise StoppedError
    return report.findings


def _leading(
    task: Task, index: Index, masked: set[int], sources: Sequence[int]
) -> Sequence[RankingFinding]:
    """What leads a searcher who ranks, where that is asked, once these words are masked."""
    question = task.question
    if question.ranked is None:
        return ()
    draft = _without(task, masked).draft
    found = ranked(draft, index, question.k, question.ranked, sources).findings
    return [one for one in found if not task.accepts(one)]


def _without(task: Task, masked: set[int]) -> Task:
    left = np.setdiff1d(np.arange(len(task.draft.forms)), np.fromiter(masked, np.int64))
    return replace(task, draft=task.draft.part(left))
