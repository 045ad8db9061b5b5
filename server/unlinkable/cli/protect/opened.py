"""A draft of `protect` as it was opened: its text, and how the result is written and read again.

Knows which kinds of documents can be written anew; nothing of what is found in them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli import asking, draft_files
from unlinkable.draft import Markup
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable_index import formats
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import read_ordinary

if TYPE_CHECKING:
    from unlinkable.rewriting.documents.written import WrittenDocument

WRITTEN_ANEW = {".docx": ".docx", ".docm": ".docx", ".odt": ".odt"}
"""The endings of documents that can be protected, and those of the results."""


@dataclass(frozen=True)
class OpenedDraft:
    """``text``: what the draft reads; ``data``: the bytes of the file, of a document only."""

    path: Path
    text: str
    markup: Markup
    data: bytes | None = None

    @property
    def decisive(self) -> str:
        """All of the file that decides the result."""
        return self.text + ("" if self.data is None else hashlib.sha256(self.data).hexdigest())

    def written(self, edits: Sequence[Edit]) -> "WrittenDocument | None":
        """The document written anew with edits of its text made; None for a text. Raises
        UserError."""
        if self.data is None:
            return None
        if self.path.suffix.lower() == ".odt":
            from unlinkable.rewriting.documents.odt import written_odt
            from unlinkable_index.formats.odt import opened_odt

            return written_odt(opened_odt(self.data, self.path), edits)
        from unlinkable.rewriting.documents.docx import written_docx
        from unlinkable_index.formats.archive import Archive
        from unlinkable_index.formats.docx import visible_text
        from unlinkable_index.formats.docx.package import Package

        package = Package(Archive(self.data, self.path))
        return written_docx(package, visible_text(package), edits)

    def read_again(self, result: Path) -> str:
        """The text of a result, which lies at ``result``. Raises UserError."""
        if self.data is None:
            return draft_files.read_text(result)
        return _text_of(result, self.path)[0]


def opened(asked: asking.Asking, path: Path, out: Path) -> OpenedDraft:
    """Open the draft at ``path``, whose result goes to ``out``. Raises UserError where it can't be
    read, or not be protected."""
    ending = path.suffix.lower()
    if asked.kind is not None or ending not in formats.SUFFIXES:
        markup = asked.markup(path)
        return OpenedDraft(path, draft_files.read_text(path), markup)
    if ending not in WRITTEN_ANEW:
        raise UserError(
            f"{path}: {ending} files can be checked, but not be written anew; save it as DOCX, "
            "ODT or text, and protect that"
        )
    if out.suffix.lower() != WRITTEN_ANEW[ending]:
        raise UserError(
            f"{out}: the result is a document; give it a name that ends in {WRITTEN_ANEW[ending]}"
        )
    text, data = _text_of(path, path)
    return OpenedDraft(path, text, Markup.DOCUMENT, data)


def _text_of(path: Path, named: Path) -> tuple[str, bytes]:
    """The visible text of a document and its bytes; it is of the kind of the file ``named``, of
    which messages speak."""
    try:
        data = read_ordinary(path, formats.LARGEST_FILE)
    except OSError as error:
        raise draft_files.unreadable(named, error) from error
    return formats.reader(named.suffix.lower())(data, named).text, data
