"""Elements and the text between them, one after the other, however deep they stand inside each
other.

Knows nothing of what elements mean.
"""

from collections.abc import Callable, Iterator

from lxml import etree

from unlinkable_index.documents.shared.trees.hardened_xml import Element

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
