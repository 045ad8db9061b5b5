"""Files of word processors and the like: one reader a format, from the bytes of a file to what a
reader sees of it, each paragraph with its place.

Nothing is fetched, run or written, and what a file may cost is bounded. Knows nothing of words,
indexes and drafts.
"""

from collections.abc import Callable
from pathlib import Path

from unlinkable_index.formats.visible_text import VisibleText
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

_KINDS = {
    ".docm": "docx",
    ".docx": "docx",
    ".eml": "mail",
    ".htm": "html",
    ".html": "html",
    ".odt": "odt",
    ".pdf": "pdf",
    ".xhtml": "html",
    ".xml": "xml",
}
SUFFIXES = frozenset(_KINDS)
"""The endings of files that are read here."""
LARGEST_FILE = 100 * MEGABYTE


def read_file(path: Path) -> VisibleText:
    """What a reader sees of a file whose ending is one of `SUFFIXES`.

    Raises OSError where it can't be had, and UserError where it can't be read.
    """
    return reader(path.suffix.lower())(read_ordinary(path, LARGEST_FILE), path)


def reader(suffix: str) -> Callable[[bytes, Path], VisibleText]:
    """What reads the bytes of a file whose ending is ``suffix``, one of `SUFFIXES`. It is told the
    path only for messages."""
    match _KINDS[suffix]:  # each is loaded when it is needed
        case "docx":
            from unlinkable_index.formats.docx import read_docx as read
        case "odt":
            from unlinkable_index.formats.odt import read_odt as read
        case "html":
            from unlinkable_index.formats.html import read_html as read
        case "xml":
            from unlinkable_index.formats.xml_document import read_xml as read
        case "mail":
            from unlinkable_index.formats.mail import read_mail as read
        case _:
            from unlinkable_index.formats.pdf import read_pdf as read
    return read
