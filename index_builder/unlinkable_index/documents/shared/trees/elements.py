"""What a reader sees of a tree of elements such as HTML: paragraphs, tables, notes.

What the elements are called is the vocabulary's. Knows no format.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from unlinkable_index.documents.shared.raised import raised_digits
from unlinkable_index.documents.shared.trees.css import NOTHING, Declared, of_style
from unlinkable_index.documents.shared.trees.element_walk import Origin, walk_text
from unlinkable_index.documents.shared.trees.flows import Counters, Flows
from unlinkable_index.documents.shared.trees.hardened_xml import Element
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
    - ``enclosed``: the root of another tree that it shows, and what elements are there, if any;
    - ``style``: what holds of an element by its style, and by style sheets.
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
    enclosed: "Callable[[Element], tuple[Element, ElementVocabulary] | None]" = lambda _: None
    style: Callable[[Element], Declared] = lambda element: (
        of_style(style) if (style := element.get("style")) else NOTHING
    )


class _Look(NamedTuple):
    """How what stands in an element looks, and what is said behind it."""

    hidden: bool = False
    veiled: bool = False
    tiny: bool = False
    behind: str = ""

    @property
    def unseen(self) -> bool:
        """Whether it only has its room."""
        return self.hidden or self.veiled or self.tiny

    def inside(self, style: Declared) -> "_Look":
        """How it looks in an element with a style."""
        return _Look(
            self.hidden if style.visible is None else not style.visible,
            self.veiled or style.veiled,
            self.tiny if style.tiny is None else style.tiny,
            style.behind,
        )


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
        self._looks = [_Look()]
        self._enclosed = 0

    def read(self, root: Element) -> None:
        """Read a tree."""
        walk_text(root, self.begin, self.end, self.say)

    def begin(self, element: Element) -> bool:
        name, words = name_of(element), self._vocabulary
        inner = words.enclosed(element) if self._enclosed < _DEEPEST else None
        if not name or (name in words.never_shown and inner is None):
            return False
        style = words.style(element)
        if style.is_gone or not words.shown(element):
            return False
        if inner is not None:
            self._enclose(*inner)
            return False
        if not self._looks[-1].unseen and (instead := words.instead(element)):
            self._end_paragraph()
            self.into.say_collapsed(instead, (element, False))
            self._end_paragraph()
            return False
        self._looks.append(self._looks[-1].inside(style))
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
        if (said := style.before + words.said(element)) and not self._looks[-1].unseen:
            self.into.say_collapsed(said, (element, False))
        return True

    def _enclose(self, root: Element, vocabulary: ElementVocabulary) -> None:
        """Read another tree, which stands apart from what is around it."""
        self._end_paragraph()
        self.into.cut()
        around = self._looks, self._vocabulary
        self._looks, self._vocabulary = [self._looks[-1]], vocabulary
        self._enclosed += 1
        self.read(root)
        self._enclosed -= 1
        self._looks, self._vocabulary = around
        self._end_paragraph()
        self.into.cut()

    def end(self, element: Element) -> None:
        name, words = name_of(element), self._vocabulary
        look = self._looks.pop()
        if look.behind and not look.unseen:
            self.into.say_collapsed(look.behind, (element, False))
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
        if not self.into.in_paragraph and (text.isspace() or self._looks[-1].unseen):
            return
        if self._looks[-1].unseen:  # it keeps its room
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
