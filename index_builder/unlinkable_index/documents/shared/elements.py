"""What a reader sees of a tree of elements such as HTML: paragraphs, tables, notes.

What the elements are called is the vocabulary's. Knows no format.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from unlinkable_index.documents.shared.element_walk import Origin, walk_text
from unlinkable_index.documents.shared.flows import Counters, Flows
from unlinkable_index.documents.shared.hardened_xml import Element
from unlinkable_index.documents.shared.raised import raised_digits
from unlinkable_index.documents.shared.visible_text import Flow, Part, Place

_GONE = re.compile(r"(?:^|;)display:none(?:!|;|$)")
_UNSEEN = re.compile(r"(?:^|;)visibility:(?:hidden|collapse)(?:!|;|$)")
_RAISED = frozenset({"sup", "sub"})
_CELLS = frozenset({"td", "th"})


def names(words: str) -> frozenset[str]:
    """Names that are written one behind the other."""
    return frozenset(words.lower().split())


def name_of(element: Element) -> str:
    """The local name, in lower case; "" for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


@dataclass(frozen=True, kw_only=True)
class ElementVocabulary:
    """What elements are, by their local names.

    - ``never_shown``: nothing in them is;
    - ``shown``: whether an element is, by more than its name;
    - ``is_block``: whether it begins and ends a paragraph;
    - ``apart``: what is read beside the text, and as what;
    - ``of_their_own``: blocks that are no part of the flow around them;
    - ``breaks``: what stands for the end of a line;
    - ``as_written``: where white space is seen as it stands;
    - ``said``: what an element shows besides what stands in it.
    """

    never_shown: frozenset[str]
    shown: Callable[[Element], bool]
    is_block: Callable[[Element], bool]
    apart: dict[str, Part]
    of_their_own: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset({"br"})
    as_written: frozenset[str] = frozenset()
    said: Callable[[Element], str] = lambda _: ""


def is_styled_away(element: Element) -> bool:
    """Whether the ``style`` of an element itself hides it."""
    style = _style(element)
    return _GONE.search(style) is not None or _UNSEEN.search(style) is not None


def _keeps_its_room(element: Element) -> bool:
    """Whether an element that is not shown still parts what stands before and behind it."""
    style = _style(element)
    return _UNSEEN.search(style) is not None and _GONE.search(style) is None


def _style(element: Element) -> str:
    return "".join((element.get("style") or "").split()).lower()


def read_elements(root: Element, vocabulary: ElementVocabulary) -> list[Flow]:
    """The flows of a tree. The origin of a piece is its element, and whether the text stands inside
    it or behind it."""
    reader = _Reader(vocabulary)
    walk_text(root, reader.begin, reader.end, reader.say)
    return [*reader.into.main(), *reader.into.apart()]


class _Reader:
    def __init__(self, vocabulary: ElementVocabulary) -> None:
        self.into = Flows(Place(), Counters())
        self._vocabulary = vocabulary
        self._raised = 0
        self._as_written = 0

    def begin(self, element: Element) -> bool:
        name, words = name_of(element), self._vocabulary
        if not name or name in words.never_shown:
            return False
        if not words.shown(element):
            if _keeps_its_room(element) and self.into.in_paragraph:
                self.into.say_collapsed(" ")
            return False
        self._as_written += name in words.as_written
        self._raised += name in _RAISED
        if name in words.breaks:
            self.into.break_line((element, False))
        elif name == "table":
            self._end_paragraph()
            self.into.cut()
            self.into.begin_table()
        elif name == "tr":
            self.into.begin_row()
        elif name in _CELLS:
            self._end_paragraph()
            self.into.begin_cell()
        elif name in words.apart:
            self.into.begin_apart(words.apart[name])
        elif words.is_block(element):
            self._end_paragraph()
            if name in words.of_their_own:
                self.into.cut()
        if said := words.said(element):
            self.into.say_collapsed(said, (element, False))
        return True

    def end(self, element: Element) -> None:
        name, words = name_of(element), self._vocabulary
        self._as_written -= name in words.as_written
        self._raised -= name in _RAISED
        if name in words.breaks:
            return
        if name == "table":
            self._end_paragraph()
            self.into.end_table()
        elif name in _CELLS or name in words.apart:
            self._end_paragraph()
            self.into.end_flow()
        elif words.is_block(element):
            self._end_paragraph()
            if name in words.of_their_own:
                self.into.cut()

    def say(self, text: str, origin: Origin) -> None:
        if not self.into.in_paragraph and text.isspace():
            return
        if self._as_written:
            first, *others = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self.into.say(first, origin)
            for line in others:
                self.into.break_line(origin)
                self.into.say(line, origin)
        else:
            self.into.say_collapsed(raised_digits(text) if self._raised else text, origin)

    def _end_paragraph(self) -> None:
        if self.into.in_paragraph:
            self.into.end_paragraph()
