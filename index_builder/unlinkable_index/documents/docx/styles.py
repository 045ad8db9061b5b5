"""What styles and lists of a DOCX file come to: whether text is hidden or raised, and the labels
that are counted for paragraphs (ISO/IEC 29500-1, 17.7 and 17.9). Must never know text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from unlinkable_index.documents.docx.package import attribute, child, children, switch, value_of
from unlinkable_index.documents.shared.elements import Chains, Element
from unlinkable_index.documents.shared.numerals import numeral


class Look(NamedTuple):
    """How text looks, as far as it matters here."""

    hidden: bool
    raised: bool


@dataclass(frozen=True)
class _LookOfStyle:
    based_on: str | None
    hidden: bool | None
    raised: bool | None

    def on(self, base: "_LookOfStyle") -> "_LookOfStyle":
        """What it comes to, based on another one."""
        return _LookOfStyle(
            None,
            base.hidden if self.hidden is None else self.hidden,
            base.raised if self.raised is None else self.raised,
        )


_NO_STYLE = _LookOfStyle(None, None, None)


class DocxStyles:
    """The styles of a file."""

    def __init__(self, root: Element | None) -> None:
        """``root``: that of the styles part; None where there is none."""
        styles: dict[str, _LookOfStyle] = {}
        self._defaults: dict[str, str] = {}
        self._hidden = bool(
            switch(child(root, "w:docDefaults", "w:rPrDefault", "w:rPr"), "w:vanish")
        )
        for style in () if root is None else children(root, "w:style"):
            identity, kind = attribute(style, "styleId"), attribute(style, "type")
            if identity is None or kind is None:
                continue
            looks = child(style, "w:rPr")
            styles[identity] = _LookOfStyle(
                value_of(style, "w:basedOn"),
                switch(looks, "w:vanish"),
                _raised(looks),
            )
            if attribute(style, "default") in ("1", "true", "on"):
                self._defaults.setdefault(kind, identity)
        self._chains = Chains(styles, lambda style: style.based_on, _LookOfStyle.on)

    def of_paragraph(self, properties: Element | None) -> str | None:
        """The style that a paragraph with these properties has."""
        return value_of(properties, "w:pStyle") or self._defaults.get("paragraph")

    def of_table(self, properties: Element | None) -> str | None:
        """The style that a table with these properties has."""
        return value_of(properties, "w:tblStyle") or self._defaults.get("table")

    def look(
        self, properties: Element | None, paragraph_style: str | None, table_style: str | None
    ) -> Look:
        """The look of a run with these properties."""
        character_style = value_of(properties, "w:rStyle") or self._defaults.get("character")
        levels = [
            self._chains.of(style) or _NO_STYLE
            for style in (table_style, paragraph_style, character_style)
        ]
        hidden = switch(properties, "w:vanish")
        if hidden is None:
            hidden = self._hidden or sum(bool(level.hidden) for level in levels) % 2 == 1
        raised = _raised(properties)
        if raised is None:
            said = [level.raised for level in levels if level.raised is not None]
            raised = bool(said and said[-1])
        return Look(hidden, raised)


def _raised(properties: Element | None) -> bool | None:
    """Whether run properties raise or lower text; None where they do not say."""
    found = child(properties, "w:vertAlign")
    if found is not None:
        return attribute(found, "val") in ("superscript", "subscript")
    found = child(properties, "w:position")  # by how much, in half points
    return None if found is None else (attribute(found, "val") or "0").lstrip("+-0") != ""


_FORMS = {
    "decimalZero": "01",
    "lowerLetter": "a",
    "upperLetter": "A",
    "lowerRoman": "i",
    "upperRoman": "I",
}
_NO_NUMBERS = frozenset({"bullet", "none"})
_PLACES = re.compile(r"%([1-9])")
_BEHIND = {"space": " ", "nothing": ""}
_LEVELS = 9
_MOST_DIGITS = 6


@dataclass(frozen=True)
class ListLevel:
    """That a paragraph belongs to a list: the number of the list, and its level there, from 0."""

    list: str
    level: int


@dataclass(frozen=True)
class _Level:
    start: int
    form: str | None
    """None: no number is shown of it."""
    label: str
    figures: bool
    """Whether the numbers of all levels are shown in figures."""
    behind: str
    restarts: bool


@dataclass(eq=False)
class _List:
    """A list: its levels, how far each was counted, shared with the lists of the same kind, and the
    levels that it begins anew."""

    levels: dict[int, _Level]
    counted: dict[int, int]
    anew: dict[int, int] = field(default_factory=dict)


class DocxNumbering:
    """The lists of a file, as far as they were counted."""

    def __init__(self, root: Element | None, styles: Element | None) -> None:
        """The roots of the parts with the lists and with the styles, where there are any."""
        own = {} if styles is None else _styles(styles)
        self._default = next((name for name, style in own.items() if style.default), None)
        self._styles = Chains(own, lambda style: style.based_on, _ListOfStyle.on)
        self._lists: dict[str, _List] = {}
        if root is None:
            return
        kinds: dict[str, tuple[dict[int, _Level], dict[int, int]]] = {}
        linked = linked_kinds(root)
        for kind in children(root, "w:abstractNum"):
            levels = {
                _number(attribute(one, "ilvl")): _level(one) for one in levels_of(kind, linked)
            }
            kinds.setdefault(attribute(kind, "abstractNumId") or "", (levels, {}))
        for one in children(root, "w:num"):
            known = kinds.get(value_of(one, "w:abstractNumId") or "")
            if known is None:
                continue
            made = _List(dict(known[0]), known[1])
            for override in children(one, "w:lvlOverride"):
                level = _number(attribute(override, "ilvl"))
                for other in children(override, "w:lvl"):
                    made.levels[level] = _level(other)
                for start in children(override, "w:startOverride"):
                    made.anew[level] = _number(attribute(start, "val"))
            self._lists.setdefault(attribute(one, "numId") or "", made)

    def list_of(self, properties: Element | None, style: str | None) -> ListLevel | None:
        """The list that a paragraph with these properties, in this style, belongs to."""
        said = child(properties, "w:numPr")
        number, level = value_of(said, "w:numId"), value_of(said, "w:ilvl")
        said_by_style = None if number else self._styles.of(style or self._default)
        if said_by_style is not None:
            number, level = said_by_style.number, level or said_by_style.level
        if number is None or number not in self._lists:
            return None
        return ListLevel(number, min(_number(level), _LEVELS - 1))

    def counts(self, place: ListLevel) -> bool:
        """Whether the paragraphs there have labels that are text; bullets are none."""
        level = self._lists[place.list].levels.get(place.level)
        return level is not None and bool(level.label.strip())

    def label(self, place: ListLevel) -> str:
        """The label of the next paragraph there, and what parts it from the text; "" for none."""
        found = self._lists[place.list]
        level = found.levels.get(place.level)
        if level is None:
            return ""
        counted = found.counted
        if place.level in found.anew:
            counted[place.level] = found.anew.pop(place.level)
        elif place.level in counted:
            counted[place.level] += 1
        else:
            counted[place.level] = level.start
        for below in range(place.level + 1, _LEVELS):
            if below in found.levels and found.levels[below].restarts:
                counted.pop(below, None)
        for above in range(place.level):
            if above in found.levels:
                counted.setdefault(above, found.levels[above].start)

        def shown(number: re.Match[str]) -> str:
            at = int(number[1]) - 1
            other = found.levels.get(at)
            if other is None or other.form is None or at not in counted:
                return ""
            return numeral(counted[at], "1" if level.figures else other.form)

        label = _PLACES.sub(shown, level.label)
        return label + level.behind if label.strip() else ""


def linked_kinds(root: Element) -> dict[str | None, Element]:
    """The kinds of lists that others name, by the style that they name."""
    found: dict[str | None, Element] = {}
    for kind in children(root, "w:abstractNum"):
        style = child(kind, "w:styleLink")
        if style is not None:
            found.setdefault(attribute(style, "val"), kind)
    return found


def levels_of(kind: Element, linked: Mapping[str | None, Element]) -> list[Element]:
    """The levels of a kind of list, which may stand in another one that it names by a style, one of
    those ``linked``."""
    levels = list(children(kind, "w:lvl"))
    link = child(kind, "w:numStyleLink")
    if levels or link is None:
        return levels
    other = linked.get(attribute(link, "val"))
    return [] if other is None else list(children(other, "w:lvl"))


@dataclass(frozen=True)
class _ListOfStyle:
    based_on: str | None
    number: str | None
    level: str | None
    default: bool = False

    def on(self, base: "_ListOfStyle") -> "_ListOfStyle":
        """What it comes to, based on another one."""
        if self.number:
            return self
        return _ListOfStyle(None, base.number, self.level or base.level)


def _styles(root: Element) -> dict[str, _ListOfStyle]:
    found: dict[str, _ListOfStyle] = {}
    for style in children(root, "w:style"):
        if attribute(style, "type") == "paragraph":
            numbers = child(style, "w:pPr", "w:numPr")
            found[attribute(style, "styleId") or ""] = _ListOfStyle(
                value_of(style, "w:basedOn"),
                value_of(numbers, "w:numId"),
                value_of(numbers, "w:ilvl"),
                attribute(style, "default") in ("1", "true", "on"),
            )
    return found


def _level(element: Element) -> _Level:
    def told(name: str, otherwise: str) -> str:
        return value_of(element, name) or otherwise

    form = told("w:numFmt", "decimal")
    label = told("w:lvlText", "")
    is_sign = form == "bullet" and sum(map(str.isalnum, label)) < 2  # "o" is a bullet, too
    if is_sign or switch(child(element, "w:rPr"), "w:vanish"):
        label = ""
    return _Level(
        start=_number(told("w:start", "0")),
        form=None if form in _NO_NUMBERS else _FORMS.get(form, "1"),
        label=label,
        figures=bool(switch(element, "w:isLgl")),
        behind=_BEHIND.get(told("w:suff", "tab"), "\t"),
        restarts=told("w:lvlRestart", "1") != "0",
    )


def _number(value: str | None) -> int:
    return int(value) if value and value.isdecimal() and len(value) <= _MOST_DIGITS else 0
