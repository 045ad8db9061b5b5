"""The open documents: their texts, their versions, and what each change touched.

A snapshot never changes, so work in the background may keep one. Knows nothing of findings.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from lsprotocol.types import (
    PositionEncodingKind,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)
from numpy.typing import NDArray

from unlinkable.draft import Span
from unlinkable.draft.numbered_masks import Hidden, shown_by
from unlinkable.lsp.text.positions import LineIndex

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
