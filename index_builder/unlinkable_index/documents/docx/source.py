"""A DOCX file that is to be written anew: its parts, what is seen and what is changed of them,
which elements vanish while what is in them stays, and counts of what does not come along. Must
never decide what is seen."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unlinkable_index.documents.docx.looks import DocxLists, StyleNames, has_words
from unlinkable_index.documents.docx.package import Package, attribute, short, within
from unlinkable_index.documents.docx.styles import DocxNumbering, DocxStyles
from unlinkable_index.documents.shared.elements import Element
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.documents.shared.writing import TextEdit, edited_pieces
from unlinkable_index.errors import UserError

GO_ON = frozenset(
    {
        "w:ins", "w:moveTo", "w:hyperlink", "w:smartTag", "w:customXml", "w:sdt", "w:sdtContent",
        "w:fldSimple", "w:bdo", "w:dir", "mc:AlternateContent", "mc:Choice", "mc:Fallback",
    }
)  # fmt: skip
"""Elements that vanish while what is in them stays."""


def has_picture(source: Element) -> bool:
    """Whether a picture stands in an element."""
    return next(within(source, "a:blip"), None) is not None


def blocks_in(origin: Element) -> Iterable[Element]:
    """The paragraphs and tables of an element, in order."""
    for element in origin:
        name = short(element.tag)
        if name in ("w:p", "w:tbl"):
            yield element
        elif name in GO_ON:
            yield from blocks_in(element)


def kept_in(origin: Element, wanted: str) -> Iterable[Element]:
    """The rows of a table, or the cells of a row."""
    for element in origin:
        if short(element.tag) == wanted:
            yield element
        elif short(element.tag) in GO_ON:
            yield from kept_in(element, wanted)


def run_content(origin: Element) -> Iterable[Element]:
    """What stands in a run: texts, breaks, drawings and the like, in order."""
    for element in origin:
        if short(element.tag) in GO_ON | {"w:r"}:
            yield from run_content(element)
        else:
            yield element


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
    """How many things of each kind do not come along. ``seen``: the elements that are."""
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


TEXT = frozenset({"w:t", "m:t"})
_HOLD_TEXT = TEXT | {"w:p"}  # a paragraph stands for the label that is counted for it


@dataclass(frozen=True)
class DocxSource:
    """- ``seen``: what is seen of each element; ``changed``: the new text of those that an edit
      changes; ``edited``: the same letter by letter;
    - ``reviewer``: in whose name changes are tracked; "": they are made;
    - ``styles_root``: of the part with the styles; ``looks``: whether they hide text; ``names``:
      the new names of styles; ``lists``, ``numbering``: the lists of the file;
    - ``labels_are_text``: whether the labels of lists are written as text: where one was edited,
      or says words, which are no looks.
    """

    package: Package
    seen: Mapping[Any, str]
    changed: Mapping[Any, str]
    edited: Mapping[Any, Sequence[str]]
    reviewer: str
    styles_root: Element | None
    looks: DocxStyles
    names: StyleNames
    lists: DocxLists
    numbering: DocxNumbering
    labels_are_text: bool

    @classmethod
    def of(
        cls, package: Package, seen: VisibleText, edits: Iterable[TextEdit], reviewer: str = ""
    ) -> "DocxSource":
        """The file of ``package``, whose visible text is ``seen``, with edits of that text."""
        changed = edited_pieces(seen, edits, lambda origin: short(origin.tag) in _HOLD_TEXT)
        styles, lists = package.root_named("styles"), package.root_named("numbering")
        edited = any(short(origin.tag) == "w:p" for origin in changed)
        return cls(
            package,
            seen.by_origin(),
            {origin: "".join(letters) for origin, letters in changed.items()},
            changed,
            reviewer,
            styles,
            DocxStyles(styles),
            StyleNames(styles, package.root_named("theme")),
            DocxLists(lists),
            DocxNumbering(lists, styles),
            edited or has_words(lists),
        )
