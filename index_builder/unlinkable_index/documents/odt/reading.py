"""What a reader sees of an OpenDocument text, as its word processor shows and prints it once all
tracked changes are accepted.

Knows which parts are shown, and in which order they are read: the body, its notes, text boxes and
figures, headers and footers. Comments, properties, scripts and pictures are not looked at.
"""

import posixpath
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from unlinkable_index.documents.odt.story import OdtStory
from unlinkable_index.documents.odt.styles import OdtNumbering, OdtStyles, attributes, short
from unlinkable_index.documents.shared.archive import Archive, refused
from unlinkable_index.documents.shared.elements import Element, outermost, parsed
from unlinkable_index.documents.shared.visible_text import (
    Counters,
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)

_MARGINS = {
    Part.HEADER: ("style:header", "style:header-left", "style:header-first"),
    Part.FOOTER: ("style:footer", "style:footer-left", "style:footer-first"),
}
_LABELS = ("text:p", "math:math")
_STANDARD = "Standard"
_ENCRYPTED = b"encryption-data"


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it can't be read."""
    return opened_odt(data, path).seen


class OpenedOdt(NamedTuple):
    """A file that was read: what is ``seen`` of it, and the elements of its parts, of which those
    seen are the origins."""

    seen: VisibleText
    archive: Archive
    content: Element
    shared: Element | None


def opened_odt(data: bytes, path: Path) -> OpenedOdt:
    """Read the file likewise, and keep its parts."""
    archive = Archive(data, path)
    manifest = "META-INF/manifest.xml"
    if manifest in archive and _ENCRYPTED in archive.read(manifest):
        raise refused(path, "protected with a password; save it without one")
    reader = _Reader(archive)
    return OpenedOdt(VisibleText(reader.flows()), archive, reader.content, reader.shared)


class _Reader:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self.content = self._root("content.xml")
        self.shared = self._root("styles.xml") if "styles.xml" in archive else None
        self._counters = Counters()
        self._figures: set[str] = set()

    def _root(self, part: str) -> Element:
        root = parsed(self._archive.read(part), self._archive.path)
        if any(short(element.tag) == "text:placeholder" for element in root.iter()):
            raise refused(
                self._archive.path,
                "it has placeholders, which are seen on a screen and not on paper; fill them in, "
                "or delete them",
            )
        return root

    def flows(self) -> Iterator[Flow]:
        body = _first(self.content, "office:body")
        text = None if body is None else _first(body, "office:text")
        if text is None:
            raise refused(self._archive.path, "it holds no text document; check the file")
        shared = [] if self.shared is None else [self.shared]
        parts = (self.content, *shared)
        story = OdtStory(text, Place(), OdtStyles(*parts), OdtNumbering(*parts), self._counters)
        yield from story.flows
        yield from self._beside(story)
        styles, numbering = OdtStyles(*shared), OdtNumbering(*shared)
        for part, names in _MARGINS.items():
            for number, margin in enumerate(self._margins(story, names), start=1):
                place = Place(part, number)
                margins = OdtStory(margin, place, styles, numbering, self._counters)
                yield from margins.flows
                yield from self._beside(margins)

    def _beside(self, story: OdtStory) -> Iterator[Flow]:
        """The notes, text boxes and figures of a story."""
        yield from story.apart
        for named in story.objects:
            part = posixpath.normpath(posixpath.join(named, "content.xml"))
            if part in self._archive and part not in self._figures:
                self._figures.add(part)  # its words are read once, wherever it is shown again
                place = Place(Part.FIGURE, self._counters.next(Part.FIGURE))
                for element in outermost(self._root(part), lambda one: short(one.tag) in _LABELS):
                    is_formula = short(element.tag) == "math:math"
                    words = (" " if is_formula else "").join(_shown(element))
                    yield [Paragraph((Piece(words, (element, False)),), place)]

    def _margins(self, story: OdtStory, names: tuple[str, ...]) -> Iterator[Element]:
        """The headers or footers of the master pages that are used."""
        if self.shared is None:
            return
        pages = {
            attributes(one).get("style:name", ""): one
            for one in self.shared.iter()
            if short(one.tag) == "style:master-page"
        }
        first = _STANDARD if _STANDARD in pages else next(iter(pages), "")
        wanted = deque([first, *story.masters])
        seen: set[str] = set()
        while wanted:
            name = wanted.popleft()
            if name in seen or name not in pages:
                continue
            seen.add(name)
            for margin in pages[name]:
                shown = attributes(margin).get("style:display") != "false"
                if short(margin.tag) in names and shown:
                    yield margin
            wanted.append(attributes(pages[name]).get("style:next-style-name", ""))


def _first(parent: Element, name: str) -> Element | None:
    return next((one for one in parent if short(one.tag) == name), None)


def _shown(element: Element) -> Iterator[str]:
    """The words of a formula or a label, the source of the formula left out."""
    for one in element.iter():
        if short(one.tag) != "math:annotation":
            yield one.text or ""
        if one is not element:
            yield one.tail or ""
