"""Content controls that show what stands in another part of the file: what their own text is when
it is shown.

Programs fill a control that is bound anew when they open the file, and keep the filling beside it.
Where both differ, nobody can say what is on the page. After ISO/IEC 29500-1, 17.5.2.6. Knows parts
and their paths; nothing of paragraphs.
"""

import re

from lxml import etree

from unlinkable_index.documents.docx.names import attribute, child, within
from unlinkable_index.documents.docx.package import Package
from unlinkable_index.documents.shared.trees.hardened_xml import Element
from unlinkable_index.errors import UserError

_PREFIX = re.compile(r"""xmlns:([\w.-]+)=["']([^"']*)["']""")
_PROPERTIES = {
    "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}": "docprops/core.xml",
    "{6668398D-A668-4E3E-A5EB-62B293D839F1}": "docprops/app.xml",
}
_SHOWN_OTHERWISE = frozenset(
    {"w:comboBox", "w:date", "w:dropDownList", "w:picture", "w:docPartObj", "w:docPartList"}
)


def shows_another_text(root: Element, package: Package) -> bool:
    """Whether some control in a part shows another text than stands in it. Raises UserError where a
    part can't be read."""
    controls = [
        (one, binding)
        for one in within(root, "w:sdt")
        if (binding := child(one, "w:sdtPr", "w:dataBinding")) is not None
    ]
    return bool(controls) and any(map(_Stores(package).differs, controls))


class _Stores:
    """The parts that controls are bound to, by their ids."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._items = {name.upper(): part for name, part in _PROPERTIES.items()}
        for item in package.relationships(package.main):
            if item.kind == "customXml":
                for one in package.relationships(item.part):
                    if one.kind == "customXmlProps" and one.part in package.archive:
                        identity = attribute(package.root(one.part), "itemID") or ""
                        self._items.setdefault(identity.upper(), item.part)

    def differs(self, control: tuple[Element, Element]) -> bool:
        """Whether a control shows something else than what stands in it, by its binding."""
        element, binding = control
        properties = child(element, "w:sdtPr")
        if any(child(properties, name) is not None for name in _SHOWN_OTHERWISE):
            return False
        bound = self._bound(binding)
        inside = child(element, "w:sdtContent")
        texts = () if inside is None else within(inside, "w:t")
        return (
            bound is not None and bound.split() != "".join(one.text or "" for one in texts).split()
        )

    def _bound(self, binding: Element) -> str | None:
        """The text that a binding leads to; None where it leads nowhere, or to none."""
        part = self._items.get((attribute(binding, "storeItemID") or "").upper())
        if part is None or part not in self._package.archive:
            return None
        prefixes = dict(_PREFIX.findall(attribute(binding, "prefixMappings") or ""))
        try:
            root = self._package.root(part)
            found = root.getroottree().xpath(attribute(binding, "xpath") or "", namespaces=prefixes)
        except (etree.XPathError, UserError, TypeError, ValueError):
            return None
        first = found[0] if isinstance(found, list) and found else None
        text = first if isinstance(first, str) or first is None else "".join(first.itertext())
        return text if isinstance(text, str) and text.strip() else None
