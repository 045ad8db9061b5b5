"""An OpenDocument text that is to be written anew: its parts, what is seen of them, and what is
changed.

Decides nothing but which elements hold anything that is seen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from unlinkable_index.documents.odt.numbering import OdtNumbering
from unlinkable_index.documents.odt.reading import OpenedOdt
from unlinkable_index.documents.odt.shown import is_hidden
from unlinkable_index.documents.odt.story import LABEL
from unlinkable_index.documents.odt.styles import OdtStyles
from unlinkable_index.documents.odt.writing.allowed import name_of, told
from unlinkable_index.documents.odt.writing.looks import has_words
from unlinkable_index.documents.shared.archive import Archive
from unlinkable_index.documents.shared.trees.hardened_xml import Element
from unlinkable_index.documents.shared.writing.pieces import TextEdit, edited_pieces

PARAGRAPHS = frozenset({"text:p", "text:h"})
STANDS_FOR = frozenset({"text:s", "text:tab", "text:line-break"})
NOT_HERE = frozenset({"office:annotation", "text:tracked-changes", "text:note-citation"})


@dataclass(frozen=True)
class OdtSource:
    """- ``content``, ``shared``: the roots of the parts with the text, and with what all share;
    - ``seen``: what is seen of each origin; ``changed``: the new text of those that an edit
      changes;
    - ``around``: the elements with anything in them, or behind them, that is seen; ``holding``:
      these, and those with a picture that is;
    - ``labels_are_text``: whether the labels of lists are written as text: where one was edited,
      or says more than looks may.
    """

    archive: Archive
    content: Element
    shared: Element | None
    seen: Mapping[Any, str]
    changed: Mapping[Any, str]
    around: set[Element]
    holding: set[Element]
    labels_are_text: bool

    @classmethod
    def of(cls, opened: OpenedOdt, edits: Iterable[TextEdit]) -> "OdtSource":
        """A file that was read, with edits of its visible text."""
        letters = edited_pieces(opened.seen, edits, _holds_text)
        changed = {origin: "".join(now) for origin, now in letters.items()}
        seen = {
            piece.origin: piece.text
            for paragraph in opened.seen.paragraphs
            for piece in paragraph.pieces
            if piece.origin is not None
        }
        around: set[Element] = set()
        for element, _ in seen:
            around.add(element)
            around.update(element.iterancestors())
        parts = [opened.content, *([] if opened.shared is None else [opened.shared])]
        edited = any(behind == LABEL for _, behind in changed)
        plain = OdtNumbering(*parts).is_plain and not any(map(has_words, parts))
        holding = around | _around_pictures(parts)
        return cls(
            opened.archive,
            opened.content,
            opened.shared,
            seen,
            changed,
            around,
            holding,
            edited or not plain,
        )


def _holds_text(origin: tuple[Element, bool | str]) -> bool:
    element, behind = origin
    return bool(behind) or name_of(element.tag) not in STANDS_FOR


def _around_pictures(parts: list[Element]) -> set[Element]:
    """The elements with a picture in them that is seen. ``parts``: the text, and perhaps what all
    share."""
    found: set[Element] = set()
    for number, part in enumerate(parts):
        looks = OdtStyles(*parts[number:])
        for image in part.iter():
            line = [image, *image.iterancestors()] if name_of(image.tag) == "draw:image" else []
            if line and not any(_hides(element, looks) for element in line):
                found.update(line)
    return found


def _hides(element: Element, styles: OdtStyles) -> bool:
    """Whether an element hides what is in it."""
    name, attributes = name_of(element.tag), told(element)
    if name in NOT_HERE or is_hidden(name, attributes):
        return True
    if attributes.get("style:display") == "false":
        return True
    family = {"text:p": "paragraph", "text:h": "paragraph", "text:span": "text"}.get(name)
    return family is not None and bool(styles.hides(family, attributes.get("text:style-name")))
