"""The parts of a new DOCX file, and how they name each other.

Knows nothing of what is in the parts.
"""

import io
import zipfile

from unlinkable_index.documents.docx.writing.xml import content_types, relationships

_WHEN = (1980, 1, 1, 0, 0, 0)


class NewPackage:
    """The parts of one new file, by name."""

    def __init__(self) -> None:
        self._parts: dict[str, bytes] = {}
        self._relations: dict[str, list[tuple[str, str, str]]] = {}

    def put(self, name: str, data: bytes) -> None:
        """Add a part that is named elsewhere."""
        self._parts[f"word/{name}"] = data

    def add(self, owner: str, kind: str, name: str, data: bytes) -> str:
        """Add a part that ``owner`` names; gives the id of the relationship."""
        self.put(name, data)
        return self.named(owner, kind, name)

    def named(self, owner: str, kind: str, name: str) -> str:
        """The id by which a part names another one."""
        relations = self._relations.setdefault(owner, [])
        known = next((one for one, _, target in relations if target == name), None)
        if known is None:
            known = f"r{len(relations) + 1}"
            relations.append((known, kind, name))
        return known

    def zipped(self) -> bytes:
        """The file: always the same bytes for the same parts."""
        for owner, named in self._relations.items():
            self._parts[f"word/_rels/{owner}.xml.rels"] = relationships(named)
        self._parts["_rels/.rels"] = relationships([("r1", "officeDocument", "word/document.xml")])
        types = content_types(sorted(self._parts))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in {"[Content_Types].xml": types, **self._parts}.items():
                archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED)
        return out.getvalue()
