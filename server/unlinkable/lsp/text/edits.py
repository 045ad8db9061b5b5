"""Edits of documents in the form that the client takes. Knows nothing of how they are made."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lsprotocol.types import (
    AnnotatedTextEdit,
    ChangeAnnotation,
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from unlinkable.lsp.text.documents import Snapshot, Splice


class DocumentChange(NamedTuple):
    """A splice that someone may leave out: what it does, in one word, and why it is made."""

    splice: Splice
    label: str
    why: str


def workspace_edit(snapshot: Snapshot, edits: Iterable[Splice], versioned: bool) -> WorkspaceEdit:
    """Edits of one document, all in offsets of ``snapshot``.

    Bound to its version where the client can, so that it refuses them on any other text.
    """
    text_edits = [TextEdit(snapshot.lines.range(edit.start, edit.end), edit.text) for edit in edits]
    if not versioned:
        return WorkspaceEdit(changes={snapshot.uri: text_edits})
    document = OptionalVersionedTextDocumentIdentifier(snapshot.uri, snapshot.version)
    return WorkspaceEdit(document_changes=[TextDocumentEdit(document, text_edits)])


def proposed_edit(snapshot: Snapshot, changes: Sequence[DocumentChange]) -> WorkspaceEdit:
    """Changes of one document, bound to its version, each to be confirmed or left out by itself."""
    document = OptionalVersionedTextDocumentIdentifier(snapshot.uri, snapshot.version)
    annotations = {
        str(number): ChangeAnnotation(change.label, needs_confirmation=True, description=change.why)
        for number, change in enumerate(changes)
    }
    edits = [
        AnnotatedTextEdit(
            annotation_id=str(number),
            range=snapshot.lines.range(change.splice.start, change.splice.end),
            new_text=change.splice.text,
        )
        for number, change in enumerate(changes)
    ]
    return WorkspaceEdit(
        document_changes=[TextDocumentEdit(document, edits)], change_annotations=annotations
    )
