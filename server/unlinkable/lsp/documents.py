"""The open documents as editors have them: what their URIs say, versions, lines and columns, edits
there and back, and what is visible of files that are no texts. A snapshot never changes. Must
know nothing of findings."""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from lsprotocol.types import (
    AnnotatedTextEdit,
    ChangeAnnotation,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)
from numpy.typing import NDArray
from pygls.uris import to_fs_path

from unlinkable.draft import Span
from unlinkable.draft.masks import Hidden, shown_by
from unlinkable_index import documents
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError

_LINE_FEED, _CARRIAGE_RETURN = 10, 13


class LineIndex:
    """Where the lines of one text begin, and how wide its characters are. Immutable.

    Converting takes O(log n) each way; all findings of a draft are converted at once.
    """

    def __init__(self, text: str, encoding: PositionEncodingKind) -> None:
        self._length = len(text)
        self._codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        self._wide = not text.isascii() and _is_wide(self._codes, encoding)
        self._encoding = encoding

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """The offset of the first character of every line."""
        ends_line = self._codes == _LINE_FEED
        returns = np.flatnonzero(self._codes == _CARRIAGE_RETURN)
        if len(returns):
            last = np.append(self._codes, 0)[returns + 1] != _LINE_FEED
            ends_line[returns[last]] = True
        return np.concatenate(([0], np.flatnonzero(ends_line) + 1))

    @cached_property
    def _units(self) -> NDArray[np.int64]:
        """How many units come before each offset, 0 to the length of the text."""
        if not self._wide:
            return np.arange(self._length + 1)
        widths = 1 + (self._codes >= 0x10000).astype(np.int64)
        if self._encoding == PositionEncodingKind.Utf8:
            widths += (self._codes >= 0x80).astype(np.int64) + (self._codes >= 0x800)
        return np.concatenate(([0], np.cumsum(widths)))

    @property
    def lines(self) -> int:
        """How many lines the text has; a text without line ends has one."""
        return len(self._starts)

    def columns(self, offsets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The lines and the columns of many offsets at once."""
        lines = np.searchsorted(self._starts, offsets, side="right") - 1
        return lines, self._units[offsets] - self._units[self._starts[lines]]

    def position(self, offset: int) -> Position:
        """The position of the code point at ``offset``."""
        line = int(np.searchsorted(self._starts, offset, side="right")) - 1
        return Position(line, int(self._units[offset] - self._units[self._starts[line]]))

    def range(self, start: int, end: int) -> Range:
        """The range of the code points from ``start`` up to ``end``."""
        return Range(self.position(start), self.position(end))

    def span(self, where: Range) -> Span:
        """The span of a range; see `offset`."""
        start, end = self.offset(where.start), self.offset(where.end)
        return Span(min(start, end), max(start, end))

    def offset(self, position: Position) -> int:
        """The offset at ``position``.

        As the protocol has it, a column past the end of a line is the end of that line, without
        its line end. A line past the last is the end of the text; a column within a character
        is the start of that character.
        """
        if position.line >= self.lines:
            return self._length
        start, end = int(self._starts[position.line]), self._line_end(position.line)
        unit = int(self._units[start]) + position.character
        return min(int(np.searchsorted(self._units, unit, side="right")) - 1, end)

    def _line_end(self, line: int) -> int:
        if line + 1 == self.lines:
            return self._length
        end = int(self._starts[line + 1]) - 1
        pair = self._codes[end] == _LINE_FEED and end > 0
        return end - 1 if pair and self._codes[end - 1] == _CARRIAGE_RETURN else end


def width(text: str, encoding: PositionEncodingKind) -> int:
    """How many units a text has."""
    if encoding == PositionEncodingKind.Utf32 or text.isascii():
        return len(text)
    if encoding == PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _is_wide(codes: NDArray[np.uint32], encoding: PositionEncodingKind) -> bool:
    """Whether some character of a text that is not all ASCII takes more than one unit."""
    if encoding == PositionEncodingKind.Utf16:
        return bool((codes >= 0x10000).any())
    return encoding == PositionEncodingKind.Utf8


PARAGRAPHS = "unlinkable-paragraphs"
"""The language of documents that clients have as paragraphs; what stands in these is no markup."""


class Splice(NamedTuple):
    """``start`` up to ``end`` (code points of the text before) became ``text``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Snapshot:
    """One version of one document."""

    uri: str
    language: str
    version: int
    text: str
    encoding: PositionEncodingKind
    edits: tuple[Splice, ...] = field(default=(), compare=False)
    """What led here from the version before, one after the other; nothing when just opened."""
    hidden: Hidden = field(default=frozenset(), compare=False)
    """What its numbered masks hide, as far as it is known from the changes."""
    typed: bool = field(default=True, compare=False)
    """Whether someone typed what led here, rather than take a fix."""

    @cached_property
    def lines(self) -> LineIndex:
        """The line index of the text."""
        return LineIndex(self.text, self.encoding)

    def changed(
        self, version: int, changes: Sequence[TextDocumentContentChangeEvent]
    ) -> "Snapshot":
        """The next version, after changes that apply one after the other."""
        snapshot, edits = self, []
        for change in changes:
            edit = snapshot._edit(change)
            edits.append(edit)
            snapshot = snapshot.spliced(version, [edit])
        return replace(snapshot, version=version, edits=tuple(edits))

    def spliced(self, version: int, edits: Sequence[Splice]) -> "Snapshot":
        """The next version, after edits that apply one after the other."""
        text, hidden = self.text, self.hidden
        for edit in edits:
            hidden = shown_by(hidden, text, Span(edit.start, edit.end), edit.text)
            text = text[: edit.start] + edit.text + text[edit.end :]
        return replace(self, version=version, text=text, hidden=hidden, edits=tuple(edits))

    def _edit(self, change: TextDocumentContentChangeEvent) -> Splice:
        if isinstance(change, TextDocumentContentChangePartial):
            start = self.lines.offset(change.range.start)
            end = self.lines.offset(change.range.end)
            return Splice(min(start, end), max(start, end), change.text)
        return Splice(0, len(self.text), change.text)


def changed_part(edits: Sequence[Splice]) -> Span:
    """Where everything lies that ``edits``, one at least, put in or took out, once all are made."""
    start, end = edits[0].start, edits[0].start
    for edit in edits:
        start = min(start, edit.start)
        end = max(end, edit.end) + len(edit.text) - (edit.end - edit.start)
    return Span(start, end)


def moved(
    spans: NDArray[np.int64], edits: Sequence[Splice]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Where spans of whole words (rows: start, end) stand after ``edits``.

    The second array says which of them no edit has touched; where the others stand means nothing.
    """
    spans = spans.copy()
    untouched = np.ones(len(spans), dtype=bool)
    for edit in edits:
        behind = spans[:, 0] > edit.end
        untouched &= behind | (spans[:, 1] < edit.start)
        spans[behind] += len(edit.text) - (edit.end - edit.start)
    return spans, untouched


class DocumentChange(NamedTuple):
    """A splice that someone may leave out: what it does, in one word, and why it is made."""

    splice: Splice
    label: str
    why: str


def workspace_edit(snapshot: Snapshot, edits: Iterable[Splice], versioned: bool) -> WorkspaceEdit:
    """Edits of one document, all in offsets of ``snapshot``.

    Bound to its version where the client can, so that it refuses them on any other text.
    """
    text_edits = [TextEdit(snapshot.lines.range(edit.start, edit.end), edit.text) for edit in edits]
    if not versioned:
        return WorkspaceEdit(changes={snapshot.uri: text_edits})
    document = OptionalVersionedTextDocumentIdentifier(snapshot.uri, snapshot.version)
    return WorkspaceEdit(document_changes=[TextDocumentEdit(document, text_edits)])


def proposed_edit(snapshot: Snapshot, changes: Sequence[DocumentChange]) -> WorkspaceEdit:
    """Changes of one document, bound to its version, each to be confirmed or left out by itself."""
    document = OptionalVersionedTextDocumentIdentifier(snapshot.uri, snapshot.version)
    annotations = {
        str(number): ChangeAnnotation(change.label, needs_confirmation=True, description=change.why)
        for number, change in enumerate(changes)
    }
    edits = [
        AnnotatedTextEdit(
            annotation_id=str(number),
            range=snapshot.lines.range(change.splice.start, change.splice.end),
            new_text=change.splice.text,
        )
        for number, change in enumerate(changes)
    ]
    return WorkspaceEdit(
        document_changes=[TextDocumentEdit(document, edits)], change_annotations=annotations
    )


_SCHEME, _ENDING = "unlinkable-document:", ".txt"


def shows_file(uri: str) -> bool:
    """Whether a document is what is visible of a file, so that nobody can edit it."""
    return uri.startswith(_SCHEME)


def file_uri(uri: str) -> str:
    """The URI of the file that a document shows; of any other document its own."""
    if not shows_file(uri):
        return uri
    place = uri.removeprefix(_SCHEME).removesuffix(_ENDING)
    return f"file:{place}" if place.startswith("//") else f"file://{place}"


def file_of(uri: str) -> Path | None:
    """The file of a document, or the one that it shows; None when it lies in no file."""
    uri = file_uri(uri)
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def name_of(uri: str) -> str:
    """What people call the document."""
    return file_uri(uri).rsplit("/", 1)[-1]


def file_stamp(path: Path) -> object:
    """The same as long as a file is the same; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def shown_file(path: Path, encoding: PositionEncodingKind) -> dict[str, Any]:
    """What a client shows of a file: its visible ``text``, and of each paragraph the ``line`` that
    it begins on and its ``place``, in words.

    Raises UserError where the file can't be read.
    """
    if path.suffix.lower() not in documents.SUFFIXES:
        known = ", ".join(sorted(documents.SUFFIXES))
        raise UserError(f"{path}: not shown: what can be shown as text is {known}")
    seen = _seen(path)
    lines = LineIndex(seen.text, encoding)
    places = [
        {"line": lines.position(start).line, "place": str(paragraph.place)}
        for start, paragraph in zip(seen.starts, seen.paragraphs, strict=True)
    ]
    return {"text": seen.text, "places": places}


def seen_in(uri: str, text: str) -> VisibleText | None:
    """What is read of the file that a document shows as ``text``; None where it shows none, or the
    file is another by now."""
    path = file_of(uri) if shows_file(uri) else None
    if path is None:
        return None
    with contextlib.suppress(UserError):
        seen = _seen(path)
        return seen if seen.text == text else None
    return None


def _seen(path: Path) -> VisibleText:
    try:
        return documents.read_file(path)
    except OSError as error:
        raise UserError(
            f"{path}: the document cannot be read ({error.strerror}); check the path and its rights"
        ) from error
