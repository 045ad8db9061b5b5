"""What a reader sees of a DOCX file with all tracked changes accepted: which parts are shown, in
which order, and content controls that show another text than stands in them. Must never look at
comments, properties or macros."""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from unlinkable_index.documents.docx.package import (
    Package,
    attribute,
    child,
    children,
    short,
    switch,
    within,
)
from unlinkable_index.documents.docx.story import DocxStory, NoteCalled
from unlinkable_index.documents.docx.styles import DocxNumbering, DocxStyles
from unlinkable_index.documents.shared.archive import Archive, refused
from unlinkable_index.documents.shared.elements import Element, outermost
from unlinkable_index.documents.shared.visible_text import (
    Counters,
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)
from unlinkable_index.errors import UserError

_PREFIX = re.compile(r"""xmlns:([\w.-]+)=["']([^"']*)["']""")
_PROPERTIES = {
    "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}": "docprops/core.xml",
    "{6668398D-A668-4E3E-A5EB-62B293D839F1}": "docprops/app.xml",
}
_SHOWN_OTHERWISE = frozenset(
    {"w:comboBox", "w:date", "w:dropDownList", "w:picture", "w:docPartObj", "w:docPartList"}
)


def shows_another_text(root: Element, package: Package) -> bool:
    """Whether some control in a part shows another text than stands in it. Raises UserError where a
    part can't be read."""
    controls = [
        (one, binding)
        for one in within(root, "w:sdt")
        if (binding := child(one, "w:sdtPr", "w:dataBinding")) is not None
    ]
    return bool(controls) and any(map(_Stores(package).differs, controls))


class _Stores:
    """The parts that controls are bound to, by their ids."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._items = {name.upper(): part for name, part in _PROPERTIES.items()}
        for item in package.relationships(package.main):
            if item.kind == "customXml":
                for one in package.relationships(item.part):
                    if one.kind == "customXmlProps" and one.part in package.archive:
                        identity = attribute(package.root(one.part), "itemID") or ""
                        self._items.setdefault(identity.upper(), item.part)

    def differs(self, control: tuple[Element, Element]) -> bool:
        """Whether a control shows something else than what stands in it, by its binding."""
        element, binding = control
        properties = child(element, "w:sdtPr")
        if any(child(properties, name) is not None for name in _SHOWN_OTHERWISE):
            return False
        bound = self._bound(binding)
        inside = child(element, "w:sdtContent")
        texts = () if inside is None else within(inside, "w:t")
        return (
            bound is not None and bound.split() != "".join(one.text or "" for one in texts).split()
        )

    def _bound(self, binding: Element) -> str | None:
        """The text that a binding leads to; None where it leads nowhere, or to none."""
        part = self._items.get((attribute(binding, "storeItemID") or "").upper())
        if part is None or part not in self._package.archive:
            return None
        prefixes = dict(_PREFIX.findall(attribute(binding, "prefixMappings") or ""))
        try:
            root = self._package.root(part)
            found = root.getroottree().xpath(attribute(binding, "xpath") or "", namespaces=prefixes)
        except (etree.XPathError, UserError, TypeError, ValueError):
            return None
        first = found[0] if isinstance(found, list) and found else None
        text = first if isinstance(first, str) or first is None else "".join(first.itertext())
        return text if isinstance(text, str) and text.strip() else None


_NOTES = {Part.FOOTNOTE: ("footnotes", "w:footnote"), Part.ENDNOTE: ("endnotes", "w:endnote")}
_OF_FIGURES = frozenset({"a:p", "c:strCache", "cx:pt", "cx:v"})
_MARGINS = {Part.HEADER: "w:headerReference", Part.FOOTER: "w:footerReference"}


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``.

    The origin of each piece is its element, where it has one. Raises UserError where the file can't
    be read, or some of its text stands in other files.
    """
    return visible_text(Package(Archive(data, path)))


def visible_text(package: Package) -> VisibleText:
    """What a reader sees of a file, by its parts as they are now. Raises UserError likewise."""
    return VisibleText(_Reader(package).flows())


