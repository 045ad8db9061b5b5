"""The parts of a DOCX file, and how they name each other.

Knows the Open Packaging Conventions (ISO/IEC 29500-2). Only parts of the file itself are ever read:
whatever lies elsewhere is not fetched. Knows nothing of what is in the parts.
"""

import posixpath
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from unlinkable_index.documents.docx.names import attribute
from unlinkable_index.documents.shared.archive import Archive
from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.documents.shared.trees.hardened_xml import Element, parsed


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
