"""The text of a Writer document, paragraph by paragraph as proofreaders are shown it, and changes.

All of it runs in the main thread, and keeps nothing of a document: what LibreOffice lends is given
back before a function returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from com.sun.star.text.TextMarkupType import PROOFREADING

from .drafts import Paragraph, UnfitError

_TABLE, _FOOTNOTES, _FIELDS = "com.sun.star.text.TextTable", "FootnotePositions", "FieldPositions"


class Change(NamedTuple):
    """``start`` up to ``end`` (UTF-16 units) of the paragraph ``number`` becomes ``text``."""

    number: int
    start: int
    end: int
    text: str


def read(document: Any) -> list[Paragraph]:
    """The paragraphs of a document, in the order that LibreOffice keeps them."""
    texts = [one.getText() for one in _flat(document)]
    flows = list(_flows_of_body(document))
    ahead = len(texts) - len(flows)
    if ahead < 0:  # some are not shown: when in doubt nothing is cut
        return [Paragraph(text, "body") for text in texts]
    apart = _flows_apart(texts[:ahead], _texts_apart(document))
    return [Paragraph(text, flow) for text, flow in zip(texts, [*apart, *flows], strict=False)]


def change(document: Any, known: Sequence[str], changes: Sequence[Change], title: str) -> None:
    """Make changes in one step that can be undone, with all formats, notes and fields kept. Raises
    UnfitError where the document no longer has the texts ``known``, or a change does not fit."""
    paragraphs = list(_flat(document))
    if [one.getText() for one in paragraphs] != list(known):
        raise UnfitError("The text was changed in the meantime, so nothing was replaced.")
    made = [(one.number, *_in_model(paragraphs[one.number], one), one.text) for one in changes]
    undo = document.getUndoManager()
    undo.enterUndoContext(title)
    try:
        _make(document, paragraphs, made)
    finally:
        undo.leaveUndoContext()


def _make(document: Any, paragraphs: list[Any], made: list[tuple[int, int, int, str]]) -> None:
    """Make changes, of each paragraph the last first. LibreOffice lends a paragraph for one change
    only, so those that have several are asked for anew."""
    todo: dict[int, list[tuple[int, int, str]]] = {}
    for number, start, length, text in sorted(made):
        todo.setdefault(number, []).append((start, length, text))
    while True:
        for number, changes in todo.items():
            paragraphs[number].changeText(*changes.pop(), ())
        todo = {number: changes for number, changes in todo.items() if changes}
        if not todo:
            return
        paragraphs = list(_flat(document))


def _flat(document: Any) -> Iterator[Any]:
    walk = document.getFlatParagraphIterator(PROOFREADING, False)
    paragraph = walk.getFirstPara()
    while paragraph is not None:
        yield paragraph
        paragraph = walk.getNextPara()


def _in_model(paragraph: Any, asked: Change) -> tuple[int, int]:
    """Where a change is made, and how long it is, where each field is one character.

    A field shows more than that; behind one that does the place cannot be told.
    """
    fields = [place for place in paragraph.getPropertyValue(_FIELDS) or () if place < asked.end]
    shown = paragraph.getText()
    if fields and _shows_more(shown, fields):
        raise UnfitError(
            "Before these words stands a field, such as a date: replace them by hand, or in the"
            " menu at the words."
        )
    return asked.start, asked.end - asked.start


def _shows_more(text: str, fields: Sequence[int]) -> bool:
    """Whether something stands behind the sign of a field that may be shown by it."""
    units = text.encode("utf-16-le")
    return any(units[2 * place + 2 : 2 * place + 4] != b" \0" for place in fields)


def _flows_of_body(document: Any) -> Iterator[str]:
    """The flow of each paragraph of the body, cells included; a table parts two."""
    number = 0
    walk = document.getText().createEnumeration()
    while walk.hasMoreElements():
        part = walk.nextElement()
        if not part.supportsService(_TABLE):
            yield f"body {number}"
            continue
        number += 1
        for name in part.getCellNames():
            for _ in _paragraphs(part.getCellByName(name)):
                yield f"table {number} {name}"


def _paragraphs(text: Any) -> Iterator[Any]:
    walk = text.createEnumeration()
    while walk.hasMoreElements():
        part = walk.nextElement()
        if part.supportsService(_TABLE):
            for name in part.getCellNames():
                yield from _paragraphs(part.getCellByName(name))
        else:
            yield part


def _texts_apart(document: Any) -> Iterator[str]:
    """What stands in notes and frames that have several paragraphs."""
    for notes in (document.getFootnotes(), document.getEndnotes()):
        for number in range(notes.getCount()):
            yield notes.getByIndex(number).getString()
    for frames in (document.getTextFrames(),):
        for number in range(frames.getCount()):
            yield frames.getByIndex(number).getText().getString()


def _flows_apart(texts: Sequence[str], wholes: Iterator[str]) -> list[str]:
    """The flow of each of the paragraphs outside of the body: those that make up one note or frame
    have the same, every other its own."""
    known: dict[str, list[list[str]]] = {}
    for whole in wholes:
        lines = _plain(whole).split("\n")
        known.setdefault(lines[0], []).append(lines)
    flows: list[str] = []
    while len(flows) < len(texts):
        at = len(flows)
        sizes = [
            len(lines)
            for lines in known.get(_plain(texts[at]), ())
            if lines == [_plain(text) for text in texts[at : at + len(lines)]]
        ]
        flows += [f"apart {at}"] * max([1, *sizes])
    return flows


def _plain(text: str) -> str:
    return text.replace("\u200b", "").replace("\r\n", "\n")