class _Reader:
    def __init__(self, package: Package) -> None:
        self._package = package
        styles, lists = package.root_named("styles"), package.root_named("numbering")
        self._styles, self._numbering = DocxStyles(styles), DocxNumbering(lists, styles)
        self._counters = Counters()
        self._figures: set[str] = set()

    def flows(self) -> Iterator[Flow]:
        main = self._package.main
        root = self._package.root(main)
        if short(root.tag) != "w:document":
            raise refused(self._package.archive.path, "its main part is no document; check it")
        body = self._story(root, Place())
        yield from body.flows
        yield from self._beside(main, body)
        for part, called in body.notes.items():
            yield from self._notes(part, called)
        for part, reference in _MARGINS.items():
            for number, name in enumerate(self._margins(root, reference), start=1):
                story = self._story(self._package.root(name), Place(part, number))
                yield from story.flows
                yield from self._beside(name, story)

    def _story(self, root: Element, place: Place) -> DocxStory:
        if shows_another_text(root, self._package):
            raise refused(
                self._package.archive.path,
                "a content control shows another text than stands in it; open it in a word "
                "processor and save it anew",
            )
        story = DocxStory(root, place, self._styles, self._numbering, self._counters)
        if story.elsewhere:
            raise refused(
                self._package.archive.path,
                "some of its text stands in other files; open it in a word processor and save it "
                "as one",
            )
        return story

    def _beside(self, part: str, story: DocxStory) -> Iterator[Flow]:
        """The text boxes and figures of a story."""
        yield from story.apart
        for identity in story.figures:
            named = self._package.part_of(part, identity)
            if named is not None and named not in self._figures:
                self._figures.add(named)  # its words are read once, wherever it is shown again
                root = self._package.root(named)
                yield from self._figure(root)
                for drawn in within(root, "c:userShapes"):  # what is drawn over a chart
                    over = self._package.part_of(named, attribute(drawn, "id") or "")
                    if over is not None and over not in self._figures:
                        self._figures.add(over)
                        yield from self._figure(self._package.root(over))

    def _figure(self, root: Element) -> Iterator[Flow]:
        """The words of a chart or diagram: its paragraphs, and the labels that it keeps."""
        place = Place(Part.FIGURE, self._counters.next(Part.FIGURE))
        for element in outermost(root, lambda one: short(one.tag) in _OF_FIGURES):
            if short(element.tag) == "a:p":
                pieces = [Piece(one.text or "", one) for one in within(element, "a:t")]
                yield [Paragraph(tuple(pieces), place)]
                continue
            for value in (element, *within(element, "c:v")):
                yield [Paragraph((Piece(value.text or "", value),), place)]

    def _notes(self, part: Part, called: list[NoteCalled]) -> Iterator[Flow]:
        """The notes that are called, in that order."""
        kind, tag = _NOTES[part]
        name = self._package.named(self._package.main, kind)
        if name is None:
            return
        every = [
            (attribute(note, "id"), note)
            for note in children(self._package.root(name), tag)
            if attribute(note, "type") in (None, "normal")
        ]
        notes = dict(every)
        if len(notes) < len(every):
            raise refused(
                self._package.archive.path,
                "two of its notes have one number, of which programs show different ones; save it "
                "anew",
            )
        number = 0
        for call in called:
            number += call.numbered
            note = notes.pop(call.id, None)
            if note is not None:
                place = Place(part, number if call.numbered else None, page=call.page)
                story = self._story(note, place)
                yield from story.flows
                yield from self._beside(name, story)

    def _margins(self, root: Element, reference: str) -> Iterator[str]:
        """The headers or footers that some page has, each once."""
        both_sides = switch(self._package.root_named("settings"), "w:evenAndOddHeaders")
        held: dict[str, str] = {}
        shown: dict[str, None] = {}
        for section in within(root, "w:sectPr"):
            if short(section.getparent().tag) == "w:sectPrChange":
                continue
            for one in children(section, reference):
                part = self._package.part_of(self._package.main, attribute(one, "id") or "")
                if part is not None:
                    held[attribute(one, "type") or "default"] = part
            wanted = {"default": True, "first": switch(section, "w:titlePg"), "even": both_sides}
            shown |= {held[kind]: None for kind, on in wanted.items() if on and kind in held}
        yield from shown
