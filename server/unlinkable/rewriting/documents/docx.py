"""A DOCX file written anew from what is seen of another one, with some of its text changed.

After ISO/IEC 29500. Every part, element and attribute is written here or is on the list of those
that say how text looks; nothing is copied as it stands. What is seen and what is hidden only the
reader of these files decides. Text boxes become paragraphs behind the one that they are anchored
in, and pictures stand in the line.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from unlinkable.rewriting.documents import docx_allowed as allowed
from unlinkable.rewriting.documents.characters import as_written
from unlinkable.rewriting.documents.docx_elements import (
    GO_ON,
    blocks_in,
    end_is_hidden,
    has_picture,
    kept_in,
    run_content,
)
from unlinkable.rewriting.documents.docx_looks import (
    Lists,
    StyleNames,
    copied,
    has_words,
    in_list,
    lists,
    styles,
)
from unlinkable.rewriting.documents.docx_package import NewPackage
from unlinkable.rewriting.documents.docx_removed import removed_from
from unlinkable.rewriting.documents.docx_xml import (
    R,
    new,
    picture_in_line,
    root,
    serialised,
)
from unlinkable.rewriting.documents.pictures import bare_picture
from unlinkable.rewriting.documents.pieces import edited_pieces
from unlinkable.rewriting.documents.written import WrittenDocument
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable_index.formats.docx.names import attribute, child, children, short, switch, within
from unlinkable_index.formats.docx.numbering import ListLevel, Numbering
from unlinkable_index.formats.docx.package import Package
from unlinkable_index.formats.docx.styles import Styles
from unlinkable_index.formats.hardened_xml import Element
from unlinkable_index.formats.visible_text import VisibleText

_TEXT = frozenset({"w:t", "m:t"})
_HOLD_TEXT = _TEXT | {"w:p"}  # a paragraph stands for the label that is counted for it
_SEEN_IF_READ = frozenset({"w:noBreakHyphen", "w:softHyphen"})
_BREAKS = frozenset({"w:tab", "w:ptab", "w:br", "w:cr"})
_MARKS = frozenset({"w:footnoteRef", "w:endnoteRef"})
_NOTES = {"w:footnoteReference": "footnote", "w:endnoteReference": "endnote"}
_COUNTED_FIELDS = re.compile(r"\s*(PAGE|NUMPAGES|SECTIONPAGES)\b[\w\s\\*]*")
_MARGINS = {"w:headerReference": "header", "w:footerReference": "footer"}
_WORD = "http://schemas.microsoft.com/office/word"


def written_docx(package: Package, seen: VisibleText, edits: Iterable[Edit]) -> WrittenDocument:
    """The file of ``package``, whose visible text is ``seen``, written anew with ``edits`` of that
    text made. Raises UserError where a part can't be read."""
    changed = edited_pieces(seen, edits, lambda origin: short(origin.tag) in _HOLD_TEXT)
    return _Writer(package, seen, changed).document()


