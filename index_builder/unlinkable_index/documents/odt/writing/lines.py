"""What stands in the lines of an OpenDocument text, written anew: text, spans, fields and pictures.

After OpenDocument 1.3, part 3 (OASIS), 6. What is seen the reader of these files has decided. Knows
nothing of blocks, and of how the parts of a file hang together.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping

from unlinkable_index.documents.odt.story import LABEL
from unlinkable_index.documents.odt.writing import allowed
from unlinkable_index.documents.odt.writing.allowed import name_of, told
from unlinkable_index.documents.odt.writing.looks import OdtStyleNames, new
from unlinkable_index.documents.odt.writing.source import (
    NOT_HERE,
    PARAGRAPHS,
    STANDS_FOR,
    OdtSource,
)
from unlinkable_index.documents.shared.trees.hardened_xml import Element
from unlinkable_index.documents.shared.writing.characters import as_written
from unlinkable_index.documents.shared.writing.pictures import bare_picture

_COUNTED = frozenset({"text:page-number", "text:page-count"})

WriteNote = Callable[[Element, Mapping[str, str], Element], None]
"""Writes a note, which has these attributes, where it is called."""


class OdtLines:
    """Writes the lines of a file.

    - ``names``: of the styles that hold in the part that is being written; may be set;
    - ``beside``: the boxes that the last paragraph anchored, to be written behind it; may be set;
    - ``left_out``: how many things of each kind were, that readers saw;
    - ``pictures``: the files of those that were written; ``shown_pictures``: how many were.
    """

    def __init__(self, source: OdtSource, names: OdtStyleNames, write_note: WriteNote) -> None:
        self._source = source
        self._write_note = write_note
        self.names = names
        self.beside: list[Element] = []
        self.left_out: Counter[str] = Counter()
        self.pictures: dict[bytes, str] = {}
        self.shown_pictures = 0

    def inline(self, origin: Element, into: Element) -> None:
        """Write what stands in a paragraph ``into`` another."""
        self._text((origin, False), origin.text, into)
        for element in origin:
            if name_of(element.tag) not in NOT_HERE:
                self._element(element, into)
            self._text((element, True), element.tail, into)

    def _element(self, element: Element, into: Element) -> None:
        name, attributes = name_of(element.tag), told(element)
        if name in STANDS_FOR:
            self._text((element, False), "", into)
        elif name in ("text:span", "text:ruby", "text:ruby-base", "text:ruby-text"):
            family = "text" if name == "text:span" else name
            style = self.names.new(family, attributes.get("text:style-name"))
            self.inline(element, new(into, name, [("text:style-name", style)] if style else []))
        elif name == "text:note":
            self._write_note(element, attributes, into)
        elif name in _COUNTED:
            if (element, False) in self._source.seen:
                said = [("text:select-page", "current")] if name == "text:page-number" else []
                new(into, name, said).text = "1"
        elif name == "draw:frame":
            self.frame(element, into)
        elif name.startswith(("draw:", "table:")) or name in PARAGRAPHS:
            if element in self._source.around:
                self.beside.append(element)
            elif name.startswith("draw:"):
                self.left_out["drawings, charts and embedded objects"] += 1
        else:
            self.inline(element, into)

    def _text(self, origin: tuple[Element, bool | str], raw: str | None, into: Element) -> None:
        shown = self._source.seen.get(origin)
        if shown is None:
            return
        text = self._source.changed.get(origin, shown)
        for piece in re.split(r"(\t|\n|^ | {2,})", as_written(text, shown, raw)):
            if piece == "\t":
                new(into, "text:tab")
            elif piece == "\n":
                new(into, "text:line-break")
            elif piece.isspace() and piece.strip(" ") == "":
                new(into, "text:s", [("text:c", str(len(piece)))])
            elif piece:
                _append(into, piece)

    def frame(self, origin: Element, into: Element) -> None:
        """Write the picture of a frame; one with text is noted in ``beside``, and what else it may
        hold is counted as left out."""
        if origin in self._source.around:
            self.beside.append(origin)
            return
        if origin not in self._source.holding:
            objects = any(name_of(one.tag).startswith("draw:object") for one in origin)
            self.left_out["drawings, charts and embedded objects"] += objects
            return
        attributes = told(origin)
        parts = [
            told(one).get("xlink:href", "") for one in origin if name_of(one.tag) == "draw:image"
        ]
        part = next((one for one in parts if one in self._source.archive), "")
        bare = bare_picture(self._source.archive.read(part)) if part else None
        if bare is None:
            self.left_out["pictures that are linked, or neither PNG nor JPEG, and drawings"] += 1
            return
        ending, data = bare
        name = self.pictures.setdefault(data, f"picture{len(self.pictures) + 1}.{ending}")
        self.shown_pictures += 1
        frame = new(
            into,
            "draw:frame",
            [
                ("draw:name", f"Picture {self.shown_pictures}"),
                ("text:anchor-type", "as-char"),
                *(
                    (key, allowed.length(attributes.get(key)))
                    for key in ("svg:width", "svg:height")
                ),
            ],
        )
        new(frame, "draw:image", [("xlink:href", f"Pictures/{name}")])

    def label(self, origin: Element, into: Element) -> None:
        """The label of a paragraph, where it is text now; that of a heading outside lists always
        is."""
        in_list = any(name_of(one.tag) == "text:list-item" for one in origin.iterancestors())
        if self._source.labels_are_text or not in_list:
            self._text((origin, LABEL), "", into)


def _append(into: Element, text: str) -> None:
    """Put text at the end of an element."""
    if len(into):
        into[-1].tail = (into[-1].tail or "") + text
    else:
        into.text = (into.text or "") + text
