"""What a reader sees of LaTeX: commands vanish, their arguments stay text but for keys, lengths and
names of files; comments are text. Must never expand a macro or open another file."""

import re
import unicodedata
from enum import Enum, auto
from pathlib import Path

from unlinkable_index.documents.latex.page import (
    ARGUMENTS,
    ASIDES,
    CHARACTERS,
    CITATIONS,
    COMBINING,
    HIDDEN,
    INCLUDES,
    MASKS,
    PARAGRAPHS,
    PARTS,
    STYLES,
    SYMBOLS,
    Page,
)
from unlinkable_index.documents.shared.numerals import RAISED_DIGITS
from unlinkable_index.documents.shared.rendering import Boundary, Rendering
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.documents.text import decoded, flows

_TOKEN = re.compile(r"\\(?:[A-Za-z@]+\*?|[\s\S]|\Z)|[%{}$&~\"\]]")
_BRACED = r"\{(?:[^{}\\]|\\[\s\S]|\{(?:[^{}\\]|\\[\s\S]|\{[^{}]*+\})*+\})*+\}"
_BRACKETED = r"\[(?:[^\[\]{}]|\{[^{}]*+\})*+\]"
_BRACKET = re.compile(_BRACKETED)
_OPTIONS = re.compile(rf"(?:\s*{_BRACKETED})*")
_ARGUMENT = re.compile(rf"\s*(?:{_BRACKETED}\s*)*{_BRACED}")
_OPENS = re.compile(rf"\s*(?:{_BRACKETED}\s*)*\{{")
_NAMED_ENVIRONMENT = re.compile(r"\s*\{([^{}]*)\}")
_ACCENT = re.compile(
    r"\\(?:(?P<mark>['`^\"~=.])\s*|(?P<letter>[cvuHkrdb])(?:\s+|(?=\{)))"
    r"(?:\{\s*(?P<inside>\\[ij]\s*|[^\W\d_]|)\s*\}|(?P<bare>\\[ij](?![A-Za-z])\s*|[^\W\d_]))"
)
_LITERAL = ("verbatim", "lstlisting", "minted", "Verbatim", "alltt", "filecontents")
_VERB = re.compile(r"\\(?:verb\*?|lstinline(?:\[[^\]]*\])?)([^\w\s*{\[])(.*?)\1")
_RAISED = re.compile(
    r"\\textsuperscript\s*\{\s*([0-9]{1,3})\s*\}|\\footnotemark\s*\[([0-9]{1,3})\]"
)
_LENGTH = re.compile(r"\*?\s*\[\s*-?[\d.,]*\s*(?:[a-z]{2}|\\[A-Za-z]+)\s*\]|\*?")
_GERMAN = re.compile(r"german|austrian|babel\]?\{[^}]*de", re.IGNORECASE)
_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü", "s": "ß", "z": "ß",
            "e": "ë", "E": "Ë", "i": "ï", "I": "Ï"}  # fmt: skip
_HYPHENS = {"-": "", '"': "", "|": "", "=": "-", "~": "-"}
_LINE_SPACE = re.compile(r"[ \t]*(?:\r\n?|\n)?(?![ \t]*(?:\r\n?|\n))[ \t]*")
_NEXT_LINE = re.compile(r"(?:\r\n?|\n)(?![ \t]*(?:[\r\n]|\Z))[ \t]*")
_LINE_END = re.compile(r"[^\r\n]*")


class _End(Enum):
    """What the end of a group or of an argument in brackets is to a reader."""

    NOTHING = auto()
    JOINT = auto()
    CUT = auto()
    PARAGRAPH = auto()
    ASIDE = auto()


def render(text: str, masks: dict[int, int]) -> Rendering:
    """What is seen of ``text``; ``masks`` says where masks begin and end."""
    source = _Source(Page(text, masks))
    source.read(len(text))
    return source.page.done()


