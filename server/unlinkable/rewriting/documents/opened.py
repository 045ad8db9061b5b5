"""A document as it was opened: what a reader sees of it, and how it is written anew.

Knows which kinds of documents can be written; nothing of what is found in them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from unlinkable.rewriting.documents.written import WrittenDocument
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable_index import formats
from unlinkable_index.errors import UserError
from unlinkable_index.formats.visible_text import VisibleText
from unlinkable_index.ordinary_files import read_ordinary
from unlinkable_index.words import find_words

WRITTEN_ANEW = {".docx": ".docx", ".docm": ".docx", ".odt": ".odt"}
"""The endings of documents that can be written anew, and those of the new files."""


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
        data = read_ordinary(path, formats.LARGEST_FILE)
        return cls(named, data, formats.reader(named.suffix.lower())(data, named))

    def written(self, edits: Iterable[Edit]) -> WrittenDocument:
        """The document written anew with edits of its text made. Raises UserError, also for a kind
        that can't be written."""
        ending = self.path.suffix.lower()
        if ending not in WRITTEN_ANEW:
            raise not_written(self.path)
        if ending == ".odt":
            from unlinkable.rewriting.documents.odt.writing import written_odt
            from unlinkable_index.formats.odt import opened_odt

            return written_odt(opened_odt(self.data, self.path), edits)
        from unlinkable.rewriting.documents.docx.writing import written_docx
        from unlinkable_index.formats.archive import Archive
        from unlinkable_index.formats.docx import visible_text
        from unlinkable_index.formats.docx.package import Package

        package = Package(Archive(self.data, self.path))
        return written_docx(package, visible_text(package), edits)


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
    wanted = WRITTEN_ANEW.get(path.suffix.lower())
    if wanted is None:
        raise not_written(path)
    if out.suffix.lower() != wanted:
        raise UserError(f"{out}: the result is a document; give it a name that ends in {wanted}")
