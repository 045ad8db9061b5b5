"""How the text of a DOCX file looks, written anew: the elements, attributes and values that may be,
styles and lists under new names. Must never write a word but labels without words."""

import re
from collections.abc import Iterator

from unlinkable_index.documents.docx.new_package import new, root
from unlinkable_index.documents.docx.package import (
    attribute,
    child,
    children,
    short,
    value_of,
    within,
)
from unlinkable_index.documents.docx.styles import levels_of, linked_kinds
from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.elements import Element
from unlinkable_index.documents.shared.writing import is_known_font


def _names(text: str) -> frozenset[str]:
    return frozenset(f"w:{name}" for name in text.split())


_BORDERS = "top left start bottom right end insideH insideV between bar tl2br tr2bl"
RUN = _names(
    "b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint color spacing w kern"
    " position sz szCs highlight u effect bdr shd vertAlign rtl cs em rFonts lang rStyle"
)
PARAGRAPH = _names(
    "pStyle keepNext keepLines pageBreakBefore widowControl numPr ilvl numId pBdr shd tabs tab"
    " suppressAutoHyphens spacing ind contextualSpacing mirrorIndents jc textAlignment"
    f" textDirection outlineLvl bidi snapToGrid suppressLineNumbers {_BORDERS}"
)
TABLE = _names(
    "tblStyle tblW jc tblInd tblBorders tblLayout tblCellMar tblLook shd tblCellSpacing tblpPr"
    f" bidiVisual tblOverlap tblStyleRowBandSize tblStyleColBandSize {_BORDERS}"
)
ROW = _names("trHeight tblHeader cantSplit jc gridBefore gridAfter wBefore wAfter")
CELL = _names(
    f"tcW gridSpan vMerge hMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign"
    f" {_BORDERS}"
)
SECTION = _names(
    "pgSz pgMar cols col titlePg type pgNumType vAlign docGrid textDirection bidi footnotePr"
    " endnotePr numFmt numStart numRestart pos lnNumType noEndnote rtlGutter pgBorders top left"
    " bottom right"
)
RUBY = _names("rubyAlign hps hpsRaise hpsBaseText lid")
LEVEL = _names("start numFmt lvlRestart isLgl suff lvlJc")
_ATTRIBUTES = names(
    "val color sz space fill "
    "w h orient code top right bottom left header footer gutter start end before "
    "after line lineRule beforeAutospacing afterAutospacing beforeLines afterLines firstLine "
    "hanging firstLineChars hangingChars leftChars rightChars leader pos ascii hAnsi cs "
    "eastAsia hint type num equalWidth sep fmt "
    "chapStyle chapSep linePitch charSpace hRule firstRow lastRow firstColumn lastColumn "
    "noHBand noVBand bidi leftFromText rightFromText topFromText bottomFromText vertAnchor "
    "horzAnchor tblpX tblpY tblpXSpec tblpYSpec countBy distance restart clear offsetFrom "
    "display zOrder "
)
_NUMBER = re.compile(
    r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?(?:pt|cm|in|mm|pc|pi|%)?|[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4}"
    r"|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}|pct[0-9]{1,2}|[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?"
)
"""Numbers, measures, colours, patterns, languages."""
_WORDS_OF_LOOKS = names(
    "all allPages antsBlack antsRed arabicAbjad arabicAlpha atLeast auto autofit back bar "
    "baseline beneathText black blinkBackground blue both bottom btLr bullet cardinalText "
    "center chicago circle clear colon column comma continue continuous cs cyan darkBlue "
    "darkCyan darkGray darkGreen darkMagenta darkRed darkYellow dash dashDotDotHeavy "
    "dashDotHeavy dashDotStroked dashLong dashLongHeavy dashSmallGap dashed dashedHeavy "
    "decimal decimalEnclosedCircle decimalFullWidth decimalZero default diagCross diagStripe "
    "distribute distributeLetter distributeSpace docEnd dot dotDash dotDashHeavy dotDotDash "
    "dotDotDashHeavy dotted dottedHeavy double doubleWave dxa eachPage eachSect eastAsia "
    "emDash enDash end even evenPage exact false first firstPage fixed front green heavy "
    "hebrew1 hebrew2 highKashida horzCross horzStripe hyphen inset inside landscape left "
    "lightGray lights lines linesAndChars lowKashida lowerLetter lowerRoman lr lrTb lrTbV "
    "magenta margin mediumKashida middleDot never newPage newSection nextColumn nextPage nil "
    "none notFirstPage nothing num numTab oddPage off on ordinal ordinalText outset outside "
    "overlap page pageBottom pct period portrait red restart reverseDiagStripe right "
    "rightToLeft rightVertical rl russianLower russianUpper sectEnd shimmer single "
    "snapToChars solid space sparkle start subscript superscript tab tb tbLrV tbRl tbRlV text "
    "textWrapping thaiDistribute thick thickThinLargeGap thickThinMediumGap thickThinSmallGap "
    "thinDiagCross thinDiagStripe thinHorzCross thinHorzStripe thinReverseDiagStripe "
    "thinThickLargeGap thinThickMediumGap thinThickSmallGap thinThickThinLargeGap "
    "thinThickThinMediumGap thinThickThinSmallGap thinVertStripe threeDEmboss threeDEngrave "
    "top triple true underDot underscore upperLetter upperRoman vertStripe wave wavyDouble "
    "wavyHeavy white words yearly yellow "
)
"""The values that the standard names; any other word could say something."""
_FONTS = frozenset({"ascii", "hAnsi", "cs", "eastAsia"})
BUILT_IN_STYLES = re.compile(
    r"normal|heading [1-9]|title|subtitle|quote|intense quote|strong|emphasis|caption|header|footer"
    r"|(?:foot|end)note (?:text|reference)|page number"
    r"|list(?: paragraph| bullet| number)?(?: [2-5])?"
    r"|body text(?: indent)?(?: [2-3])?|table grid|normal table|table normal|no list|plain text"
    r"|default paragraph font|hyperlink|toc [1-9]|toc heading|no spacing|block text",
    re.IGNORECASE,
)
"""Names of styles that programs know; every other one may say anything, and gets a number."""
_LABEL = re.compile(r"(?:%[1-9]|[^\w]|[a-zA-Z](?![\w]))*")


