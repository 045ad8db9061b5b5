"""A draft of `protect` as it was opened: its text, and how the result is written and read again.

Knows texts and documents; nothing of what is found in them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unlinkable.cli.drafts import asking, draft_files
from unlinkable.draft import Markup
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable_index import documents
from unlinkable_index.documents.opened import OpenedDocument, demand_ending, demand_tracked
from unlinkable_index.documents.shared.writing.written import WrittenDocument


@dataclass(frozen=True)
class OpenedDraft:
    """``text``: what the draft reads; ``document``: the whole of it, where it is no text."""

    path: Path
    text: str
    markup: Markup
    document: OpenedDocument | None = None

    @property
    def decisive(self) -> str:
        """All of the file that decides the result."""
        whole = b"" if self.document is None else self.document.data
        return self.text + (hashlib.sha256(whole).hexdigest() if whole else "")

    def written(self, edits: Sequence[Edit], reviewer: str) -> WrittenDocument | None:
        """The document written anew with edits of its text made, or tracked in the name of a
        ``reviewer``; None for a text. Raises UserError."""
        return None if self.document is None else self.document.written(edits, reviewer)

    def read_again(self, result: Path) -> str:
        """The text of a result, which lies at ``result``. Raises UserError."""
        if self.document is None:
            return draft_files.read_text(result)
        return _document(result, self.path).seen.text


def opened(asked: asking.Asking, path: Path, out: Path, reviewer: str) -> OpenedDraft:
    """Open the draft at ``path``, whose result goes to ``out``. Raises UserError where it can't be
    read, or not be protected, or its changes not be tracked in the name of a ``reviewer``."""
    if reviewer:
        demand_tracked(path, reviewer)
    if asked.kind is not None or path.suffix.lower() not in documents.SUFFIXES:
        markup = asked.markup(path)
        return OpenedDraft(path, draft_files.read_text(path), markup)
    demand_ending(path, out)
    document = _document(path, path)
    return OpenedDraft(path, document.seen.text, Markup.DOCUMENT, document)


def _document(path: Path, named: Path) -> OpenedDocument:
    """The document at ``path``, of the kind of the file ``named``, of which messages speak."""
    try:
        return OpenedDocument.read(path, named)
    except OSError as error:
        raise draft_files.unreadable(named, error) from error
