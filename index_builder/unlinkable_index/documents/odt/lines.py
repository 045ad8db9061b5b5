"""What is to be written anew of an OpenDocument text and what of it is seen and changed, what
stands in its lines (text, spans, fields, pictures), and counts of what does not come along. Must
never decide what is seen, nor know blocks."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from unlinkable_index.documents.odt import looks
from unlinkable_index.documents.odt.looks import OdtStyleNames, has_words, name_of, new, told
from unlinkable_index.documents.odt.reading import OpenedOdt
from unlinkable_index.documents.odt.story import LABEL, is_hidden
from unlinkable_index.documents.odt.styles import OdtNumbering, OdtStyles
from unlinkable_index.documents.shared.archive import Archive
from unlinkable_index.documents.shared.elements import Element
from unlinkable_index.documents.shared.numerals import as_written
from unlinkable_index.documents.shared.writing import TextEdit, bare_picture, edited_pieces

PARAGRAPHS = frozenset({"text:p", "text:h"})
_COUNTS = {
    "office:annotation": "comments",
    "text:deletion": "deleted passages",
    "text:bookmark": "bookmarks",
    "text:bookmark-start": "bookmarks",
    "text:a": "targets of links",
    "svg:desc": "alternative texts",
    "svg:title": "alternative texts",
    "text:user-field-decl": "document variables",
    "text:variable-decl": "document variables",
    "text:hidden-text": "hidden passages",
    "text:hidden-paragraph": "hidden passages",
}
_REMOVED_PARTS = {
    "meta.xml": "files of properties",
    "settings.xml": "settings of the program",
    "Thumbnails/": "previews",
    "Basic/": "macros",
    "Scripts/": "macros",
    "Configurations2/": "settings of the program",
    "Object": "embedded files",
}


def removed_from(
    archive: Archive, content: Element, shared: Element | None, around: set[Element]
) -> dict[str, int]:
    """How many things of each kind did not come along that no reader sees."""
    counts: Counter[str] = Counter()
    for name in archive.names():
        for begins, kind in _REMOVED_PARTS.items():
            counts[kind] += name.startswith(begins) and not name.endswith("/")
    for part in (content, shared):
        for element in () if part is None else part.iter():
            counts[_COUNTS.get(name_of(element.tag), "")] += 1
            if name_of(element.tag) in PARAGRAPHS and element not in around:
                counts["hidden or deleted paragraphs"] += bool("".join(element.itertext()).strip())
    return {kind: count for kind, count in sorted(counts.items()) if kind and count}


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
        seen = opened.seen.by_origin()
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
                *((key, looks.length(attributes.get(key))) for key in ("svg:width", "svg:height")),
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
