"""What a reader sees of a Markdown file, without its front matter."""

from itertools import pairwise
from pathlib import Path

from unlinkable_index.documents.markdown.front_matter import front_matter
from unlinkable_index.documents.markdown.outline import labels_in, markdown_starts
from unlinkable_index.documents.markdown.rendering import render_markdown
from unlinkable_index.documents.shared.rendered.rendered_text import decoded, flows
from unlinkable_index.documents.shared.span import Span
from unlinkable_index.documents.shared.visible_text import VisibleText


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it is not in UTF-8."""
    text = decoded(data, str(path))
    first = front_matter(text).end
    starts = [first, *markdown_starts(text, first), len(text)]
    blocks = [Span(start, end) for start, end in pairwise(starts) if start < end]
    labels = labels_in(text, blocks)
    rendered = (render_markdown(text[start:end], labels, _no_masks) for start, end in blocks)
    return VisibleText(flows(rendered))


def _no_masks(_: str) -> list[Span]:
    return []
