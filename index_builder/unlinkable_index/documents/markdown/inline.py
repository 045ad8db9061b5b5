"""The inline markup of a Markdown paragraph, emphasis included: what of it a reader does not see
(CommonMark 0.31), in time linear in its length. Must never know blocks."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from unlinkable_index.documents.markdown.syntax import AUTOLINK, BLOCK_TAGS, TAG, tag_name
from unlinkable_index.documents.shared.numerals import RAISED_DIGITS
from unlinkable_index.documents.shared.rendering import Boundary, Span


@dataclass
class _Run:
    """A run of one character, and what is left of it; ``length`` is that of all of it."""

    char: str
    start: int
    end: int
    length: int
    opens: bool
    closes: bool


class Delimiters:
    """The runs of delimiters of the paragraph ``text``, as they are come to."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs: list[_Run] = []

    def __len__(self) -> int:
        """How many runs are kept."""
        return len(self._runs)

    def keep(self, start: int, end: int) -> None:
        """Keep a run of delimiters that may open or close emphasis."""
        char = self._text[start]
        if end - start > 2 and char in "~=":
            return
        before = self._text[start - 1] if start else " "
        after = self._text[end] if end < len(self._text) else " "
        opens, closes = _flanks(before, after), _flanks(after, before)
        if char == "_":
            opens, closes = (
                opens and (not closes or not before.isalnum()),
                closes and (not opens or not after.isalnum()),
            )
        if opens or closes:
            self._runs.append(_Run(char, start, end, end - start, opens, closes))

    def pair(self, first: int) -> list[Span]:
        """Pair the runs from ``first`` on, and keep them no longer: where the delimiters stand that
        are not seen. What finds no other stays as text."""
        unseen: list[Span] = []
        openers: list[_Run] = []
        # Where such a closing run found nothing before, there is nothing to be found later.
        in_vain: dict[tuple[str, bool, int], int] = {}
        for run in self._runs[first:]:
            kind = (run.char, run.opens, run.length % 3)
            while run.closes and run.start < run.end:
                index = _opener(openers, run, in_vain.get(kind, -1))
                if index is None:
                    in_vain[kind] = openers[-1].start if openers else -1
                    break
                opener = openers[index]
                used = 2 if min(run.end - run.start, opener.end - opener.start) >= 2 else 1
                opener.end -= used
                unseen.append(Span(opener.end, opener.end + used))
                unseen.append(Span(run.start, run.start + used))
                run.start += used
                del openers[index + 1 if opener.start < opener.end else index :]
            if run.opens and run.start < run.end:
                openers.append(run)
        del self._runs[first:]
        return unseen


def _opener(openers: list[_Run], closer: _Run, bottom: int) -> int | None:
    """Which of the runs that begin behind ``bottom`` a closing one pairs with."""
    for index in range(len(openers) - 1, -1, -1):
        run = openers[index]
        if run.start <= bottom:
            return None
        # CommonMark 6.2, rule 9: "**a*b" is no emphasis.
        odd = (run.length + closer.length) % 3 == 0 and closer.length % 3 != 0
        if run.char == closer.char and not (odd and (closer.opens or run.closes)):
            return index
    return None


def _flanks(outside: str, inside: str) -> bool:
    """Whether a run between these two characters holds on to the inner one (CommonMark 6.2)."""
    if inside.isspace():
        return False
    return inside.isalnum() or outside.isspace() or not outside.isalnum()


_SPECIAL = re.compile(r"\\[!-/:-@\[-`{-~\r\n]|`+|<|!?\[|\]|&|\*+|_+|~+|==+|\^[0-9]{1,3}\^")
_HTML_SPECIAL = re.compile("[<&]")
_TITLE = r"(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))"
# No brackets, so that what begins another link ends the search.
# What is no address, path or file name, as in "[REDACTED](s)" or "[Note]: text", may be text.
ADDRESS = re.compile(r"<|\.{0,2}/|#|www\.|[A-Za-z][A-Za-z0-9+.-]*+:|\S*\.[A-Za-z]{2,5}\Z")
_CHARACTER = r"[^\s()<>\[\]\\]|\\[^\s\[\]]"
_DESTINATION = rf"(?:<(?:[^<>\\\r\n]|\\[^\r\n])*+>|(?:{_CHARACTER}|\((?:{_CHARACTER})*+\))*+)"
_TARGET = re.compile(rf"\(\s*+{_DESTINATION}(?:\s++{_TITLE})?+\s*+\)")
_LABEL = re.compile(r"\[([^\[\]]{0,999}+)\]")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ENTITY_BEFORE = re.compile(rf"{_ENTITY.pattern}\Z")
_LONGEST_ENTITY = 34
# A browser ends processing instructions and sections of characters at the first ">".
_DECLARATION = re.compile(
    # no possessive group with a look-ahead in it: Python before 3.11.5 does not read it right
    r"<![A-Za-z][^<>]*+>|<\?[^<>?]*+(?:\?(?!>)[^<>?]*+)*\?>"
    r"|<!\[CDATA\[[^<>\]]*+(?:\](?!\]>)[^<>\]]*+)*\]\]>|<!--{1,2}>"
)
_COMMENT_END = re.compile(r"--!?>")
_RAISED = re.compile(r"<su([pb])\s*+>\s*+([0-9]{1,3})\s*+</su\1\s*+>", re.IGNORECASE)
_EMPTY_ELEMENT = re.compile(r"<([A-Za-z][A-Za-z0-9:-]*+)\s*+(?:/>|></\1\s*+>)")
_PADDED_CODE = re.compile(r"(?:\r?\n| )(?=\s*+\S)(?P<code>.+)[\n ]", re.DOTALL)  # CommonMark 6.1
_BARE_TAGS = re.compile(r"(?:</?[a-z][a-z0-9:-]*+\s*+/?>)++(?=[^\W\d_])")
_BLANK_OR_NOTHING = "\ue000"


