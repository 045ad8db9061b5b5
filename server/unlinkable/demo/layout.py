"""How the text of a ruling is set: paragraphs, headings and lists, as plain text or as Markdown.

While a ruling is written, a heading is a paragraph that begins with ``# ``.
"""

import re

_PARAGRAPH = re.compile(r"\n\s*\n")
_ITEM = re.compile(r"\n(?=\d+\. )")
_SPACES = re.compile(r"\s+")
_HEADING = re.compile(r"^# ", re.MULTILINE)


def laid_out(text: str) -> str:
    """Paragraphs with one blank line between them, the items of a list on lines of their own."""
    paragraphs = (
        "\n".join(_SPACES.sub(" ", item).strip() for item in _ITEM.split(paragraph))
        for paragraph in _PARAGRAPH.split(text)
    )
    return "\n\n".join(paragraph.strip() for paragraph in paragraphs if paragraph.strip()) + "\n"


def plain(text: str) -> str:
    """As plain text: headings are lines like any other."""
    return _HEADING.sub("", text)


def markdown(text: str) -> str:
    """As Markdown; the first line is the title."""
    return f"# {_HEADING.sub('## ', text)}"
