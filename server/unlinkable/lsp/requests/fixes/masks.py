"""Masking: a finding, the passage around it, everything, and a mask made wider.

Knows which findings are masked together. Which words are masked is the business of rewriting.
"""

from collections.abc import Iterable, Sequence

from unlinkable import stopping
from unlinkable.attackers.widening import Wider, wider
from unlinkable.draft import Span, overlapping
from unlinkable.engine.method import labelling_of
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled
from unlinkable.lsp.published.left import left_of, rewriting_task
from unlinkable.lsp.requests.fixes.changes import change, splices
from unlinkable.lsp.requests.fixes.protection import protection, protection_changes
from unlinkable.lsp.requests.fixes.rewriters import with_masks
from unlinkable.lsp.requests.runs import rare_at
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.requests.working import worked
from unlinkable.lsp.text.documents import Splice
from unlinkable.lsp.text.edits import DocumentChange
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.edits.proposals import Edit, Remedy
from unlinkable.rewriting.masking.masking import demand_mask, mask_until_clean, masks_breaking
from unlinkable.rewriting.reasons import Reasons
from unlinkable.rewriting.remaining import Remaining
from unlinkable.stopping import part_of


def masks_at(analysis: Analysis, places: Sequence[Span]) -> Sequence[Edit]:
    """The masks that break what stands at ``places``, with all phrases that share words with it:
    those that are listed as left to do; where there are none, others at the same costs. Nothing
    that was accepted is masked unless there is no other."""
    task, inquiry = rewriting_task(analysis), analysis.task
    demand_mask(inquiry.settings.masking.mask, task)
    spans = {phrase.span for place in places for phrase in rare_at(analysis, place)}
    spans |= {place for place in places if place not in task.accepted_spans}
    listed = analysis.left.masks if analysis.left else ()
    masks = [edit for edit in listed if overlapping(spans, Span(edit.start, edit.end))]
    masked = [Span(edit.start, edit.end) for edit in masks]
    whole = [span for span in sorted(spans) if not overlapping(masked, span)]
    if whole:
        labelling = labelling_of(inquiry.settings)
        masks += masks_breaking(
            task, inquiry.index, whole, inquiry.settings.masking.mask, labelling, masks
        )
    return sorted(masks, key=lambda edit: edit.start)


async def mask_passage(view: View, client: Client, span: Span) -> list[Splice]:
    """The edits that end the passage around ``span``: what would surface in it counts as well.

    Where that ends with what is masked elsewhere, what is found in it is masked here all the same.
    """

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Iterable[Edit]:
        analysis = settled(view.analysis, stop)
        left = analysis.left or left_of(analysis, stop, report)
        around = Span(
            span.start, max(span.end, span.start + 1)
        )  # a cursor is what it stands before
        touched = [p.span for p in left.passages if overlapping([p.span], around)]
        listed = [edit for passage in touched for edit in left.masks_in(passage)]
        if listed:
            return listed
        passage = analysis.draft.sentences_at(around)
        found = [one.span for one in analysis.findings if overlapping([one.span], passage)]
        return masks_at(analysis, found)

    found = await worked(view, client, "Masking what leads back from this passage", work)
    return splices(found)


async def mask_wider(view: View, client: Client, mask: Span) -> list[Splice]:
    """The edit that makes a mask cover so much that other rulings no longer tell what it hides.
    Empty where a few words more will not do; the user is then told."""
    analysis, task = view.analysis, view.analysis.task

    def work(stop: stopping.Stop, _: stopping.OnProgress) -> Wider | None:
        rulings = None if task.background is None else task.background.rulings(stop)
        attacker = task.engine.attacker(rulings)
        return wider(analysis.draft, mask, attacker, analysis.report.question.source)

    found = await worked(view, client, "Looking how wide the mask must be", work)
    if found is None:
        client.messages.answer(
            "A few words more will not hide it, as rulings say the whole passage alike: word it "
            "otherwise."
        )
        return []
    return [Splice(found.span.start, found.span.end, analysis.text(mask))]


async def mask_all(view: View, client: Client) -> list[DocumentChange]:
    """The changes that mask the fewest words which leave no finding but those accepted."""

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> list[DocumentChange]:
        analysis = settled(view.analysis, stop)
        if analysis.further:
            return protection_changes(protection(analysis, with_masks(analysis), stop, report))
        task, inquiry = rewriting_task(analysis), view.analysis.task
        left = view.analysis.left or _left(view, stop, part_of(report, 0.0, 0.8))
        report(stopping.Progress("making sure that nothing is left", 0.8))
        begun = Revision(task.draft.text).revised(left.masks)
        masked = mask_until_clean(
            task.revised(begun), inquiry.index, inquiry.settings.masking.mask, stop=stop
        )
        reasons = Reasons(analysis.report, inquiry.index)
        return [
            change(edit, (Remedy.MASK,), reasons.why(edit))
            for edit in begun.revised(masked.edits).edits
        ]

    return await worked(view, client, "Masking everything that leads back", work)


def _left(view: View, stop: stopping.Stop, report: stopping.OnProgress) -> Remaining:
    return left_of(settled(view.analysis, stop), stop, report)
