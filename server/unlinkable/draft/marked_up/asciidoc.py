"""What a reader sees of AsciiDoc.

Marks, names of macros and addresses vanish; what stands in brackets stays text, and so do code and
comments, since whoever gets the source reads them. Tables are read row by row. Includes nothing.
"""

import html
import re
from enum import Enum, auto

from unlinkable.draft.marked_up.page import RAISED_DIGITS, Page
from unlinkable.draft.rendering import Rendering

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_DELIMITER = re.compile(
    r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|`{3,}[\w-]*|[|,:!]={3,}|'{3}|<<<|~{4,})"
    r"[ \t]*"
)
_HEADING = re.compile(r"(?:={1,6}|#{1,6})[ \t]+")
_TITLE = re.compile(r"\.(?=[^\s.])")
_ATTRIBUTE = re.compile(r":!?[\w-]+!?:(?=[ \t\r\n]|\Z)[ \t]*")
_BLOCK_ID = re.compile(r"\[\[[^\]]*\]\][ \t]*")
_BLOCK_ATTRIBUTES = re.compile(r"\[[^\]]*\][ \t]*")
_ITEM = re.compile(
    r"(?:[-*]{1,5}|\.{1,5}|(?P<number>(?:[0-9]{1,4}|[A-Za-z])\.)|<(?:[0-9]{1,3}|\.)>)"
    r"(?=[ \t])[ \t]+"
)
_DESCRIBED = re.compile(r":{2,4}(?=[ \t]|\Z)")
_MACRO = (
    r"(?<![\w:])(?:(?P<macro>image|icon|link|mailto|xref|pass|kbd|btn|menu|anchor|indexterm2?|stem"
    r"|latexmath|asciimath|include|video|audio|toc|ifdef|ifndef|endif|ifeval|footnote(?:ref)?)"
    r"::?[^\s\[\]]{0,500}+|(?:https?|ftp|irc)://[^\s\[\]<>]{1,500}+)\["
)
_INLINE = re.compile(
    r"\\(?=[*_`#^~{<\[(&])|"
    + _MACRO
    + r"|<<(?P<id>[^<>,\r\n]*)(?:,(?P<said>[^<>\r\n]*))?>>|\[\[[^\[\]\r\n]*\]\]"
    r"|\^(?P<raised>[0-9]{1,3})\^|\*\*?|__?|``?|##?|\+{2,3}|\+(?=[ \t]*(?:\Z|[\r\n]))|[\^~]"
    r"|\{(?P<name>[\w-]+)\}|&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,31});|\]|\({2,3}|\){2,3}"
    r"|\[[.#%][^\[\]\r\n]*+\](?=[#*_`])|[0-9.]{0,5}[+*]?[<^>.]{0,3}[a-z]?\|"
)
_NAMED = {
    "nbsp": "\u00a0", "amp": "&", "lt": "<", "gt": ">", "apos": "'", "quot": '"', "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "deg": "°", "plus": "+", "vbar": "|", "sp": " ",
    "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~", "backtick": "`",
}  # fmt: skip
"""The attributes that stand for a character; those of the draft's own vanish."""


def render(text: str, masks: dict[int, int]) -> Rendering:
    """What is seen of ``text``; ``masks`` says where masks begin and end."""
    source = _Source(Page(text, masks))
    source.read()
    return source.page.done()


class _Macro(Enum):
    """What a macro is to the text around it."""

    NOTE = auto()
    BLOCK = auto()
    INLINE = auto()


