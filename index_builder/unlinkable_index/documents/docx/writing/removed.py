"""What of a DOCX file does not come with its visible text: kinds and counts, for a report.

Only counts; what is written anew is decided elsewhere, by what may be written. Holds no text.
"""

from collections import Counter
from collections.abc import Container

from unlinkable_index.documents.docx.names import attribute, short
from unlinkable_index.documents.docx.package import Package
from unlinkable_index.errors import UserError

_ELEMENTS = {
    "w:del": "deleted passages",
    "w:moveFrom": "passages moved away",
    "w:ins": "authors and dates of changes",
    "w:moveTo": "authors and dates of changes",
    "w:rPrChange": "records of how text looked before",
    "w:pPrChange": "records of how text looked before",
    "w:sectPrChange": "records of how text looked before",
    "w:tblPrChange": "records of how text looked before",
    "w:comment": "comments",
    "w:bookmarkStart": "bookmarks",
    "w:hyperlink": "targets of links",
    "w:instrText": "codes of fields",
    "w:fldSimple": "codes of fields",
    "w:docVar": "document variables",
    "w:sdtPr": "properties of content controls",
    "w:customXml": "tags of custom XML",
    "w:smartTag": "smart tags",
    "w:permStart": "permissions",
    "w:rsid": "revision numbers",
    "w:attachedTemplate": "paths of templates",
    "w:mailMerge": "sources of mail merges",
}
_PARTS = {
    "docprops/thumbnail": "previews",
    "docprops/": "files of properties",
    "customxml/": "files of custom XML",
    "word/vba": "macros",
    "word/embeddings/": "embedded files",
    "word/activex/": "embedded files",
    "word/glossary/": "building blocks",
    "word/fonts/": "embedded fonts",
    "_xmlsignatures/": "signatures",
}


def removed_from(package: Package, seen: Container[object]) -> dict[str, int]:
    """How many of each kind, by what people call it. ``seen``: the elements that are."""
    counts: Counter[str] = Counter()
    for name in package.archive.names():
        folder = name.casefold()
        for begins, kind in _PARTS.items():
            if folder.startswith(begins):
                counts[kind] += 1
                break
        else:
            if folder.startswith("word/") and folder.endswith(".xml"):
                _count(package, name, seen, counts)
    return dict(sorted(counts.items()))


def _count(package: Package, name: str, seen: Container[object], counts: Counter[str]) -> None:
    try:
        root = package.root(name)
    except UserError:
        counts["parts that can't be read"] += 1
        return
    for element in root.iter():
        kind = short(element.tag)
        if kind in _ELEMENTS:
            counts[_ELEMENTS[kind]] += 1
        elif kind in ("wp:docPr", "pic:cNvPr"):
            counts["alternative texts"] += bool(
                attribute(element, "descr") or attribute(element, "title")
            )
        elif kind == "w:t" and element.text and element.text.strip() and element not in seen:
            counts["hidden runs of text"] += 1
        if any("rsid" in str(key) for key in element.attrib):
            counts["revision numbers"] += 1
