"""The files of originals and drafts: from their bytes to what a reader sees, with its places, and
back where a format is written. One folder a format; `formats` lists them.

Nothing is fetched or run, and what a file may cost is bounded: what has structure is read by a
process of its own, within a budget. Knows nothing of indexes, findings and editors.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from unlinkable_index.documents.formats import BY_ENDING, TEXTS, Markup
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

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
    reading = import_module(f"{__name__}.{BY_ENDING[suffix].name}.reading")  # only what is needed
    return cast("Callable[[bytes, Path], VisibleText]", reading.read)
