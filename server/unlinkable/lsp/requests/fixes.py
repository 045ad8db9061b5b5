"""The edits behind the quick-fixes and commands.

Knows which findings a fix is for, and sees to it that nothing blocks the event loop. How to mask
and to rewrite is the business of rewriting.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TypeVar

from unlinkable import stopping
from unlinkable.draft import Span
from unlinkable.lsp.progress import Progress, progress
from unlinkable.lsp.published.analysis import Analysis, with_combinations
from unlinkable.lsp.session import Session
from unlinkable.lsp.text.documents import Edit
from unlinkable.model.failures import ModelUnavailableError
from unlinkable.rewriting import proposals
from unlinkable.rewriting.masking import demand_mask, mask_finding_spans
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task

Result = TypeVar("Result")


class Fix(Enum):
    """The edits that an action can stand for."""

    MASK = "mask"
    MASK_EVERYWHERE = "mask-everywhere"
    MASK_ALL = "mask-all"
    REWRITE = "rewrite"


class Unit(Enum):
    """How much is rewritten at once."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DOCUMENT = "document"


async def edits(session: Session, analysis: Analysis, fix: Fix, span: Span) -> list[Edit]:
    """The edits of a fix for the finding at ``span``, in offsets of the analysed text.

    Empty when the finding can't be fixed so; the user is then told why. Raises UserError when the
    mask that is set would not be read as one, or when there is no model to rewrite with.
    """
    if fix is Fix.REWRITE:
        proposal = await proposed(session, analysis, span, wanted=1)
        if not proposal.alternatives:
            session.voice.answer(f"{proposal.message}.")
            return []
        return [_edit(proposal.alternatives[0].edit)]
    if fix is Fix.MASK_ALL:
        return await mask_all(session, analysis)
    spans = [span] if fix is Fix.MASK else places_of_same_words(analysis, span)
    found = await asyncio.to_thread(_masked, analysis, spans)
    return [_edit(edit) for edit in found]


async def mask_all(session: Session, analysis: Analysis) -> list[Edit]:
    """The edits that mask the fewest words which leave no finding but those accepted."""

    def work(stop: stopping.Stop, _: stopping.Report) -> Iterable[proposals.Edit]:
        rewriter = Rewriter(analysis.task.index, None, analysis.task.settings.mask)
        return rewriter.masks(_settled_task(analysis, stop), stop=stop).edits

    found = await _worked(session, analysis, "Masking everything that leads back", work)
    return [_edit(edit) for edit in found]


async def proposed(
    session: Session, analysis: Analysis, span: Span, wanted: int | None = None
) -> proposals.Proposal:
    """Ways to rewrite the passage around the finding at ``span``, with progress and cancel."""
    rewriter = _rewriter(session, analysis)

    def work(stop: stopping.Stop, report: stopping.Report) -> proposals.Proposal:
        return rewriter.propose(_task(analysis), span, stop=stop, report=report, wanted=wanted)

    return await _worked(session, analysis, "Rewriting the sentence", work)


async def rewritten(
    session: Session, analysis: Analysis, span: Span, unit: Unit
) -> proposals.Rewriting:
    """All findings in the unit around ``span`` rewritten, with progress and cancel."""
    rewriter, within = _rewriter(session, analysis), unit_at(analysis, span, unit)

    def work(stop: stopping.Stop, report: stopping.Report) -> proposals.Rewriting:
        task = _settled_task(analysis, stop)
        return rewriter.rewrite_all(task, within, stop=stop, report=report)

    return await _worked(session, analysis, f"Rewriting the {unit.value}", work)


async def protected(session: Session, analysis: Analysis) -> Protection:
    """The text rewritten where that works and masked where it does not, until nothing is found but
    what was accepted; with progress and cancel."""
    rewriter = _rewriter(session, analysis)

    def work(stop: stopping.Stop, report: stopping.Report) -> Protection:
        task = _settled_task(analysis, stop)
        return protect(task, analysis.task.index, rewriter, task.accepts, stop, report)

    return await _worked(session, analysis, "Protecting this text", work)


