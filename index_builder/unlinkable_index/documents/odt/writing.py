"""An OpenDocument text written anew from what is seen of another one, with some text changed
(OpenDocument 1.3): its parts, paragraphs, lists, tables, notes and margins. Must never copy an
element or attribute as it stands, nor decide what is seen."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from unlinkable_index.documents.odt import looks
from unlinkable_index.documents.odt.lines import (
    NOT_HERE,
    PARAGRAPHS,
    OdtLines,
    OdtSource,
    removed_from,
)
from unlinkable_index.documents.odt.looks import (
    NAMESPACES,
    OdtStyleNames,
    fonts,
    name_of,
    new,
    root,
    styles,
    told,
)
from unlinkable_index.documents.odt.reading import opened_odt
from unlinkable_index.documents.odt.story import LABEL, NOTE_LABEL
from unlinkable_index.documents.odt.styles import XML_ID
from unlinkable_index.documents.shared.archive import zipped
from unlinkable_index.documents.shared.elements import Element, serialised
from unlinkable_index.documents.shared.writing import TextEdit, WrittenDocument

_KIND = "application/vnd.oasis.opendocument.text"
_LISTS = frozenset({"text:list", "text:list-item", "text:list-header"})
_MARGINS = ("header", "header-left", "header-first", "footer", "footer-left", "footer-first")


def written(data: bytes, path: Path, edits: Iterable[TextEdit]) -> WrittenDocument:
    """The file at ``path``, whose bytes are ``data``, written anew with edits of what is seen of
    it. Raises UserError where it can't be read."""
    return _Writer(OdtSource.of(opened_odt(data, path), edits)).document()


