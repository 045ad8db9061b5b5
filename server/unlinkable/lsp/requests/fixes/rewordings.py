"""Saying otherwise what the tables of wordings can: a finding, a sentence, what is beside a mask.

Knows which findings a wording is for. What may be said for what is the business of rewriting.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from unlinkable import stopping
from unlinkable.attack.attacker import Attacker
from unlinkable.attack.otherwise import MaskedPlace
from unlinkable.draft import Span
from unlinkable.draft.masks import Masks
from unlinkable.findings.report import Finding
from unlinkable.interpretation import labelling_of, places_of, tables_as_set, tables_of
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled
from unlinkable.lsp.published.left import rewriting_task
from unlinkable.lsp.requests.fixes.changes import splice, splices
from unlinkable.lsp.requests.fixes.rewriters import with_model
from unlinkable.lsp.requests.runs import run_of
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.requests.working import worked
from unlinkable.lsp.text.documents import Splice
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.masking.masking import demand_mask, mask_until_clean
from unlinkable.rewriting.rewording.draft_reworded import reworded
from unlinkable.rewriting.rewording.instead_of_masks import instead_of_masks
from unlinkable.rewriting.rewording.suggestions import Suggestion, suggestions
from unlinkable.rewriting.task import Task
from unlinkable.wordings.synonyms import read_synonyms
from unlinkable_index.errors import UserError


async def word_beside(view: View, client: Client, mask: Span) -> list[Splice]:
    """The edit that words otherwise what stands beside a mask, so that other rulings no longer tell
    it: from the tables, else by the model. Empty where neither can; the user is then told."""
    analysis, inquiry = view.analysis, view.analysis.task
    tables, model = tables_of(inquiry.settings), view.model()

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Edit | None:
        task = against_all_found(settled(analysis, stop))
        rulings = None if inquiry.background is None else inquiry.background.rulings(stop)
        attacker = Attacker(inquiry.index, background=rulings, masks=Masks(task.reading.masks))
        place = MaskedPlace.of(task, mask, attacker, task.question.source)
        edit = None if tables is None else place.reworded(inquiry.index, tables)
        if edit is not None or model is None or not place.beside:
            return edit
        proposal = with_model(view).propose(task, place.beside[0], stop=stop, report=report)
        written = (one.edit for one in proposal.alternatives if not one.doubted)
        return next(filter(place.hidden_by, written), None)

    found = await worked(view, client, "Looking for another wording beside the mask", work)
    if found is None:
        client.messages.answer("No other wording was found that hides it: mask it wider.")
        return []
    return [splice(found)]


async def reword_passage(view: View, client: Client, span: Span) -> list[Splice]:
    """The edits that say otherwise what the tables can in the sentences around ``span``, and mask
    what then still leads back from them."""

    def work(stop: stopping.Stop, _: stopping.OnProgress) -> Iterable[Edit]:
        inquiry = view.analysis.task
        task = against_all_found(settled(view.analysis, stop))
        task = replace(task, places=places_of(inquiry.settings))
        mask = inquiry.settings.mask
        demand_mask(mask, task)
        passage = task.draft.sentences_at(span)
        tables = tables_as_set(inquiry.settings)
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


async def suggested(view: View, client: Client, finding: Finding) -> Sequence[Suggestion]:
    """The wordings of the tables for a finding and all rare phrases that share words with it, the
    best first, then synonyms of the user. That these cannot be read, the user is told."""

    analysis, inquiry = view.analysis, view.analysis.task
    file, synonyms = inquiry.settings.synonyms, None
    try:
        synonyms = await asyncio.to_thread(read_synonyms, file) if file else None
    except UserError as error:
        client.messages.answer(f"{error}.")
    tables = tables_as_set(replace(inquiry.settings, take_synonyms=False))
    tables = replace(tables, synonyms=synonyms)

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
