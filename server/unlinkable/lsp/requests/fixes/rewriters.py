"""What rewrites a document: the model and the tables, the tables alone, or masks alone, as set.

Knows settings; nothing of what is to be rewritten.
"""

from dataclasses import replace

from unlinkable.engine import method
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.requests.view import View
from unlinkable.model.process.failures import ModelUnavailableError
from unlinkable.rewriting.rewording.usable import Tables
from unlinkable.rewriting.rewriter import Rewriter


def with_model(view: View) -> Rewriter:
    """What rewrites with the model and the tables. Raises ModelUnavailableError without a model."""
    author = view.author()
    if author is None:
        raise ModelUnavailableError(
            "No model for rewriting is set, so sentences cannot be rewritten: see unlinkable model "
            "fetch"
        )
    return view.analysis.task.engine.rewriter(author, tables_of(view))


def with_tables(view: View) -> Rewriter:
    """What rewords from the tables, where they are wanted, and masks the rest."""
    return view.analysis.task.engine.rewriter(tables=tables_of(view))


def tables_of(view: View) -> Tables | None:
    """The tables of wordings, where they are wanted, without what was replaced in the document."""
    tables = method.tables_of(view.analysis.task.settings)
    return tables and replace(tables, replaced=view.history.replaced)


def with_masks(analysis: Analysis) -> Rewriter:
    """What only masks."""
    return analysis.task.engine.rewriter()
