"""What a reader sees of a tree of elements such as HTML, by a vocabulary that says what they are,
and by what declarations of CSS say of whether, and with which words of their own, each is shown.
Must never know which elements a style sheet is for."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.elements import Element, Origin, walk_text
from unlinkable_index.documents.shared.numerals import raised_digits
from unlinkable_index.documents.shared.visible_text import Counters, Flow, Flows, Part, Place

_DISPLAYS = names(
    "none block inline inline-block flex inline-flex grid inline-grid table inline-table "
    "table-caption table-cell table-column table-column-group table-footer-group "
    "table-header-group table-row table-row-group list-item flow flow-root contents ruby math "
    "inherit initial unset revert revert-layer"
)
_VISIBILITIES = names("visible hidden collapse inherit initial unset revert")
_INLINE = frozenset({"", "inline", "contents", "inherit", "initial", "unset"})
_ZERO = re.compile(r"[+-]?0*\.?0+(?:e[+-]?\d+)?(?:%|[a-z]+)?")
_ZERO_IN_FONT = re.compile(rf"(?:^|.*\s){_ZERO.pattern}\s*(?:/|\s)", re.DOTALL)
_ABSOLUTE = re.compile(r"[\d.]+(?:px|pt|rem|cm|mm|in|pc|q)|[a-z-]*(?:small|large|medium)")
_TELLS = re.compile(r"display|visib|opacity|font|content|\\", re.IGNORECASE)


class Declaration(NamedTuple):
    """A property and its value, of which ``tokens`` are the parts; in small letters."""

    name: str
    value: str
    important: bool
    tokens: tuple[Any, ...] = ()

    @property
    def hides(self) -> bool:
        """Whether it can only take from what is seen."""
        return (
            self.value in ("none", "hidden", "collapse") or _ZERO.fullmatch(self.value) is not None
        )


def declarations(content: Iterable[Any] | str) -> Iterator[Declaration]:
    """The valid declarations of a style, those that tell of what is shown."""
    import tinycss2  # only for those who need it

    parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    for one in parsed:
        if one.type != "declaration":
            continue
        tokens = tuple(token for token in one.value if token.type != "comment")
        value = " ".join(tinycss2.serialize(tokens).lower().split())
        made = Declaration(one.lower_name, value, one.important, tokens)
        if _is_valid(made):
            yield made


def _is_valid(one: Declaration) -> bool:
    if one.name == "display":
        return set(one.value.split()) <= _DISPLAYS and bool(one.value)
    if one.name == "visibility":
        return one.value in _VISIBILITIES
    return one.name in ("opacity", "content-visibility", "font-size", "font", "content")


@dataclass(frozen=True)
class Declared:
    """What holds of an element.

    - ``display``: "" where nothing is said of it;
    - ``visible``: None likewise; what stands in it may say otherwise;
    - ``veiled``: nothing of it is seen, whatever stands in it says;
    - ``tiny``: whether its letters have no size; None where nothing is said of it;
    - ``before``, ``behind``: words of its own around what stands in it.
    """

    display: str = ""
    visible: bool | None = None
    veiled: bool = False
    tiny: bool | None = None
    before: str = ""
    behind: str = ""

    @property
    def is_gone(self) -> bool:
        """Whether nothing is shown, and no room is left for it."""
        return self.display == "none"


NOTHING = Declared()


def held(several: Iterable[Declaration]) -> dict[str, Declaration]:
    """Which of several declarations hold, by property; those behind before those in front."""
    holding: dict[str, Declaration] = {}
    for one in several:
        name = "font-size" if one.name == "font" else one.name
        if name not in holding or one.important >= holding[name].important:
            holding[name] = one
    return holding


def declared(holding: dict[str, Declaration]) -> Declared:
    """What the declarations that hold say."""
    values = {name: one.value for name, one in holding.items()}
    visibility = values.get("visibility")
    size = values.get("font-size", "")
    tiny = None
    if _ZERO.fullmatch(size) or (size and _ZERO_IN_FONT.match(size)):
        tiny = True
    elif _ABSOLUTE.match(size) or ("font-size" in holding and holding["font-size"].name == "font"):
        tiny = False
    opacity = values.get("opacity", "")
    veiled = opacity.startswith("-") or _ZERO.fullmatch(opacity) is not None
    return Declared(
        display=values.get("display", ""),
        visible=None if visibility is None else visibility not in ("hidden", "collapse"),
        veiled=veiled or values.get("content-visibility") == "hidden",
        tiny=tiny,
    )


@lru_cache(maxsize=1000)
def of_style(style: str) -> Declared:
    """What the value of an attribute ``style`` says."""
    return declared(held(declarations(style))) if _TELLS.search(style) else NOTHING


def words_of(holding: dict[str, Declaration], attribute: Any) -> str:
    """The words that a part before or behind an element shows. ``attribute``: gives those of the
    element by name."""
    content, seen = holding.get("content"), declared(holding)
    if content is None or seen.is_gone or seen.veiled or seen.visible is False or seen.tiny:
        return ""
    said = []
    for token in content.tokens:
        if token.type == "literal" and token.value == "/":  # what is read aloud instead
            break
        if token.type == "string":
            said.append(token.value)
        elif token.type == "function" and token.lower_name == "attr":
            said += [attribute(one.value) or "" for one in token.arguments if one.type == "ident"][
                :1
            ]
    words = "".join(said)
    return words if seen.display in _INLINE else f" {words} "


_RAISED = frozenset({"sup", "sub"})
_CELLS = frozenset({"td", "th"})
_DEEPEST = 10  # trees that others show, inside each other


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
