"""What elements and attributes of Office Open XML are called, the transitional and the strict form
(ISO/IEC 29500) alike.

Knows names only.
"""

from collections.abc import Iterator

from unlinkable_index.documents.shared.trees.hardened_xml import Element, short_names

_NAMESPACES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": "wp",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
    "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
    "http://purl.oclc.org/ooxml/drawingml/chart": "c",
    "http://schemas.microsoft.com/office/drawing/2014/chartex": "cx",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "urn:schemas-microsoft-com:vml": "v",
}
_OFF = frozenset({"0", "false", "off"})

short = short_names(_NAMESPACES)


def known(namespace: str | None) -> bool:
    """Whether what stands in a namespace is shown by the programs that made it part of the form:
    those of the standard, and of the one that most files come from."""
    return namespace is not None and (
        namespace in _NAMESPACES or namespace.startswith("http://schemas.microsoft.com/office/")
    )


def children(element: Element, name: str) -> Iterator[Element]:
    """The children of this name."""
    return (child for child in element if short(child.tag) == name)


def child(element: Element | None, *names: str) -> Element | None:
    """The first child of the first name, its first child of the next name, and so on."""
    for name in names:
        if element is None:
            return None
        element = next(children(element, name), None)
    return element


def within(element: Element, name: str) -> Iterator[Element]:
    """The elements of this name below an element."""
    return (one for one in element.iter() if short(one.tag) == name)


def attribute(element: Element, name: str) -> str | None:
    """An attribute by its local name, of whatever namespace."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None


def switch(parent: Element | None, name: str) -> bool | None:
    """Whether the child of this name switches something on or off; None: it isn't there."""
    found = child(parent, name)
    if found is None:
        return None
    return (attribute(found, "val") or "1") not in _OFF
