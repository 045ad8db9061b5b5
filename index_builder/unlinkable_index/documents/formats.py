"""The formats of originals and drafts: the one list of them. A new format is a folder beside this
module and a row here.

Knows names only; must never open a file.
"""

from dataclasses import dataclass
from enum import Enum


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
    """A format, whose folder here has the module ``reading``.

    - ``endings``: of its files, in small letters;
    - ``markup``: of its files as open drafts; ``DOCUMENT`` where they are no text;
    - ``languages``: what editors call it, where they open it as text;
    - ``written_as``: the ending of files that are written anew, by its module ``writing``.
    """

    name: str
    endings: tuple[str, ...]
    markup: Markup = Markup.DOCUMENT
    languages: tuple[str, ...] = ()
    written_as: str | None = None


FORMATS = (
    Format("text", (".txt", ".text"), Markup.PLAIN, ("plaintext", "text")),
    Format("markdown", (".md", ".markdown"), Markup.MARKDOWN, ("markdown",)),
    Format("latex", (".tex", ".ltx"), Markup.LATEX, ("latex", "tex", "plaintex")),
    Format("docx", (".docx", ".docm"), written_as=".docx"),
    Format("odt", (".odt",), written_as=".odt"),
    Format("html", (".htm", ".html", ".xhtml")),
    Format("mail", (".eml",)),
    Format("pdf", (".pdf",)),
    Format("xml", (".xml",)),
)
TEXTS = tuple(one for one in FORMATS if one.markup is not Markup.DOCUMENT)
"""Those whose files are texts that are edited as they are."""
BY_ENDING = {ending: one for one in FORMATS for ending in one.endings}