class _Writer:
    def __init__(self, package: Package, seen: VisibleText, changed: Mapping[Any, str]) -> None:
        self._package = package
        self._changed = changed
        self._seen = {
            piece.origin: piece.text
            for paragraph in seen.paragraphs
            for piece in paragraph.pieces
            if piece.origin is not None
        }
        main = package.main
        self._styles_root = self._part_named("styles")
        self._looks = Styles(self._styles_root)
        self._names = StyleNames(self._styles_root, self._part_named("theme"))
        numbering = self._part_named("numbering")
        self._lists, self._numbering = Lists(numbering), Numbering(numbering, self._styles_root)
        # Where a label was edited, or says words, which are no looks, all labels are text.
        edited = any(short(origin.tag) == "w:p" for origin in changed)
        self._labels_are_text = edited or has_words(numbering)
        self._targets = {one.id: one for one in package.relationships(main)}
        self._new = NewPackage()
        self._notes: dict[str, Element] = {}
        self._note_ids: dict[tuple[str, str], str] = {}
        self._margins: dict[str, str] = {}
        self._left_out: Counter[str] = Counter()
        self._pictures: dict[bytes, str] = {}
        self._shown_pictures = 0
        self._even = False
        # Of the part that is being written:
        self._source, self._written = main, "document"
        self._style: str | None = None
        self._fields: list[_Field] = []

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
            "document", "styles", "styles.xml", serialised(styles(self._styles_root, self._names))
        )
        numbering = lists(self._lists, self._names)
        if numbering is not None:
            self._new.add("document", "numbering", "numbering.xml", serialised(numbering))
        self._new.add("document", "settings", "settings.xml", serialised(self._settings()))
        return WrittenDocument(
            self._new.zipped(),
            removed_from(self._package, self._seen),
            dict(self._left_out),
            self._shown_pictures,
        )

    # Parts

    def _part_named(self, kind: str) -> Element | None:
        name = self._package.named(self._package.main, kind)
        return None if name is None else self._package.root(name)

    def _settings(self) -> Element:
        written = root("settings")
        source = self._part_named("settings")
        for name in ("defaultTabStop", "autoHyphenation"):
            for element in () if source is None else children(source, f"w:{name}"):
                new(written, name, **allowed.allowed_attributes(element))
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
            if not end_is_hidden(element):
                begun = None
            for box in beside:
                self._blocks(box, into)

    def _paragraph(
        self, origin: Element, into: Element, begun: Element | None, beside: list[Element]
    ) -> Element:
        properties = child(origin, "w:pPr")
        self._style = self._looks.of_paragraph(properties)
        paragraph = begun if begun is not None else new(into, "p")
        if begun is None:
            listed = self._numbering.list_of(properties, self._style)
            self._looks_of_paragraph(properties, listed, paragraph)
            if listed is not None and origin in self._seen and self._labels_are_text:
                self._label(origin, paragraph)
        self._inline(origin, paragraph, beside)
        return paragraph

    def _looks_of_paragraph(
        self, properties: Element | None, listed: ListLevel | None, paragraph: Element
    ) -> None:
        if properties is None and listed is None:
            return
        said = new(paragraph, "pPr")
        if properties is not None:
            wanted = allowed.PARAGRAPH if listed is None else allowed.PARAGRAPH - {"w:numPr"}
            copied(properties, said, wanted, self._names, self._lists)
        number = None if listed is None else self._lists.new(listed.list)
        if listed is not None and number and not self._is_text(listed):
            in_list(said, number, listed.level)
        runs = child(properties, "w:rPr")
        if runs is not None:
            copied(runs, new(said, "rPr"), allowed.RUN, self._names, self._lists)
        section = child(properties, "w:sectPr")
        if section is not None:
            self._section(section, said)

    def _is_text(self, listed: ListLevel) -> bool:
        """Whether the labels there are written as text."""
        return self._labels_are_text and self._numbering.counts(listed)

    def _label(self, origin: Element, paragraph: Element) -> None:
        """The label of a paragraph, as text."""
        run = new(paragraph, "r")
        text = self._changed.get(origin, self._seen[origin])
        for part in re.split(r"(\t)", text):
            if part == "\t":
                new(run, "tab")
            elif part:
                new(run, "t", part)

    def _table(self, origin: Element, into: Element) -> None:
        table = new(into, "tbl")
        properties = new(table, "tblPr")
        for one in children(origin, "w:tblPr"):
            copied(one, properties, allowed.TABLE, self._names, self._lists)
        grid = new(table, "tblGrid")
        for column in within(origin, "w:gridCol"):
            if column.getparent().getparent() is origin:
                new(grid, "gridCol", **allowed.allowed_attributes(column))
        for row in kept_in(origin, "w:tr"):
            if child(row, "w:trPr", "w:del") is not None:
                continue
            written = new(table, "tr")
            for one in children(row, "w:trPr"):
                copied(one, new(written, "trPr"), allowed.ROW, self._names, self._lists)
            for cell in kept_in(row, "w:tc"):
                if child(cell, "w:tcPr", "w:cellDel") is not None:
                    continue
                inside = new(written, "tc")
                for one in children(cell, "w:tcPr"):
                    copied(one, new(inside, "tcPr"), allowed.CELL, self._names, self._lists)
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
        copied(origin, section, allowed.SECTION, self._names, self._lists)

    def _margin(self, reference: Element, kind: str, origin: Element, section: Element) -> None:
        """Write a header or footer of the section ``origin`` that is seen on some page."""
        target = self._targets.get(attribute(reference, "id") or "")
        if target is None or target.part not in self._package.archive:
            return
        source = self._package.root(target.part)
        when = attribute(reference, "type") or "default"
        on_pages = {
            "default": True,
            "first": switch(origin, "w:titlePg"),
            "even": switch(self._part_named("settings"), "w:evenAndOddHeaders"),
        }
        has_text = any(element in self._seen for element in source.iter())
        if not has_text and not (on_pages.get(when) and has_picture(source)):
            return
        self._even |= when == "even"
        if target.part not in self._margins:
            name = f"{kind}{len(self._margins) + 1}"
            self._margins[target.part] = f"{name}.xml"
            around = self._source, self._written, self._fields
            self._source, self._written, self._fields = target.part, name, []
            written = root("hdr" if kind == "header" else "ftr")
            self._blocks(source, written)
            self._new.put(f"{name}.xml", serialised(written))
            self._source, self._written, self._fields = around
        name = self._margins[target.part]
        identity = self._new.named("document", kind, name)
        new(section, f"{kind}Reference", type=when).set(f"{{{R}}}id", identity)

    # Lines

    def _inline(self, origin: Element, into: Element, beside: list[Element]) -> None:
        for element in origin:
            name = short(element.tag)
            if name == "w:r":
                self._run(element, self._in_field(into), beside)
            elif name in GO_ON:
                if name == "w:fldSimple" and self._counts(attribute(element, "instr") or ""):
                    field = new(into, "fldSimple", instr=self._code(attribute(element, "instr")))
                    self._inline(element, field, beside)
                else:
                    self._inline(element, into, beside)
            elif name in ("m:oMath", "m:oMathPara"):
                self._formula(element, into)

    def _run(self, origin: Element, into: Element, beside: list[Element]) -> None:
        run = new(into, "r")
        properties = child(origin, "w:rPr")
        if properties is not None:
            said = new(run, "rPr")
            copied(properties, said, allowed.RUN, self._names, self._lists)
            if not len(said):
                run.remove(said)
        filled = len(run)
        hidden = self._looks.look(properties, self._style, None).hidden
        for element in run_content(origin):
            self._in_run(element, run, hidden, beside)
        if len(run) == filled:
            into.remove(run)

    def _in_run(self, element: Element, run: Element, hidden: bool, beside: list[Element]) -> None:
        name = short(element.tag)
        if name in _TEXT:
            self._text(element, run)
        elif name in _SEEN_IF_READ:
            if element in self._seen and self._changed.get(element) != "":
                new(run, name[2:])
        elif name == "w:sym":
            self._symbol(element, run)
        elif name in _BREAKS:
            if self._changed.get(element) != "" and not hidden:
                new(run, name[2:], **allowed.allowed_attributes(element))
        elif name in _MARKS:
            new(run, name[2:])
        elif name in _NOTES:
            self._note(element, _NOTES[name], run)
        elif name in ("w:fldChar", "w:instrText"):
            self._field(element, name, run)
        elif name == "w:ruby":
            self._ruby(element, run, beside)
        elif name in ("w:drawing", "w:pict", "w:object"):
            self._drawing(element, run, hidden, beside)

    def _text(self, element: Element, run: Element) -> None:
        if element not in self._seen:
            if element.text and not element.text.strip():
                new(run, "t", element.text)
            return
        text = self._changed.get(element)
        if text is None:
            shown = self._seen[element]
            text = element.text if element.text and element.text.strip() == shown.strip() else shown
        if text:
            shown = as_written(text, self._seen[element], element.text)
            new(run, "t", shown)

    def _symbol(self, element: Element, run: Element) -> None:
        if element in self._seen and self._changed.get(element) != "":
            code, font = attribute(element, "char") or "", attribute(element, "font") or ""
            if re.fullmatch(r"[0-9A-Fa-f]{1,6}", code) and re.fullmatch(r"[\w -]{0,40}", font):
                new(run, "sym", font=font, char=code)

    def _formula(self, origin: Element, into: Element) -> None:
        """A formula, written on the line."""
        texts = [one for one in within(origin, "m:t") if one in self._seen]
        for element in texts:
            self._text(element, new(into, "r"))
            new(new(into, "r"), "t", " ")
        self._left_out["formulae that are now written on the line"] += bool(texts)

    def _ruby(self, origin: Element, run: Element, beside: list[Element]) -> None:
        ruby = new(run, "ruby")
        properties = new(ruby, "rubyPr")
        for one in children(origin, "w:rubyPr"):
            copied(one, properties, allowed.RUBY, self._names, self._lists)
        for name in ("rt", "rubyBase"):
            part = new(ruby, name)
            for one in children(origin, f"w:{name}"):
                self._inline(one, part, beside)

    def _note(self, element: Element, kind: str, run: Element) -> None:
        """The mark of a note that is seen, and the note."""
        identity = attribute(element, "id") or ""
        source = self._package.named(self._package.main, f"{kind}s")
        if source is None or (kind, identity) in self._note_ids:
            return
        notes = children(self._package.root(source), f"w:{kind}")
        note = next((one for one in notes if attribute(one, "id") == identity), None)
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
        around = self._source, self._written, self._fields, self._style
        self._source, self._written, self._fields = source, f"{kind}s", []
        self._blocks(note, new(written, kind, id=number))
        self._source, self._written, self._fields, self._style = around
        reference = new(run, f"{kind}Reference", id=number)
        if attribute(element, "customMarkFollows") in ("1", "true", "on"):
            reference.set(f"{{{reference.nsmap['w']}}}customMarkFollows", "1")

    # Fields

    def _counts(self, code: str) -> bool:
        """Whether a field counts pages."""
        return _COUNTED_FIELDS.fullmatch(code) is not None

    def _code(self, code: str | None) -> str:
        found = _COUNTED_FIELDS.match(code or "")
        return f" {found[1]} " if found else ""

    def _field(self, element: Element, name: str, run: Element) -> None:
        if name == "w:instrText":
            if self._fields:
                self._fields[-1].code += element.text or ""
            return
        match attribute(element, "fldCharType"):
            case "begin":
                self._fields.append(_Field())
            case "separate" if self._fields:
                field = self._fields[-1]
                if self._counts(field.code):
                    around = run.getparent()
                    field.written = new(around, "fldSimple", instr=self._code(field.code))
            case "end" if self._fields:
                self._fields.pop()

    def _in_field(self, into: Element) -> Element:
        """Where runs go: into the field that counts pages, if one is open in this paragraph."""
        for field in self._fields:
            if field.written is not None and field.written.getparent() is into:
                return field.written
        return into

    # Drawings

    def _drawing(self, origin: Element, run: Element, hidden: bool, beside: list[Element]) -> None:
        if hidden:
            return
        seen = [
            box
            for box in within(origin, "w:txbxContent")
            if any(element in self._seen for element in box.iter())
        ]
        inner = {
            below for box in seen for below in within(box, "w:txbxContent") if below is not box
        }
        beside += [box for box in seen if box not in inner]
        pictures = 0
        in_boxes = {blip for box in seen for blip in within(box, "a:blip")}
        for blip in within(origin, "a:blip"):
            if blip not in in_boxes:
                pictures += 1
                self._picture(origin, blip, run)
        in_another_form = any(short(one.tag) == "mc:Fallback" for one in origin.iterancestors())
        if not pictures and not seen and not in_another_form:
            self._left_out["drawings, charts and embedded objects"] += 1

    def _picture(self, drawing: Element, blip: Element, run: Element) -> None:
        names = {one.id: one.part for one in self._package.relationships(self._source)}
        part = names.get(attribute(blip, "embed") or "", "")
        cut = next(within(blip.getparent(), "a:srcRect"), None)
        extent = next(within(drawing, "wp:extent"), None)
        hidden = any(
            (attribute(one, "hidden") or "0") not in ("0", "false")
            for one in within(drawing, "wp:docPr")
        )
        archive = self._package.archive
        bare = bare_picture(archive.read(part)) if part in archive else None
        if bare is None or hidden or extent is None or (cut is not None and len(cut.attrib)):
            self._left_out["pictures that are cut, linked, or neither PNG nor JPEG"] += 1
            return
        ending, data = bare
        name = self._pictures.setdefault(data, f"media/picture{len(self._pictures) + 1}.{ending}")
        identity = self._new.add(self._written, "image", name, data)
        self._shown_pictures += 1
        size = [re.sub(r"\D", "", attribute(extent, one) or "") or "0" for one in ("cx", "cy")]
        run.append(picture_in_line(identity, self._shown_pictures, *size))


class _Field:
    """A field that has begun: its code so far, and what is written for it."""

    def __init__(self) -> None:
        self.code = ""
        self.written: Element | None = None
