"""What of a DOCX file may be written anew: the elements and attributes that say how text looks.

After ISO/IEC 29500-1, 17. Whatever is not named here is left out. Nothing but tables.
"""

import re

from unlinkable_index.documents.docx.names import attribute, short
from unlinkable_index.documents.shared.trees.hardened_xml import Element
from unlinkable_index.documents.shared.writing.fonts import is_known_font


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
_NUMBER = re.compile(
    r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?(?:pt|cm|in|mm|pc|pi|%)?|[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4}"
    r"|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}|pct[0-9]{1,2}|[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?"
)
"""Numbers, measures, colours, patterns, languages."""
_WORDS_OF_LOOKS = _words(
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
        known = is_font(str(value)) if name in _FONTS else _is_look(str(value))
        if name in _ATTRIBUTES and known:
            kept[name] = str(value)
    return kept


def _is_look(value: str) -> bool:
    return value in _WORDS_OF_LOOKS or _NUMBER.fullmatch(value) is not None


def is_font(name: str) -> bool:
    """Whether a name is that of a known font, so that it says nothing else."""
    return is_known_font(name)


def label_of(level: Element) -> str | None:
    """The label of a level of a list, where it has no words; None where it has."""
    for child in level:
        if short(child.tag) == "w:lvlText":
            label = attribute(child, "val") or ""
            return label if _LABEL.fullmatch(label) else None
    return ""
