"""What elements and attributes of OpenDocument are called.

Knows names only.
"""

from functools import lru_cache

from unlinkable_index.formats.hardened_xml import Element

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMESPACES = {
    f"{_OASIS}office:1.0": "office",
    f"{_OASIS}style:1.0": "style",
    f"{_OASIS}text:1.0": "text",
    f"{_OASIS}table:1.0": "table",
    f"{_OASIS}drawing:1.0": "draw",
    f"{_OASIS}form:1.0": "form",
    f"{_OASIS}svg-compatible:1.0": "svg",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
}


@lru_cache(maxsize=4096)
def short(tag: object) -> str:
    """The name with the usual prefix of its namespace, as in "text:p"; "?" for what is none."""
    if not isinstance(tag, str):
        return "?"
    namespace, _, local = tag.rpartition("}")
    return f"{_NAMESPACES.get(namespace[1:], '?')}:{local}"


def attributes(element: Element) -> dict[str, str]:
    """All attributes by such names."""
    return {short(name): str(value) for name, value in element.attrib.items()}
