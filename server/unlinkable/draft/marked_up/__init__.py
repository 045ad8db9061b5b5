"""What a reader sees of LaTeX, Typst, reStructuredText and AsciiDoc.

Commands vanish and their arguments stay text; whatever is in doubt is text. Knows masks only so as
to leave them alone; knows no words and no sentences.
"""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from unlinkable.draft.masks import Masks
from unlinkable.draft.rendering import Rendering
from unlinkable.draft.spans import Markup

_READERS = {
    Markup.LATEX: "latex",
    Markup.TYPST: "typst",
    Markup.RESTRUCTURED_TEXT: "restructured_text",
    Markup.ASCIIDOC: "asciidoc",
}


def render(text: str, markup: Markup, masks: Masks) -> Rendering:
    """What a reader sees of a draft in one of these languages."""
    module = import_module(f"{__name__}.{_READERS[markup]}")  # only the one that is needed
    page = cast("Callable[[str, dict[int, int]], Rendering]", module.render)
    return page(text, dict(masks.find(text)))
