"""How the text of an OpenDocument text looks, written anew: the elements, attributes and values
that may be, fonts, styles, lists and pages under new names. Must never write a word but labels
without words."""

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from unlinkable_index.documents.shared.elements import Element, short_names
from unlinkable_index.documents.shared.writing import is_known_font

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
NAMESPACES = {
    "office": f"{_OASIS}office:1.0",
    "style": f"{_OASIS}style:1.0",
    "text": f"{_OASIS}text:1.0",
    "table": f"{_OASIS}table:1.0",
    "draw": f"{_OASIS}drawing:1.0",
    "fo": f"{_OASIS}xsl-fo-compatible:1.0",
    "svg": f"{_OASIS}svg-compatible:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
    "manifest": f"{_OASIS}manifest:1.0",
}
PROPERTIES = frozenset(
    f"style:{what}-properties"
    for what in (
        "paragraph", "text", "table", "table-column", "table-row", "table-cell", "page-layout",
        "header-footer", "list-level",
    )
) | {"style:tab-stops", "style:tab-stop", "style:list-level-label-alignment"}  # fmt: skip
FAMILIES = frozenset(
    {"paragraph", "text", "table", "table-column", "table-row", "table-cell", "ruby"}
)
_ATTRIBUTES = frozenset(
    f"{prefix}:{name}"
    for prefix, names in {
        "fo": "background-color border border-bottom border-left border-right border-top"
        " break-after"
        " break-before color country language script font-size font-style font-variant font-weight"
        " hyphenate keep-together keep-with-next letter-spacing line-height margin margin-bottom"
        " margin-left margin-right margin-top max-height min-height min-width orphans padding"
        " padding-bottom padding-left padding-right padding-top page-height page-width text-align"
        " text-align-last text-indent text-transform widows wrap-option height width",
        "style": "dynamic-spacing border-line-width border-line-width-bottom border-line-width-left"
        " border-line-width-right border-line-width-top char column-width rel-column-width"
        " contextual-spacing font-size-asian font-size-complex font-style-asian font-style-complex"
        " font-weight-asian font-weight-complex justify-single-word leader-style leader-text"
        " letter-kerning line-spacing line-height-at-least min-row-height row-height num-format"
        " page-number position print-orientation rel-width shadow text-blinking text-emphasize"
        " text-line-through-style text-line-through-type text-outline"
        " text-position"
        " text-rotation-angle text-rotation-scale text-scale text-underline-color"
        " text-underline-style"
        " text-underline-type text-underline-width text-underline-mode type use-optimal-row-height"
        " vertical-align width writing-mode may-break-between-rows",
        "table": "align border-model",
        "text": "label-followed-by list-level-position-and-space-mode list-tab-stop-position"
        " min-label-distance min-label-width space-before",
    }.items()
    for name in names.split()
)
_VALUE = re.compile(
    r"-?[0-9]{0,7}(?:\.[0-9]{1,6})?(?:in|cm|mm|pt|pc|px|em|%|\*)?"
    r"|\#[0-9A-Fa-f]{6}|[a-z]{2,3}|[A-Z]{2}"
)
_WORDS = frozenset(
    """
    always auto avoid baseline below bold bottom box capitalize center char collapsing column dash
    dashed default dot dot-dash dot-dot-dash dotted double end false first fixed font-color groove
    hidden inset inside italic justify label-alignment label-width-and-position landscape left
    line listtab long-dash lowercase lr-tb margins medium middle mixed none normal nothing oblique
    outside outset page portrait rel-width relative ridge right rl-tb separating single
    skip-white-space small-caps small-wave solid space start super sub tb-rl text thick thin top
    transparent true uppercase wave width wrap no-wrap inline
    """.split()  # noqa: SIM905
)
BUILT_IN_STYLES = re.compile(
    r"Standard|Heading(?:_20_[1-9])?|Text_20_body|List|Caption|Index|Title|Subtitle|Header|Footer"
    r"|Footnote|Endnote|Table_20_(?:Contents|Heading)|Quotations|First_20_Page|Left_20_Page"
    r"|Right_20_Page|HTML"
)
"""Names of styles that programs know; every other one may say anything, and gets a number."""
_CODES = frozenset({"1", "a", "A", "i", "I", ""})


