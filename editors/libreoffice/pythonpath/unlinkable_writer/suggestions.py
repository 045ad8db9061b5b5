"""What may stand in place of what is underlined: each wording by itself, and the mask.

Places are in UTF-16 units, as LibreOffice counts. Knows nothing of LibreOffice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .drafts import CHANGED, Place, UnfitError

_WIDEST = 100  # units that a suggestion replaces at most


class Suggested(NamedTuple):
    """The part of a paragraph that is underlined and replaced, and what may stand there."""

    start: int
    end: int
    texts: list[str]


def of(text: str, line: dict[str, Any]) -> Suggested:
    """What is underlined in a paragraph, widened as far as its wordings go, and the suggestions."""
    units = text.encode("utf-16-le", "surrogatepass")
    start, end = line["start"], line["end"]
    offered = []
    for way in line["ways"]:
        if way["kind"] == "reword":
            near = way["edits"] if all(_near(edit, line) for edit in way["edits"]) else []
        else:
            near = [edit for edit in way["edits"] if _touches(edit, line)]
        offered += [edit for edit in near if edit not in offered]
    start = min([start, *(edit["start"] for edit in offered)])
    end = max([end, *(edit["end"] for edit in offered)])
    made = [
        _text(units[2 * start : 2 * edit["start"]])
        + edit["text"]
        + _text(units[2 * edit["end"] : 2 * end])
        for edit in offered
    ]
    return Suggested(start, end, list(dict.fromkeys(made)))


def take(office: Any, place: Place, way: dict[str, Any] | None = None) -> None:
    """Make a replacement of a passage of the list, none: the best. Raises UnfitError where it does
    not fit, or is none of that passage any more."""
    ways = best_first(place)
    if not ways or (way is not None and way not in ways):
        raise UnfitError(CHANGED)
    way = way or ways[0]
    office.make(place.uri, way["edits"], f"Unlinkable: {way['title']}")


def best_first(place: Place) -> list[dict[str, Any]]:
    """The replacements of a passage: wordings that end it, then its masks, then other wordings."""
    ways = place.passage["ways"]
    rank = {(True, "reword"): 0, (True, "mask"): 1}
    return sorted(ways, key=lambda way: rank.get((way["ends"], way["kind"]), 2))


def _near(edit: dict[str, Any], line: dict[str, Any]) -> bool:
    """Whether an edit is at what is underlined, or so near that both can be replaced as one. Edits
    carry the id of their paragraph, which ``line`` has where it was told."""
    first, last = min(edit["start"], line["start"]), max(edit["end"], line["end"])
    return edit["id"] == line["id"] and last - first <= _WIDEST


def _touches(edit: dict[str, Any], line: dict[str, Any]) -> bool:
    """Whether an edit changes some of what is underlined."""
    inside = edit["start"] < line["end"] and line["start"] < edit["end"]
    return edit["id"] == line["id"] and inside


def _text(units: bytes) -> str:
    return units.decode("utf-16-le", "surrogatepass")
