"""The files of originals and drafts: the one list of formats, and from the bytes of a file to what
a reader sees, in this process or within a budget. A new format is a folder or a file here and a
row. Must never know indexes, findings or editors, nor load a format that is not asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import cast

from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary


class Markup(Enum):
    """How the text of an open draft is marked up; the values are the language ids of editors.

    ``DOCUMENT`` is none: plain text that was read from a file of another kind, in which
    `FLOW_END` parts what is not read on one after the other.
    """

    PLAIN = "plaintext"
    MARKDOWN = "markdown"
    DOCUMENT = "document"
    LATEX = "latex"


@dataclass(frozen=True)
class Format:
    """A format.

    - ``reading``: the module here that reads it;
    - ``endings``: of its files, in small letters;
    - ``markup``: of its files as open drafts; ``DOCUMENT`` where they are no text;
    - ``languages``: what editors call it, where they open it as text;
    - ``written_as``: the ending of files that are written anew, by its module ``writing``.
    """

    name: str
    reading: str
    endings: tuple[str, ...]
    markup: Markup = Markup.DOCUMENT
    languages: tuple[str, ...] = ()
    written_as: str | None = None


FORMATS = (
    Format("text", "text", (".txt", ".text"), Markup.PLAIN, ("plaintext", "text")),
    Format("markdown", "markdown.reading", (".md", ".markdown"), Markup.MARKDOWN, ("markdown",)),
    Format("latex", "latex.reading", (".tex", ".ltx"), Markup.LATEX, ("latex", "tex", "plaintex")),
    Format("docx", "docx.reading", (".docx", ".docm"), written_as=".docx"),
    Format("odt", "odt.reading", (".odt",), written_as=".odt"),
    Format("html", "html.reading", (".htm", ".html", ".xhtml")),
    Format("mail", "mail", (".eml",)),
    Format("pdf", "pdf", (".pdf",)),
    Format("xml", "xml", (".xml",)),
)
TEXTS = tuple(one for one in FORMATS if one.markup is not Markup.DOCUMENT)
"""Those whose files are texts that are edited as they are."""
BY_ENDING = {ending: one for one in FORMATS for ending in one.endings}


TEXT_SUFFIXES = frozenset(ending for one in TEXTS for ending in one.endings)
"""The endings of files that are texts as they are."""
ALL_SUFFIXES = frozenset(BY_ENDING)
"""The endings of all files that are read here."""
SUFFIXES = ALL_SUFFIXES - TEXT_SUFFIXES
"""The endings of those that are no texts: files of word processors and the like."""
LARGEST_FILE = 100 * MEGABYTE
_LARGEST_READ_HERE = MEGABYTE  # bytes of texts with markup; time grows with size in all of them


def read_file(path: Path) -> VisibleText:
    """What a reader sees of a file whose ending is one of `ALL_SUFFIXES`; the origins of pieces are
    left out.

    Raises OSError where it can't be had, and UserError where it can't be read, or not within its
    budget.
    """
    return read_within_budget(read_ordinary(path, LARGEST_FILE), path)


def read_within_budget(data: bytes, path: Path) -> VisibleText:
    """The same of the file at ``path``, whose bytes are ``data``."""
    suffix = path.suffix.lower()
    kind = BY_ENDING[suffix]
    if kind.markup is Markup.PLAIN or (kind in TEXTS and len(data) <= _LARGEST_READ_HERE):
        return reader(suffix)(data, path)
    from unlinkable_index.documents.reader_process import shared_reader

    return shared_reader().read(data, path)


def reader(suffix: str) -> Callable[[bytes, Path], VisibleText]:
    """What reads the bytes of a file whose ending is ``suffix``, one of `ALL_SUFFIXES`, in this
    process and whatever it costs. It is told the path only for messages."""
    reading = import_module(f"{__name__}.{BY_ENDING[suffix].reading}")  # only what is needed
    return cast("Callable[[bytes, Path], VisibleText]", reading.read)
