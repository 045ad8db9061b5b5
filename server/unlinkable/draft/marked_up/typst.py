"""What a reader sees of Typst.

Functions vanish, and their content and strings stay text; whatever else stands in code vanishes.
Comments are text as well, since whoever gets the source reads them. Evaluates nothing.
"""

import re
from collections.abc import Iterator

from unlinkable.draft.marked_up.page import Page
from unlinkable.draft.rendering import Rendering

_TOKEN = re.compile(
    r"\\u\{[0-9a-fA-F]{1,6}\}|\\[\s\S]|//|/\*|`+|#|[\[\]*_$~]|-\?|<[A-Za-z_][\w\-.:]*>"
    r"|(?m:^)[ \t]*(?:=+|[-+]|\d+\.)[ \t]+|(?m:^)[ \t]*/[ \t]+(?=[^\n:]*:)"
)
_CODE = re.compile(r"//|/\*|\"|[\[\](){}]|`+|[\r\n;]")
_NAME = re.compile(r"[^\W\d_][\w-]*(?:\.[^\W\d_][\w-]*)*")
_CONTEXT = re.compile(r"(?:context\b(?!-)\s+)+")
_STATEMENT = re.compile(r"(?:let|set|show|return)\b(?!-)")
_BRANCH = re.compile(r"(?:if|for|while)\b(?!-)")
_FILES = re.compile(r"(?:import|include)\b[^\r\n;\]]*")
_ELSE = re.compile(r"\s*else\b(?:\s*if\b)?")
_SHOWN = re.compile(r"[\"\[`]|//|/\*")
_BLOCK = re.compile(r"[ \t]*[\[{]")
_STRING = re.compile(r"\"((?:[^\"\\]|\\[\s\S])*+)\"")
_LINE_END = re.compile(r"[^\r\n]*")
_DEEPEST = 50
"""So deep content in code is read as content; what is deeper is text as it stands."""
_CLOSING = {"[": "]", "(": ")", "{": "}"}


def render(text: str, masks: dict[int, int]) -> Rendering:
    """What is seen of ``text``; ``masks`` says where masks begin and end."""
    source = _Source(Page(text, masks))
    source.content(len(text), 0)
    return source.page.done()


