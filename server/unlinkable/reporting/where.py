"""Where in a draft something stands, as a person finds it: by line and column in a text; in a
document, whose lines are those of its pages, by paragraph, cell or note.

Knows offsets and places; knows nothing of findings.
"""

from typing import Any

from unlinkable.draft import Lines
from unlinkable.printing import plain
from unlinkable_index.documents.shared.visible_text import Part, Place, VisibleText


class Where:
    """The places of one draft, all offsets in code points of its text."""

    def __init__(self, text: str, seen: VisibleText | None) -> None:
        """``seen``: what was read of the file, where it is a document."""
        self._lines = Lines(text)
        self._seen = seen

    def place(self, offset: int) -> Place | None:
        """The place in a document; None in a text."""
        return None if self._seen is None else self._seen.place_at(offset)

    def briefly(self, offset: int) -> str:
        """As in "12:3"."""
        place = self.place(offset)
        return "{}:{}".format(*self._lines.place(offset)) if place is None else str(place)

    def in_file(self, name: str, offset: int) -> str:
        """As in "a.txt:12:3", which terminals open at a click."""
        between = ":" if self._seen is None else ", "
        return f"{plain(name)}{between}{self.briefly(offset)}"

    def in_words(self, offset: int) -> str:
        """As in "line 12, column 3"."""
        place = self.place(offset)
        told = "line {}, column {}".format(*self._lines.place(offset))
        return told if place is None else str(place)


def as_json(place: Place) -> dict[str, Any]:
    """A place as JSON values; what it has not is left out."""
    told: dict[str, Any] = {"text": str(place), "part": place.part.value}
    if place.part is not Part.BODY:
        told["number"] = place.number
    if place.cell is not None:
        told["cell"] = place.cell._asdict()
    told |= {"paragraph": place.paragraph, "page": place.page, "line": place.line}
    told["attachment"] = place.attachment
    return {name: value for name, value in told.items() if value is not None}
