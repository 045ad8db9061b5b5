"""Files that are no texts, which clients show as text: what is visible of them, and where.

Knows files and lines; must know nothing of findings.
"""

import contextlib
from pathlib import Path
from typing import Any

from lsprotocol.types import PositionEncodingKind

from unlinkable.lsp.text.positions import LineIndex
from unlinkable.lsp.text.uris import file_of, shows_file
from unlinkable_index import documents
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError


def shown_file(path: Path, encoding: PositionEncodingKind) -> dict[str, Any]:
    """What a client shows of a file: its visible ``text``, and of each paragraph the ``line`` that
    it begins on and its ``place``, in words.

    Raises UserError where the file can't be read.
    """
    if path.suffix.lower() not in documents.SUFFIXES:
        known = ", ".join(sorted(documents.SUFFIXES))
        raise UserError(f"{path}: not shown: what can be shown as text is {known}")
    seen = _seen(path)
    lines = LineIndex(seen.text, encoding)
    places = [
        {"line": lines.position(start).line, "place": str(paragraph.place)}
        for start, paragraph in zip(seen.starts, seen.paragraphs, strict=True)
    ]
    return {"text": seen.text, "places": places}


def seen_in(uri: str, text: str) -> VisibleText | None:
    """What is read of the file that a document shows as ``text``; None where it shows none, or the
    file is another by now."""
    path = file_of(uri) if shows_file(uri) else None
    if path is None:
        return None
    with contextlib.suppress(UserError):
        seen = _seen(path)
        return seen if seen.text == text else None
    return None


def _seen(path: Path) -> VisibleText:
    try:
        return documents.read_file(path)
    except OSError as error:
        raise UserError(
            f"{path}: the document cannot be read ({error.strerror}); check the path and its rights"
        ) from error
