"""A document as it was opened: what a reader sees of it, and how it is written anew.

Knows which kinds of documents can be written; nothing of what is found in them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from unlinkable_index import documents
from unlinkable_index.documents.formats import BY_ENDING
from unlinkable_index.documents.shared.pieces import TextEdit
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.documents.shared.written import WrittenDocument
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import read_ordinary
from unlinkable_index.words import find_words


@dataclass(frozen=True)
class OpenedDocument:
    """A document, of the kind that the ending of ``path`` says, and what is seen of it."""

    path: Path
    data: bytes = field(repr=False)
    seen: VisibleText = field(repr=False)

    @classmethod
    def read(cls, path: Path, kind: Path | None = None) -> "OpenedDocument":
        """Open the document at ``path``, which is of the kind of the file ``kind``, of which
        messages speak (unless said otherwise, ``path`` itself).

        Raises OSError where it can't be had, and UserError where it can't be read.
        """
        named = kind or path
        data = read_ordinary(path, documents.LARGEST_FILE)
        return cls(named, data, documents.read_within_budget(data, named))

    def written(self, edits: Iterable[TextEdit]) -> WrittenDocument:
        """The document written anew with edits of its text made. Raises UserError, also for a kind
        that can't be written, and where that takes more than its budget."""
        found = BY_ENDING.get(self.path.suffix.lower())
        if found is None or found.written_as is None:
            raise not_written(self.path)
        from unlinkable_index.documents.reader_process import shared_reader

        return shared_reader().written(self.data, self.path, found.name, edits)


def words_left_out(path: Path, written: str, expected: str) -> int:
    """How many words of the text that was to be written of the document at ``path`` are not in the
    text that was. Raises UserError where that has words that were not to be."""
    now, wanted = (Counter(find_words(text).forms) for text in (written, expected))
    if now - wanted:
        raise UserError(
            f"{path}: the result has words that it should not have, so it was not written; this "
            "is an error in Unlinkable"
        )
    return (wanted - now).total()


def not_written(path: Path) -> UserError:
    """What is said of a document that can't be written anew."""
    return UserError(
        f"{path}: {path.suffix.lower()} files can be checked, but not be written anew; save it as "
        "DOCX, ODT or text, and protect that"
    )


def demand_ending(path: Path, out: Path) -> None:
    """Raise UserError where the document at ``path`` can't be written anew as the file ``out``."""
    found = BY_ENDING.get(path.suffix.lower())
    wanted = None if found is None else found.written_as
    if wanted is None:
        raise not_written(path)
    if out.suffix.lower() != wanted:
        raise UserError(f"{out}: the result is a document; give it a name that ends in {wanted}")
