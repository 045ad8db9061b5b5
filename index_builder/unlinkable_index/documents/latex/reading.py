"""What a reader sees of a LaTeX file."""

from pathlib import Path

from unlinkable_index.documents.latex.rendering import render
from unlinkable_index.documents.shared.rendered.rendered_text import decoded, flows
from unlinkable_index.documents.shared.visible_text import VisibleText


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it is not in UTF-8."""
    return VisibleText(flows([render(decoded(data, str(path)), {})]))
