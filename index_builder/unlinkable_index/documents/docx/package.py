"""The parts of a DOCX file, how they name each other, and what their elements are called, in the
transitional and the strict form (ISO/IEC 29500-1 and -2). Must never read anything outside of
the file."""

import posixpath
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from unlinkable_index.documents.shared.archive import Archive, refused
from unlinkable_index.documents.shared.elements import Element, parsed, short_names

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


def value_of(element: Element | None, *names: str) -> str | None:
    """The value of the child that these names lead to; None where there is none."""
    found = child(element, *names)
    return None if found is None else attribute(found, "val")


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


class Relationship(NamedTuple):
    """That a part names another one: the id and the last word of the type, as in "header"."""

    id: str
    kind: str
    part: str


class Package:
    """The parts of one file; each is parsed once."""

    def __init__(self, archive: Archive) -> None:
        """Raises UserError where there is no main part."""
        self.archive = archive
        self._roots: dict[str, Element] = {}
        self._relationships: dict[str, tuple[Relationship, ...]] = {}
        self._by_id: dict[str, dict[str, str]] = {}
        main = next((one for one in self.relationships("") if one.kind == "officeDocument"), None)
        if main is None:
            raise refused(archive.path, "it holds no document of a word processor; check the file")
        self.main = main.part

    def root(self, part: str) -> Element:
        """The root element of a part. Raises UserError where it can't be read."""
        if part not in self._roots:
            self._roots[part] = parsed(self.archive.read(part), self.archive.path)
        return self._roots[part]

    def relationships(self, part: str) -> tuple[Relationship, ...]:
        """The parts that a part names ("" for the file as a whole), those outside left out."""
        if part not in self._relationships:
            self._relationships[part] = tuple(self._named_by(part))
        return self._relationships[part]

    def part_of(self, part: str, identity: str) -> str | None:
        """The part of the file that another one names by this id; None where there is none."""
        if part not in self._by_id:
            self._by_id[part] = {one.id: one.part for one in self.relationships(part)}
        found = self._by_id[part].get(identity)
        return found if found is not None and found in self.archive else None

    def _named_by(self, part: str) -> Iterator[Relationship]:
        folder, name = posixpath.split(part)
        file = posixpath.join(folder, "_rels", f"{name}.rels")
        if file not in self.archive:
            return
        for element in self.root(file):
            target = attribute(element, "Target") or ""
            if attribute(element, "TargetMode") == "External" or not target:
                continue
            path = posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/")
            kind = (attribute(element, "Type") or "").rpartition("/")[2]
            yield Relationship(attribute(element, "Id") or "", kind, path)

    def named(self, part: str, kind: str) -> str | None:
        """The one part of a kind that a part names; None where there is none."""
        found = (one.part for one in self.relationships(part) if one.kind == kind)
        return next((one for one in found if one in self.archive), None)

    def root_named(self, kind: str) -> Element | None:
        """The root of the one part of a kind that the main part names."""
        part = self.named(self.main, kind)
        return None if part is None else self.root(part)