name_of = short_names({uri: prefix for prefix, uri in NAMESPACES.items()})
"""The name with the usual prefix; with "?" for what is in another namespace, or no element."""


def told(element: Element) -> dict[str, str]:
    """All attributes that have such a name."""
    return {name_of(key): str(value) for key, value in element.attrib.items()}


def looks(element: Element) -> Iterator[tuple[str, str]]:
    """The attributes of an element that say how something looks."""
    for name, value in told(element).items():
        if name in ("style:num-format", "style:leader-text", "style:char"):
            if value in _CODES or (len(value) == 1 and not value.isalnum()):
                yield name, value
        elif name in _ATTRIBUTES and all(map(_is_look, value.split())):
            yield name, value


def _is_look(word: str) -> bool:
    return word in _WORDS or _VALUE.fullmatch(word) is not None


def is_label(text: str) -> bool:
    """Whether what stands beside the number of a list has no words."""
    return len(text) < 8 and not re.search(r"\w\w", text)


def number(value: str | None) -> str:
    """A small whole number, 1 where it is none."""
    return value if value and value.isdecimal() and len(value) < 4 else "1"


def length(value: str | None) -> str:
    """A length, one inch where it is none."""
    return (
        value
        if value and re.fullmatch(r"[0-9]{0,4}(?:\.[0-9]{1,6})?(?:in|cm|mm|pt)", value)
        else "1in"
    )


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
                    known = BUILT_IN_STYLES.fullmatch(old)
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
        if kind in ("style:style", "style:default-style") and family not in FAMILIES:
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
        if name in PROPERTIES:
            written = new(into, name, looks(element))
            font = told(element).get("style:font-name")
            if name == "style:text-properties" and font and is_known_font(font):
                _named(written, "style:font-name", font)
            _looks(element, written)


def _levels(source: Element, into: Element, names: OdtStyleNames) -> None:
    for level in source:
        kind, attributes = name_of(level.tag), told(level)
        if kind not in _LEVELS:
            continue
        said = [("text:level", number(attributes.get("text:level")))]
        if kind == "text:list-level-style-bullet":
            bullet = attributes.get("text:bullet-char", "")
            said.append(("text:bullet-char", bullet if is_label(bullet) else "•"))
        else:
            code = attributes.get("style:num-format", "")
            said.append(("style:num-format", code if len(code) == 1 else ""))
            counts = ("text:start-value", "text:display-levels")
            said += [(key, number(attributes[key])) for key in counts if key in attributes]
            if attributes.get("style:num-letter-sync") == "true":
                said.append(("style:num-letter-sync", "true"))
        for key in ("style:num-prefix", "style:num-suffix"):
            if key in attributes and is_label(attributes[key]):
                said.append((key, attributes[key]))
        written = new(into, kind, said)
        _named(written, "text:style-name", names.new("text", attributes.get("text:style-name")))
        _looks(level, written)


def has_words(part: Element) -> bool:
    """Whether some label of the lists in a part says words."""
    labels = ("style:num-prefix", "style:num-suffix")
    levels = (told(one) for one in part.iter() if name_of(one.tag) in _LEVELS)
    return any(not is_label(level.get(key, "")) for level in levels for key in labels)


def fonts(source: Element | None, into: Element) -> None:
    """Write the declarations of fonts."""
    declared = new(into, "office:font-face-decls")
    for font in () if source is None else source:
        attributes = told(font)
        name, family = attributes.get("style:name", ""), attributes.get("svg:font-family", "")
        if is_known_font(name) and is_known_font(family):
            new(declared, "style:font-face", [("style:name", name), ("svg:font-family", family)])
