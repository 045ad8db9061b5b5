"""Texts of records that are marked up: what a reader sees of them.

A tag that is taken for a word stands between words that follow one another, so that no phrase over
it is found. Knows what markup looks like; how it is read is `documents`'.
"""

import re
from pathlib import Path

from unlinkable_index import documents
from unlinkable_index.collection.source_options import TextAs
from unlinkable_index.errors import UserError

_TAGS = """
    a abbr article b big blockquote body br center cite code col dd del div dl dt em font footer
    h1 h2 h3 h4 h5 h6 head header hr html i img ins li link main meta ol p pre q s section small
    span strike strong style sub sup table tbody td tfoot th thead title tr tt u ul
"""
_OF_HTML = re.compile(rf"<(/?)(?:{'|'.join(_TAGS.split())})(?:\s[^<>]*)?/?>", re.I)
_DOCUMENT_OF_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.I)
_DOCUMENT_OF_XML = re.compile(r"<(?:\?xml\s|!DOCTYPE\s|([A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*[\s>/])")
_DECLARED = re.compile(r"\A<\?xml\s[^>]*\?>")
_PROLOGUE = re.compile(r"\A(?:<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>\[]*>|\s+)*", re.S)
_FEW = 2  # tags in a text that may speak of tags


def seen(text: str, place: str, text_as: TextAs) -> str:
    """What a reader sees of the text of a record, which is at ``place``.

    Raises UserError where it can't be read as what it is, or seems to be.
    """
    if text_as is TextAs.PLAIN:
        return text
    if text_as is TextAs.RECOGNISED:
        if "<" not in text and not text.lstrip()[:5].startswith("{\\rtf"):
            return text
        text_as = recognised(text, place)
        if text_as is TextAs.PLAIN:
            return text
        hint = f"; it seems to be {text_as.value.upper()}: mend it, or write --text-as plain"
    else:
        hint = ""
    content = _DECLARED.sub("", text.lstrip("\ufeff \t\r\n"))  # of an encoding that is no more
    content = content.encode("utf-8", "replace").decode()
    if text_as is TextAs.HTML:
        content = f'<meta charset="utf-8">{content}'
    try:
        read = documents.reader(f".{text_as.value}")
        return read(content.encode(), Path(place)).text
    except UserError as error:
        raise UserError(f"{error}{hint}") from None


def recognised(text: str, place: str) -> TextAs:
    """What a text seems to be. Raises UserError for what is not read."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{\\rtf"):
        raise UserError(
            f'{place}: the text is RTF, which is not read; write what it says as "text", converted '
            "by a word processor, or add --text-as plain"
        )
    if start.startswith("<"):
        begun = start[_PROLOGUE.match(start).end() :]  # type: ignore[union-attr]
        if _DOCUMENT_OF_HTML.match(start) or _DOCUMENT_OF_HTML.match(begun):
            return TextAs.HTML
        if _DOCUMENT_OF_XML.match(start) and not _OF_HTML.match(begun):
            name = re.match(r"<([\w.:-]+)", begun)
            if name and start.rstrip().endswith((f"</{name[1]}>", "/>")):
                return TextAs.XML
    for tags, found in enumerate(_OF_HTML.finditer(text), start=1):
        if tags > _FEW or (found[1] and _is_pair(text, found)):
            return TextAs.HTML
    return TextAs.PLAIN


def _is_pair(text: str, closing: "re.Match[str]") -> bool:
    """Whether a tag that closes something stands behind one that opens it."""
    name = closing[0].strip("</>").lower()
    return re.search(rf"<{name}[\s>]", text[: closing.start()], re.I) is not None
