"""An OpenDocument text written anew from what is seen of another one, with some text changed.

After OpenDocument 1.3 (OASIS). Every part, element and attribute is written here or is on the list
of those that say how text looks. What is seen and what is hidden only the reader of these files
decides. Text boxes become paragraphs behind the one that they are anchored in, and pictures stand
in the line.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from lxml import etree

from unlinkable.rewriting.documents import odt_allowed as allowed
from unlinkable.rewriting.documents.characters import as_written
from unlinkable.rewriting.documents.odt_allowed import NAMESPACES, name_of, told
from unlinkable.rewriting.documents.odt_looks import Names, fonts, has_words, new, root, styles
from unlinkable.rewriting.documents.odt_removed import removed_from
from unlinkable.rewriting.documents.pictures import bare_picture
from unlinkable.rewriting.documents.pieces import edited_pieces
from unlinkable.rewriting.documents.written import WrittenDocument
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable_index.formats.hardened_xml import Element
from unlinkable_index.formats.odt import OpenedOdt
from unlinkable_index.formats.odt.numbering import XML_ID, Numbering
from unlinkable_index.formats.odt.story import LABEL
from unlinkable_index.formats.odt.styles import Styles

_KIND = "application/vnd.oasis.opendocument.text"
_STANDS_FOR = frozenset({"text:s", "text:tab", "text:line-break"})
_PARAGRAPHS = frozenset({"text:p", "text:h"})
_LISTS = frozenset({"text:list", "text:list-item", "text:list-header"})
_NOT_HERE = frozenset({"office:annotation", "text:tracked-changes", "text:note-citation"})
_COUNTED = frozenset({"text:page-number", "text:page-count"})
_MARGINS = ("header", "header-left", "header-first", "footer", "footer-left", "footer-first")
_WHEN = (1980, 1, 1, 0, 0, 0)


def written_odt(opened: OpenedOdt, edits: Iterable[Edit]) -> WrittenDocument:
    """The file written anew with ``edits`` of its visible text made. Raises UserError where a part
    can't be read."""
    changed = edited_pieces(opened.seen, edits, _holds_text)
    return _Writer(opened, changed).document()


def _holds_text(origin: tuple[Element, bool | str]) -> bool:
    element, behind = origin
    return bool(behind) or name_of(element.tag) not in _STANDS_FOR


