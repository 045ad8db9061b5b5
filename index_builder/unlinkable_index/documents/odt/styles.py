"""What elements and styles of OpenDocument are called and come to: whether text is hidden or
raised, which pages begin, and the labels that are counted for items and headings. Must never
know text."""

import re
from dataclasses import dataclass

from unlinkable_index.documents.shared.elements import Chains, Element, short_names
from unlinkable_index.documents.shared.numerals import numeral

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMESPACES = {
    f"{_OASIS}office:1.0": "office",
    f"{_OASIS}style:1.0": "style",
    f"{_OASIS}text:1.0": "text",
    f"{_OASIS}table:1.0": "table",
    f"{_OASIS}drawing:1.0": "draw",
    "http://openoffice.org/2010/draw": "draw",  # what LibreOffice adds
    f"{_OASIS}form:1.0": "form",
    f"{_OASIS}svg-compatible:1.0": "svg",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
}

short = short_names(_NAMESPACES)


def attributes(element: Element) -> dict[str, str]:
    """All attributes by such names."""
    return {short(name): str(value) for name, value in element.attrib.items()}


_Name = tuple[str, str]
"""The family of a style, and its name."""


@dataclass(frozen=True)
class _Style:
    parent: _Name | None
    hidden: bool | None
    raised: bool | None
    master: str | None

    def on(self, base: "_Style") -> "_Style":
        """What it comes to, based on another one."""
        return _Style(
            None,
            base.hidden if self.hidden is None else self.hidden,
            base.raised if self.raised is None else self.raised,
            self.master or base.master,
        )


_NO_STYLE = _Style(None, None, None, None)


class OdtStyles:
    """The styles of a file: those of one part, and behind them those that all parts share."""

    def __init__(self, *roots: Element) -> None:
        styles: dict[_Name, _Style] = {}
        self._defaults: dict[str, _Style] = {}
        for root in roots:
            for element in root.iter():
                match short(element.tag):
                    case "style:style":
                        told = attributes(element)
                        key = told.get("style:family", ""), told.get("style:name", "")
                        styles.setdefault(key, _style(element))
                    case "style:default-style":
                        family = attributes(element).get("style:family", "")
                        self._defaults.setdefault(family, _style(element))
        self._chains = Chains(styles, lambda style: style.parent, _Style.on)

    def hides(self, family: str, name: str | None) -> bool | None:
        """Whether text of a style is hidden; None where the style does not say."""
        return self._found(family, name).hidden

    def raises(self, family: str, name: str | None) -> bool | None:
        """Whether it is raised or lowered, likewise."""
        return self._found(family, name).raised

    def master(self, family: str, name: str | None) -> str | None:
        """The master page that it begins."""
        return self._found(family, name).master

    def _found(self, family: str, name: str | None) -> _Style:
        """What a style comes to with those it is based on, and the default of its family."""
        found = self._chains.of((family, name or "")) or _NO_STYLE
        default = self._defaults.get(family)
        return found if default is None else found.on(default)


def _style(element: Element) -> _Style:
    told = attributes(element)
    hidden: bool | None = None
    raised: bool | None = None
    for one in element:
        if short(one.tag) == "style:text-properties":
            looks = attributes(one)
            if "text:display" in looks:
                hidden = looks["text:display"] == "none"
            if "style:text-position" in looks:
                raised = looks["style:text-position"].split()[:1] not in (["0%"], [])
    named = told.get("style:parent-style-name")
    parent = None if named is None else (told.get("style:family", ""), named)
    return _Style(parent, hidden, raised, told.get("style:master-page-name"))


XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_OUTLINE = "\0outline"  # what no name of a style is
_PLACES = re.compile(r"%([1-9]|10)%")
_MOST_DIGITS = 6
_MOST_LEVELS = 10  # as word processors have; some files name more
_LEVELS = frozenset({"text:list-level-style-number", "text:outline-level-style"})


@dataclass(frozen=True)
class _Level:
    start: int
    form: str
    letters: str
    label: str
    """With "%1%" in place of the number of the first level, and so on."""
    is_plain: bool
    """Whether the label is no more than its parts that the standard knows."""


@dataclass(eq=False)
class _Open:
    """A list that is open: its style, if it or one around it names one, and its level, from 1."""

    style: str | None
    level: int
    counted: dict[int, int]


@dataclass(eq=False)
class _Item:
    """An item that is open: whether it is still without its label; where its number begins."""

    wants_label: bool
    start: int | None = None


