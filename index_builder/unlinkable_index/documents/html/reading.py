"""What a reader sees of an HTML file, as a browser shows it without running anything.

Knows the elements of HTML.
"""

import codecs
import re
from dataclasses import replace
from pathlib import Path

from lxml import etree

from unlinkable_index.documents.html.cascade import Cascade, is_quirky
from unlinkable_index.documents.shared.archive import LARGEST_PART
from unlinkable_index.documents.shared.encodings import decoded_as
from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.documents.shared.trees.css import Declared
from unlinkable_index.documents.shared.trees.elements import (
    ElementVocabulary,
    name_of,
    names,
    read_elements,
)
from unlinkable_index.documents.shared.trees.hardened_xml import (
    MOST_ATTRIBUTES,
    Element,
    demand_memory,
    demand_small,
    too_many_attributes,
)
from unlinkable_index.documents.shared.visible_text import (
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)
from unlinkable_index.ordinary_files import MEGABYTE

_BLOCKS = names(
    """address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li
    listing main menu nav ol optgroup option p plaintext pre search section select summary tbody
    tfoot thead ul xmp"""
)
_OF_THEIR_OWN = names("aside caption figcaption figure footer header hr nav select")
_NEVER_SHOWN = names(
    """annotation annotation-xml area audio base canvas datalist desc embed iframe img link map meta
    metadata meter noembed noframes param progress rp script source style template track video"""
)
_VALUE_NOT_SHOWN = names("checkbox color file hidden image password radio range")
"""The kinds of inputs whose value no reader sees; one that is of no known kind is a text."""
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_CHARSET = re.compile(rb"""<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.I)
_ONE_ATTRIBUTE = rb"""[\s/]++[^\s/>=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?+"""
_ATTRIBUTE = re.compile(_ONE_ATTRIBUTE)
_TAG = re.compile(rb"<[A-Za-z][^\s/>]*+(?:%b)*+" % _ONE_ATTRIBUTE)
_WHERE = 4096  # bytes in which an encoding is declared


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it can't be read."""
    return VisibleText(flows_of_html(_decoded(data, path), path))


def flows_of_html(text: str, path: Path) -> list[Flow]:
    """The flows of HTML that stands in the file at ``path``. Raises UserError likewise."""
    root = _parsed(text, path)
    if root is None:
        return []
    cascade = Cascade(root, path, is_quirky(text))
    flows = read_elements(root, html_vocabulary(cascade, path))
    put = [[Paragraph((Piece(one),), Place(Part.FIGURE))] for one in cascade.words]
    return [*flows, *put]


def _parsed(text: str, path: Path) -> Element | None:
    """The root element of HTML; None where there is none."""
    if len(text) > LARGEST_PART:
        raise refused(path, f"larger than {LARGEST_PART // MEGABYTE} MB; split it")
    parser = etree.HTMLParser(
        no_network=True,
        huge_tree=True,  # 2,048 levels in place of 256, which careless pages reach
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    cleaned = text.replace("\0", "").encode("utf-8", "replace")
    demand_small(cleaned, path)
    _demand_few_attributes(cleaned, path)
    root = etree.fromstring(cleaned, parser) if cleaned.strip() else None
    demand_memory(*parser.error_log)
    if any(problem.level_name == "FATAL" for problem in parser.error_log):
        raise refused(path, "its elements are nested too deeply; save it anew")
    return root


def _demand_few_attributes(data: bytes, path: Path) -> None:
    """Raise UserError where an element has too many, over which libxml2 takes too long itself."""
    for tag in _TAG.finditer(data):
        if tag.end() - tag.start() > 2 * MOST_ATTRIBUTES:  # bytes that so many take
            count = sum(1 for _ in _ATTRIBUTE.finditer(tag[0]))
            if count > MOST_ATTRIBUTES:
                raise too_many_attributes(path)


def _said(element: Element) -> str:
    """What a control shows."""
    if name_of(element) == "optgroup":
        return f" {element.get('label') or ''} "
    if name_of(element) != "input" or (element.get("type") or "").lower() in _VALUE_NOT_SHOWN:
        return ""
    return f" {element.get('value') or ''} "


def _instead(element: Element) -> str:
    return element.get("label") or "" if name_of(element) == "option" else ""


def html_vocabulary(cascade: Cascade, path: Path) -> ElementVocabulary:
    """What elements are in a page with these styles, which stands in the file at ``path``."""

    def style(element: Element) -> Declared:
        """What holds where nothing else is said: hidden elements and closed dialogs are none."""
        said = cascade.of(element)
        is_hidden = (element.get("hidden") or "until-found").lower() != "until-found" or (
            element.get("hidden") == ""
        )
        closed = name_of(element) == "dialog" and element.get("open") is None
        if (is_hidden or closed) and not said.display:
            said = replace(said, display="none")
        return replace(said, display="") if said.is_gone and cascade.shows_more else said

    def is_shown(element: Element) -> bool:
        name = name_of(element)
        if name == "title":
            parent = element.getparent()
            return parent is not None and name_of(parent) == "head"
        return name != "input" or (element.get("type") or "").lower() != "hidden"

    def enclosed(element: Element) -> tuple[Element, ElementVocabulary] | None:
        page = element.get("srcdoc") if name_of(element) == "iframe" else None
        root = _parsed(page, path) if page else None
        return None if root is None else (root, html_vocabulary(Cascade(root, path), path))

    return ElementVocabulary(
        never_shown=_NEVER_SHOWN,
        shown=is_shown,
        is_block=lambda element: name_of(element) in _BLOCKS,
        apart={"title": Part.TITLE, "rt": Part.ABOVE_LINE},
        of_their_own=_OF_THEIR_OWN,
        as_written=frozenset({"pre", "textarea", "listing", "xmp", "plaintext"}),
        said=_said,
        instead=_instead,
        enclosed=enclosed,
        style=style,
    )


def _decoded(data: bytes, path: Path) -> str:
    """The text, by its byte order mark, the encoding it declares, or else as UTF-8."""
    marked = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    declared = _CHARSET.search(data[:_WHERE])
    try:
        if marked is not None:
            return data.decode(marked)
        name = declared[1].decode("ascii") if declared else "utf-8"
        is_wrong = codecs.lookup(name).name == "utf-16"  # it would not be found without a mark
        return decoded_as(data, "utf-8" if is_wrong else name)
    except (LookupError, UnicodeError):
        raise refused(
            path, "it is not in the encoding that it declares, or in UTF-8; save it as UTF-8"
        ) from None
