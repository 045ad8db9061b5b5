"""Saying otherwise what the tables of wordings can: a finding, a sentence, what is beside a mask.

Knows which findings a wording is for. What may be said for what is the business of rewriting.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from unlinkable import stopping
from unlinkable.attackers.otherwise import MaskedPlace
from unlinkable.draft import Draft, Span, united
from unlinkable.engine.method import labelling_of, rewords, tables_as_set
from unlinkable.findings.finding import Finding
from unlinkable.findings.report import check
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled
from unlinkable.lsp.published.left import rewriting_task
from unlinkable.lsp.requests.fixes.changes import splice, splices
from unlinkable.lsp.requests.fixes.masks import mask_wider
from unlinkable.lsp.requests.fixes.rewriters import tables_of
from unlinkable.lsp.requests.runs import run_of
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.requests.working import worked
from unlinkable.lsp.text.documents import Splice
from unlinkable.rewriting.edits.editing import applied
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.masking.masking import demand_mask, mask_until_clean
from unlinkable.rewriting.rewording.draft_reworded import reworded
from unlinkable.rewriting.rewording.instead_of_masks import instead_of_masks
from unlinkable.rewriting.rewording.suggestions import Suggestion, suggestions
from unlinkable.rewriting.rewording.usable import Tables
from unlinkable.rewriting.task import Task
from unlinkable.risks.acceptance import Acceptance
from unlinkable.settings import Settings
from unlinkable.wordings.synonyms import read_synonyms
from unlinkable_index.errors import UserError

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
        labelling = labelling_of(inquiry.settings)
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
        return _passages(draft, found)

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


def _passages(draft: Draft, findings: Iterable[Finding]) -> int:
    """How many passages of a draft have findings."""
    return len(united(draft.sentences_at(finding.span) for finding in findings))


def against_all_found(analysis: Analysis) -> Task:
    """The document as rewriting takes it, where new wordings may lead anywhere but where its
    findings lead, or led when work on it began."""
    task = rewriting_task(analysis)
    if analysis.begun is not None:
        return task
    found = frozenset(document for one in analysis.findings for document in one.documents)
    return replace(task, question=replace(task.question, against=found))
