"""The elements of a DOCX file that are written anew, found through those that only surround them.

Knows which elements vanish while what is in them stays; decides nothing of what is seen.
"""

from collections.abc import Iterable

from unlinkable_index.documents.docx import shown
from unlinkable_index.documents.docx.names import child, short, within
from unlinkable_index.documents.shared.trees.hardened_xml import Element

GO_ON = frozenset(
    {
        "w:ins", "w:moveTo", "w:hyperlink", "w:smartTag", "w:customXml", "w:sdt", "w:sdtContent",
        "w:fldSimple", "w:bdo", "w:dir", "mc:AlternateContent", "mc:Choice", "mc:Fallback",
    }
)  # fmt: skip
"""Elements that vanish while what is in them stays."""


def has_picture(source: Element) -> bool:
    """Whether a picture stands in an element."""
    return next(within(source, "a:blip"), None) is not None


def blocks_in(origin: Element) -> Iterable[Element]:
    """The paragraphs and tables of an element, in order."""
    for element in origin:
        name = short(element.tag)
        if name in ("w:p", "w:tbl"):
            yield element
        elif name in GO_ON:
            yield from blocks_in(element)


def kept_in(origin: Element, wanted: str) -> Iterable[Element]:
    """The rows of a table, or the cells of a row."""
    for element in origin:
        if short(element.tag) == wanted:
            yield element
        elif short(element.tag) in GO_ON:
            yield from kept_in(element, wanted)


def run_content(origin: Element) -> Iterable[Element]:
    """What stands in a run: texts, breaks, drawings and the like, in order."""
    for element in origin:
        if short(element.tag) in GO_ON | {"w:r"}:
            yield from run_content(element)
        else:
            yield element


def end_is_hidden(paragraph: Element) -> bool:
    """Whether the end of a paragraph is not shown, so that the next one goes on in it."""
    return shown.end_is_hidden(child(paragraph, "w:pPr"))