class _Writer:
    def __init__(self, source: OdtSource) -> None:
        self._source = source
        self._content, self._shared = source.content, source.shared
        common = _children(self._shared, "office:styles")
        pages = _children(self._shared, "office:master-styles")
        self._common = OdtStyleNames("s", *common, *pages)
        in_margins = _children(self._shared, "office:automatic-styles")
        self._of_margins = OdtStyleNames("m", *in_margins).over(self._common)
        in_body = _children(self._content, "office:automatic-styles")
        self._of_body = OdtStyleNames("c", *in_body).over(self._common)
        self._lines = OdtLines(source, self._of_body, self._note)
        self._lists: dict[str, str] = {}
        self._notes = self._tables = 0

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
            self._zipped({"content.xml": serialised(content), "styles.xml": serialised(shared)}),
            removed_from(self._source.archive, self._content, self._shared, self._source.around),
            {kind: count for kind, count in self._lines.left_out.items() if count},
            self._lines.shown_pictures,
        )

    def _shared_styles(self, source: Element, into: Element) -> None:
        fonts(_first(source, "office:font-face-decls"), into)
        styles(_first(source, "office:styles"), new(into, "office:styles"), self._common)
        automatic = _first(source, "office:automatic-styles")
        styles(automatic, new(into, "office:automatic-styles"), self._of_margins)
        masters = new(into, "office:master-styles")
        self._lines.names = self._of_margins
        pages = _children(source, "office:master-styles")
        for page in (page for every in pages for page in every):
            attributes = told(page)
            name = self._common.new("style:master-page", attributes.get("style:name"))
            if name_of(page.tag) != "style:master-page" or name is None:
                continue
            layout = self._lines.names.new(
                "style:page-layout", attributes.get("style:page-layout-name")
            )
            following = attributes.get("style:next-style-name")
            after = self._lines.names.new("style:master-page", following)
            said = [("style:name", name)]
            said += [("style:page-layout-name", layout)] if layout else []
            said += [("style:next-style-name", after)] if after else []
            written = new(masters, "style:master-page", said)
            for margin in page:
                if (
                    name_of(margin.tag).removeprefix("style:") in _MARGINS
                    and margin in self._source.around
                ):
                    self._blocks(margin, new(written, name_of(margin.tag)))

    def _zipped(self, parts: dict[str, bytes]) -> bytes:
        parts |= {f"Pictures/{name}": data for data, name in self._lines.pictures.items()}
        manifest = root("manifest:manifest")
        files = [("/", _KIND), *((name, _media_type(name)) for name in parts)]
        for name, kind in files:
            entry = [("manifest:full-path", name), ("manifest:media-type", kind)]
            new(manifest, "manifest:file-entry", entry)
        manifest.set(f"{{{NAMESPACES['manifest']}}}version", "1.3")
        every = {"mimetype": _KIND.encode(), **parts, "META-INF/manifest.xml": serialised(manifest)}
        return zipped(every, stored="mimetype")

    # Blocks

    def _blocks(self, origin: Element, into: Element) -> None:
        """Write the paragraphs, lists and tables in an element."""
        for element in origin:
            name = name_of(element.tag)
            if name in NOT_HERE:
                continue
            if name in PARAGRAPHS:
                self._paragraph(element, into)
            elif name in _LISTS and (element in self._source.holding or name != "text:list"):
                self._blocks(element, self._in_list(element, into))
            elif name == "table:table":
                self._table(element, into)
            elif name == "draw:frame" and element not in self._source.around:
                self._lines.frame(element, new(into, "text:p"))
            elif element in self._source.holding:
                self._blocks(element, into)
            elif name.startswith("draw:"):
                self._lines.left_out["drawings, charts and embedded objects"] += 1

    def _in_list(self, origin: Element, into: Element) -> Element:
        """What is written for a list or an item, without what is in it."""
        name, attributes = name_of(origin.tag), told(origin)
        if name == "text:list-item":
            if self._source.labels_are_text and any(
                (one, LABEL) in self._source.seen for one in origin
            ):
                name = "text:list-header"
            start = attributes.get("text:start-value")
            return new(into, name, [("text:start-value", looks.number(start))] if start else [])
        if name != "text:list":
            return new(into, name)
        style = self._lines.names.new("text:list-style", attributes.get("text:style-name"))
        said = [("text:style-name", style)] if style else []
        if attributes.get("text:continue-numbering") == "true":
            said.append(("text:continue-numbering", "true"))
        before = self._lists.get(attributes.get("text:continue-list", ""))
        said += [("text:continue-list", before)] if before else []
        written = new(into, name, said)
        if (named := origin.get(XML_ID)) is not None:
            written.set(XML_ID, self._lists.setdefault(named, f"list{len(self._lists) + 1}"))
        return written

    def _paragraph(self, origin: Element, into: Element) -> None:
        name, attributes = name_of(origin.tag), told(origin)
        style = self._lines.names.new("paragraph", attributes.get("text:style-name"))
        said = [("text:style-name", style)] if style else []
        if name == "text:h":
            said.append(("text:outline-level", looks.number(attributes.get("text:outline-level"))))
        around, self._lines.beside = self._lines.beside, []
        written = new(into, name, said)
        self._lines.label(origin, written)
        self._lines.inline(origin, written)
        boxes, self._lines.beside = self._lines.beside, around
        for box in boxes:
            self._blocks(box, into)

    def _note(self, element: Element, attributes: Mapping[str, str], into: Element) -> None:
        bodies = [one for one in element if name_of(one.tag) == "text:note-body"]
        if not any(body in self._source.around for body in bodies):
            return
        self._notes += 1
        kind = "endnote" if attributes.get("text:note-class") == "endnote" else "footnote"
        said = [("text:id", f"n{self._notes}"), ("text:note-class", kind)]
        note = new(into, "text:note", said)
        new(note, "text:note-citation", self._label(element)).text = str(self._notes)
        written = new(note, "text:note-body")
        for body in bodies:
            self._blocks(body, written)

    def _label(self, note: Element) -> list[tuple[str, str]]:
        """The label of a note, as an attribute, where it is none that is counted."""
        for one in note:
            origin = one, NOTE_LABEL
            label = self._source.changed.get(origin, self._source.seen.get(origin, ""))
            if label.strip():
                return [("text:label", label)]
        return []

    def _table(self, origin: Element, into: Element) -> None:
        if origin not in self._source.holding:
            return
        self._tables += 1
        table = self._styled(origin, into, "table", [("table:name", f"Table{self._tables}")])
        self._rows(origin, table)

    def _rows(self, origin: Element, into: Element) -> None:
        for element in origin:
            name, attributes = name_of(element.tag), told(element)
            if name == "table:table-column":
                repeated = "table:number-columns-repeated"
                count = looks.number(attributes.get(repeated))
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
            said = [(key, looks.number(attributes[key])) for key in spans if key in attributes]
            self._blocks(origin, self._styled(origin, row, "table-cell", said))

    def _styled(
        self, origin: Element, into: Element, what: str, said: Iterable[tuple[str, str]] = ()
    ) -> Element:
        style = self._lines.names.new(what, told(origin).get("table:style-name"))
        styled = [("table:style-name", style)] if style else []
        return new(into, f"table:{what}", [*styled, *said])


def _first(parent: Element | None, name: str) -> Element | None:
    return next(iter(_children(parent, name)), None)


def _children(parent: Element | None, name: str) -> list[Element]:
    return [] if parent is None else [one for one in parent if name_of(one.tag) == name]


def _media_type(name: str) -> str:
    return f"image/{name.rpartition('.')[2]}" if name.startswith("Pictures/") else "text/xml"
