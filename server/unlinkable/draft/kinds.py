"""The kinds of drafts: which ending of a file, and which language id of an editor, names which.

What is not known here is no draft that can be read: taken for plain text, commands and markup
would cut its words and phrases apart, and it would be found clean. Knows names only; must never
open a file.
"""

from collections.abc import Collection
from pathlib import PurePath

from unlinkable_index import documents
from unlinkable_index.documents import TEXTS, Markup
from unlinkable_index.errors import UserError

__all__ = ["ENDINGS", "NAMES", "SUFFIXES", "Markup", "kind_of_document", "kind_of_file"]

ENDINGS = {ending: one.markup for one in TEXTS for ending in one.endings}
"""The kind of draft that each ending of a file stands for."""
_LANGUAGES = {language: one.markup for one in TEXTS for language in one.languages}
_OF_WORD_PROCESSORS = frozenset(
    {".doc", ".dot", ".dotx", ".fodt", ".odm", ".ott", ".pages", ".rtf", ".wpd", ".wps"}
)
NAMES = {one.name: one.markup for one in TEXTS}
"""What each kind is called on the command line."""
SUFFIXES = documents.ALL_SUFFIXES
"""All endings of drafts: those of texts, and of documents, whose text can be read."""


def kind_of_file(path: PurePath, plain: Collection[str] = ()) -> Markup:
    """The kind of draft in the file at ``path``, by its ending. ``plain``: further endings of plain
    text. Raises UserError for an unknown one, and for a document: what that holds can be read, but
    it is no text."""
    ending = path.suffix.lower()
    if ending in documents.SUFFIXES:
        raise UserError(
            f"{path}: this is no text, so it is not checked as one: show it as text in VS Code, or "
            "check it on the command line, by `unlinkable check` (DOCX and ODT also by `protect`)"
        )
    kind = ENDINGS.get(ending, Markup.PLAIN if ending and ending in plain else None)
    if kind is None and ending in _OF_WORD_PROCESSORS:
        raise UserError(
            f"{path}: not checked: {ending} files can't be read; open it in the program that wrote "
            "it and save it as DOCX, ODT or text"
        )
    if kind is None:
        what = f"{ending} is no kind of draft that can be read" if ending else "it has no ending"
        raise UserError(
            f"{path}: not checked: {what} (known are {', '.join(ENDINGS)}); save it as one of these"
        )
    return kind


def kind_of_document(
    language: str, path: PurePath | None, markdown: Collection[str], plain: Collection[str]
) -> Markup:
    """The kind of draft that is open in an editor.

    - ``language``: its language id. Where that says plain text, as editors do of all they don't
      know, the ending of its file decides;
    - ``path``: its file, if it lies in one;
    - ``markdown``: further language ids of Markdown; ``plain``: further endings of plain text.

    Raises UserError for an unknown one.
    """
    kind = Markup.MARKDOWN if language in markdown else _LANGUAGES.get(language)
    if kind is Markup.PLAIN and path is not None:
        return kind_of_file(path, plain)
    if kind is None:
        raise UserError(
            f"{path.name if path else 'this text'}: not checked: {language} is no kind of draft "
            f"that can be read (known are {', '.join(_LANGUAGES)}); choose one of these languages "
            "for it"
        )
    return kind