class Substitution(NamedTuple):
    """In place of the part from ``start`` to ``end`` a reader sees ``seen``."""

    start: int
    end: int
    seen: str
    boundary: Boundary = Boundary.NONE


class _Bracket(NamedTuple):
    """A bracket that may open a link, and how many runs of delimiters stand before it."""

    start: int
    end: int
    is_image: bool
    runs: int


def link_label(text: str) -> str:
    """The form under which the label of a link target is known."""
    return " ".join(text.split()).casefold()


def inline_substitutions(
    text: str, labels: frozenset[str], masks: Mapping[int, int]
) -> list[Substitution]:
    """What a reader does not see, or sees otherwise, in the paragraph ``text``, in order.

    ``labels`` are those of the link targets of the draft; ``masks`` says where masks begin and end.
    """
    return _Inline(text, labels, masks).substitutions(_SPECIAL)


def html_substitutions(text: str, masks: Mapping[int, int]) -> list[Substitution]:
    """The same for a block of HTML, in which only tags, comments and entities are markup."""
    return _Inline(text, frozenset(), masks).substitutions(_HTML_SPECIAL)


class _Inline:
    def __init__(self, text: str, labels: frozenset[str], masks: Mapping[int, int]) -> None:
        self._text = text
        self._labels = labels
        self._masks = masks
        self._substitutions: list[Substitution] = []
        self._brackets: list[_Bracket] = []
        self._links_from = 0
        self._delimiters = Delimiters(text)
        self._ticks: dict[int, list[int]] | None = None
        self._unclosed: set[str] = set()

    def substitutions(self, special: re.Pattern[str]) -> list[Substitution]:
        at = 0
        while match := special.search(self._text, at):
            at = self._step(match)
        self._pair(0)
        self._substitutions.sort(key=lambda substitution: substitution.start)
        return self._substitutions

    def _step(self, match: re.Match[str]) -> int:
        """Deal with one special character; return where to go on."""
        start, end = match.span()
        first = self._text[start]
        masked = self._masks.get(start, 0)
        if masked > end and not (first in "*_~" and self._text[start:masked].strip("*_~") == ""):
            return self._mask(masked)
        if first == "\\":
            self._hide(start, start + 1)
        elif first == "`":
            return self._code(start, end)
        elif first == "<":
            return self._angle(start)
        elif first == "&":
            return self._entity(start)
        elif first == "]":
            return self._close_bracket(start)
        elif first == "^":
            self._hide(start, end, self._text[start + 1 : end - 1].translate(RAISED_DIGITS))
        elif first in "[!":
            self._brackets.append(_Bracket(start, end, first == "!", len(self._delimiters)))
        else:
            self._delimiters.keep(start, end)
        return end

    def _hide(
        self, start: int, end: int, seen: str = "", boundary: Boundary = Boundary.NONE
    ) -> None:
        self._substitutions.append(Substitution(start, end, seen, boundary))

    def _mask(self, end: int) -> int:
        """A mask stays as it is, even as the text of a link; an address behind it is hidden."""
        target = _TARGET.match(self._text, end) if self._text[end - 1] == "]" else None
        if target is None or not ADDRESS.match(target[0].strip("() ")):
            return end
        self._hide(end, target.end())
        return target.end()

    def _code(self, start: int, end: int) -> int:
        if self._ticks is None:
            self._ticks = {}
            for run in re.finditer("`+", self._text):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        same = self._ticks.get(end - start, [])
        following = bisect_left(same, end)
        if following == len(same):
            return end
        closing = same[following]
        behind = closing + end - start
        if self._in_word(start, behind) or self._masks.get(end) == closing:
            padded = _PADDED_CODE.fullmatch(self._text, end, closing)
            self._hide(start, padded.start("code") if padded else end)
            self._hide(padded.end("code") if padded else closing, behind)
        else:
            self._hide(start, behind, " ", Boundary.SEGMENT)
        return behind

    def _in_word(self, start: int, end: int) -> bool:
        """Whether a letter is seen directly before ``start`` or at ``end``, also as an entity."""
        before = self._text[max(0, start - _LONGEST_ENTITY) : start]
        behind = self._text[end : end + _LONGEST_ENTITY]
        if entity := _ENTITY_BEFORE.search(before):
            before = _unescaped(entity[0])
        if entity := _ENTITY.match(behind):
            behind = _unescaped(entity[0])
        return before[-1:].isalpha() or behind[:1].isalpha()

    def _angle(self, start: int) -> int:
        if unseen := (_DECLARATION.match(self._text, start) or self._empty_element(start)):
            self._hide(*unseen.span())
            return unseen.end()
        if self._text.startswith("<!--", start):
            return self._hide_comment(start)
        if raised := _RAISED.match(self._text, start):
            self._hide(*raised.span(), raised[2].translate(RAISED_DIGITS))
            return raised.end()
        if address := AUTOLINK.match(self._text, start):
            self._hide(start, start + 1)
            self._hide(address.end() - 1, address.end())
            return address.end()
        tag = TAG.match(self._text, start)
        name = tag_name(tag) if tag else None
        if tag is None or name is None:
            return self._inside_word(start)
        if name in ("script", "style") and tag["opening"]:
            return self._hide_through(start, tag.end(), f"</{name}>", Boundary.BLOCK)
        boundary = Boundary.BLOCK if name in BLOCK_TAGS else Boundary.NONE
        self._hide(start, tag.end(), {"br": "\n", "img": " "}.get(name, ""), boundary)
        return tag.end()

    def _empty_element(self, start: int) -> re.Match[str] | None:
        """An element of whatever name without attributes and content, but for line breaks."""
        element = _EMPTY_ELEMENT.match(self._text, start)
        if element is None or element[1].lower() in BLOCK_TAGS | {"br", "img"}:
            return None
        return element

    def _inside_word(self, start: int) -> int:
        """Tags that HTML does not know show nothing where they stand inside a word."""
        tags = _BARE_TAGS.match(self._text, start)
        if tags is None or not self._text[start - 1 : start].isalpha():
            return start + 1
        self._hide(*tags.span(), _BLANK_OR_NOTHING)
        return tags.end()

    def _hide_comment(self, start: int) -> int:
        """Hide a comment, which browsers also end with ``--!>``; without an end it is text."""
        end = None if "-->" in self._unclosed else _COMMENT_END.search(self._text, start + 4)
        if end is None:
            self._unclosed.add("-->")
            return start + 1
        self._hide(start, end.end())
        return end.end()

    def _hide_through(self, start: int, at: int, closing: str, boundary: Boundary) -> int:
        """Hide what begins at ``start`` through ``closing``; if that is missing it is text."""
        end = -1 if closing in self._unclosed else self._text.find(closing, at)
        if end < 0:
            self._unclosed.add(closing)
            return start + 1
        self._hide(start, end + len(closing), boundary=boundary)
        return end + len(closing)

    def _entity(self, start: int) -> int:
        entity = _ENTITY.match(self._text, start)
        if entity is None:
            return start + 1
        seen = _unescaped(entity[0])
        if seen != entity[0]:
            self._hide(start, entity.end(), seen)
        return entity.end()

    def _close_bracket(self, at: int) -> int:
        if not self._brackets:
            return at + 1
        start, end, is_image, runs = self._brackets.pop()
        around = len(self._brackets)
        in_vain = not is_image and around < self._links_from
        self._links_from = min(self._links_from, around)
        if in_vain:
            return at + 1
        if self._is_note(start, at):
            self._hide(start, at + 1)
            return at + 1
        target = _TARGET.match(self._text, at + 1)
        close = target.end() if target else self._reference(end, at)
        if close is None:
            return at + 1
        self._pair(runs)
        self._hide(start, end)
        self._hide(at, close)
        if not is_image:
            # No link stands in the text of another one.
            self._links_from = around
        return close

    def _is_note(self, start: int, at: int) -> bool:
        """Whether the brackets at ``start`` and ``at`` are the mark of a footnote."""
        if not self._text.startswith("[^", start) or self._text.startswith(":", at + 1):
            return False
        label = self._text[start + 2 : at]
        return label.isdigit() or link_label(f"^{label}") in self._labels

    def _reference(self, start: int, at: int) -> int | None:
        """Where a link ends that names its target by a label; None if it is no link."""
        if not self._labels:
            return None
        label = _LABEL.match(self._text, at + 1)
        named = label[1] if label and label[1] else self._text[start : min(at, start + 1000)]
        if link_label(named) not in self._labels:
            return None
        return label.end() if label else at + 1

    def _pair(self, first: int) -> None:
        """Hide the delimiters of emphasis from run ``first`` on."""
        for span in self._delimiters.pair(first):
            self._hide(*span)


def _unescaped(entity: str) -> str:
    import html  # its table takes 2 ms to load

    return html.unescape(entity)
