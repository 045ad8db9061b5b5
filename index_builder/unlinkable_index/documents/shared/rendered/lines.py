"""Lines as Markdown and editors count them, and the blank ones between paragraphs.

Knows nothing else of markup.
"""

import re
from bisect import bisect_right

from unlinkable_index.documents.shared.span import Span

# Plain text also has the line ends of Unicode; Markdown has not.
_NEW_LINE = r"(?>\r\n?|[\n\x85\u2028\u2029])"
_BLANK = re.compile(rf"{_NEW_LINE}(?:[ \t\v\f\u00a0\u3000]*+{_NEW_LINE})++")
_BLANK_LF = re.compile(r"\n(?:[ \t\v\f\u00a0\u3000]*+\n)++")
_LINE = re.compile(r"([^\r\n]*+)(?:\r\n?|\n|\Z)")


class Lines:
    """Where the lines of a text begin; lines end with ``\\n``."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column (in code points) of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def blank_lines(text: str, start: int = 0) -> list[Span]:
    """The blank lines of ``text``, each from the end of a line to the beginning of the next one."""
    pattern = _BLANK_LF if _has_only_line_feeds(text) else _BLANK
    return [Span(*match.span()) for match in pattern.finditer(text, start)]


def lines(text: str) -> list[Span]:
    """The lines of a Markdown text, without their line ends."""
    # Behind the last line the pattern matches once more, the empty text.
    return [Span(*match.span(1)) for match in _LINE.finditer(text)][:-1]


def _has_only_line_feeds(text: str) -> bool:
    return not any(end in text for end in "\r\x85\u2028\u2029")