class _Source:
    def __init__(self, page: Page) -> None:
        self.page = page
        self._text = page.text
        self._closing: list[_Macro] = []
        self._in_table = False
        self._begins = True
        self._items: set[str] = set()

    def read(self) -> None:
        text, at = self._text, 0
        while at < len(text) and (line := _LINE.match(text, at)):
            end = line.start() + len(line[0].rstrip("\r\n"))
            self._line(line.start(), end, line.end())
            self.page.copy(line.end())
            at = line.end()
        self._leave_macros()

    def _line(self, start: int, end: int, behind: int) -> None:
        """Read the line that stands there; ``behind``: where the next one begins."""
        page, text = self.page, self._text
        line = text[start:end]
        if not line.strip():
            self._leave_macros()
            self._begins, self._items = True, set()
            return
        masked = page.mask_end(start) >= start + len(line.rstrip())
        if not masked and _DELIMITER.fullmatch(line):
            self._leave_macros()
            page.part(end)
            self._in_table ^= line.rstrip().endswith("===") and line[0] in "|,:!"
            self._begins = True
        elif line.startswith("//"):
            self._comment(start, end, behind)
        elif not masked and _BLOCK_ID.fullmatch(line):
            page.part(end)
        elif not masked and self._begins and _BLOCK_ATTRIBUTES.fullmatch(line):
            page.part(start)
            page.copy(end)
            page.part(end)
        elif self._begins and (mark := _HEADING.match(line) or _TITLE.match(line)):
            page.part(start + mark.end())
            self._inline(end)
            page.part(end)
        elif attribute := _ATTRIBUTE.match(line) if self._begins else None:
            page.part(start + attribute.end())
            self._inline(end)
            page.part(end)
        else:
            self._list(start, end)
            self._inline(end)
            self._begins = False

    def _list(self, start: int, end: int) -> None:
        """The mark of an item, where one may begin, or the term that one describes."""
        at = start + len(self._text[start:end]) - len(self._text[start:end].lstrip())
        item = _ITEM.match(self._text, at, end)
        if item and not self.page.mask_end(at):
            kind = "1" if item["number"] else item[0][0]
            if self._begins or kind in self._items:
                self._items |= {"1", "-", "*", ".", "<"}
                self.page.part(at if item["number"] else item.end())
        elif described := _DESCRIBED.search(self._text, at, end):
            self.page.part(start)
            self._inline(described.start())
            self.page.part(described.end())

    def _comment(self, start: int, end: int, behind: int) -> None:
        """A line of comment: text of its own, apart from paragraphs as well as in one."""
        page, text = self.page, self._text
        if not page.has_words(start, end):
            page.hide(behind)
            return
        following = text[behind : behind + 400].split("\n", 1)[0].strip()
        if self._begins and (not following or following.startswith("//")):
            page.part(start + 2)
            page.copy(end)
            page.part(end)
        elif self._begins:
            page.part(start + 2)
            page.copy(end)
            page.part(end)
            page.hide(behind)
        else:
            page.begin_aside(start + 2)
            page.copy(end)
            page.end_aside(behind)

    def _inline(self, end: int) -> None:
        for mark in self.page.marks(_INLINE, end):
            self._mark(mark, mark.end())

    def _mark(self, mark: re.Match[str], behind: int) -> None:
        page, said = self.page, mark[0]
        start, first = mark.start(), mark[0][0]
        if said[-1] == "[" and len(said) > 1:
            self._macro(mark, behind)
        elif first == "]":
            self._end_macro(behind)
        elif mark["id"] is not None:
            page.hide(mark.start("said") if mark["said"] is not None else behind)
            page.copy(behind - 2 if mark["said"] is not None else behind)
            page.hide(behind)
        elif mark["raised"]:
            page.hide(behind, mark["raised"].translate(RAISED_DIGITS))
        elif mark["name"] is not None:
            page.hide(behind, _NAMED.get(mark["name"], ""))
        elif first == "&":
            page.hide(behind, html.unescape(said))
        elif said[-1] == "|":
            (page.cut if self._in_table else page.copy)(behind)
        elif first == "[" or (first == "\\"):
            page.hide(behind)
        elif self._is_literal(said, start, behind):
            page.copy(behind)
        else:
            page.hide(behind)
            if page.in_word(start, behind):
                page.joint()  # what is not in a pair is seen

    def _is_literal(self, said: str, start: int, behind: int) -> bool:
        """Whether a mark is seen: alone in a word, or brackets that are no term."""
        if said[0] in "()":
            return not self._is_term(start, behind)
        return len(said) == 1 and said in "*_`#" and self.page.in_word(start, behind)

    def _is_term(self, start: int, behind: int) -> bool:
        """Whether double brackets mark a term of the register."""
        if self._text[start] == ")":
            return "((" in self._text[max(0, start - 200) : start]
        return "))" in self._text[behind : behind + 200]

    def _macro(self, mark: re.Match[str], behind: int) -> None:
        if self.page.mask_end(behind - 1):
            self.page.copy(behind - 1)
        elif (mark["macro"] or "").startswith("footnote"):
            self._closing.append(_Macro.NOTE)
            self.page.begin_aside(behind)
        elif mark["macro"] and "::" in mark[0]:
            if mark["macro"] == "include":
                self.page.include()
            self._closing.append(_Macro.BLOCK)
            self.page.part(behind)
        else:
            self._closing.append(_Macro.INLINE)
            self.page.hide(behind)

    def _end_macro(self, behind: int) -> None:
        match self._closing.pop() if self._closing else None:
            case _Macro.NOTE:
                self.page.end_aside(behind)
            case _Macro.BLOCK:
                self.page.part(behind)
            case _Macro.INLINE:
                self.page.hide(behind)
            case None:
                self.page.copy(behind)

    def _leave_macros(self) -> None:
        """End what was never closed."""
        while self._closing:
            self._end_macro(self.page.at)
