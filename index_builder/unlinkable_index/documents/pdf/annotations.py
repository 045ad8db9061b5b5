"""What is written over a page of a PDF file: fields of forms, stamps, free text.

After ISO 32000-1, 12.5 and 12.7. What shows is the appearance; its text is read, and where there is
none the value. Comments are closed. Knows annotations; nothing of pages.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unlinkable_index.documents.pdf.lines import PdfLines
from unlinkable_index.documents.shared.visible_text import FLOW_END

_HIDDEN = 0b100010  # flags: hidden, not shown on screens
_CLOSED = frozenset({"/Text", "/Popup", "/Link", "/FileAttachment", "/Sound", "/Movie"})
_MOST_PARENTS = 50


def over(page: Any, path: Path) -> Iterator[str]:
    """What is written over a page of the file at ``path``, each as one text. Raises UserError where
    a font does not say which letters its signs are."""
    for named in page.get("/Annots") or ():
        note = named.get_object()
        kind = note.get("/Subtype")
        if kind in _CLOSED or int(note.get("/F", 0)) & _HIDDEN:
            continue
        drawn = _drawn(note)
        shown = "\n".join(PdfLines.of_form(page, drawn, path).texts) if drawn is not None else ""
        value = _value(note, kind)
        if value.split() and value.split() != shown.split():
            yield value.replace(FLOW_END, " ")
        if shown:
            yield shown


def _drawn(note: Any) -> Any | None:
    """The appearance of an annotation as it is now; None for none."""
    appearance = _object(_object(note.get("/AP"), "/N"))
    if appearance is not None and not hasattr(appearance, "get_data"):  # one for each state
        appearance = _object(appearance, note.get("/AS", "/Off"))
    return appearance if hasattr(appearance, "get_data") else None


def _object(holder: Any, key: str | None = None) -> Any | None:
    found = None if holder is None else holder.get_object()
    if key is None or found is None:
        return found
    return _object(found.get(key)) if hasattr(found, "get") else None


def _value(note: Any, kind: str | None) -> str:
    """What an annotation says besides its appearance: of a field the value, which may stand in the
    field that it is a part of."""
    if kind == "/FreeText":
        return _text(note.get("/Contents"))
    if kind != "/Widget":
        return ""
    field = note
    for _ in range(_MOST_PARENTS):
        if "/V" in field:
            return _text(field.get("/V"))
        field = _object(field.get("/Parent"))
        if field is None:
            break
    return ""


def _text(value: Any) -> str:
    """A value that is a text, or several; names are states of buttons."""
    found = None if value is None else value.get_object()
    if isinstance(found, list):
        return "\n".join(filter(None, map(_text, found)))
    return found if isinstance(found, str) and not found.startswith("/") else ""