class OdtNumbering:
    """The lists of a file, as far as they were counted."""

    def __init__(self, *roots: Element) -> None:
        """``roots``: the parts with styles; what the first one says holds."""
        self._styles: dict[str, dict[int, _Level]] = {}
        of_paragraphs: dict[str, tuple[str | None, str | None]] = {}
        for root in roots:
            for element in root.iter():
                kind = short(element.tag)
                told = attributes(element) if isinstance(element.tag, str) else {}
                if kind in ("text:list-style", "text:outline-style"):
                    name = told.get("style:name", "") if kind == "text:list-style" else _OUTLINE
                    self._styles.setdefault(name, dict(_levels(element)))
                elif kind == "style:style" and told.get("style:family") == "paragraph":
                    said = told.get("style:list-style-name"), told.get("style:parent-style-name")
                    of_paragraphs.setdefault(told.get("style:name", ""), said)
        self._of_paragraphs = Chains(
            of_paragraphs, lambda style: style[1], lambda style, base: style if style[0] else base
        )
        self._lists: list[_Open] = []
        self._items: list[_Item] = []
        self._named: dict[str, dict[int, int]] = {}
        self._last: dict[str | None, dict[int, int]] = {}
        self._outline: dict[int, int] = {}

    @property
    def is_plain(self) -> bool:
        """Whether every label is no more than the standard can say."""
        return all(level.is_plain for levels in self._styles.values() for level in levels.values())

    def begin_list(self, element: Element) -> None:
        """A list begins, perhaps in an item of another one."""
        told = attributes(element)
        around = self._lists[-1] if self._lists else None
        style = told.get("text:style-name") or (around.style if around else None)
        goes_on = told.get("text:continue-numbering") == "true"
        if around is not None:
            counted, level = around.counted, around.level + 1
            if not goes_on:
                counted.pop(level, None)
        else:
            before = self._named.get(told.get("text:continue-list", ""))
            if before is None and goes_on:
                before = self._last.get(style)
            counted, level = ({} if before is None else before), 1
            self._last[style] = counted
        if (name := element.get(XML_ID)) is not None:
            self._named[name] = counted
        self._lists.append(_Open(style, level, counted))

    def end_list(self) -> None:
        """It ends."""
        self._lists.pop()

    def begin_item(self, element: Element) -> None:
        """An item of the list begins, or its header, which has no label."""
        start = attributes(element).get("text:start-value")
        is_item = short(element.tag) == "text:list-item"
        self._items.append(_Item(is_item, None if start is None else _number(start)))

    def end_item(self) -> None:
        """It ends."""
        self._items.pop()

    def label(self, paragraph: Element) -> str:
        """The label of a paragraph that begins; "" for none."""
        told = attributes(paragraph)
        if self._items and self._lists:
            item, found = self._items[-1], self._lists[-1]
            if not item.wants_label:
                return ""
            item.wants_label = False
            brought = self._of_paragraphs.of(told.get("text:style-name"))
            style = found.style or (brought and brought[0])
            return self._counted(style or "", found.level, found.counted, item.start)
        if short(paragraph.tag) == "text:h" and told.get("text:is-list-header") != "true":
            level = _level_number(told.get("text:outline-level", "1"))
            return self._counted(_OUTLINE, level, self._outline, None)
        return ""

    def _counted(self, style: str, level: int, counted: dict[int, int], start: int | None) -> str:
        levels = self._styles.get(style, {})
        known = levels.get(level)
        first = 1 if known is None else known.start
        counted[level] = counted.get(level, first - 1) + 1 if start is None else start
        for below in [one for one in counted if one > level]:
            del counted[below]
        if known is None or not known.form:
            return ""

        def shown(place: re.Match[str]) -> str:
            other = levels.get(int(place[1]))
            if other is None or not other.form:
                return ""
            return numeral(counted.get(int(place[1]), other.start), other.form, other.letters)

        return _PLACES.sub(shown, known.label)


def _levels(style: Element) -> "list[tuple[int, _Level]]":
    found = []
    forms: dict[int, str] = {}
    for element in style:
        if short(element.tag) not in _LEVELS:
            continue
        told = attributes(element)
        number = _level_number(told.get("text:level", "1"))
        forms[number] = told.get("style:num-format", "")
        shown = _number(told.get("text:display-levels", "1"))
        numbers = [f"%{one}%" for one in range(max(1, number - shown + 1), number + 1)]
        numbers = [one for one in numbers if forms.get(int(one.strip("%")))]
        plain = told.get("style:num-prefix", "") + ".".join(numbers)
        plain += told.get("style:num-suffix", "")
        label = _format(element) or plain
        synchronised = told.get("style:num-letter-sync") == "true"
        found.append(
            (
                number,
                _Level(
                    _number(told.get("text:start-value", "1")),
                    forms[number],
                    "aa bb" if synchronised else "aa ab",
                    label,
                    label == plain,
                ),
            )
        )
    return found


def _format(element: Element) -> str:
    """How LibreOffice puts a label together, where it says so."""
    for name, value in element.attrib.items():
        if str(name).endswith("}num-list-format"):
            return str(value)
    return ""


def _level_number(value: str) -> int:
    return min(_number(value), _MOST_LEVELS)


def _number(value: str) -> int:
    return int(value) if value.isdecimal() and len(value) <= _MOST_DIGITS else 1
