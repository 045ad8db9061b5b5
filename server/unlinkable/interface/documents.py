"""Documents of word processors and the like for other Python programs: by their paths.

Knows what is asked of texts; what a document shows, and how it is written anew, is known elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Unpack

from unlinkable.attackers.rulings import Rulings
from unlinkable.draft import Markup
from unlinkable.interface.protecting import Change, ProtectOptions, protect
from unlinkable.interface.texts import Check, CheckOptions, check
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable_index import documents, whole_files
from unlinkable_index.documents.opened import OpenedDocument, demand_ending, words_left_out
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


@dataclass(frozen=True)
class CheckedDocument:
    """A document that was checked.

    - ``text``: what a reader sees of it; offsets of what was found count its code points;
    - ``check``: what was found there.
    """

    text: str
    check: Check
    _seen: VisibleText = field(repr=False, compare=False)

    def place(self, offset: int) -> str:
        """Where a person finds the character at an offset: "footnote 1, paragraph 2"."""
        return str(self._seen.place_at(offset))


@dataclass(frozen=True)
class ProtectedDocument:
    """A document that was written anew.

    - ``text``: what a reader sees of the new file;
    - ``before``: what led back before; ``changes``: every change, its offsets as there;
    - ``removed``: how many things of each kind are not in it that no reader sees; ``left_out``: the
      same of what readers saw, which had so many words (``words_left_out``);
    - ``pictures``: how many are in it. What they show was not checked: a person has to look.
    """

    text: str
    before: Check
    changes: tuple[Change, ...]
    removed: Mapping[str, int]
    left_out: Mapping[str, int]
    words_left_out: int
    pictures: int


def check_document(
    path: str | Path,
    index: Index,
    *,
    background: Rulings | str | Path | None = None,
    **options: Unpack[CheckOptions],
) -> CheckedDocument:
    """What in the document at ``path`` leads back to an original; its ending says of what kind it
    is (DOCX, ODT, HTML, XML, e-mail, PDF). For the others see `check`. Raises UserError."""
    seen = _opened(Path(path)).seen
    found = check(seen.text, index, markup=Markup.DOCUMENT, background=background, **options)
    return CheckedDocument(seen.text, found, seen)


def protect_document(
    path: str | Path,
    out: str | Path,
    index: Index,
    *,
    tracked_changes: str = "",
    **options: Unpack[ProtectOptions],
) -> ProtectedDocument:
    """Write the DOCX or ODT file at ``path`` anew, as ``out``, so that nothing in it leads back and
    nothing is in it that no reader sees.

    ``tracked_changes``: the name of a reviewer, in which the changes of a DOCX file are tracked;
    until they are accepted, what leads back is in the file.

    ``out`` is a new file: there must be none of that name. It is read again, and checked again
    where that is another text. See `protect` for the options. Raises UserError, and writes nothing
    then.
    """
    path, out = Path(path), Path(out)
    demand_ending(path, out)
    if out.exists():
        raise UserError(f"{out}: there is a file here already; choose another name")
    document = _opened(path)
    asked: ProtectOptions = {**options, "markup": Markup.DOCUMENT}
    protected = protect(document.seen.text, index, **asked)
    edits = [Edit(one.start, one.end, one.before, one.after) for one in protected.changes]
    written = document.written(edits, tracked_changes)
    text = documents.read_within_budget(written.data, out).text
    left_out = words_left_out(path, text, protected.text)
    if text != protected.text and protect(text, index, **asked).changes:
        raise UserError(
            f"{path}: the result is not clean on a second look, so it was not written; this is an "
            "error in Unlinkable"
        )
    try:
        with whole_files.unfinished(out, written.data, like=path):
            pass
    except OSError as error:
        raise UserError(
            f"{out}: cannot be written ({error.strerror}); choose another place"
        ) from error
    return ProtectedDocument(
        text,
        protected.before,
        protected.changes,
        written.removed,
        written.left_out,
        left_out,
        written.pictures,
    )


def _opened(path: Path) -> OpenedDocument:
    if path.suffix.lower() not in documents.SUFFIXES:
        known = ", ".join(sorted(documents.SUFFIXES))
        raise UserError(f"{path}: this is no document that can be read (known are {known})")
    try:
        return OpenedDocument.read(path)
    except OSError as error:
        raise UserError(
            f"{path}: the document cannot be read ({error.strerror}); check the path and its rights"
        ) from error
