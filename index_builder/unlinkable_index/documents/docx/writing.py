"""A DOCX file written anew from what is seen of another one, with some of its text changed (ISO/IEC
29500): its parts, paragraphs, tables, notes, headers and footers. Must never copy a part,
element or attribute as it stands, nor decide what is seen."""

from collections.abc import Iterable
from pathlib import Path

from unlinkable_index.documents.docx import looks
from unlinkable_index.documents.docx.lines import DocxLines
from unlinkable_index.documents.docx.looks import copied, in_list, lists, styles
from unlinkable_index.documents.docx.new_package import NewPackage, R, new, root
from unlinkable_index.documents.docx.package import (
    Package,
    attribute,
    child,
    children,
    short,
    switch,
    within,
)
from unlinkable_index.documents.docx.reading import visible_text
from unlinkable_index.documents.docx.shown import end_is_hidden
from unlinkable_index.documents.docx.source import (
    DocxSource,
    blocks_in,
    has_picture,
    kept_in,
    removed_from,
)
from unlinkable_index.documents.docx.styles import ListLevel
from unlinkable_index.documents.shared.archive import Archive
from unlinkable_index.documents.shared.elements import Element, serialised
from unlinkable_index.documents.shared.writing import TextEdit, WrittenDocument

_MARGINS = {"w:headerReference": "header", "w:footerReference": "footer"}
_WORD = "http://schemas.microsoft.com/office/word"


def written(
    data: bytes, path: Path, edits: Iterable[TextEdit], reviewer: str = ""
) -> WrittenDocument:
    """The file at ``path``, whose bytes are ``data``, written anew with edits of what is seen of
    it: made, or tracked as changes of a ``reviewer``. Raises UserError where it can't be read."""
    package = Package(Archive(data, path))
    source = DocxSource.of(package, visible_text(package), edits, reviewer)
    return _Writer(source).document()


