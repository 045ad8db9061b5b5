"""Edits of documents in the form that the client takes. Knows nothing of why they are made."""

from collections.abc import Iterable

from lsprotocol.types import (
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from unlinkable.lsp.text.documents import Snapshot, Splice


def workspace_edit(snapshot: Snapshot, edits: Iterable[Splice], versioned: bool) -> WorkspaceEdit:
    """Edits of one document, all in offsets of ``snapshot``.

    Bound to its version where the client can, so that it refuses them on any other text.
    """
    text_edits = [TextEdit(snapshot.lines.range(edit.start, edit.end), edit.text) for edit in edits]
    if not versioned:
        return WorkspaceEdit(changes={snapshot.uri: text_edits})
    document = OptionalVersionedTextDocumentIdentifier(snapshot.uri, snapshot.version)
    return WorkspaceEdit(document_changes=[TextDocumentEdit(document, text_edits)])
