"""What a reader sees of a tree of elements such as HTML: paragraphs, tables, notes.

What the elements are called is the vocabulary's. Knows no format.
"""

from collections.abc import Callable
from dataclasses import dataclass

from unlinkable_index.documents.shared.css import NO_SHEETS, NOTHING, Declared, Sheets, declared
from unlinkable_index.documents.shared.element_walk import Origin, walk_text
from unlinkable_index.documents.shared.flows import Counters, Flows
from unlinkable_index.documents.shared.hardened_xml import Element
from unlinkable_index.documents.shared.raised import raised_digits
from unlinkable_index.documents.shared.visible_text import Flow, Part, Place

_RAISED = frozenset({"sup", "sub"})
_CELLS = frozenset({"td", "th"})
_DEEPEST = 10  # trees that others show, inside each other


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
    - ``said``: what an element shows besides what stands in it;
    - ``instead``: what it shows in place of that, if anything;
    - ``enclosed``: the root of another tree that it shows, if any;
    - ``sheets``: what style sheets could do.
    """

    never_shown: frozenset[str]
    shown: Callable[[Element], bool]
    is_block: Callable[[Element], bool]
    apart: dict[str, Part]
    of_their_own: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset({"br"})
    as_written: frozenset[str] = frozenset()
    said: Callable[[Element], str] = lambda _: ""
    instead: Callable[[Element], str] = lambda _: ""
    enclosed: Callable[[Element], Element | None] = lambda _: None
    sheets: Sheets = NO_SHEETS


def style_of(element: Element) -> Declared:
    """What the ``style`` of an element itself says."""
    style = element.get("style")
    return declared(style) if style else NOTHING


def read_elements(root: Element, vocabulary: ElementVocabulary) -> list[Flow]:
    """The flows of a tree. The origin of a piece is its element, and whether the text stands inside
    it or behind it."""
    reader = _Reader(vocabulary)
    reader.read(root)
    return [*reader.into.main(), *reader.into.apart()]


class _Reader:
    def __init__(self, vocabulary: ElementVocabulary) -> None:
        self.into = Flows(Place(), Counters())
        self._vocabulary = vocabulary
        self._raised = 0
        self._as_written = 0
        self._unseen = [False]
        self._enclosed = 0

    def read(self, root: Element) -> None:
        """Read a tree."""
        walk_text(root, self.begin, self.end, self.say)

    def begin(self, element: Element) -> bool:
        name, words = name_of(element), self._vocabulary
        inner = words.enclosed(element) if self._enclosed < _DEEPEST else None
        if not name or (name in words.never_shown and inner is None):
            return False
        style = style_of(element)
        overruled = words.sheets.shows_for_sure and not style.display_is_important
        if (style.is_gone and not overruled) or not words.shown(element):
            return False
        if inner is not None:
            self._enclose(inner)
            return False
        if not self._unseen[-1] and (instead := words.instead(element)):
            self._end_paragraph()
            self.into.say_collapsed(instead, (element, False))
            self._end_paragraph()
            return False
        unseen = style.is_unseen
        if unseen and words.sheets.reveals and not style.visibility_is_important:
            unseen = False
        self._unseen.append(self._unseen[-1] if unseen is None else unseen)
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
        if (said := words.said(element)) and not self._unseen[-1]:
            self.into.say_collapsed(said, (element, False))
        return True

    def _enclose(self, root: Element) -> None:
        """Read another tree, which stands apart from what is around it."""
        self._end_paragraph()
        self.into.cut()
        around, self._unseen = self._unseen, [self._unseen[-1]]
        self._enclosed += 1
        self.read(root)
        self._enclosed -= 1
        self._unseen = around
        self._end_paragraph()
        self.into.cut()

    def end(self, element: Element) -> None:
        name, words = name_of(element), self._vocabulary
        self._unseen.pop()
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
        if not self.into.in_paragraph and (text.isspace() or self._unseen[-1]):
            return
        if self._unseen[-1]:  # it keeps its room
            self.into.say_collapsed(" ")
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
