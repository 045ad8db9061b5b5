"""XML that somebody else may have made: parsed with nothing fetched, no entity of its own, and
within bounds.

Knows nothing of what elements mean.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from lxml import etree

from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.errors import UserError

Element = Any
"""An element as lxml has it."""


def short_names(namespaces: Mapping[str, str]) -> Callable[[object], str]:
    """What tells the name of an element or attribute with the usual prefix of its namespace, as in
    "w:p"; "?" for what is none. ``namespaces``: their prefixes."""

    @lru_cache(maxsize=4096)
    def short(tag: object) -> str:
        if not isinstance(tag, str):
            return "?"
        namespace, _, local = tag.rpartition("}")
        return f"{namespaces.get(namespace[1:], '?')}:{local}"

    return short


MOST_PARTS_OF_A_TREE = 3_000_000
"""Beginnings and ends of elements, and attributes: each takes some 250 bytes of memory."""


MOST_ATTRIBUTES = 250
"""Of one element: lxml takes a time for them that grows with the square of their number."""
_has_too_many = etree.XPath(f"boolean(//*[@*[{MOST_ATTRIBUTES + 1}]])")


def demand_small(data: bytes, path: Path) -> None:
    """Raise UserError where the tree of this XML or HTML would take too much memory."""
    if data.count(b"<") + data.count(b"=") > MOST_PARTS_OF_A_TREE:
        raise refused(path, "it consists of too many elements; split it")


def too_many_attributes(path: Path) -> UserError:
    """What is said of a file in which an element has more than `MOST_ATTRIBUTES`."""
    return refused(path, f"an element has more than {MOST_ATTRIBUTES} attributes; save it anew")


def demand_memory(*errors: object) -> None:
    """Raise MemoryError where it is what these errors of libxml2 are about."""
    if any(getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY for error in errors):
        raise MemoryError


def parsed(data: bytes, path: Path) -> Element:
    """The root element, comments and processing instructions left out. Raises UserError where this
    is no well-formed XML, is nested deeper than libxml2 allows (256), or declares entities."""
    demand_small(data, path)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        demand_memory(error)
        raise refused(
            path, "its XML is damaged, nested too deeply, or holds what is too long; save it anew"
        ) from error
    if _has_too_many(root):
        raise too_many_attributes(path)
    inside = root.getroottree().docinfo.internalDTD
    if inside is not None and next(inside.iterentities(), None) is not None:
        raise refused(path, "it declares entities of its own; write out what they stand for")
    return root