class _Writer:
    def __init__(self, opened: OpenedOdt, changed: Mapping[Any, str]) -> None:
        self._archive = opened.archive
        self._changed = changed
        self._seen = {
            piece.origin: piece.text
            for paragraph in opened.seen.paragraphs
            for piece in paragraph.pieces
            if piece.origin is not None
        }
        around: set[Element] = set()
        for element, _ in self._seen:
            around.add(element)
            around.update(element.iterancestors())
        self._around = around  # the elements with anything in them, or behind them, that is seen
        self._content, self._shared = opened.content, opened.shared
        self._holding = around | self._around_pictures()
        common = _children(self._shared, "office:styles")
        pages = _children(self._shared, "office:master-styles")
        self._common = Names("s", *common, *pages)
        in_margins = _children(self._shared, "office:automatic-styles")
        self._of_margins = Names("m", *in_margins).over(self._common)
        in_body = _children(self._content, "office:automatic-styles")
        self._of_body = Names("c", *in_body).over(self._common)
        self._names = self._of_body
        shared = [] if self._shared is None else [self._shared]
        # Where a label was edited, or says more than looks may, all labels are text.
        edited = any(behind == LABEL for _, behind in changed)
        plain = Numbering(self._content, *shared).is_plain
        self._labels_are_text = edited or not plain or any(map(has_words, (self._content, *shared)))
        self._lists: dict[str, str] = {}
        self._left_out: Counter[str] = Counter()
        self._pictures: dict[bytes, str] = {}
        self._shown_pictures = self._notes = self._tables = 0
        self._beside: list[Element] = []

    def _around_pictures(self) -> set[Element]:
        """The elements with a picture in them that is seen."""
        found: set[Element] = set()
        shared = [] if self._shared is None else [self._shared]
        for part, looks in (
            (self._content, Styles(self._content, *shared)),
            (self._shared, Styles(*shared)),
        ):
            for image in () if part is None else part.iter():
                line = [image, *image.iterancestors()] if name_of(image.tag) == "draw:image" else []
                if line and not any(_hides(element, looks) for element in line):
                    found.update(line)
        return found

    def document(self) -> WrittenDocument:
        content = root("office:document-content")
        fonts(_first(self._content, "office:font-face-decls"), content)
        automatic = new(content, "office:automatic-styles")
        source = _first(self._content, "office:automatic-styles")
        styles(source, automatic, self._of_body)
        text = new(new(content, "office:body"), "office:text")
        for body in _children(_first(self._content, "office:body"), "office:text"):
            self._blocks(body, text)
        shared = root("office:document-styles")
        if self._shared is not None:
            self._shared_styles(self._shared, shared)
        return WrittenDocument(
            self._zipped({"content.xml": _bytes(content), "styles.xml": _bytes(shared)}),
            removed_from(self._archive, self._content, self._shared, self._around),
            {kind: count for kind, count in self._left_out.items() if count},
            self._shown_pictures,
        )

    def _shared_styles(self, source: Element, into: Element) -> None:
        fonts(_first(source, "office:font-face-decls"), into)
        styles(_first(source, "office:styles"), new(into, "office:styles"), self._common)
        automatic = _first(source, "office:automatic-styles")
        styles(automatic, new(into, "office:automatic-styles"), self._of_margins)
        masters = new(into, "office:master-styles")
        self._names = self._of_margins
        pages = _children(source, "office:master-styles")
        for page in (page for every in pages for page in every):
            attributes = told(page)
            name = self._common.new("style:master-page", attributes.get("style:name"))
            if name_of(page.tag) != "style:master-page" or name is None:
                continue
            layout = self._names.new("style:page-layout", attributes.get("style:page-layout-name"))
            following = attributes.get("style:next-style-name")
            after = self._names.new("style:master-page", following)
            said = [("style:name", name)]
            said += [("style:page-layout-name", layout)] if layout else []
            said += [("style:next-style-name", after)] if after else []
            written = new(masters, "style:master-page", said)
            for margin in page:
                if (
                    name_of(margin.tag).removeprefix("style:") in _MARGINS
                    and margin in self._around
                ):
                    self._blocks(margin, new(written, name_of(margin.tag)))

    def _zipped(self, parts: dict[str, bytes]) -> bytes:
        parts |= {f"Pictures/{name}": data for data, name in self._pictures.items()}
        manifest = root("manifest:manifest")
        files = [("/", _KIND), *((name, _media_type(name)) for name in parts)]
        for name, kind in files:
            entry = [("manifest:full-path", name), ("manifest:media-type", kind)]
            new(manifest, "manifest:file-entry", entry)
        manifest.set(f"{{{NAMESPACES['manifest']}}}version", "1.3")
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo("mimetype", _WHEN), _KIND, zipfile.ZIP_STORED)
            for name, data in {**parts, "META-INF/manifest.xml": _bytes(manifest)}.items():
                archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED)
        return out.getvalue()

    # Blocks

    def _blocks(self, origin: Element, into: Element) -> None:
        """Write the paragraphs, lists and tables in an element."""
        for element in origin:
            name = name_of(element.tag)
            if name in _NOT_HERE:
                continue
            if name in _PARAGRAPHS:
                self._paragraph(element, into)
            elif name in _LISTS and (element in self._holding or name != "text:list"):
                self._blocks(element, self._in_list(element, into))
            elif name == "table:table":
                self._table(element, into)
            elif name == "draw:frame" and element not in self._around:
                self._frame(element, new(into, "text:p"))
            elif element in self._holding:
                self._blocks(element, into)
            elif name.startswith("draw:"):
                self._left_out["drawings, charts and embedded objects"] += 1

    def _in_list(self, origin: Element, into: Element) -> Element:
        """What is written for a list or an item, without what is in it."""
        name, attributes = name_of(origin.tag), told(origin)
        if name == "text:list-item":
            if self._labels_are_text and any((one, LABEL) in self._seen for one in origin):
                name = "text:list-header"
            start = attributes.get("text:start-value")
            return new(into, name, [("text:start-value", allowed.number(start))] if start else [])
        if name != "text:list":
            return new(into, name)
        style = self._names.new("text:list-style", attributes.get("text:style-name"))
        said = [("text:style-name", style)] if style else []
        if attributes.get("text:continue-numbering") == "true":
            said.append(("text:continue-numbering", "true"))
        before = self._lists.get(attributes.get("text:continue-list", ""))
        said += [("text:continue-list", before)] if before else []
        written = new(into, name, said)
        if (named := origin.get(XML_ID)) is not None:
            written.set(XML_ID, self._lists.setdefault(named, f"list{len(self._lists) + 1}"))
        return written

    def _label(self, origin: Element, into: Element) -> None:
        """The label of a paragraph, where it is text now; that of a heading outside lists always
        is."""
        in_list = any(name_of(one.tag) == "text:list-item" for one in origin.iterancestors())
        if self._labels_are_text or not in_list:
            self._text((origin, LABEL), "", into)

    def _paragraph(self, origin: Element, into: Element) -> None:
        name, attributes = name_of(origin.tag), told(origin)
        style = self._names.new("paragraph", attributes.get("text:style-name"))
        said = [("text:style-name", style)] if style else []
        if name == "text:h":
            said.append(
                ("text:outline-level", allowed.number(attributes.get("text:outline-level")))
            )
        around, self._beside = self._beside, []
        written = new(into, name, said)
        self._label(origin, written)
        self._inline(origin, written)
        boxes, self._beside = self._beside, around
        for box in boxes:
            self._blocks(box, into)

    def _table(self, origin: Element, into: Element) -> None:
        if origin not in self._holding:
            return
        self._tables += 1
        table = self._styled(origin, into, "table", [("table:name", f"Table{self._tables}")])
        self._rows(origin, table)

    def _rows(self, origin: Element, into: Element) -> None:
        for element in origin:
            name, attributes = name_of(element.tag), told(element)
            if name == "table:table-column":
                repeated = "table:number-columns-repeated"
                count = allowed.number(attributes.get(repeated))
                self._styled(element, into, "table-column", [(repeated, count)])
            elif name in ("table:table-header-rows", "table:table-header-columns"):
                self._rows(element, new(into, name))
            elif name == "table:table-row":
                row = self._styled(element, into, "table-row")
                for cell in element:
                    self._cell(cell, row)
            elif name in ("table:table-rows", "table:table-row-group", "table:table-columns"):
                self._rows(element, into)

    def _cell(self, origin: Element, row: Element) -> None:
        name, attributes = name_of(origin.tag), told(origin)
        if name == "table:covered-table-cell":
            new(row, name)
        elif name == "table:table-cell":
            spans = ("table:number-columns-spanned", "table:number-rows-spanned")
            said = [(key, allowed.number(attributes[key])) for key in spans if key in attributes]
            self._blocks(origin, self._styled(origin, row, "table-cell", said))

    def _styled(
        self, origin: Element, into: Element, what: str, said: Iterable[tuple[str, str]] = ()
    ) -> Element:
        style = self._names.new(what, told(origin).get("table:style-name"))
        styled = [("table:style-name", style)] if style else []
        return new(into, f"table:{what}", [*styled, *said])

    # Lines

    def _inline(self, origin: Element, into: Element) -> None:
        self._text((origin, False), origin.text, into)
        for element in origin:
            if name_of(element.tag) not in _NOT_HERE:
                self._element(element, into)
            self._text((element, True), element.tail, into)

    def _element(self, element: Element, into: Element) -> None:
        name, attributes = name_of(element.tag), told(element)
        if name in _STANDS_FOR:
            self._text((element, False), "", into)
        elif name in ("text:span", "text:ruby", "text:ruby-base", "text:ruby-text"):
            family = "text" if name == "text:span" else name
            style = self._names.new(family, attributes.get("text:style-name"))
            self._inline(element, new(into, name, [("text:style-name", style)] if style else []))
        elif name == "text:note":
            self._note(element, attributes, into)
        elif name in _COUNTED:
            if (element, False) in self._seen:
                said = [("text:select-page", "current")] if name == "text:page-number" else []
                new(into, name, said).text = "1"
        elif name == "draw:frame":
            self._frame(element, into)
        elif name.startswith(("draw:", "table:")) or name in _PARAGRAPHS:
            if element in self._around:
                self._beside.append(element)
            elif name.startswith("draw:"):
                self._left_out["drawings, charts and embedded objects"] += 1
        else:
            self._inline(element, into)

    def _note(self, element: Element, attributes: Mapping[str, str], into: Element) -> None:
        bodies = [one for one in element if name_of(one.tag) == "text:note-body"]
        if not any(body in self._around for body in bodies):
            return
        self._notes += 1
        kind = "endnote" if attributes.get("text:note-class") == "endnote" else "footnote"
        said = [("text:id", f"n{self._notes}"), ("text:note-class", kind)]
        note = new(into, "text:note", said)
        new(note, "text:note-citation").text = str(self._notes)
        written = new(note, "text:note-body")
        for body in bodies:
            self._blocks(body, written)

    def _text(self, origin: tuple[Element, bool | str], raw: str | None, into: Element) -> None:
        shown = self._seen.get(origin)
        if shown is None:
            return
        text = self._changed.get(origin, shown)
        for piece in re.split(r"(\t|\n|^ | {2,})", as_written(text, shown, raw)):
            if piece == "\t":
                new(into, "text:tab")
            elif piece == "\n":
                new(into, "text:line-break")
            elif piece.isspace() and piece.strip(" ") == "":
                new(into, "text:s", [("text:c", str(len(piece)))])
            elif piece:
                _append(into, piece)

    def _frame(self, origin: Element, into: Element) -> None:
        if origin in self._around:
            self._beside.append(origin)
            return
        if origin not in self._holding:
            objects = any(name_of(one.tag).startswith("draw:object") for one in origin)
            self._left_out["drawings, charts and embedded objects"] += objects
            return
        attributes = told(origin)
        parts = [
            told(one).get("xlink:href", "") for one in origin if name_of(one.tag) == "draw:image"
        ]
        part = next((one for one in parts if one in self._archive), "")
        bare = bare_picture(self._archive.read(part)) if part else None
        if bare is None:
            self._left_out["pictures that are linked, or neither PNG nor JPEG, and drawings"] += 1
            return
        ending, data = bare
        name = self._pictures.setdefault(data, f"picture{len(self._pictures) + 1}.{ending}")
        self._shown_pictures += 1
        frame = new(
            into,
            "draw:frame",
            [
                ("draw:name", f"Picture {self._shown_pictures}"),
                ("text:anchor-type", "as-char"),
                *(
                    (key, allowed.length(attributes.get(key)))
                    for key in ("svg:width", "svg:height")
                ),
            ],
        )
        new(frame, "draw:image", [("xlink:href", f"Pictures/{name}")])