class _Writer:
    def __init__(self, source: DocxSource) -> None:
        self._source = source
        self._package, self._seen = source.package, source.seen
        self._names, self._lists = source.names, source.lists
        self._new = NewPackage()
        self._lines = DocxLines(source, self._new, self._note)
        self._notes: dict[str, Element] = {}
        self._note_ids: dict[tuple[str, str], str] = {}
        self._sources: dict[str, dict[str | None, Element]] = {}
        self._margins: dict[str, str] = {}
        self._even = False

    def document(self) -> WrittenDocument:
        source = self._package.root(self._package.main)
        written = root("document")
        body = new(written, "body")
        origin = child(source, "w:body")
        if origin is not None:
            self._blocks(origin, body)
            last = child(origin, "w:sectPr")
            if last is not None:
                self._section(last, body)
        self._new.put("document.xml", serialised(written))
        for kind, notes in self._notes.items():
            self._new.add("document", f"{kind}s", f"{kind}s.xml", serialised(notes))
        self._new.add(
            "document",
            "styles",
            "styles.xml",
            serialised(styles(self._source.styles_root, self._names)),
        )
        numbering = lists(self._lists, self._names)
        if numbering is not None:
            self._new.add("document", "numbering", "numbering.xml", serialised(numbering))
        self._new.add("document", "settings", "settings.xml", serialised(self._settings()))
        return WrittenDocument(
            self._new.zipped(),
            removed_from(self._package, self._seen),
            {kind: count for kind, count in self._lines.left_out.items() if count},
            self._lines.pictures,
            self._lines.tracked,
        )

    # Parts

    def _settings(self) -> Element:
        written = root("settings")
        source = self._package.root_named("settings")
        for name in ("defaultTabStop", "autoHyphenation"):
            for element in () if source is None else children(source, f"w:{name}"):
                new(written, name, **looks.allowed_attributes(element))
        if self._even:
            new(written, "evenAndOddHeaders")
        compatibility = child(source, "w:compat")
        for one in () if compatibility is None else children(compatibility, "w:compatSetting"):
            version = attribute(one, "val") or ""
            if attribute(one, "name") == "compatibilityMode" and version.isdecimal():
                said = {"name": "compatibilityMode", "uri": _WORD, "val": version[:2]}
                new(new(written, "compat"), "compatSetting", **said)  # lists are laid out by it
        return written

    # Blocks

    def _blocks(self, origin: Element, into: Element) -> None:
        """Write the paragraphs and tables in an element."""
        begun: Element | None = None  # a paragraph whose end is not seen
        for element in blocks_in(origin):
            if short(element.tag) == "w:tbl":
                self._table(element, into)
                begun = None
                continue
            beside: list[Element] = []
            begun = self._paragraph(element, into, begun, beside)
            if not end_is_hidden(child(element, "w:pPr")):
                begun = None
            for box in beside:
                self._blocks(box, into)

    def _paragraph(
        self, origin: Element, into: Element, begun: Element | None, beside: list[Element]
    ) -> Element:
        properties = child(origin, "w:pPr")
        self._lines.style = self._source.looks.of_paragraph(properties)
        paragraph = begun if begun is not None else new(into, "p")
        if begun is None:
            listed = self._source.numbering.list_of(properties, self._lines.style)
            self._looks_of_paragraph(properties, listed, paragraph)
            if listed is not None and origin in self._seen and self._source.labels_are_text:
                self._lines.label(origin, paragraph)
        self._lines.inline(origin, paragraph, beside)
        return paragraph

    def _looks_of_paragraph(
        self, properties: Element | None, listed: ListLevel | None, paragraph: Element
    ) -> None:
        if properties is None and listed is None:
            return
        said = new(paragraph, "pPr")
        if properties is not None:
            wanted = looks.PARAGRAPH if listed is None else looks.PARAGRAPH - {"w:numPr"}
            copied(properties, said, wanted, self._names, self._lists)
        number = None if listed is None else self._lists.new(listed.list)
        if listed is not None and number and not self._is_text(listed):
            in_list(said, number, listed.level)
        runs = child(properties, "w:rPr")
        if runs is not None:
            copied(runs, new(said, "rPr"), looks.RUN, self._names, self._lists)
        section = child(properties, "w:sectPr")
        if section is not None:
            self._section(section, said)

    def _is_text(self, listed: ListLevel) -> bool:
        """Whether the labels there are written as text."""
        return self._source.labels_are_text and self._source.numbering.counts(listed)

    def _table(self, origin: Element, into: Element) -> None:
        table = new(into, "tbl")
        properties = new(table, "tblPr")
        for one in children(origin, "w:tblPr"):
            copied(one, properties, looks.TABLE, self._names, self._lists)
        grid = new(table, "tblGrid")
        for column in within(origin, "w:gridCol"):
            if column.getparent().getparent() is origin:
                new(grid, "gridCol", **looks.allowed_attributes(column))
        for row in kept_in(origin, "w:tr"):
            if child(row, "w:trPr", "w:del") is not None:
                continue
            written = new(table, "tr")
            for one in children(row, "w:trPr"):
                copied(one, new(written, "trPr"), looks.ROW, self._names, self._lists)
            for cell in kept_in(row, "w:tc"):
                if child(cell, "w:tcPr", "w:cellDel") is not None:
                    continue
                inside = new(written, "tc")
                for one in children(cell, "w:tcPr"):
                    copied(one, new(inside, "tcPr"), looks.CELL, self._names, self._lists)
                self._blocks(cell, inside)
                if not len(inside) or short(inside[-1].tag) != "w:p":
                    new(inside, "p")
            if child(written, "w:tc") is None:
                table.remove(written)
        if child(table, "w:tr") is None:
            into.remove(table)

    def _section(self, origin: Element, into: Element) -> None:
        section = new(into, "sectPr")
        for reference, kind in _MARGINS.items():
            for one in children(origin, reference):
                self._margin(one, kind, origin, section)
        copied(origin, section, looks.SECTION, self._names, self._lists)

    def _margin(self, reference: Element, kind: str, origin: Element, section: Element) -> None:
        """Write a header or footer of the section ``origin`` that is seen on some page."""
        part = self._package.part_of(self._package.main, attribute(reference, "id") or "")
        if part is None:
            return
        source = self._package.root(part)
        when = attribute(reference, "type") or "default"
        on_pages = {
            "default": True,
            "first": switch(origin, "w:titlePg"),
            "even": switch(self._package.root_named("settings"), "w:evenAndOddHeaders"),
        }
        has_text = any(element in self._seen for element in source.iter())
        if not has_text and not (on_pages.get(when) and has_picture(source)):
            return
        self._even |= when == "even"
        if part not in self._margins:
            name = f"{kind}{len(self._margins) + 1}"
            self._margins[part] = f"{name}.xml"
            written = root("hdr" if kind == "header" else "ftr")
            with self._lines.of_part(part, name):
                self._blocks(source, written)
            self._new.put(f"{name}.xml", serialised(written))
        name = self._margins[part]
        identity = self._new.named("document", kind, name)
        new(section, f"{kind}Reference", type=when).set(f"{{{R}}}id", identity)

    def _note(self, element: Element, kind: str, run: Element) -> None:
        """The mark of a note that is seen, and the note."""
        identity = attribute(element, "id") or ""
        source = self._package.named(self._package.main, f"{kind}s")
        if source is None or (kind, identity) in self._note_ids:
            return
        if kind not in self._sources:
            notes = reversed(list(children(self._package.root(source), f"w:{kind}")))
            self._sources[kind] = {attribute(one, "id"): one for one in notes}
        note = self._sources[kind].get(identity)
        if note is None or not any(inside in self._seen for inside in note.iter()):
            return
        written = self._notes.get(kind)
        if written is None:
            written = self._notes[kind] = root(f"{kind}s")
            for place, line in enumerate(("separator", "continuationSeparator")):
                rule = new(written, kind, type=line, id=str(place))
                new(new(new(rule, "p"), "r"), line)
        number = str(len(written))
        self._note_ids[kind, identity] = number
        with self._lines.of_part(source, f"{kind}s"):
            self._blocks(note, new(written, kind, id=number))
        reference = new(run, f"{kind}Reference", id=number)
        if attribute(element, "customMarkFollows") in ("1", "true", "on"):
            reference.set(f"{{{reference.nsmap['w']}}}customMarkFollows", "1")
