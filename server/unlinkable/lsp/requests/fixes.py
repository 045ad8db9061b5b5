"""The edits behind quick-fixes: masking (a finding, a passage, everything, a mask made wider) and
saying otherwise what the tables can. Which words are masked and what may be said for what is for
rewriting to know."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from unlinkable import stopping
from unlinkable.attackers.remedies import MaskedPlace, Wider, wider
from unlinkable.draft import Draft, Span, overlapping, united
from unlinkable.engine.method import rewords, tables_as_set
from unlinkable.findings.finding import Finding
from unlinkable.findings.report import check
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import DocumentChange, Splice
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled
from unlinkable.lsp.published.left import left_of, rewriting_task
from unlinkable.lsp.requests.places import places_of_same_words, rare_at, run_of
from unlinkable.lsp.requests.rewriting import (
    change,
    chosen,
    proposed,
    protection,
    protection_changes,
    splice,
    splices,
    tables_of,
)
from unlinkable.lsp.requests.view import View, worked
from unlinkable.rewriting.edits import Edit, Remedy, Revision, applied
from unlinkable.rewriting.masking.masking import demand_mask, mask_until_clean, masks_breaking
from unlinkable.rewriting.reasons import Reasons
from unlinkable.rewriting.reworded import Suggestion, instead_of_masks, reworded, suggestions
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable.risks.acceptance import Acceptance
from unlinkable.settings import Settings
from unlinkable.stopping import part_of
from unlinkable.wordings.synonyms import read_synonyms
from unlinkable_index.errors import UserError


def masks_at(analysis: Analysis, places: Sequence[Span]) -> Sequence[Edit]:
    """The masks that break what stands at ``places``, with all phrases that share words with it:
    those that are listed as left to do; where there are none, others at the same costs. Nothing
    that was accepted is masked unless there is no other."""
    task, inquiry = rewriting_task(analysis), analysis.task
    mask = inquiry.settings.masking.mask
    demand_mask(mask, task)
    spans = {phrase.span for place in places for phrase in rare_at(analysis, place)}
    spans |= {place for place in places if place not in task.accepted_spans}
    listed = analysis.left.masks if analysis.left else ()
    masks = [edit for edit in listed if overlapping(spans, edit.span)]
    masked = [edit.span for edit in masks]
    whole = [span for span in sorted(spans) if not overlapping(masked, span)]
    if whole:
        labelling = inquiry.engine.labelling
        masks += masks_breaking(task, inquiry.index, whole, mask, labelling, masks)
    return sorted(masks, key=lambda edit: edit.start)


async def mask_passage(view: View, client: Client, span: Span) -> list[Splice]:
    """The edits that end the passage around ``span``: what would surface in it counts as well.

    Where that ends with what is masked elsewhere, what is found in it is masked here all the same.
    """

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Iterable[Edit]:
        analysis = settled(view.analysis, stop)
        left = analysis.left or left_of(analysis, stop, report)
        # a cursor is what it stands before
        around = Span(span.start, max(span.end, span.start + 1))
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
            masker = analysis.task.engine.rewriter()
            return protection_changes(protection(analysis, masker, stop, report))
        task, inquiry = rewriting_task(analysis), view.analysis.task
        left = view.analysis.left or left_of(analysis, stop, part_of(report, 0.0, 0.8))
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


_TRIED = 3  # wordings for a finding, before it is only masked


async def word_beside(view: View, client: Client, mask: Span) -> list[Splice]:
    """The edit that words otherwise what stands beside a mask, so that other rulings no longer tell
    it; where the tables have none, the one that masks wider."""
    analysis, inquiry = view.analysis, view.analysis.task
    tables = tables_of(view)

    def work(stop: stopping.Stop, _: stopping.OnProgress) -> Edit | None:
        task = against_all_found(settled(analysis, stop))
        rulings = None if inquiry.background is None else inquiry.background.rulings(stop)
        attacker = inquiry.engine.attacker(rulings)
        place = MaskedPlace.of(task, mask, attacker, task.question.source)
        return None if tables is None else place.reworded(inquiry.index, tables)

    found = await worked(view, client, "Looking for another wording beside the mask", work)
    return await mask_wider(view, client, mask) if found is None else [splice(found)]


async def reword_passage(view: View, client: Client, span: Span) -> list[Splice]:
    """The edits that say otherwise what the tables can in the sentences around ``span``, and mask
    what then still leads back from them."""
    replaced = view.history.replaced

    def work(stop: stopping.Stop, _: stopping.OnProgress) -> Iterable[Edit]:
        inquiry = view.analysis.task
        task = against_all_found(settled(view.analysis, stop))
        task = inquiry.engine.with_places(task)
        mask = inquiry.settings.masking.mask
        demand_mask(mask, task)
        passage = task.draft.sentences_at(span)
        tables = replace(tables_as_set(inquiry.settings), replaced=replaced)
        worded = reworded(task, inquiry.index, tables, passage, stop)
        grown = len(worded.revision.text) - len(task.draft.text)
        within = Span(passage.start, passage.end + grown)
        labelling = inquiry.engine.labelling
        revised = task.revised(worded.revision)
        masked = mask_until_clean(revised, inquiry.index, mask, within, stop, labelling=labelling)
        worded, masks = instead_of_masks(task, worded, masked.edits, inquiry.index, tables, stop)
        return worded.revision.revised(masks).edits

    found = await worked(view, client, "Rewording this sentence", work)
    return splices(found)


def _taking_no_synonyms(settings: Settings) -> Settings:
    return replace(settings, wording=replace(settings.wording, take_synonyms=False))


async def tables_to_choose_from(view: View, client: Client) -> Tables:
    """The tables of wordings and the synonyms of the user, for a person to choose from. That these
    cannot be read, the user is told."""
    settings, synonyms = view.analysis.task.settings, None
    file = settings.wording.synonyms
    try:
        synonyms = await asyncio.to_thread(read_synonyms, file) if file else None
    except UserError as error:
        client.messages.answer(f"{error}.")
    tables = await asyncio.to_thread(tables_as_set, _taking_no_synonyms(settings))
    return replace(tables, synonyms=synonyms, replaced=view.history.replaced)


def suggested(analysis: Analysis, finding: Finding, tables: Tables) -> Sequence[Suggestion]:
    """The wordings of the tables for a finding and all rare phrases that share words with it, the
    best first, then synonyms of the user.

    The first is none with which more passages would lead back than now.
    """
    run = run_of(analysis, finding)
    found = suggestions(against_all_found(analysis), analysis.task.index, run, tables)
    for number, one in enumerate(found[:_TRIED]):
        if not leads_more(analysis, one.wording.edit):
            return found[number:]
    return ()


def leads_more(analysis: Analysis, edit: Edit) -> bool:
    """Whether more passages of a document lead back with an edit than without, as far as its own
    sentences and what runs over their ends tell: someone waits."""
    task, inquiry = against_all_found(analysis), analysis.task
    question = replace(task.question, ranked=None, max_terms=min(task.question.max_terms, _TERMS))
    changed = task.with_text(applied(task.draft.text, [edit])).draft
    acceptance = Acceptance(inquiry.risks, changed, inquiry.file)

    def passages(draft: Draft, place: Span) -> int:
        words = draft.words_in(draft.sentences_at(place))
        beside = inquiry.index.max_words
        around = range(max(0, words.start - beside), min(len(draft.forms), words.stop + beside))
        part = draft.part(np.arange(around.start, around.stop))
        found = check(part, inquiry.index, question, accepts=acceptance).findings
        return len(united(draft.sentences_at(finding.span) for finding in found))

    before = Span(edit.start, max(edit.end, edit.start + 1))
    after = Span(edit.start, max(edit.start + len(edit.after), edit.start + 1))
    return passages(changed, after) > passages(task.draft, before)


_TERMS = 1  # combinations are of the whole text, and are sought anew once the edit is made


def prepare(analysis: Analysis) -> None:
    """Have at hand what the first list of fixes for a document needs, such as tables: as it is
    asked of the first of its phrases that can be worded otherwise."""
    settings = analysis.task.settings
    if not rewords(settings):
        return
    tables = tables_as_set(_taking_no_synonyms(settings))
    task = against_all_found(analysis)
    for phrase in analysis.report.phrases[:_TRIED]:
        if suggestions(task, analysis.task.index, run_of(analysis, phrase), tables):
            return


def against_all_found(analysis: Analysis) -> Task:
    """The document as rewriting takes it, where new wordings may lead anywhere but where its
    findings lead, or led when work on it began."""
    task = rewriting_task(analysis)
    if analysis.begun is not None:
        return task
    found = frozenset(document for one in analysis.findings for document in one.documents)
    return replace(task, question=replace(task.question, against=found))


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


_AROUND = {
    Fix.MASK_PASSAGE: mask_passage,
    Fix.MASK_WIDER: mask_wider,
    Fix.WORD_BESIDE: word_beside,
    Fix.REWORD_PASSAGE: reword_passage,
}


async def edits_of(view: View, client: Client, fix: Fix, span: Span) -> list[Splice]:
    """The edits of a fix for the finding at ``span``, in offsets of the analysed text.

    Empty when the finding can't be fixed so; the user is then told why. Raises UserError when the
    mask that is set would not be read as one, or when there is no model to rewrite with.
    """
    if fix is Fix.REWRITE:
        proposal = await proposed(view, client, span, wanted=1)
        if proposal.best is None:
            client.messages.answer(f"{proposal.message}. What leads back is masked instead.")
            return [splice(proposal.mask.edit)]
        return [chosen(view, proposal, proposal.best)]
    if fix is Fix.MASK_ALL:
        return [change.splice for change in await mask_all(view, client)]
    if fix in _AROUND:
        return await _AROUND[fix](view, client, span)
    places = [span] if fix is Fix.MASK else places_of_same_words(view.analysis, span)
    found = await asyncio.to_thread(masks_at, view.analysis, places)
    return splices(found)
