"""Elements of XML that somebody else may have made: parsed with nothing fetched and within bounds,
told of one after the other, and what styles based on each other come to. Must never know what
elements mean."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from lxml import etree

from unlinkable_index.documents.shared.archive import refused
from unlinkable_index.errors import UserError

Name = TypeVar("Name", bound=Hashable)
Style = TypeVar("Style")


class Chains(Generic[Name, Style]):
    """What styles come to, by their names; one that is based on itself ends there.

    - ``styles``: what each says itself;
    - ``base``: the name of what it is based on;
    - ``based``: what a style comes to that is based on what another one comes to.
    """

    def __init__(
        self,
        styles: Mapping[Name, Style],
        base: Callable[[Style], Name | None],
        based: Callable[[Style, Style], Style],
    ) -> None:
        self._styles, self._base, self._based = styles, base, based
        self._known: dict[Name, Style] = {}

    def of(self, name: Name | None) -> Style | None:
        """What a style comes to; None where there is no such style."""
        line: dict[Name, Style] = {}
        while name is not None and name not in self._known and name not in line:
            if name not in self._styles:
                break
            line[name] = self._styles[name]
            name = self._base(line[name])
        found = None if name is None else self._known.get(name)
        for one, style in reversed(line.items()):
            found = self._known[one] = style if found is None else self._based(style, found)
        return found


Element = Any
"""An element as lxml has it."""


def short_names(namespaces: Mapping[str, str]) -> Callable[[object], str]:
    """What tells the name of an element or attribute with the usual prefix of its namespace, as in
    "w:p"; "?" for what is none. ``namespaces``: their prefixes."""

    @lru_cache(maxsize=4096)
    def short(tag: object) -> str:
        if not isinstance(tag, str):
            return "?"
        namespace, _, local = tag.rpartition("}")
        return f"{namespaces.get(namespace[1:], '?')}:{local}"

    return short


MOST_PARTS_OF_A_TREE = 3_000_000
"""Beginnings and ends of elements, and attributes: each takes some 250 bytes of memory."""


MOST_ATTRIBUTES = 250
"""Of one element: lxml takes a time for them that grows with the square of their number."""
_has_too_many = etree.XPath(f"boolean(//*[@*[{MOST_ATTRIBUTES + 1}]])")


def demand_small(data: bytes, path: Path) -> None:
    """Raise UserError where the tree of this XML or HTML would take too much memory."""
    if data.count(b"<") + data.count(b"=") > MOST_PARTS_OF_A_TREE:
        raise refused(path, "it consists of too many elements; split it")


def too_many_attributes(path: Path) -> UserError:
    """What is said of a file in which an element has more than `MOST_ATTRIBUTES`."""
    return refused(path, f"an element has more than {MOST_ATTRIBUTES} attributes; save it anew")


def demand_memory(*errors: object) -> None:
    """Raise MemoryError where it is what these errors of libxml2 are about."""
    if any(getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY for error in errors):
        raise MemoryError


def parsed(data: bytes, path: Path) -> Element:
    """The root element, comments and processing instructions left out. Raises UserError where this
    is no well-formed XML, is nested deeper than libxml2 allows (256), or declares entities."""
    demand_small(data, path)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        demand_memory(error)
        raise refused(
            path, "its XML is damaged, nested too deeply, or holds what is too long; save it anew"
        ) from error
    if _has_too_many(root):
        raise too_many_attributes(path)
    inside = root.getroottree().docinfo.internalDTD
    if inside is not None and next(inside.iterentities(), None) is not None:
        raise refused(path, "it declares entities of its own; write out what they stand for")
    return root


Origin = tuple[Element, bool]
"""Where text comes from: an element, and whether it stands behind it or in it, at its beginning."""


def walk_text(
    root: Element,
    begin: Callable[[Element], bool],
    end: Callable[[Element], None],
    say: Callable[[str, Origin], None],
) -> None:
    """Tell of all elements and texts in order.

    ``begin``: whether what is in an element is to be told of; ``end``: told of those elements only.
    """
    walk = etree.iterwalk(root, events=("start", "end"))
    left_out: Element | None = None
    for event, element in walk:
        if event == "start":
            if not begin(element):
                left_out = element
                walk.skip_subtree()
            elif element.text:
                say(element.text, (element, False))
            continue
        if element is left_out:
            left_out = None
        else:
            end(element)
        if element.tail and element is not root:
            say(element.tail, (element, True))


def outermost(root: Element, wanted: Callable[[Element], bool]) -> Iterator[Element]:
    """The elements below ``root``, itself included, that are ``wanted`` and stand in none that
    is."""
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        if wanted(element):
            walk.skip_subtree()
            yield element


def serialised(element: Element) -> bytes:
    """An element as a file of its own."""
    return bytes(etree.tostring(element, xml_declaration=True, encoding="UTF-8", standalone=True))
