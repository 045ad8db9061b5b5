"""A DOCX file that is to be written anew: its parts, what is seen of them, and what is changed.

Decides nothing; values only.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unlinkable_index.documents.docx.names import short
from unlinkable_index.documents.docx.numbering import DocxNumbering
from unlinkable_index.documents.docx.package import Package
from unlinkable_index.documents.docx.styles import DocxStyles
from unlinkable_index.documents.docx.writing.looks import DocxLists, StyleNames, has_words
from unlinkable_index.documents.shared.trees.hardened_xml import Element
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.documents.shared.writing.pieces import TextEdit, edited_pieces

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
        styles, lists = part_named(package, "styles"), part_named(package, "numbering")
        edited = any(short(origin.tag) == "w:p" for origin in changed)
        return cls(
            package,
            {
                piece.origin: piece.text
                for paragraph in seen.paragraphs
                for piece in paragraph.pieces
                if piece.origin is not None
            },
            {origin: "".join(letters) for origin, letters in changed.items()},
            changed,
            reviewer,
            styles,
            DocxStyles(styles),
            StyleNames(styles, part_named(package, "theme")),
            DocxLists(lists),
            DocxNumbering(lists, styles),
            edited or has_words(lists),
        )


def part_named(package: Package, kind: str) -> Element | None:
    """The root of the one part of a kind that the main part names."""
    name = package.named(package.main, kind)
    return None if name is None else package.root(name)
