"""What of a DOCX file may be written anew: the elements and attributes that say how text looks.

After ISO/IEC 29500-1, 17. Whatever is not named here is left out. Nothing but tables.
"""

import re

from unlinkable_index.formats.docx.names import attribute, short
from unlinkable_index.formats.hardened_xml import Element


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _names(names: str) -> frozenset[str]:
    return frozenset(f"w:{name}" for name in names.split())


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
_ATTRIBUTES = _words(
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
_VALUE = re.compile(r"[\w#%.+-]{0,40}")
_FONT = re.compile(r"[\w .,+-]{1,60}")
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
        allowed = _FONT if name in _FONTS else _VALUE
        if name in _ATTRIBUTES and allowed.fullmatch(str(value)):
            kept[name] = str(value)
    return kept


def is_font(name: str) -> bool:
    """Whether a name may be that of a font."""
    return _FONT.fullmatch(name) is not None


def label_of(level: Element) -> str | None:
    """The label of a level of a list, where it has no words; None where it has."""
    for child in level:
        if short(child.tag) == "w:lvlText":
            label = attribute(child, "val") or ""
            return label if _LABEL.fullmatch(label) else None
    return ""
