"""What stands in the lines of a DOCX file, written anew: runs, text, fields, formulae and pictures
(ISO/IEC 29500-1, 17.3). Must never know paragraphs, or how the parts of a file hang together."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import groupby

from unlinkable_index.documents.docx import looks
from unlinkable_index.documents.docx.looks import copied
from unlinkable_index.documents.docx.new_package import NewPackage, new, picture_in_line
from unlinkable_index.documents.docx.package import attribute, child, children, short, within
from unlinkable_index.documents.docx.source import GO_ON, TEXT, DocxSource, run_content
from unlinkable_index.documents.shared.elements import Element
from unlinkable_index.documents.shared.numerals import as_written
from unlinkable_index.documents.shared.writing import (
    RevisionMark,
    bare_picture,
    changes,
    is_known_font,
)

_SEEN_IF_READ = frozenset({"w:noBreakHyphen", "w:softHyphen"})
_BREAKS = frozenset({"w:tab", "w:ptab", "w:br", "w:cr"})
_MARKS = frozenset({"w:footnoteRef", "w:endnoteRef"})
_NOTES = {"w:footnoteReference": "footnote", "w:endnoteReference": "endnote"}
_COUNTED_FIELDS = re.compile(r"\s*(PAGE|NUMPAGES|SECTIONPAGES)\b[\w\s\\*]*")

WriteNote = Callable[[Element, str, Element], None]
"""Writes the note that an element calls, of a kind, and its mark into a run."""


class DocxLines:
    """Writes the lines of a file.

    - ``style``: that of the paragraph that is being written; may be set;
    - ``left_out``: how many things of each kind were, that readers saw;
    - ``pictures``: how many were written; ``tracked``: how many tracked changes.
    """

    def __init__(self, source: DocxSource, package: NewPackage, write_note: WriteNote) -> None:
        self._package, self._new = source.package, package
        self._seen, self._changed, self._edited = source.seen, source.changed, source.edited
        self._reviewer = source.reviewer
        self._became: dict[Element, RevisionMark] = {}  # what was written, where that is a change
        self._looks, self._names, self._lists = source.looks, source.names, source.lists
        self._write_note = write_note
        self._picture_names: dict[bytes, str] = {}
        self._bare: dict[str, tuple[str, bytes] | None] = {}  # pictures by their parts
        self._part, self._owner = source.package.main, "document"
        self._fields: list[_Field] = []
        self.style: str | None = None
        self.left_out: Counter[str] = Counter()
        self.pictures = self.tracked = 0

    @contextmanager
    def of_part(self, part: str, owner: str) -> Iterator[None]:
        """Write the lines of another part, whose name in the new file is ``owner``."""
        around = self._part, self._owner, self._fields, self.style
        self._part, self._owner, self._fields = part, owner, []
        yield
        self._part, self._owner, self._fields, self.style = around

    def inline(self, origin: Element, into: Element, beside: list[Element]) -> None:
        """Write what stands in a paragraph ``into`` another; what stands apart from it, such as a
        text box, is noted in ``beside``."""
        for element in origin:
            name = short(element.tag)
            if name == "w:r":
                self._run(element, self._in_field(into), beside)
            elif name in GO_ON:
                code = attribute(element, "instr") if name == "w:fldSimple" else None
                if counted := _counted(code or ""):
                    self.inline(element, new(into, "fldSimple", instr=counted), beside)
                else:
                    self.inline(element, into, beside)
            elif name in ("m:oMath", "m:oMathPara"):
                self._formula(element, into)

    def _run(self, origin: Element, into: Element, beside: list[Element]) -> None:
        run = new(into, "r")
        properties = child(origin, "w:rPr")
        if properties is not None:
            said = new(run, "rPr")
            copied(properties, said, looks.RUN, self._names, self._lists)
            if not len(said):
                run.remove(said)
        filled = len(run)
        hidden = self._looks.look(properties, self.style, None).hidden
        for element in run_content(origin):
            self._in_run(element, run, hidden, beside)
        if len(run) == filled:
            into.remove(run)
        else:
            self._track(run)

    def _in_run(self, element: Element, run: Element, hidden: bool, beside: list[Element]) -> None:
        name = short(element.tag)
        if name in TEXT:
            self._text(element, run)
        elif name in _SEEN_IF_READ:
            if element in self._seen:
                self._character(element, run, name[2:])
        elif name == "w:sym":
            self._symbol(element, run)
        elif name in _BREAKS:
            if not hidden:
                self._character(element, run, name[2:], **looks.allowed_attributes(element))
        elif name in _MARKS:
            new(run, name[2:])
        elif name in _NOTES:
            self._write_note(element, _NOTES[name], run)
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
        shown, raw = self._seen[element], element.text
        parts = self._changes(element)
        if element not in self._changed and raw and raw.strip() == shown.strip():
            parts = [(RevisionMark.NONE, raw)]
        for change, text in parts:
            if text:
                name = "delText" if change is RevisionMark.DELETED else "t"
                self._became[new(run, name, as_written(text, shown, raw))] = change

    def _changes(self, origin: Element) -> Iterable[tuple[RevisionMark, str]]:
        """What is seen of an element, cut where changes of it are tracked."""
        shown = self._seen[origin]
        if self._reviewer and origin in self._edited:
            return changes(shown, self._edited[origin])
        return [(RevisionMark.NONE, self._changed.get(origin, shown))]

    def _character(self, origin: Element, run: Element, name: str, /, **attributes: str) -> None:
        """What stands for one character, unless an edit takes that away untracked."""
        if self._changed.get(origin) != "":
            new(run, name, **attributes)
        elif self._reviewer:
            self._became[new(run, name, **attributes)] = RevisionMark.DELETED

    def _track(self, run: Element) -> None:
        """Part a run that was written where it changes, into runs in the name of the reviewer."""
        content = [one for one in run if short(one.tag) != "w:rPr"]
        if all(self._became.get(one, RevisionMark.NONE) is RevisionMark.NONE for one in content):
            return
        looks = child(run, "w:rPr")
        for change, group in groupby(content, lambda one: self._became.get(one, RevisionMark.NONE)):
            into = run.getparent()
            if change is not RevisionMark.NONE:
                self.tracked += 1
                into = new(into, change.value, id=str(self.tracked), author=self._reviewer)
            part = new(into, "r")
            if looks is not None:
                part.append(deepcopy(looks))
            part.extend(group)
            run.addprevious(part if change is RevisionMark.NONE else into)
        run.getparent().remove(run)

    def _symbol(self, element: Element, run: Element) -> None:
        if element in self._seen:
            code, font = attribute(element, "char") or "", attribute(element, "font") or ""
            if re.fullmatch(r"[0-9A-Fa-f]{1,6}", code) and (not font or is_known_font(font)):
                self._character(element, run, "sym", font=font, char=code)

    def _formula(self, origin: Element, into: Element) -> None:
        """A formula, written on the line."""
        texts = [one for one in within(origin, "m:t") if one in self._seen]
        for element in texts:
            run = new(into, "r")
            self._text(element, run)
            self._track(run)
            new(new(into, "r"), "t", " ")
        self.left_out["formulae that are now written on the line"] += bool(texts)

    def _ruby(self, origin: Element, run: Element, beside: list[Element]) -> None:
        ruby = new(run, "ruby")
        properties = new(ruby, "rubyPr")
        for one in children(origin, "w:rubyPr"):
            copied(one, properties, looks.RUBY, self._names, self._lists)
        for name in ("rt", "rubyBase"):
            part = new(ruby, name)
            for one in children(origin, f"w:{name}"):
                self.inline(one, part, beside)

    def label(self, origin: Element, paragraph: Element) -> None:
        """The label of a paragraph, as text."""
        run = new(paragraph, "r")
        for change, text in self._changes(origin):
            for part in re.split(r"(\t)", text):
                if part == "\t":
                    self._became[new(run, "tab")] = change
                elif part:
                    name = "delText" if change is RevisionMark.DELETED else "t"
                    self._became[new(run, name, part)] = change
        self._track(run)

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
                if counted := _counted(field.code):
                    around = run.getparent()
                    field.written = new(around, "fldSimple", instr=counted)
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
            self.left_out["drawings, charts and embedded objects"] += 1

    def _picture(self, drawing: Element, blip: Element, run: Element) -> None:
        part = self._package.part_of(self._part, attribute(blip, "embed") or "")
        cut = next(within(blip.getparent(), "a:srcRect"), None)
        extent = next(within(drawing, "wp:extent"), None)
        hidden = any(
            (attribute(one, "hidden") or "0") not in ("0", "false")
            for one in within(drawing, "wp:docPr")
        )
        if part is not None and part not in self._bare:
            self._bare[part] = bare_picture(self._package.archive.read(part))
        bare = None if part is None else self._bare[part]
        if bare is None or hidden or extent is None or (cut is not None and len(cut.attrib)):
            self.left_out["pictures that are cut, linked, or neither PNG nor JPEG"] += 1
            return
        ending, data = bare
        name = self._picture_names.setdefault(
            data, f"media/picture{len(self._picture_names) + 1}.{ending}"
        )
        identity = self._new.add(self._owner, "image", name, data)
        self.pictures += 1
        size = [re.sub(r"\D", "", attribute(extent, one) or "") or "0" for one in ("cx", "cy")]
        run.append(picture_in_line(identity, self.pictures, *size))


class _Field:
    """A field that has begun: its code so far, and what is written for it."""

    def __init__(self) -> None:
        self.code = ""
        self.written: Element | None = None


def _counted(code: str) -> str:
    """The code of a field that counts pages, without its switches; "" of others."""
    found = _COUNTED_FIELDS.fullmatch(code)
    return f" {found[1]} " if found else ""
