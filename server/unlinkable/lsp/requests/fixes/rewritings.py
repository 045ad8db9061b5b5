"""Rewriting with the model: a sentence, with a choice, or all findings of a larger unit.

Knows what is rewritten, and that the same phrase is replaced alike. How is for rewriting to know.
"""

from unlinkable import stopping
from unlinkable.draft import Span
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled
from unlinkable.lsp.published.left import rewriting_task
from unlinkable.lsp.requests.fixes.changes import splice
from unlinkable.lsp.requests.fixes.rewriters import with_model
from unlinkable.lsp.requests.places import RewritingUnit, unit_at
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.requests.working import worked
from unlinkable.lsp.text.documents import Splice
from unlinkable.rewriting.edits.editing import applied
from unlinkable.rewriting.edits.proposals import Alternative, Proposal, Rewriting
from unlinkable.rewriting.task import Task


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