def allowed_attributes(element: Element) -> dict[str, str]:
    """The attributes of an element that say how something looks, by local name."""
    kept: dict[str, str] = {}
    for key, value in element.attrib.items():
        name = str(key).rpartition("}")[2]
        known = is_known_font(str(value)) if name in _FONTS else _is_look(str(value))
        if name in _ATTRIBUTES and known:
            kept[name] = str(value)
    return kept


def _is_look(value: str) -> bool:
    return value in _WORDS_OF_LOOKS or _NUMBER.fullmatch(value) is not None


def label_of(level: Element) -> str | None:
    """The label of a level of a list, where it has no words; None where it has."""
    for each in level:
        if short(each.tag) == "w:lvlText":
            label = attribute(each, "val") or ""
            return label if _LABEL.fullmatch(label) else None
    return ""


_NAMED_STYLES = frozenset({"w:pStyle", "w:rStyle", "w:tblStyle", "w:basedOn", "w:next", "w:link"})
_KINDS = frozenset({"paragraph", "character", "table", "numbering"})
_PARTS_OF_TABLES = frozenset(
    {
        "wholeTable", "firstRow", "lastRow", "firstCol", "lastCol", "band1Vert", "band2Vert",
        "band1Horz", "band2Horz", "neCell", "nwCell", "seCell", "swCell",
    }
)  # fmt: skip


_SCRIPTS = {"a:latin": ("HAnsi", "Ascii"), "a:ea": ("EastAsia",), "a:cs": ("Bidi",)}
_OF_THEME = {
    "asciiTheme": "ascii", "hAnsiTheme": "hAnsi", "eastAsiaTheme": "eastAsia", "cstheme": "cs",
}  # fmt: skip


class StyleNames:
    """The new ids of styles, by their old ones; and the fonts that a theme stands for."""

    def __init__(self, source: Element | None, theme: Element | None = None) -> None:
        self._fonts = {} if theme is None else dict(_fonts(theme))
        self._ids: dict[str, str] = {}
        for style in () if source is None else children(source, "w:style"):
            identity = attribute(style, "styleId")
            if identity is not None:
                self._ids.setdefault(identity, f"s{len(self._ids) + 1}")

    def new(self, old: str | None) -> str | None:
        """The new id; None for a style that is not there."""
        return self._ids.get(old or "")

    def font(self, of_theme: str | None) -> str | None:
        """The font that a name of the theme, as "minorHAnsi", stands for."""
        return self._fonts.get(of_theme or "")


def _fonts(theme: Element) -> Iterator[tuple[str, str]]:
    for which in ("major", "minor"):
        for fonts in within(theme, f"a:{which}Font"):
            for script, attributes in _SCRIPTS.items():
                found = child(fonts, script)
                name = "" if found is None else attribute(found, "typeface") or ""
                if name:
                    yield from ((which + end, name) for end in attributes)


class DocxLists:
    """The lists of a file, as they are used."""

    def __init__(self, source: Element | None) -> None:
        self.source = source
        self._numbers: dict[str, str] = {}
        for one in () if source is None else children(source, "w:num"):
            self._numbers.setdefault(attribute(one, "numId") or "", str(len(self._numbers) + 1))

    def new(self, old: str | None) -> str | None:
        """The new number of a list; "0", which means none, stays."""
        return "0" if old == "0" else self._numbers.get(old or "")


def copied(
    source: Element, into: Element, names: frozenset[str], styles: StyleNames, lists: DocxLists
) -> None:
    """Write those properties of ``source`` that may be, by their ``names``, with all their own."""
    for element in source:
        name = short(element.tag)
        if name not in names:
            continue
        attributes = allowed_attributes(element)
        for of_theme, plain in _OF_THEME.items() if name == "w:rFonts" else ():
            font = styles.font(attribute(element, of_theme))
            if font is not None and is_known_font(font):
                attributes[plain] = font
        if name in _NAMED_STYLES or name == "w:numId":
            old = attribute(element, "val")
            renamed = lists.new(old) if name == "w:numId" else styles.new(old)
            if renamed is None:
                continue
            attributes = {"val": renamed}
        copied(element, new(into, name[2:], **attributes), names, styles, lists)


