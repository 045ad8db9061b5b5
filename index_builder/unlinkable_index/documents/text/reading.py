"""What a reader sees of a text file: all of it, as it is."""

from pathlib import Path

from unlinkable_index.documents.shared.rendered.rendered_text import decoded
from unlinkable_index.documents.shared.visible_text import Paragraph, Piece, Place, VisibleText


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it is not in UTF-8."""
    return VisibleText([[Paragraph((Piece(decoded(data, str(path))),), Place())]])
