"""Files of word processors and the like: one reader a format, from the bytes of a file to what a
reader sees of it, each paragraph with its place.

Nothing is fetched, run or written, and what a file may cost is bounded. Knows nothing of words,
indexes and drafts.
"""

from pathlib import Path

from unlinkable_index.errors import UserError
from unlinkable_index.formats.visible_text import VisibleText
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

SUFFIXES = frozenset({".docx", ".docm", ".odt"})
"""The endings of files that are read here."""
LARGEST_FILE = 100 * MEGABYTE


def read_file(path: Path) -> VisibleText:
    """What a reader sees of a file whose ending is one of `SUFFIXES`.

    Raises OSError where it can't be had, and UserError where it can't be read.
    """
    return read_bytes(read_ordinary(path, LARGEST_FILE), path)


def read_bytes(data: bytes, path: Path) -> VisibleText:
    """The same for the bytes of the file at ``path``."""
    match path.suffix.lower():  # each reader is loaded when it is needed
        case ".docx" | ".docm":
            from unlinkable_index.formats.docx import read_docx

            return read_docx(data, path)
        case ".odt":
            from unlinkable_index.formats.odt import read_odt

            return read_odt(data, path)
    raise UserError(f"{path}: not read: its kind is not known")