def _hides(element: Element, styles: Styles) -> bool:
    """Whether an element hides what is in it."""
    name, attributes = name_of(element.tag), told(element)
    if name in _NOT_HERE or attributes.get("text:is-hidden") == "true":
        return True
    if "none" in (attributes.get("text:display"), attributes.get("draw:display")):
        return True
    if attributes.get("style:display") == "false":
        return True
    family = {"text:p": "paragraph", "text:h": "paragraph", "text:span": "text"}.get(name)
    return family is not None and bool(styles.hides(family, attributes.get("text:style-name")))


def _first(parent: Element | None, name: str) -> Element | None:
    return next(iter(_children(parent, name)), None)


def _children(parent: Element | None, name: str) -> list[Element]:
    return [] if parent is None else [one for one in parent if name_of(one.tag) == name]


def _append(into: Element, text: str) -> None:
    """Put text at the end of an element."""
    if len(into):
        into[-1].tail = (into[-1].tail or "") + text
    else:
        into.text = (into.text or "") + text


def _bytes(element: Element) -> bytes:
    return bytes(etree.tostring(element, xml_declaration=True, encoding="UTF-8", standalone=True))


def _media_type(name: str) -> str:
    return f"image/{name.rpartition('.')[2]}" if name.startswith("Pictures/") else "text/xml"
