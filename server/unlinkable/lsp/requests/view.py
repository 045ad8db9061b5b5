"""What a request about one document may see, as it was when the request came.

What stands in a view does not change but for the history, so work in other threads may keep it;
what the request then asks of the person goes through the client.
"""

from collections.abc import Callable
from dataclasses import dataclass

from unlinkable.lsp.client.abilities import Abilities
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.requests.history import History
from unlinkable.lsp.workspace.folders import WorkspaceFolder
from unlinkable.lsp.workspace.models import Models
from unlinkable.lsp.workspace.originals import Originals
from unlinkable.model.author import Author
from unlinkable.model.process.process import Model


@dataclass(frozen=True)
class View:
    """One version of one document, what was found in it, and what belongs to it."""

    analysis: Analysis
    folder: WorkspaceFolder
    can: Abilities
    models: Models
    originals: Originals | None
    """The collection, where the user has it at hand."""
    history: History
    """What was done to the document; asked and told on the event loop only."""
    current: Callable[[], bool]
    """Whether the text is still this one; may be asked from any thread."""

    @property
    def uri(self) -> str:
        """The document."""
        return self.analysis.snapshot.uri

    def model(self) -> Model | None:
        """The model to rewrite this document with; None when none is set."""
        return self.models.get(self.analysis.task.settings.model)

    def author(self) -> Author | None:
        """Who rewrites this document; None when no model is set."""
        return self.models.author(self.analysis.task.settings.model)
