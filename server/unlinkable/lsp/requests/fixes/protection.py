"""Protecting a whole document, in each of its indexes. How is for rewriting to know."""

from unlinkable import stopping
from unlinkable.attackers.rulings import Rulings
from unlinkable.engine.method import rewriter_of
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled
from unlinkable.lsp.published.left import rewriting_task
from unlinkable.lsp.requests.fixes.changes import change
from unlinkable.lsp.requests.fixes.rewriters import with_model, with_tables
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.requests.working import worked
from unlinkable.lsp.text.edits import DocumentChange
from unlinkable.rewriting.protection import Protection
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.several import Against, protect_against_each
from unlinkable.settings.choices import RewriterName


async def protected(view: View, client: Client) -> Protection:
    """The text rewritten where that works and masked where it does not, until nothing is found but
    what was accepted; with progress and cancel."""
    settings, known = view.analysis.task.settings, view.history.known()
    by_model = rewriter_of(settings) is RewriterName.LLM
    rewriter = (with_model(view) if by_model else with_tables(view)).remembering(known)

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
