"""What a reader sees of reStructuredText.

Marks and names of directives and roles vanish; their contents stay text, and so do comments, since
whoever gets the source reads them. Tables are read row by row. Knows no document tree.
"""

import re

from unlinkable.draft.marked_up.page import Page
from unlinkable.draft.rendering import Rendering

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_MARGIN = re.compile(r"[ \t]*")
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1+[ \t]*(?=[\r\n]|\Z)")
_BORDER = re.compile(r"(?:[+|][-=+| ]*[-=+][-=+| ]*\+|={2,}(?:[ \t]+={2,})+)[ \t]*(?=[\r\n]|\Z)")
_EXPLICIT = re.compile(
    r"\.\.(?:[ \t]+(?:"
    r"\[[^\]\r\n]+\]|_[^:\r\n]*(?:\\:[^:\r\n]*)*:[^\r\n]*"
    r"|\|[^|\r\n]+\|[ \t]*[\w-]+::|(?P<name>[\w:.+-]+?)::))?(?=[ \t\r\n]|\Z)[ \t]*"
)
_NO_TEXT = frozenset(
    {"image", "figure", "include", "code", "code-block", "highlight", "literalinclude", "raw"}
)
_OPTION = re.compile(r":([\w -]+):(?=[ \t\r\n]|\Z)[ \t]*")
_ITEM = re.compile(r"(?:[-*+•‣⁃]|(?P<number>\(?(?:[0-9]{1,4}|[A-Za-z]|#)[.)]))(?=[ \t])[ \t]+")
_BAR = re.compile(r"[ \t]*\|[ \t]*")
_INLINE = re.compile(
    r"\\[\s\S]|``|`(?:__?)?|:[\w.+-]+:(?=`)|\*\*?|\[(?:[0-9]{1,3}|\#[\w-]*|\*)\]_"
    r"|\s*<[^<>`\s]+>(?=`_)|_`"
)


def render(text: str, masks: dict[int, int]) -> Rendering:
    """What is seen of ``text``; ``masks`` says where masks begin and end."""
    source = _Source(Page(text, masks))
    source.read()
    return source.page.done()


class _Source:
    def __init__(self, page: Page) -> None:
        self.page = page
        self._text = page.text
        self._items: set[tuple[int, str]] = set()
        self._begins = True

    def read(self) -> None:
        text, at = self._text, 0
        while at < len(text) and (line := _LINE.match(text, at)):
            self._line(line.start(), line.start() + len(line[0].rstrip("\r\n")))
            self.page.copy(line.end())
            at = line.end()

    def _line(self, start: int, end: int) -> None:
        """Read the line that stands there, without its end."""
        page, text = self.page, self._text
        margin = _MARGIN.match(text, start, end)
        at = margin.end() if margin else start
        if at == end:
            self._begins, self._items = True, set()
            return
        masked = page.mask_end(at) >= start + len(text[start:end].rstrip())
        if not masked and (_RULE.fullmatch(text, at, end) or _BORDER.fullmatch(text, at, end)):
            page.copy(at)
            page.part(end)
            self._begins = True
            return
        if explicit := _EXPLICIT.match(text, at, end):
            page.copy(at)
            if explicit["name"] in ("include", "literalinclude"):
                page.include()
            behind = end if explicit["name"] in _NO_TEXT else explicit.end()
            page.part(at + 2 if page.mask_end(at + 3) else behind)
            self._items.add((-1, ""))
        elif (-1, "") in self._items and (option := _OPTION.match(text, at, end)):
            page.copy(at)
            page.part(option.end())
        elif text[at] == "|" or (text[at] == "+" and text[end - 1] in "+|"):
            self._cells(at, end)
            self._begins = False
            return
        else:
            self._list(at, end)
        self._inline(end)
        self._begins = False

    def _list(self, at: int, end: int) -> None:
        """The mark of an item, where one may begin: behind a blank line or its like."""
        item = _ITEM.match(self._text, at, end)
        if item is None or self.page.mask_end(at):
            return
        column = at - self._text.rfind("\n", 0, at)
        kind = (column, "1" if item["number"] else item[0][0])
        if self._begins or kind in self._items:
            self._items.add(kind)
            self.page.copy(at)
            self.page.part(at if item["number"] else item.end())

    def _cells(self, at: int, end: int) -> None:
        """The cells of a row of a table, or a line of verse."""
        while (bar := _BAR.search(self._text, at, end)) and bar.end() > at:
            self._inline(bar.start())
            self.page.cut(bar.end())
            at = bar.end()
        self._inline(end)

    def _inline(self, end: int) -> None:
        page, text = self.page, self._text
        for mark in page.marks(_INLINE, end):
            start, behind = mark.span()
            if mark[0][0] == "\\":
                page.hide(behind, "" if mark[0][1].isspace() else mark[0][1])
            elif mark[0][0] in "*`" and (
                page.in_word(start, behind) or _alone(text, start, behind)
            ):
                page.copy(behind)
            else:
                page.hide(behind)


def _alone(text: str, start: int, end: int) -> bool:
    """Whether spaces stand on both sides."""
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    return (not before or before.isspace()) and (not behind or behind.isspace())
