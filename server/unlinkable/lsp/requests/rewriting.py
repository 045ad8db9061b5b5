"""A document rewritten as set, by model, tables or masks alone: a sentence with a choice for the
person, all findings of a unit, or the whole protected. Knows what is rewritten and that the same
phrase is replaced alike; how is for rewriting to know."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from unlinkable import stopping
from unlinkable.attackers.rulings import Rulings
from unlinkable.draft import Span
from unlinkable.engine import method
from unlinkable.engine.method import rewriter_of
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import DocumentChange, Splice
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled
from unlinkable.lsp.published.left import rewriting_task
from unlinkable.lsp.requests.places import RewritingUnit, unit_at
from unlinkable.lsp.requests.view import View, worked
from unlinkable.model.process.failures import ModelUnavailableError
from unlinkable.rewriting.edits import (
    DOUBTED,
    Alternative,
    Edit,
    Proposal,
    Remedy,
    Rewriting,
    applied,
)
from unlinkable.rewriting.protection import Protection
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.several import Against, protect_against_each
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable.settings.choices import RewriterName

CHOOSE = "unlinkable/chooseAlternative"


async def asked_choice(
    analysis: Analysis, client: Client, proposal: Proposal
) -> Alternative | None:
    """The alternative that the user takes; None to leave the text as it is."""
    alternatives = proposal.alternatives
    if client.can.options.alternatives:
        number = await client.request(CHOOSE, _asked(analysis, proposal))
        valid = isinstance(number, int) and 0 <= number < len(alternatives)
    else:
        titles = [
            f"{one.edit.after} ({DOUBTED})" if one.doubted else one.edit.after
            for one in alternatives
        ]
        number = await client.choose("Which wording shall replace the sentence?", titles)
        valid = number is not None
    return alternatives[number] if valid else None


def _asked(analysis: Analysis, proposal: Proposal) -> dict[str, Any]:
    passage = proposal.passage
    return {
        "uri": analysis.snapshot.uri,
        "version": analysis.snapshot.version,
        "range": analysis.snapshot.lines.range(passage.start, passage.end),
        "original": analysis.text(passage),
        "alternatives": [
            {"text": alternative.edit.after, "explanation": _explanation(alternative)}
            for alternative in proposal.alternatives
        ],
    }


def _explanation(alternative: Alternative) -> str:
    changes = "; ".join(_change(change.before, change.after) for change in alternative.changes)
    if alternative.doubted:
        changes = f"{DOUBTED} {changes}"
    if not alternative.combinations:
        return changes
    left = alternative.combinations
    return f"{changes} ({left} rare combination{'' if left == 1 else 's'} left in the text)"


def _change(before: str, after: str) -> str:
    if not before:
        return f"“{after}” added"
    return f"“{before}” → “{after}”" if after else f"“{before}” left out"


_DONE = {Remedy.REWORD: "reworded", Remedy.REWRITE: "rewritten", Remedy.MASK: "masked"}


def splice(edit: Edit) -> Splice:
    """An edit, in the form that documents have."""
    return Splice(edit.start, edit.end, edit.after)


def splices(edits: Iterable[Edit]) -> list[Splice]:
    """Edits, in the form that documents have."""
    return [splice(edit) for edit in edits]


def change(edit: Edit, kinds: Sequence[Remedy], reasons: Sequence[str]) -> DocumentChange:
    """An edit that someone may leave out, with what it does and why it is made."""
    label = " and ".join(_DONE[kind] for kind in kinds).capitalize()
    return DocumentChange(splice(edit), label, " ".join(reasons))


def with_model(view: View) -> Rewriter:
    """What rewrites with the model and the tables. Raises ModelUnavailableError without a model."""
    author = view.author()
    if author is None:
        raise ModelUnavailableError(
            "No model for rewriting is set, so sentences cannot be rewritten: see unlinkable model "
            "fetch"
        )
    return view.analysis.task.engine.rewriter(author, tables_of(view))


def tables_of(view: View) -> Tables | None:
    """The tables of wordings, where they are wanted, without what was replaced in the document."""
    tables = method.tables_of(view.analysis.task.settings)
    return tables and replace(tables, replaced=view.history.replaced)


async def protected(view: View, client: Client) -> Protection:
    """The text rewritten where that works and masked where it does not, until nothing is found but
    what was accepted; with progress and cancel."""
    settings, known = view.analysis.task.settings, view.history.known()
    if rewriter_of(settings) is RewriterName.LLM:
        rewriter = with_model(view)
    else:  # the tables, where they are wanted; what is left is masked
        rewriter = view.analysis.task.engine.rewriter(tables=tables_of(view))
    rewriter = rewriter.remembering(known)

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Protection:
        analysis = settled(view.analysis, stop)
        background = analysis.task.background
        rulings = None if background is None else background.rulings(stop)
        return protection(analysis, rewriter, stop, report, rulings)

    made = await worked(view, client, "Protecting this text", work)
    view.history.learn(made.text, known)
    return made


def protection(
    analysis: Analysis,
    rewriter: Rewriter,
    stop: stopping.Stop,
    report: stopping.OnProgress,
    rulings: Rulings | None = None,
) -> Protection:
    """A settled text protected against each of its indexes; ``rulings`` guess at the masks."""
    sides = []
    for one in analysis.each:
        index, attackers = one.task.index, one.task.engine.guessers(rulings)
        sides.append(Against(index, one.report.question, rewriter.against(index), attackers))
    task = analysis.task.engine.with_places(rewriting_task(analysis))
    accepts = analysis.acceptance if analysis.further else task.accepts
    return protect_against_each(task, sides, accepts, stop, report)[0]


def protection_changes(made: Protection) -> list[DocumentChange]:
    """The changes of a protection, in the form that documents have."""
    return [change(step.edit, step.kinds, step.reasons) for step in made.steps]


async def proposed(view: View, client: Client, span: Span, wanted: int | None = None) -> Proposal:
    """Ways to rewrite the passage around the finding at ``span``, with progress and cancel."""
    rewriter = with_model(view).remembering(view.history.known())

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Proposal:
        task = view.analysis.task.engine.with_places(rewriting_task(view.analysis))
        return rewriter.propose(task, span, stop=stop, report=report, wanted=wanted)

    return await worked(view, client, "Rewriting the sentence", work)


def chosen(view: View, proposal: Proposal, taken: Alternative) -> Splice:
    """The edit of the alternative that was taken. Once it is made, the same phrase is replaced
    alike elsewhere in the document."""
    known = view.history.known()
    known.learn_from(view.analysis.draft, proposal, taken)
    view.history.learn(applied(view.analysis.snapshot.text, [taken.edit]), known)
    return splice(taken.edit)


async def rewritten(view: View, client: Client, span: Span, unit: RewritingUnit) -> Rewriting:
    """All findings in the unit around ``span`` rewritten, with progress and cancel."""
    within, known = unit_at(view.analysis, span, unit), view.history.known()
    rewriter = with_model(view).remembering(known)

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Rewriting:
        task = _settled_task(view.analysis, stop)
        return rewriter.rewrite_all(task, within, stop=stop, report=report)

    rewriting = await worked(view, client, f"Rewriting the {unit.value}", work)
    view.history.learn(rewriting.text, known)
    return rewriting


def _settled_task(analysis: Analysis, stop: stopping.Stop) -> Task:
    """The task with all that is accepted."""
    task = rewriting_task(settled(analysis, stop) if analysis.task.risks else analysis)
    return analysis.task.engine.with_places(task)