class _Source:
    def __init__(self, page: Page) -> None:
        text = page.text
        self.page = page
        self._text = text
        self._begins = text.find("\\begin{document}")
        self._german = _GERMAN.search(text, 0, max(0, self._begins)) is not None
        self._groups: list[_End] = []
        self._brackets: list[int] = []
        self._end = len(text)
        self._comment_end = self._apart_end = 0

    def read(self, end: int) -> None:
        """Read on up to ``end``, with groups of its own."""
        groups, brackets, around = self._groups, self._brackets, self._end
        self._groups, self._brackets, self._end = [], [], end
        for token in self.page.marks(_TOKEN, end):
            self._step(token)
        while self._groups:
            self._close(end)
        self._groups, self._brackets, self._end = groups, brackets, around

    def _step(self, token: re.Match[str]) -> None:
        page, first, end = self.page, token[0][0], token.end()
        if first == "%" and token.start() < self._comment_end:
            page.copy(end)
        elif first == "%":
            self._comment(token.start())
        elif first == "{":
            self._groups.append(_End.NOTHING)
            page.hide(end)
        elif first == "}":
            self._brackets = [depth for depth in self._brackets if depth < len(self._groups)]
            self._close(end)
        elif first == "]":
            opened = self._brackets and self._brackets[-1] == len(self._groups)
            if opened:
                self._brackets.pop()
                page.cut(end)
            else:
                page.copy(end)
        elif first == "~":
            page.hide(end, "\u00a0")
        elif first == "$":
            page.hide(end)
        elif first == "&":
            page.cut(end)
        elif first == '"':
            self._shorthand(token.start())
        else:
            self._command(token)

    def _close(self, end: int) -> None:
        """End the innermost group; the markup for that goes up to ``end``."""
        kind = self._groups.pop() if self._groups else _End.NOTHING
        match kind:
            case _End.ASIDE:
                self.page.end_aside(end)
            case _End.PARAGRAPH:
                self.page.part(end)
            case _End.CUT:
                self.page.cut(end)
            case _:
                self.page.hide(end)
        if kind is _End.JOINT:
            self.page.joint()

    def _command(self, token: re.Match[str]) -> None:
        text, page, start = self._text, self.page, token.start()
        if accent := _ACCENT.match(text, start, self._end):
            self._accent(accent)
        elif verb := _VERB.match(text, start, self._end):
            page.hide(verb.start(2))
            page.copy(verb.end(2))
            page.hide(verb.end())
        elif raised := _RAISED.match(text, start, self._end):
            page.hide(raised.end(), (raised[1] or raised[2]).translate(RAISED_DIGITS))
        elif token[0] == "\\iffalse" and (false := text.find("\\fi", start + 3, self._end)) >= 0:
            self._aside(token.end(), false, false + len("\\fi"))
        elif token[0] == "\\\\":
            behind = token.end()
            if not self.page.mask_end(behind) and (
                length := _LENGTH.match(text, behind, self._end)
            ):
                behind = length.end()
            page.hide(behind, "\n")
        elif token[0][1:2].isalpha() or token[0][1:2] == "@":
            self._named(token[0][1:].rstrip("*"), token.end())
        else:
            page.hide(token.end(), CHARACTERS.get(token[0][1:], token[0][1:]))

    def _accent(self, accent: re.Match[str]) -> None:
        base = (accent["inside"] if accent["bare"] is None else accent["bare"]).strip().lstrip("\\")
        mark = COMBINING[accent["mark"] or accent["letter"]]
        self.page.hide(accent.end(), unicodedata.normalize("NFC", base + mark) if base else "")

    def _named(self, name: str, end: int) -> None:
        """Deal with a command that has a name, which goes up to ``end``."""
        page, text = self.page, self._text
        if name in ("begin", "end") and (
            environment := _NAMED_ENVIRONMENT.match(text, end, self._end)
        ):
            self._environment(name, environment[1].strip(), environment.end())
        elif name in SYMBOLS:
            behind = _LINE_SPACE.match(text, end, self._end)
            page.hide(behind.end() if behind else end, SYMBOLS[name])
        elif name in CITATIONS:
            page.hide(end)
            while not page.mask_end(page.at) and (said := _BRACKET.match(text, page.at, self._end)):
                page.cut(said.start() + 1)
                self.read(said.end() - 1)
                page.cut(said.end())
            self._hide_arguments(page.at, 1)
        elif name in HIDDEN:
            if name in INCLUDES:
                page.include()
            self._hide_arguments(end, HIDDEN[name])
        elif name in MASKS and (argument := _ARGUMENT.match(text, end, self._end)):
            page.hide(argument.end(), "█", Boundary.SEGMENT)
        elif name in ASIDES and (opens := _OPENS.match(text, end, self._end)):
            page.begin_aside(opens.end())
            self._groups.append(_End.ASIDE)
        elif name in PARAGRAPHS and (opens := _OPENS.match(text, end, self._end)):
            page.part(end)
            self._titles(end, opens.end())
        elif name in PARTS:
            page.part(end)
            self._bracket()
        elif name in STYLES:
            page.hide(end)
            self._options()
            self._group(_End.NOTHING)
        else:
            page.hide(end)
            page.joint()
            self._options()
            self._group(_End.JOINT)

    def _titles(self, at: int, behind: int) -> None:
        """Read a short title in brackets, if there is one, and begin the long one."""
        short = self._text.find("[", at, behind)
        if short >= 0:
            self.page.hide(short + 1)
            self.read(self._text.rindex("]", short, behind))
        self.page.part(behind)
        self._groups.append(_End.PARAGRAPH)

    def _options(self) -> None:
        """Read arguments in brackets, if there are some here that are no masks: as asides, since
        the sentence goes on behind them whatever they are."""
        page = self.page
        while not page.mask_end(page.at) and (
            option := _BRACKET.match(self._text, page.at, self._end)
        ):
            page.begin_aside(option.start() + 1)
            self.read(option.end() - 1)
            page.end_aside(option.end())

    def _bracket(self) -> None:
        """Begin an argument in brackets, if there is one here that is no mask."""
        at = self.page.at
        if self._text[at : at + 1] == "[" and not self.page.mask_end(at):
            self._brackets.append(len(self._groups))
            self.page.cut(at + 1)

    def _group(self, kind: _End) -> None:
        """Begin an argument, if there is one here."""
        at = self.page.at
        if self._text[at : at + 1] == "{":
            self._groups.append(kind)
            self.page.hide(at + 1)

    def _hide_arguments(self, at: int, count: int) -> None:
        for _ in range(count):
            argument = _ARGUMENT.match(self._text, at, self._end)
            if argument is None:
                break
            at = argument.end()
        self.page.hide(at)
        if self._text[at : at + 1] == "[" and not self.page.mask_end(at):
            options = _OPTIONS.match(self._text, at, self._end)
            self.page.hide(options.end() if options else at)

    def _environment(self, name: str, which: str, end: int) -> None:
        page, text = self.page, self._text
        if name == "end":
            page.part(end)
            return
        arguments = ARGUMENTS.get(which, 0)
        at = end
        for _ in range(arguments):
            argument = _ARGUMENT.match(text, at, self._end)
            at = argument.end() if argument else at
        closing = text.find(f"\\end{{{which}}}", at, self._end)
        if which in _LITERAL and closing >= 0:
            page.part(at)
            page.copy(closing)
        else:
            page.part(at)
            self._bracket()
            self._group(_End.CUT)

    def _shorthand(self, start: int) -> None:
        """A quotation mark: with what follows a letter or hyphen, in German, else itself."""
        following = self._text[start + 1 : start + 2]
        in_word = self._text[start - 1 : start].isalpha() if start else False
        if following in _UMLAUTS and following and (in_word or self._german):
            self.page.hide(start + 2, _UMLAUTS[following])
        elif following in _HYPHENS and following and (self._german or self._parts(start)):
            self.page.hide(start + 2, _HYPHENS[following])
        else:
            self.page.copy(start + 1)

    def _parts(self, start: int) -> bool:
        return (
            self._text[start - 1 : start].isalpha() and self._text[start + 2 : start + 3].isalpha()
        )

    def _comment(self, start: int) -> None:
        """Read a comment: apart from paragraphs as one, inside of them as an aside."""
        text, page = self._text, self.page
        line = _LINE_END.match(text, start, self._end)
        end = line.end() if line else self._end
        following = _NEXT_LINE.match(text, end)
        behind = min(following.end(), self._end) if following else end
        joins = text[max(0, start - 1) : start].isalpha() and text[behind : behind + 1].isalpha()
        if joins or not page.has_words(start, end):
            page.hide(behind)
            return
        self._comment_end = end
        goes_on = start < self._apart_end
        if self._apart(start) or start < self._begins:
            (page.hide if goes_on else page.part)(start + 1)
            self.read(end)
            if (text.find("\n", end) + 1 or len(text)) >= self._apart_end:
                page.part(end)
        else:
            self._aside(start + 1, end, behind)

    def _apart(self, start: int) -> bool:
        """Whether nothing but comments stands between the blank lines around a comment."""
        text = self._text
        line = text.rfind("\n", 0, start) + 1
        if start < self._apart_end:
            return not text[line:start].strip()
        before = text[text.rfind("\n", 0, max(0, line - 1)) + 1 : start]
        if before.strip():
            return False
        at = line
        while at < len(text) and text[at : at + 200].lstrip(" \t").startswith("%"):
            at = text.find("\n", at) + 1 or len(text)
        last = text.find("\n", at)
        if text[at : last if last >= 0 else len(text)].strip():
            return False
        self._apart_end = at
        return True

    def _aside(self, start: int, end: int, behind: int) -> None:
        self.page.begin_aside(start)
        self.read(end)
        self.page.end_aside(behind)


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it is not in UTF-8."""
    return VisibleText(flows([render(decoded(data, str(path)), {})]))
