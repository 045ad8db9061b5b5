"""How the text of an OpenDocument text looks, written anew: fonts, styles, lists and pages.

Names of styles that programs do not know become numbers. Knows no text but the labels of lists.
"""

from collections.abc import Iterable

from lxml import etree

from unlinkable_index.documents.odt.writing import allowed
from unlinkable_index.documents.odt.writing.allowed import NAMESPACES, name_of, told
from unlinkable_index.documents.shared.trees.hardened_xml import Element

_LEVELS = frozenset({"text:list-level-style-number", "text:list-level-style-bullet"})


def root(name: str) -> Element:
    """The root element of a part."""
    prefix, _, local = name.partition(":")
    element = etree.Element(f"{{{NAMESPACES[prefix]}}}{local}", nsmap=NAMESPACES)
    if prefix == "office":
        element.set(f"{{{NAMESPACES['office']}}}version", "1.3")
    return element


def new(parent: Element, name: str, attributes: Iterable[tuple[str, str]] = ()) -> Element:
    """A new element at the end of another one."""
    prefix, _, local = name.partition(":")
    element = etree.SubElement(parent, f"{{{NAMESPACES[prefix]}}}{local}")
    for key, value in attributes:
        prefix, _, local = key.partition(":")
        element.set(f"{{{NAMESPACES[prefix]}}}{local}", value)
    return element


class OdtStyleNames:
    """The new names of styles, by family and old name: those of one part, then those of all."""

    def __init__(self, letter: str, *roots: Element) -> None:
        self._letter = letter
        self._shared: OdtStyleNames | None = None
        self._names: dict[tuple[str, str], str] = {}
        for one in roots:
            for element in one:
                kind, attributes = name_of(element.tag), told(element)
                family = attributes.get("style:family", kind)
                old = attributes.get("style:name")
                if old is not None:
                    known = allowed.BUILT_IN_STYLES.fullmatch(old)
                    name = old if known else f"{letter}{len(self._names) + 1}"
                    self._names.setdefault((family, old), name)

    def over(self, shared: "OdtStyleNames") -> "OdtStyleNames":
        """The same, with those that are shared behind them."""
        self._shared = shared
        return self

    def new(self, family: str, old: str | None) -> str | None:
        """The new name; None for a style that is not there."""
        found = self._names.get((family, old or ""))
        if found is None and self._shared is not None:
            return self._shared.new(family, old)
        return found


def styles(source: Element | None, into: Element, names: OdtStyleNames) -> None:
    """Write the styles in an element."""
    for style in () if source is None else source:
        kind, attributes = name_of(style.tag), told(style)
        family = attributes.get("style:family", kind)
        name = names.new(family, attributes.get("style:name"))
        if kind in ("style:style", "style:default-style") and family not in allowed.FAMILIES:
            continue
        if kind == "style:default-style":
            _looks(style, new(into, kind, [("style:family", family)]))
        elif name is None:
            continue
        elif kind == "style:style":
            written = new(into, kind, [("style:name", name), ("style:family", family)])
            for key in ("style:parent-style-name", "style:next-style-name"):
                _named(written, key, names.new(family, attributes.get(key)))
            list_style = attributes.get("style:list-style-name")
            _named(written, "style:list-style-name", names.new("text:list-style", list_style))
            master = attributes.get("style:master-page-name")
            _named(written, "style:master-page-name", names.new("style:master-page", master))
            _looks(style, written)
        elif kind == "text:list-style":
            _levels(style, new(into, kind, [("style:name", name)]), names)
        elif kind == "style:page-layout":
            written = new(into, kind, [("style:name", name)])
            _looks(style, written)
            for part in style:
                if name_of(part.tag) in ("style:header-style", "style:footer-style"):
                    _looks(part, new(written, name_of(part.tag)))


def _named(element: Element, key: str, value: str | None) -> None:
    if value is not None:
        prefix, _, local = key.partition(":")
        element.set(f"{{{NAMESPACES[prefix]}}}{local}", value)


def _looks(source: Element, into: Element) -> None:
    for element in source:
        name = name_of(element.tag)
        if name in allowed.PROPERTIES:
            written = new(into, name, allowed.looks(element))
            font = told(element).get("style:font-name")
            if name == "style:text-properties" and font and allowed.is_font(font):
                _named(written, "style:font-name", font)
            _looks(element, written)


def _levels(source: Element, into: Element, names: OdtStyleNames) -> None:
    for level in source:
        kind, attributes = name_of(level.tag), told(level)
        if kind not in _LEVELS:
            continue
        said = [("text:level", allowed.number(attributes.get("text:level")))]
        if kind == "text:list-level-style-bullet":
            bullet = attributes.get("text:bullet-char", "")
            said.append(("text:bullet-char", bullet if allowed.is_label(bullet) else "•"))
        else:
            code = attributes.get("style:num-format", "")
            said.append(("style:num-format", code if len(code) == 1 else ""))
            counts = ("text:start-value", "text:display-levels")
            said += [(key, allowed.number(attributes[key])) for key in counts if key in attributes]
            if attributes.get("style:num-letter-sync") == "true":
                said.append(("style:num-letter-sync", "true"))
        for key in ("style:num-prefix", "style:num-suffix"):
            if key in attributes and allowed.is_label(attributes[key]):
                said.append((key, attributes[key]))
        written = new(into, kind, said)
        _named(written, "text:style-name", names.new("text", attributes.get("text:style-name")))
        _looks(level, written)


def has_words(part: Element) -> bool:
    """Whether some label of the lists in a part says words."""
    labels = ("style:num-prefix", "style:num-suffix")
    levels = (told(one) for one in part.iter() if name_of(one.tag) in _LEVELS)
    return any(not allowed.is_label(level.get(key, "")) for level in levels for key in labels)


def fonts(source: Element | None, into: Element) -> None:
    """Write the declarations of fonts."""
    declared = new(into, "office:font-face-decls")
    for font in () if source is None else source:
        attributes = told(font)
        name, family = attributes.get("style:name", ""), attributes.get("svg:font-family", "")
        if allowed.is_font(name) and allowed.is_font(family):
            new(declared, "style:font-face", [("style:name", name), ("svg:font-family", family)])
