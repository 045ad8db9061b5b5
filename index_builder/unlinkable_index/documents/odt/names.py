"""What elements and attributes of OpenDocument are called.

Knows names only.
"""

from unlinkable_index.documents.shared.trees.hardened_xml import Element, short_names

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMESPACES = {
    f"{_OASIS}office:1.0": "office",
    f"{_OASIS}style:1.0": "style",
    f"{_OASIS}text:1.0": "text",
    f"{_OASIS}table:1.0": "table",
    f"{_OASIS}drawing:1.0": "draw",
    "http://openoffice.org/2010/draw": "draw",  # what LibreOffice adds
    f"{_OASIS}form:1.0": "form",
    f"{_OASIS}svg-compatible:1.0": "svg",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
}

short = short_names(_NAMESPACES)


def attributes(element: Element) -> dict[str, str]:
    """All attributes by such names."""
    return {short(name): str(value) for name, value in element.attrib.items()}
