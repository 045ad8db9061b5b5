"""The parts of a new DOCX file as XML, how they name each other, and the file. Must never know
where text and looks come from."""

from collections.abc import Iterable

from lxml import etree

from unlinkable_index.documents.shared.archive import zipped
from unlinkable_index.documents.shared.elements import Element, serialised

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_PIC = "http://schemas.openxmlformats.org/drawingml/2006/picture"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_KINDS = {
    "document": "document.main", "styles": "styles", "numbering": "numbering",
    "settings": "settings", "footnotes": "footnotes", "endnotes": "endnotes",
}  # fmt: skip


def root(name: str) -> Element:
    """The root element of a part."""
    return etree.Element(f"{{{W}}}{name}", nsmap={"w": W, "r": R})


def new(parent: Element, name: str, text: str | None = None, /, **attributes: str) -> Element:
    """A new element at the end of another one."""
    element = etree.SubElement(parent, f"{{{W}}}{name}")
    for key, value in attributes.items():
        element.set(f"{{{W}}}{key}", value)
    if text is not None:
        element.text = text
        element.set(_SPACE, "preserve")
    return element


def relationships(named: Iterable[tuple[str, str, str]]) -> bytes:
    """What a part names: id, kind and target of each."""
    written = etree.Element(f"{{{_RELATIONS}}}Relationships", nsmap={None: _RELATIONS})
    for identity, kind, target in named:
        etree.SubElement(
            written, f"{{{_RELATIONS}}}Relationship", Id=identity, Type=f"{R}/{kind}", Target=target
        )
    return serialised(written)


def content_types(parts: Iterable[str]) -> bytes:
    """The types of all parts, by their names."""
    written = etree.Element(f"{{{_TYPES}}}Types", nsmap={None: _TYPES})
    for ending, kind in {
        "rels": "application/vnd.openxmlformats-package.relationships+xml",
        "xml": "application/xml",
        "png": "image/png",
        "jpeg": "image/jpeg",
    }.items():
        etree.SubElement(written, f"{{{_TYPES}}}Default", Extension=ending, ContentType=kind)
    for part in parts:
        folder, _, file = part.rpartition("/")
        name = file.removesuffix(".xml").rstrip("0123456789")
        kind = _KINDS.get(name, name)
        if folder == "word" and file.endswith(".xml"):
            etree.SubElement(
                written,
                f"{{{_TYPES}}}Override",
                PartName=f"/{part}",
                ContentType=f"{_WORD}.{kind}+xml",
            )
    return serialised(written)


def picture_in_line(identity: str, number: int, width: str, height: str) -> Element:
    """A picture that stands in a line; sizes in EMU."""
    drawing = etree.Element(f"{{{W}}}drawing")
    line = etree.SubElement(drawing, f"{{{_WP}}}inline", nsmap={"wp": _WP, "a": _A, "pic": _PIC})
    etree.SubElement(line, f"{{{_WP}}}extent", cx=width, cy=height)
    name = {"id": str(number), "name": f"Picture {number}"}
    etree.SubElement(line, f"{{{_WP}}}docPr", name)
    graphic = etree.SubElement(line, f"{{{_A}}}graphic")
    data = etree.SubElement(graphic, f"{{{_A}}}graphicData", uri=_PIC)
    picture = etree.SubElement(data, f"{{{_PIC}}}pic")
    about = etree.SubElement(picture, f"{{{_PIC}}}nvPicPr")
    etree.SubElement(about, f"{{{_PIC}}}cNvPr", name)
    etree.SubElement(about, f"{{{_PIC}}}cNvPicPr")
    fill = etree.SubElement(picture, f"{{{_PIC}}}blipFill")
    etree.SubElement(fill, f"{{{_A}}}blip").set(f"{{{R}}}embed", identity)
    etree.SubElement(etree.SubElement(fill, f"{{{_A}}}stretch"), f"{{{_A}}}fillRect")
    shape = etree.SubElement(picture, f"{{{_PIC}}}spPr")
    place = etree.SubElement(shape, f"{{{_A}}}xfrm")
    etree.SubElement(place, f"{{{_A}}}off", x="0", y="0")
    etree.SubElement(place, f"{{{_A}}}ext", cx=width, cy=height)
    outline = etree.SubElement(shape, f"{{{_A}}}prstGeom", prst="rect")
    etree.SubElement(outline, f"{{{_A}}}avLst")
    return drawing


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
        return zipped({"[Content_Types].xml": types, **self._parts})