def styles(source: Element | None, names: StyleNames) -> Element:
    """The part with the styles."""
    written, none = root("styles"), DocxLists(None)
    if source is None:
        return written
    for one in children(source, "w:docDefaults"):
        defaults = new(written, "docDefaults")
        for what, names_allowed in (("rPr", RUN), ("pPr", PARAGRAPH)):
            properties = child(one, f"w:{what}Default", f"w:{what}")
            if properties is not None:
                into = new(new(defaults, f"{what}Default"), what)
                copied(properties, into, names_allowed, names, none)
    done: set[str] = set()
    for style in children(source, "w:style"):
        identity, kind = names.new(attribute(style, "styleId")), attribute(style, "type")
        if identity is None or kind not in _KINDS or identity in done:
            continue
        done.add(identity)
        _style(style, new(written, "style", type=kind, styleId=identity), identity, names)
    return written


def _style(source: Element, into: Element, identity: str, names: StyleNames) -> None:
    if attribute(source, "default") in ("1", "true", "on"):
        new_default = f"{{{into.nsmap['w']}}}default"
        into.set(new_default, "1")
    name = value_of(source, "w:name") or ""
    known = BUILT_IN_STYLES.fullmatch(name)
    new(into, "name", val=name.lower() if known else f"Style {identity[1:]}")
    none = DocxLists(None)
    copied(source, into, frozenset({"w:basedOn", "w:next", "w:link"}), names, none)
    if child(source, "w:qFormat") is not None:
        new(into, "qFormat")
    _looks(source, into, names)
    for one in children(source, "w:tblStylePr"):
        which = attribute(one, "type") or ""
        if which in _PARTS_OF_TABLES:
            _looks(one, new(into, "tblStylePr", type=which), names)


def _looks(source: Element, into: Element, names: StyleNames) -> None:
    none = DocxLists(None)
    for what, names_allowed in {
        "pPr": PARAGRAPH - {"w:pStyle", "w:numPr"},
        "rPr": RUN - {"w:rStyle"},
        "tblPr": TABLE - {"w:tblStyle"},
        "trPr": ROW,
        "tcPr": CELL,
    }.items():
        properties = child(source, f"w:{what}")
        if properties is not None:
            copied(properties, new(into, what), names_allowed, names, none)


def lists(found: DocxLists, names: StyleNames) -> Element | None:
    """The part with the lists; None where there are none."""
    if found.source is None:
        return None
    written, kinds = root("numbering"), dict[str, str]()
    linked = linked_kinds(found.source)
    for one in children(found.source, "w:abstractNum"):
        identity = kinds.setdefault(attribute(one, "abstractNumId") or "", str(len(kinds)))
        kind = new(written, "abstractNum", abstractNumId=identity)
        for level in levels_of(one, linked):
            _level(level, kind, found, names)
    for one in children(found.source, "w:num"):
        number = found.new(attribute(one, "numId"))
        old = value_of(one, "w:abstractNumId") or ""
        if number is None or number == "0" or old not in kinds:
            continue
        into = new(written, "num", numId=number)
        new(into, "abstractNumId", val=kinds[old])
        for override in children(one, "w:lvlOverride"):
            level = new(into, "lvlOverride", ilvl=_digits(attribute(override, "ilvl")))
            for start in children(override, "w:startOverride"):
                new(level, "startOverride", val=_digits(attribute(start, "val")))
            for other in children(override, "w:lvl"):
                _level(other, level, found, names)
    return written


def _level(source: Element, into: Element, found: DocxLists, names: StyleNames) -> None:
    level = new(into, "lvl", ilvl=_digits(attribute(source, "ilvl")))
    copied(source, level, LEVEL - {"w:lvlJc"}, names, found)
    label = label_of(source)
    number = int(_digits(attribute(source, "ilvl")))
    new(level, "lvlText", val=f"%{number + 1}." if label is None else label)
    copied(source, level, frozenset({"w:lvlJc"}), names, found)
    _looks(source, level, names)


def has_words(source: Element | None) -> bool:
    """Whether some label of the part with the lists says words."""
    levels = () if source is None else within(source, "w:lvl")
    return any(label_of(level) is None for level in levels)


_BEFORE_LIST = frozenset({"w:pStyle", "w:keepNext", "w:keepLines", "w:pageBreakBefore"})


def in_list(properties: Element, number: str, level: int) -> None:
    """Say in the properties of a paragraph that it belongs to a list, at a level from 0, where the
    standard has that said."""
    said = new(properties, "numPr")
    new(said, "ilvl", val=str(level))
    new(said, "numId", val=number)
    before = [one for one in properties if short(one.tag) in _BEFORE_LIST | {"w:widowControl"}]
    properties.insert(len(before), said)


def _digits(value: str | None) -> str:
    return value if value and value.isdecimal() and len(value) < 6 else "0"
