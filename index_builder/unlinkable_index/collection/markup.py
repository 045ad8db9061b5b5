"""Texts of records that are marked up: what a reader sees of them.

A tag that is taken for a word stands between words that follow one another, so that no phrase over
it is found. Knows what markup looks like; how it is read is `documents`'.
"""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from unlinkable_index import documents
from unlinkable_index.collection.source_options import TextAs
from unlinkable_index.errors import UserError

_TAGS = """
    a abbr article b big blockquote body br center cite code col dd del div dl dt em font footer
    h1 h2 h3 h4 h5 h6 head header hr html i img ins li link main meta ol p pre q s section small
    span strike strong style sub sup table tbody td tfoot th thead title tr tt u ul
"""
_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+))*"""
_CLOSING = re.compile(rf"</({'|'.join(_TAGS.split())})\s*>", re.I)
_UNPAIRED = re.compile(rf"<[bh]r{_ATTRIBUTES}\s*/?>|^\s*<p{_ATTRIBUTES}\s*>", re.I | re.M)
_START_OF_HTML = re.compile(rf"<!doctype\s+html|<(?:html|head|body){_ATTRIBUTES}\s*>", re.I)
_START_OF_XML = re.compile(rf"<([A-Za-z_][\w:.-]*){_ATTRIBUTES}\s*>")
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
    """What a text seems to be. What is in angle brackets for other reasons, such as <a hotel> or
    <P> in the place of a name, makes no markup. Raises UserError for what is not read."""
    start = text.strip("\ufeff \t\r\n")
    if start.startswith("{\\rtf"):
        raise UserError(
            f'{place}: the text is RTF, which is not read; write what it says as "text", converted '
            "by a word processor, or add --text-as plain"
        )
    begun = _PROLOGUE.sub("", start)
    if _START_OF_HTML.match(start) or _START_OF_HTML.match(begun):
        return TextAs.HTML
    root = _START_OF_XML.match(begun)
    is_whole = root is not None and start.endswith(f"</{root[1]}>")
    if is_whole and root is not None and root[1].lower() not in _TAGS.split():
        return TextAs.XML
    few = islice(_UNPAIRED.finditer(text), _FEW + 1)
    if sum(1 for _ in few) > _FEW or any(_is_paired(text, one) for one in _closing(text)):
        return TextAs.HTML
    return TextAs.PLAIN


def _closing(text: str) -> Iterator["re.Match[str]"]:
    """The first tag of each name that closes something."""
    named: set[str] = set()
    for found in _CLOSING.finditer(text):
        if (name := found[1].lower()) not in named:
            named.add(name)
            yield found


def _is_paired(text: str, closing: "re.Match[str]") -> bool:
    """Whether a tag that closes something stands behind one that opens it."""
    opening = re.compile(rf"<{closing[1]}{_ATTRIBUTES}\s*>", re.I)
    return opening.search(text, 0, closing.start()) is not None
