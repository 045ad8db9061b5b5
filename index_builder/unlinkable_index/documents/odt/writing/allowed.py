"""What of an OpenDocument text may be written anew: what says how text looks.

After OpenDocument 1.3, part 3 (OASIS), 16 to 20. Whatever is not named here is left out. Knows
names and kinds of values; nothing of where they stand.
"""

import re
from collections.abc import Iterator

from unlinkable_index.documents.shared.trees.hardened_xml import Element
from unlinkable_index.documents.shared.writing.fonts import is_known_font

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
_PREFIXES = {uri: prefix for prefix, uri in NAMESPACES.items()}
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


def name_of(tag: object) -> str:
    """The name with the usual prefix; "?" for what is in another namespace, or no element."""
    if not isinstance(tag, str):
        return "?"
    namespace, _, local = tag.rpartition("}")
    prefix = _PREFIXES.get(namespace[1:])
    return f"{prefix}:{local}" if prefix else "?"


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


def is_font(name: str) -> bool:
    """Whether a name is that of a known font, so that it says nothing else."""
    return is_known_font(name)


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
