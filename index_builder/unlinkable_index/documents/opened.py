"""A document as it was opened: what a reader sees of it, and how it is written anew.

Knows which kinds of documents can be written; nothing of what is found in them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from unlinkable_index import documents
from unlinkable_index.documents import BY_ENDING
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.documents.shared.writing import WITH_WORDS, TextEdit, WrittenDocument
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import read_ordinary
from unlinkable_index.words import find_words

_LONGEST_NAME = 100


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

    def written(self, edits: Iterable[TextEdit], reviewer: str = "") -> WrittenDocument:
        """The document written anew with edits of its text made or, with a ``reviewer``, tracked as
        changes in that name. Raises UserError, also for a kind that can't be written so, and where
        that takes more than its budget."""
        if _written_as(self.path) is None:
            raise not_written(self.path)
        from unlinkable_index.documents.reader_process import shared_reader

        if reviewer:
            demand_tracked(self.path, reviewer)
        name, how = BY_ENDING[self.path.suffix.lower()].name, [reviewer] if reviewer else []
        return shared_reader().written(self.data, self.path, name, edits, *how)


def words_unseen(path: Path, seen: VisibleText) -> Mapping[str, int]:
    """How many things with words of their own the file at ``path`` holds beside what is ``seen`` of
    it, by kind; none where it can't be written anew, without them. Raises OSError and UserError."""
    if _written_as(path) is None:
        return {}
    document = OpenedDocument(path, read_ordinary(path, documents.LARGEST_FILE), seen)
    removed = document.written(()).removed
    return {kind: count for kind, count in removed.items() if kind in WITH_WORDS}


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


def demand_tracked(path: Path, reviewer: str) -> None:
    """Raise UserError where changes of the draft at ``path`` can't be tracked in that name."""
    if _written_as(path) != ".docx":
        raise UserError(
            f"{path}: tracked changes can be written into DOCX files only; have this one protected "
            "without --tracked-changes"
        )
    if not reviewer.strip() or not reviewer.isprintable() or len(reviewer) > _LONGEST_NAME:
        raise UserError(
            f"--tracked-changes: give the name of a reviewer, of at most {_LONGEST_NAME} "
            "characters on one line"
        )


def not_written(path: Path) -> UserError:
    """What is said of a document that can't be written anew."""
    return UserError(
        f"{path}: {path.suffix.lower()} files can be checked, but not be written anew; save it as "
        "DOCX, ODT or text, and protect that"
    )


def demand_ending(path: Path, out: Path) -> None:
    """Raise UserError where the document at ``path`` can't be written anew as the file ``out``."""
    wanted = _written_as(path)
    if wanted is None:
        raise not_written(path)
    if out.suffix.lower() != wanted:
        raise UserError(f"{out}: the result is a document; give it a name that ends in {wanted}")


def _written_as(path: Path) -> str | None:
    """The ending of what the file at ``path`` is written anew as, if it can be."""
    found = BY_ENDING.get(path.suffix.lower())
    return None if found is None else found.written_as
