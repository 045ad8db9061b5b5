"""What rewrites a document: the model and the tables, the tables alone, or masks alone, as set.

Knows settings; nothing of what is to be rewritten.
"""

from unlinkable.interpretation import labelling_of, tables_of
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.requests.view import View
from unlinkable.model.process.failures import ModelUnavailableError
from unlinkable.rewriting.rewriter import Rewriter


def with_model(view: View) -> Rewriter:
    """What rewrites with the model and the tables. Raises ModelUnavailableError without a model."""
    author = view.author()
    if author is None:
        raise ModelUnavailableError(
            "No model for rewriting is set, so sentences cannot be rewritten: see unlinkable model "
            "fetch"
        )
    task = view.analysis.task
    tables, labelling = tables_of(task.settings), labelling_of(task.settings)
    return Rewriter(task.index, author, task.settings.mask, tables, labelling)


def with_tables(analysis: Analysis) -> Rewriter:
    """What rewords from the tables, where they are wanted, and masks the rest."""
    index, settings = analysis.task.index, analysis.task.settings
    return Rewriter(index, None, settings.mask, tables_of(settings), labelling_of(settings))


def with_masks(analysis: Analysis) -> Rewriter:
    """What only masks."""
    index, settings = analysis.task.index, analysis.task.settings
    return Rewriter(index, mask=settings.mask, labelling=labelling_of(settings))
