"""The edits behind the quick-fixes and commands.

Knows which findings a fix is for. How to mask and to rewrite is the business of rewriting.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum

from unlinkable import stopping
from unlinkable.attack.against_masks import votes
from unlinkable.attack.attacker import Attacker
from unlinkable.attack.otherwise import MaskedPlace
from unlinkable.attack.rulings import Rulings
from unlinkable.attack.widening import Wider, wider
from unlinkable.draft import Span, overlapping
from unlinkable.draft.masks import Masks
from unlinkable.findings.report import Finding
from unlinkable.interpretation import labelling_of, places_of, rewriter_of, tables_of
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis, with_combinations
from unlinkable.lsp.published.left import left_of, rewriting_task
from unlinkable.lsp.requests.places import RewritingUnit, places_of_same_words, unit_at
from unlinkable.lsp.requests.runs import rare_at, run_of
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.requests.working import worked
from unlinkable.lsp.text.documents import Splice
from unlinkable.lsp.text.edits import Change
from unlinkable.model.process.failures import ModelUnavailableError
from unlinkable.rewriting.edits import proposals
from unlinkable.rewriting.edits.editing import Revision, applied
from unlinkable.rewriting.edits.proposals import Remedy
from unlinkable.rewriting.edits.replacements import Replacements
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.masking import demand_mask, mask_until_clean, masks_breaking
from unlinkable.rewriting.protection import Protection
from unlinkable.rewriting.reasons import Reasons
from unlinkable.rewriting.remaining import Remaining
from unlinkable.rewriting.rewording.draft_reworded import reworded
from unlinkable.rewriting.rewording.suggestions import Suggestion, suggestions
from unlinkable.rewriting.rewording.usable import Tables
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.several import Against, protect_against_each
from unlinkable.rewriting.task import Task
from unlinkable.settings.choices import RewriterName
from unlinkable.stopping import part_of
from unlinkable.wordings.synonyms import read_synonyms
from unlinkable_index.errors import UserError

_DONE = {Remedy.REWORD: "reworded", Remedy.REWRITE: "rewritten", Remedy.MASK: "masked"}


class Fix(Enum):
    """The edits that an action can stand for."""

    MASK = "mask"
    MASK_PASSAGE = "mask-passage"
    MASK_EVERYWHERE = "mask-everywhere"
    MASK_ALL = "mask-all"
    REWRITE = "rewrite"
    MASK_WIDER = "mask-wider"
    WORD_BESIDE = "word-beside"
    REWORD = "reword"
    REWORD_PASSAGE = "reword-passage"


async def edits(view: View, client: Client, fix: Fix, span: Span) -> list[Splice]:
    """The edits of a fix for the finding at ``span``, in offsets of the analysed text.

    Empty when the finding can't be fixed so; the user is then told why. Raises UserError when the
    mask that is set would not be read as one, or when there is no model to rewrite with.
    """
    if fix is Fix.REWRITE:
        proposal = await proposed(view, client, span, wanted=1)
        if proposal.best is None:
            client.messages.answer(f"{proposal.message}.")
            return []
        return [chosen(view, proposal, proposal.best)]
    if fix is Fix.MASK_ALL:
        return [change.splice for change in await mask_all(view, client)]
    if fix is Fix.MASK_PASSAGE:
        return await mask_passage(view, client, span)
    if fix is Fix.MASK_WIDER:
        return await mask_wider(view, client, span)
    if fix is Fix.WORD_BESIDE:
        return await word_beside(view, client, span)
    if fix is Fix.REWORD_PASSAGE:
        return await reword_passage(view, client, span)
    places = [span] if fix is Fix.MASK else places_of_same_words(view.analysis, span)
    found = await asyncio.to_thread(_masked, view.analysis, places)
    return [_edit(edit) for edit in found]


async def mask_passage(view: View, client: Client, span: Span) -> list[Splice]:
    """The edits that end the passage around ``span``: what would surface in it counts as well."""

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Iterable[proposals.Edit]:
        left = view.analysis.left or _left(view, stop, report)
        around = Span(
            span.start, max(span.end, span.start + 1)
        )  # a cursor is what it stands before
        touched = [p.span for p in left.passages if overlapping([p.span], around)]
        return [edit for passage in touched for edit in left.masks_in(passage)]

    found = await worked(view, client, "Masking what leads back from this passage", work)
    return [_edit(edit) for edit in found]


async def mask_wider(view: View, client: Client, mask: Span) -> list[Splice]:
    """The edit that makes a mask cover so much that other rulings no longer tell what it hides.
    Empty where a few words more will not do; the user is then told."""
    analysis, task = view.analysis, view.analysis.task

    def work(stop: stopping.Stop, _: stopping.OnProgress) -> Wider | None:
        rulings = None if task.background is None else task.background.rulings(stop)
        attacker = Attacker(task.index, background=rulings, masks=Masks(task.reading.masks))
        return wider(analysis.draft, mask, attacker, analysis.report.question.source)

    found = await worked(view, client, "Looking how wide the mask must be", work)
    if found is None:
        client.messages.answer(
            "A few words more will not hide it, as rulings say the whole passage alike: word it "
            "otherwise."
        )
        return []
    return [Splice(found.span.start, found.span.end, analysis.text(mask))]


async def word_beside(view: View, client: Client, mask: Span) -> list[Splice]:
    """The edit that words otherwise what stands beside a mask, so that other rulings no longer tell
    it: from the tables, else by the model. Empty where neither can; the user is then told."""
    analysis, inquiry = view.analysis, view.analysis.task
    tables, model = tables_of(inquiry.settings), view.model()

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> proposals.Edit | None:
        task = against_all_found(_settled(analysis, stop))
        rulings = None if inquiry.background is None else inquiry.background.rulings(stop)
        attacker = Attacker(inquiry.index, background=rulings, masks=Masks(task.reading.masks))
        place = MaskedPlace.of(task, mask, attacker, task.question.source)
        edit = None if tables is None else place.reworded(inquiry.index, tables)
        if edit is not None or model is None or not place.beside:
            return edit
        proposal = _rewriter(view).propose(task, place.beside[0], stop=stop, report=report)
        written = (one.edit for one in proposal.alternatives if not one.doubted)
        return next(filter(place.hidden_by, written), None)

    found = await worked(view, client, "Looking for another wording beside the mask", work)
    if found is None:
        client.messages.answer("No other wording was found that hides it: mask it wider.")
        return []
    return [_edit(found)]


async def reword_passage(view: View, client: Client, span: Span) -> list[Splice]:
    """The edits that say otherwise what the tables can in the sentences around ``span``, and mask
    what then still leads back from them."""

    def work(stop: stopping.Stop, _: stopping.OnProgress) -> Iterable[proposals.Edit]:
        inquiry = view.analysis.task
        task = against_all_found(_settled(view.analysis, stop))
        task = replace(task, places=places_of(inquiry.settings))
        mask = inquiry.settings.mask
        demand_mask(mask, task)
        passage = task.draft.sentences_at(span)
        tables = Tables(inquiry.settings.keep_words)
        revision = reworded(task, inquiry.index, tables, passage, stop).revision
        grown = len(revision.text) - len(task.draft.text)
        within = Span(passage.start, passage.end + grown)
        labelling = labelling_of(inquiry.settings)
        revised = task.revised(revision)
        masked = mask_until_clean(revised, inquiry.index, mask, within, stop, labelling=labelling)
        return revision.revised(masked.edits).edits

    found = await worked(view, client, "Rewording this sentence", work)
    return [_edit(edit) for edit in found]


async def suggested(view: View, client: Client, finding: Finding) -> Sequence[Suggestion]:
    """The wordings of the tables for a finding and all rare phrases that share words with it, the
    best first, then synonyms of the user. That these cannot be read, the user is told."""

    analysis, inquiry = view.analysis, view.analysis.task
    file, synonyms = inquiry.settings.synonyms, None
    try:
        synonyms = await asyncio.to_thread(read_synonyms, file) if file else None
    except UserError as error:
        client.messages.answer(f"{error}.")
    tables = Tables(inquiry.settings.keep_words, synonyms)

    def work() -> Sequence[Suggestion]:
        run = run_of(analysis, finding)
        return suggestions(against_all_found(analysis), inquiry.index, run, tables)

    return await asyncio.to_thread(work)


def against_all_found(analysis: Analysis) -> Task:
    """The document as rewriting takes it, where new wordings may lead anywhere but where its
    findings lead."""
    task = rewriting_task(analysis)
    found = frozenset(document for one in analysis.findings for document in one.documents)
    return replace(task, question=replace(task.question, against=found))


async def mask_all(view: View, client: Client) -> list[Change]:
    """The changes that mask the fewest words which leave no finding but those accepted."""

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> list[Change]:
        analysis = _settled(view.analysis, stop)
        if analysis.further:
            settings = analysis.task.settings
            labelling = labelling_of(settings)
            masks = Rewriter(analysis.task.index, mask=settings.mask, labelling=labelling)
            return protection_changes(_protected(analysis, masks, stop, report))
        task, inquiry = rewriting_task(analysis), view.analysis.task
        left = view.analysis.left or _left(view, stop, part_of(report, 0.0, 0.8))
        report(stopping.Progress("making sure that nothing is left", 0.8))
        begun = Revision(task.draft.text).revised(left.masks)
        masked = mask_until_clean(
            task, inquiry.index, inquiry.settings.mask, stop=stop, begun=begun
        )
        reasons = Reasons(analysis.report, inquiry.index)
        return [_change(edit, (Remedy.MASK,), reasons.why(edit)) for edit in masked.edits]

    return await worked(view, client, "Masking everything that leads back", work)


async def proposed(
    view: View, client: Client, span: Span, wanted: int | None = None
) -> proposals.Proposal:
    """Ways to rewrite the passage around the finding at ``span``, with progress and cancel."""
    rewriter, known = _rewriter(view), view.wordings.known()

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> proposals.Proposal:
        places = places_of(view.analysis.task.settings)
        task = replace(rewriting_task(view.analysis), places=places)
        return rewriter.propose(
            task, span, stop=stop, report=report, replacements=known, wanted=wanted
        )

    return await worked(view, client, "Rewriting the sentence", work)


def chosen(view: View, proposal: proposals.Proposal, taken: proposals.Alternative) -> Splice:
    """The edit of the alternative that was taken. Once it is made, the same phrase is replaced
    alike elsewhere in the document."""
    known = view.wordings.known()
    known.learn_from(view.analysis.draft, proposal, taken)
    view.wordings.offer(applied(view.analysis.snapshot.text, [taken.edit]), known)
    return _edit(taken.edit)


async def rewritten(
    view: View, client: Client, span: Span, unit: RewritingUnit
) -> proposals.Rewriting:
    """All findings in the unit around ``span`` rewritten, with progress and cancel."""
    rewriter, within = _rewriter(view), unit_at(view.analysis, span, unit)
    known = view.wordings.known()

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> proposals.Rewriting:
        task = _settled_task(view.analysis, stop)
        return rewriter.rewrite_all(task, within, stop=stop, report=report, replacements=known)

    rewriting = await worked(view, client, f"Rewriting the {unit.value}", work)
    view.wordings.offer(rewriting.text, known)
    return rewriting


async def protected(view: View, client: Client) -> Protection:
    """The text rewritten where that works and masked where it does not, until nothing is found but
    what was accepted; with progress and cancel."""
    settings, known = view.analysis.task.settings, view.wordings.known()
    if rewriter_of(settings) is RewriterName.LLM:
        rewriter = _rewriter(view)
    else:
        rewriter = Rewriter(
            view.analysis.task.index,
            None,
            settings.mask,
            tables_of(settings),
            labelling_of(settings),
        )

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Protection:
        analysis = _settled(view.analysis, stop)
        background = analysis.task.background
        rulings = None if background is None else background.rulings(stop)
        return _protected(analysis, rewriter, stop, report, known, rulings)

    protection = await worked(view, client, "Protecting this text", work)
    view.wordings.offer(protection.text, known)
    return protection


def _protected(
    analysis: Analysis,
    rewriter: Rewriter,
    stop: stopping.Stop,
    report: stopping.OnProgress,
    known: Replacements | None = None,
    rulings: Rulings | None = None,
) -> Protection:
    """A settled text protected against each of its indexes; ``rulings`` guess at the masks."""
    sides = []
    for one in analysis.each:
        index, masks = one.task.index, Masks(one.task.reading.masks)
        guesser = Attacker(index, background=rulings, masks=masks)
        attackers = Attackers(None if rulings is None else votes(guesser))
        sides.append(Against(index, one.report.question, rewriter.against(index), attackers))
    task = rewriting_task(analysis)
    accepts = analysis.acceptance if analysis.further else task.accepts
    return protect_against_each(task, sides, accepts, stop, report, known)[0]


def protection_changes(protection: Protection) -> list[Change]:
    """The changes of a protection, in the form that documents have."""
    return [_change(step.edit, step.kinds, step.reasons) for step in protection.steps]


def rewriting_edits(rewriting: proposals.Rewriting) -> list[Splice]:
    """The edits of a rewriting, in the form that documents have."""
    return [_edit(edit) for edit in rewriting.edits]


def _masked(analysis: Analysis, places: Sequence[Span]) -> Sequence[proposals.Edit]:
    """The masks that break what stands at ``places``, with all phrases that share words with it:
    those that are listed as left to do; where there are none, others at the same costs. Nothing
    that was accepted is masked unless there is no other."""
    task, inquiry = rewriting_task(analysis), analysis.task
    demand_mask(inquiry.settings.mask, task)
    spans = {phrase.span for place in places for phrase in rare_at(analysis, place)}
    spans |= {place for place in places if place not in task.accepted_spans}
    listed = analysis.left.masks if analysis.left else ()
    masks = [edit for edit in listed if overlapping(spans, Span(edit.start, edit.end))]
    masked = [Span(edit.start, edit.end) for edit in masks]
    whole = [span for span in sorted(spans) if not overlapping(masked, span)]
    if whole:
        labelling = labelling_of(inquiry.settings)
        masks += masks_breaking(
            task, inquiry.index, whole, inquiry.settings.mask, labelling, masked
        )
    return sorted(masks, key=lambda edit: edit.start)


def _left(view: View, stop: stopping.Stop, report: stopping.OnProgress) -> Remaining:
    return left_of(_settled(view.analysis, stop), stop, report)


def _rewriter(view: View) -> Rewriter:
    settings = view.analysis.task.settings
    author = view.author()
    if author is None:
        raise ModelUnavailableError(
            "No model for rewriting is set, so sentences cannot be rewritten: see unlinkable model "
            "fetch"
        )
    tables, labelling = tables_of(settings), labelling_of(settings)
    return Rewriter(view.analysis.task.index, author, settings.mask, tables, labelling)


def _settled(analysis: Analysis, stop: stopping.Stop) -> Analysis:
    """The analysis with all that is found and accepted, also of combinations still to be sought."""
    return analysis if analysis.settled else with_combinations(analysis, stop)


def _settled_task(analysis: Analysis, stop: stopping.Stop) -> Task:
    """The task with all that is accepted."""
    task = rewriting_task(_settled(analysis, stop) if analysis.task.risks else analysis)
    return replace(task, places=places_of(analysis.task.settings))


def _change(edit: proposals.Edit, kinds: Sequence[Remedy], reasons: Sequence[str]) -> Change:
    label = " and ".join(_DONE[kind] for kind in kinds).capitalize()
    return Change(_edit(edit), label, " ".join(reasons))


def _edit(edit: proposals.Edit) -> Splice:
    return Splice(edit.start, edit.end, edit.after)