class _Source:
    def __init__(self, page: Page) -> None:
        self.page = page
        self._text = page.text
        self._unclosed_comment = False
        self._closed = _closed(page.text)

    def content(self, end: int, depth: int) -> None:
        """Read content up to ``end``, or through the bracket that closes it at a ``depth`` above
        0."""
        page, open_brackets = self.page, 0
        while token := _TOKEN.search(self._text, page.at, end):
            start, behind = token.span()
            if (mask_end := page.mask_end(start)) and mask_end <= end:
                page.copy(max(mask_end, page.at))
                continue
            page.copy(start)
            match token[0]:
                case "[":
                    open_brackets += 1
                    page.copy(behind)
                case "]":
                    if depth and not open_brackets:
                        return
                    open_brackets = max(0, open_brackets - 1)
                    page.copy(behind)
                case "#":
                    self._code(end, depth)
                case "//" | "/*":
                    self._comment(token[0], end)
                case "*" | "_":
                    (page.copy if page.in_word(start, behind) else page.hide)(behind)
                case "~":
                    page.hide(behind, "\u00a0")
                case "-?" | "$":
                    page.hide(behind)
                case _:
                    self._other(token, end, depth)
        page.copy(end)

    def _other(self, token: re.Match[str], end: int, depth: int) -> None:
        page, first, behind = self.page, token[0][0], token.end()
        if token[0].startswith("\\u{"):
            number = int(token[0][3:-1], 16)
            page.hide(behind, chr(number) if number < 0x110000 and number >> 11 != 27 else "")
        elif first == "\\":
            seen = token[0][1]
            page.hide(behind, "\n" if seen.isspace() else seen)
        elif first == "`":
            self._raw(token[0], end)
        elif first == "<":
            page.hide(behind)
        else:
            marked = token[0].strip()
            page.part(behind - len(token[0].lstrip()) if marked[0].isdigit() else behind)
            page.copy(behind)
            if marked[0] == "=":
                line = _LINE_END.match(self._text, behind, end)
                self.content(line.end() if line else end, depth)
                page.part(page.at)

    def _raw(self, ticks: str, end: int) -> None:
        page, behind = self.page, self.page.at + len(ticks)
        closing = self._text.find(ticks, behind, end)
        if closing < 0 or len(ticks) == 2:
            page.copy(behind)
            return
        page.hide(behind)
        page.copy(closing)
        page.hide(closing + len(ticks))

    def _comment(self, opening: str, end: int) -> None:
        page, text, start = self.page, self._text, self.page.at
        if opening == "//":
            if text[max(0, start - 1) : start] == ":":  # an address
                page.copy(start + 2)
                return
            line = _LINE_END.match(text, start, end)
            stop = behind = line.end() if line else end
        else:
            stop = -1 if self._unclosed_comment else text.find("*/", start + 2, end)
            if stop < 0:
                self._unclosed_comment = True
                page.copy(start + 2)
                return
            behind = stop + 2
        if page.has_words(start, stop):
            page.begin_aside(start + 2)
            page.copy(stop)
            page.end_aside(behind)
        else:
            page.hide(behind)

    def _code(self, end: int, depth: int) -> None:
        """Read what a number sign begins."""
        page, text = self.page, self._text
        at = page.at + 1
        if context := _CONTEXT.match(text, at, end):
            at = context.end()
            page.hide(at)
        if files := _FILES.match(text, at, end):
            if files[0].startswith("include"):
                page.include()
            page.part(files.end())
        elif keyword := _STATEMENT.match(text, at, end):
            page.part(keyword.end())
            self._statement(end, depth)
        elif keyword := _BRANCH.match(text, at, end):
            page.part(keyword.end())
            self._branch(end, depth)
        elif at in self._closed:
            page.hide(at)
            self._inside(end, depth)
        elif name := _NAME.match(text, at, end):
            self._called(name, end, depth)
        elif string := _STRING.match(text, at, end):
            page.hide(at + 1)
            page.copy(string.end(1))
            page.hide(string.end())
        else:
            page.copy(at)

    def _called(self, name: re.Match[str], end: int, depth: int) -> None:
        """Read a name, and what it is called with."""
        page, text = self.page, self._text
        aside = name[0] in ("footnote", "footnote.entry")
        page.hide(name.end())
        page.joint()
        called = text[page.at : page.at + 1] in ("(", "[")
        if aside and called:
            page.begin_aside(page.at)
        while page.at < end:
            opening = text[page.at]
            if opening == "(" and page.at in self._closed:
                self._arguments(end, depth)
            elif opening == "[" and depth < _DEEPEST:
                self._inside(end, depth)
            elif opening == "." and (more := _NAME.match(text, page.at + 1, end)):
                if more.end() >= end or text[more.end()] not in "([":
                    break
                page.hide(more.end())
            else:
                break
            page.joint()
        if aside and called:
            page.end_aside(page.at)
            page.joint()
        if text[page.at : page.at + 1] == ";":
            page.hide(page.at + 1)

    def _arguments(self, end: int, depth: int) -> None:
        """Read what stands in parentheses behind a name: unless it has content, the text around it
        goes on as if it were not there."""
        page = self.page
        behind = self._closed[page.at] + 1
        found = _SHOWN.search(self._text, page.at, behind)
        if found is None and behind <= end:
            page.hide(behind)
        elif found is not None and found[0] == '"' and "[" not in self._text[page.at : behind]:
            page.begin_aside(page.at)
            self._inside(end, depth)
            page.end_aside(page.at)
        else:
            self._inside(end, depth)

    def _statement(self, end: int, depth: int) -> None:
        """Read code to the end of its line."""
        for _ in self._line_of_code(end, depth):
            pass

    def _branch(self, end: int, depth: int) -> None:
        """Read a condition or a loop through its last block; what follows on its line is text."""
        page, text = self.page, self._text
        for began in self._line_of_code(end, depth):
            if otherwise := _ELSE.match(text, page.at, end):
                page.cut(otherwise.end())
            elif began in ("[", "{") and not _BLOCK.match(text, page.at, end):
                page.part(page.at)
                return

    def _line_of_code(self, end: int, depth: int) -> Iterator[str]:
        """Read code to the end of its line, one thing after the other: tells how each begins."""
        page, text = self.page, self._text
        while token := _CODE.search(text, page.at, end):
            if token[0] in ("\n", "\r", ";", "]", ")", "}"):
                break
            page.cut(token.start())
            self._piece(token, end, depth)
            yield token[0]
        page.part(token.start() if token else end)

    def _inside(self, end: int, depth: int) -> None:
        """Read content, or code in brackets, through what closes it."""
        page, text = self.page, self._text
        opening = text[page.at]
        if opening == "[":
            page.hide(page.at + 1)
            self.content(end, depth + 1)
            page.hide(min(page.at + 1, end))
            return
        closing = [_CLOSING[opening]]
        page.cut(page.at + 1)
        while closing and (token := _CODE.search(text, page.at, end)):
            page.cut(token.start())
            if token[0] in ("(", "{"):
                closing.append(_CLOSING[token[0]])
                page.cut(token.end())
            elif token[0] in (")", "}"):
                closing.pop()
                page.cut(token.end())
            else:
                self._piece(token, end, depth)

    def _piece(self, token: re.Match[str], end: int, depth: int) -> None:
        """Read one thing that stands in code."""
        page, text = self.page, self._text
        if token[0] == "[" and depth < _DEEPEST:
            page.part(token.start())
            self._inside(end, depth)
            page.part(page.at)
        elif token.start() in self._closed:
            self._inside(end, depth)
        elif token[0] == '"' and (string := _STRING.match(text, token.start(), end)):
            page.cut(string.start(1))
            page.copy(string.end(1))
            page.cut(string.end())
        elif token[0] in ("//", "/*"):
            self._comment(token[0], end)
        else:
            page.cut(token.end())


def _closed(text: str) -> dict[int, int]:
    """Where brackets of code stand that are closed somewhere, and where: others are text."""
    closed: dict[int, int] = {}
    opened: dict[str, list[int]] = {"(": [], "{": []}
    for bracket in re.finditer(r"[(){}]", text):
        if bracket[0] in opened:
            opened[bracket[0]].append(bracket.start())
        elif same := opened["(" if bracket[0] == ")" else "{"]:
            closed[same.pop()] = bracket.start()
    return closed
