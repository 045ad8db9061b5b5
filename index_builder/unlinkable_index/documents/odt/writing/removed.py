"""What of an OpenDocument text does not come with its visible text: kinds and counts, for a report.

Only counts; what is written anew is decided elsewhere, by what may be written. Holds no text.
"""

from collections import Counter

from unlinkable_index.documents.odt.writing.allowed import name_of
from unlinkable_index.documents.shared.archive import Archive
from unlinkable_index.documents.shared.trees.hardened_xml import Element

_PARAGRAPHS = frozenset({"text:p", "text:h"})
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
            if name_of(element.tag) in _PARAGRAPHS and element not in around:
                counts["hidden or deleted paragraphs"] += bool("".join(element.itertext()).strip())
    return {kind: count for kind, count in sorted(counts.items()) if kind and count}