def protection_edits(protection: Protection) -> list[Edit]:
    """The edits of a protection, in the form that documents have."""
    return [_edit(step.edit) for step in protection.steps]


def rewriting_edits(rewriting: proposals.Rewriting) -> list[Edit]:
    """The edits of a rewriting, in the form that documents have."""
    return [_edit(edit) for edit in rewriting.edits]


def unit_at(analysis: Analysis, span: Span, unit: Unit) -> Span:
    """The sentence, the paragraph (up to blank lines) or the whole text around ``span``."""
    text = analysis.snapshot.text
    if unit is Unit.SENTENCE:
        return analysis.draft.sentences_at(span)
    if unit is Unit.DOCUMENT:
        return Span(0, len(text))
    sentences = [s for s in analysis.draft.sentences if s.end > span.start and s.start < span.end]
    start = min([span.start, *(sentence.start for sentence in sentences)])
    end = max([span.end, *(sentence.end for sentence in sentences)])
    above, below = text.rfind("\n\n", 0, start), text.find("\n\n", end)
    return Span(above + 2 if above >= 0 else 0, below if below >= 0 else len(text))


def places_of_same_words(analysis: Analysis, span: Span) -> list[Span]:
    """Where the words at ``span`` stand in the text, in the same order and within a segment."""
    draft = analysis.draft
    return [draft.span_of(place) for place in draft.places_of(draft.forms_in(span))]


def _masked(analysis: Analysis, spans: Sequence[Span]) -> Sequence[proposals.Edit]:
    """The fewest words of ``spans`` masked, and none that was accepted unless there is no other."""
    task, mask = _task(analysis), analysis.task.settings.mask
    demand_mask(mask, task)
    wanted = [span for span in spans if span not in task.accepted_spans]
    return mask_finding_spans(task.draft, wanted, mask, task.markup, task.accepted_spans)


def _rewriter(session: Session, analysis: Analysis) -> Rewriter:
    settings = analysis.task.settings
    model = session.models.get(settings.model)
    if model is None:
        raise ModelUnavailableError(
            "No model for rewriting is set, so masking is the only fix: see unlinkable model fetch"
        )
    return Rewriter(analysis.task.index, model, settings.mask)


def _task(analysis: Analysis) -> Task:
    task = analysis.task
    whole = Task(analysis.draft, task.markup, task.reading, analysis.report.question)
    return whole.accepting(analysis.report.accepted)


def _settled_task(analysis: Analysis, stop: stopping.Stop) -> Task:
    """The task with all that is accepted, also of combinations that are still to be sought."""
    known = analysis.settled or not analysis.task.risks
    return _task(analysis if known else with_combinations(analysis, stop))


def _edit(edit: proposals.Edit) -> Edit:
    return Edit(edit.start, edit.end, edit.after)


async def _worked(
    session: Session,
    analysis: Analysis,
    title: str,
    work: Callable[[stopping.Stop, stopping.Report], Result],
) -> Result:
    """``work`` done in a thread, its progress shown.

    Given up when the user cancels it or changes the text meanwhile; raises StoppedError then.
    """
    loop, given_up = asyncio.get_running_loop(), False
    shown = session.client.work_done_progress
    async with progress(session.server, title, shown=shown, cancellable=True) as visible:

        def stop() -> bool:
            outdated = session.schedule.snapshot(analysis.snapshot.uri) is not analysis.snapshot
            return given_up or outdated or session.shut or visible.cancelled()

        def report(done: stopping.Progress) -> None:
            loop.call_soon_threadsafe(_report, visible, done)

        try:
            return await asyncio.to_thread(work, stop, report)
        finally:
            given_up = True


def _report(visible: Progress, done: stopping.Progress) -> None:
    visible.report(done.message, done.fraction)
